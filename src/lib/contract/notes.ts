/** Rows about notes: text as somebody wrote it, from which facts can be derived. */
import './jitless';
import * as z from 'zod';
import { operation } from './row';
import {
	channelId,
	choice,
	clamped,
	inChannel,
	inOneChannel,
	keyed,
	limits,
	optionalWholeText,
	optionalText,
	paged,
	text,
	versioned,
	wholeText
} from './parameters';
import { at, by, entityBrief, id, page, receipt } from './shapes';
import { wholeFact } from './fact-shapes';

const kinds = ['page', 'daily', 'capture', 'import'] as const;

const add_note = operation({
	title: 'Add a note',
	description:
		'Keeps a text as it was written; [[Name]] in it links to a thing. For sentences that should be found as facts use remember, which can take the note too.',
	effect: 'add',
	surface: 'agent',
	input: z.strictObject({
		text: wholeText(limits.note, 'Markdown'),
		title: optionalText(limits.name, 'Title'),
		kind: choice(['page', 'daily', 'capture'], 'Default capture'),
		...inOneChannel,
		...keyed
	}),
	output: receipt.extend({ note_id: id })
});

const correct_note = operation({
	title: 'Correct a note',
	description:
		'Replaces the text or the title of a note. What was derived from it is marked to be verified, see list_review. For another note use add_note.',
	effect: 'set',
	surface: 'agent',
	input: z.strictObject({
		note_id: text(limits.id, 'Id of the note'),
		text: optionalWholeText(limits.note, 'Its text from now on'),
		title: optionalText(limits.name, 'Its title from now on'),
		...versioned,
		...keyed
	}),
	output: receipt.extend({ note_id: id, re_verify: z.number().int() })
});

const noteBrief = z.object({
	id,
	channel_id: id,
	title: z.string().nullable(),
	kind: z.enum(kinds),
	by,
	created_at: at,
	updated_at: at,
	version: id,
	/** Two texts that did not see each other. */
	forked: z.literal(true).optional()
});

const list_notes = operation({
	title: 'List notes',
	description:
		'Notes, latest first, with the beginning of each; those of one thing with entity_id. For what was stated as facts use get_entity; a note whole: get_note.',
	effect: 'read',
	surface: 'agent',
	input: z.strictObject({
		kind: choice(kinds, 'Only this kind'),
		entity_id: optionalText(limits.id, 'Only notes that name this thing, or facts about it come from'),
		contains: optionalText(limits.name, 'Only notes with this in their title or text, whatever its case and marks'),
		limit: clamped(1, 500, 50, 'Rows a page, default 50'),
		...inChannel,
		...paged
	}),
	output: z.object({ notes: z.array(noteBrief.extend({ excerpt: z.string() })), total: z.number().int(), ...page })
});

const get_note = operation({
	title: 'Get a note',
	description:
		'A note as it was written, with the things it names and the facts that come from it. A long one comes in parts: text_left says how much is missing, from where to go on. See list_notes.',
	effect: 'read',
	surface: 'agent',
	input: z.strictObject({
		note_id: text(limits.id, 'Id of the note'),
		from: clamped(0, limits.note, 0, 'Character of the text to begin at, default 0'),
		budget: paged.budget,
		...inChannel
	}),
	output: z.object({
		found: z.boolean(),
		note: noteBrief
			.extend({
				text: z.string(),
				entities: z.array(entityBrief),
				facts: z.array(wholeFact),
				/** Characters of the text after what is here: an agent gets no more at once than its budget. */
				text_left: z.number().int().optional(),
				/** Of a forked note: its texts, the one that stands now first. */
				sides: z.array(z.object({ version: id, by, at, title: z.string().nullable(), text: z.string() })).optional()
			})
			.nullable()
	})
});

const get_wiki_graph = operation({
	title: 'Get the graph of notes',
	description:
		'Notes and what their [[links]] lead to: things, or notes of that title. Nodes and edges by id. For how things are related use search_relationships.',
	effect: 'read',
	surface: 'agent',
	failure: { fields: { nodes: [], edges: [] }, echo: ['channel_id'] },
	input: z.strictObject({ channel_id: channelId('From list_channels'), ...paged }),
	output: z.object({
		/** `title` of a note without one is its beginning. */
		nodes: z.array(z.object({ id, title: z.string(), kind: z.enum(['note', 'entity']) })),
		/** From a note to what it links to. */
		edges: z.array(z.object({ source: id, target: id })),
		...page
	})
});

export const noteOperations = {
	add_note,
	correct_note,
	list_notes,
	get_note,
	get_wiki_graph
};
