/** The whole of a fact, as the app shows it: the page of a thing, a note's facts, the history of facts. */
import './jitless';
import * as z from 'zod';
import { at, by, factStatus, id, rowChoice } from './shapes';

/** A fact with everyone it names and everyone who said so: the page of a thing, the history of its facts. */
export const wholeFact = z.object({
	id,
	content: z.string(),
	status: factStatus,
	mentions: z.array(rowChoice.extend({ role: z.string() })),
	confidence: z.number(),
	importance: z.number().nullable(),
	source: z.string().nullable(),
	by,
	created_at: at,
	last_confirmed: at,
	confirmed_by: z.array(by),
	valid_from: at.nullable(),
	valid_until: at.nullable(),
	note_id: id.nullable(),
	replaced_by: id.nullable(),
	version: id,
	change_id: id
});
