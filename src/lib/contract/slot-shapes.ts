/** Shapes of slots as they are answered: the record at (entity, attribute), its versions and its place in a list (S1–S11). */
import './jitless';
import * as z from 'zod';
import { vias } from '../domain/model';
import { at, by, contender, freshness, id, origin } from './shapes';

export const versionStatus = z.enum([
	'current',
	'contested',
	'superseded',
	'rejected',
	'retracted',
	'ended',
	'removed',
	'undone'
]);

export const support = z.object({
	by,
	origin,
	at,
	session: id,
	via: z.enum(vias).optional(),
	source: z.string().optional(),
	note_id: id.optional()
});

export const provenance = z.object({
	source: z.string().nullable(),
	session: id,
	via: z.enum(vias).nullable(),
	note_id: id.nullable(),
	change_id: id
});

/** What `verbose` adds to a record. */
const details = {
	provenance: provenance.optional(),
	support: z.array(support).optional(),
	/** Earlier versions, newest first. */
	chain: z.array(z.object({ version: id, value: z.string(), status: versionStatus, by, asserted_at: at })).optional()
};

export const singleRecord = z.object({
	entity: z.string(),
	attribute: z.string(),
	value: z.string(),
	kind: z.literal('single'),
	confidence: z.number(),
	/** Only where freshness lowers it (S10). */
	effective_confidence: z.number().optional(),
	origin,
	by,
	asserted_at: at,
	last_confirmed: at,
	/** Whole days since last_confirmed. */
	age: z.number().int(),
	freshness_class: freshness,
	stale: z.boolean(),
	version: id,
	re_verify: z.literal(true).optional(),
	re_verify_reason: z.string().optional(),
	correct_with: z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) }).optional(),
	...details,
	/** ISO 8601; `verbose` only. */
	temporal: z
		.object({
			asserted_at: at,
			recorded_at: at,
			last_confirmed: at,
			valid_from: at.nullable(),
			valid_until: at.nullable()
		})
		.optional()
});

export const memberRecord = z.object({
	value: z.string(),
	version: id,
	confidence: z.number(),
	origin,
	by,
	asserted_at: at
});

export const setRecord = z.object({
	kind: z.literal('set'),
	entity: z.string(),
	attribute: z.string(),
	members: z.array(z.string()),
	removed: z.array(z.string()),
	re_verify: z.literal(true).optional(),
	re_verify_reason: z.string().optional(),
	/** Who put each member there; `verbose` and the app only. */
	member_records: z.array(memberRecord).optional(),
	...details
});

export const slotRecord = z.discriminatedUnion('kind', [singleRecord, setRecord]);

/** A slot in a list: EMPTY ones are listed only while something contends for them. */
export const listedSlot = z.object({
	entity_id: id,
	attribute: z.string(),
	record: slotRecord.nullable(),
	contenders: z.array(contender),
	versions: z.number().int()
});
