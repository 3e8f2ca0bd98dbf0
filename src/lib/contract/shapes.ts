/** Output shapes that several rows share. Times are ISO 8601 UTC; `by` is `person` or `agent:NAME` (P1); fields that may be absent are optional, never null, unless tools.md says null. */
import './jitless';
import * as z from 'zod';
import { errorCodes } from '../domain/result';

export const id = z.string();
export const at = z.string().describe('ISO 8601 UTC');
export const by = z.string().describe('person or agent:NAME');
export const origin = z.enum(['user', 'action', 'agent', 'import']);
export const freshness = z.enum(['evergreen', 'slow', 'volatile']);
export const matchedBy = z.enum(['exact', 'alias', 'fold', 'created']);
export const factStatus = z.enum(['current', 'superseded', 'retracted', 'ended', 'removed']);

/** What follows a page that was not the last. */
export const page = { left_out: z.number().int().optional(), cursor: z.string().optional() };

/**
 * Why a name is suggested. The first three are the name itself (N2): as written, by an alias, as the fold key. The rest are near
 * and never followed silently (N4): spelling (Łódź, Lodz; A.B.C., ABC), other script, form of company, words in another order, its
 * beginning, the beginning of its words, initials, nickname, slips, else near.
 */
export const nameWhys = [
	'exact',
	'alias',
	'same_form',
	'spelling',
	'other_script',
	'company_form',
	'word_order',
	'prefix',
	'word_prefix',
	'initials',
	'nickname',
	'typo',
	'near'
] as const;
export type NameWhy = (typeof nameWhys)[number];
export const nameWhy = z.enum(nameWhys);

/** A near name, never followed silently (N4). `why`: of `nameWhys`, or ambiguous, namesake … */
export const candidate = z.object({
	entity_id: id,
	name: z.string(),
	type: z.string().nullable(),
	why: z.string(),
	channel_id: id.optional()
});

export const rowChoice = z.object({ entity_id: id, name: z.string(), type: z.string().nullable() });

export const failure = z.object({
	code: z.enum(errorCodes),
	message: z.string(),
	hint: z.string(),
	parameter: z.string().optional(),
	rows: z.array(rowChoice).optional(),
	channel_id: z.string().optional(),
	request_id: z.string().optional(),
	refused: z.literal(true).optional(),
	did_you_mean: z.array(candidate.omit({ channel_id: true })).optional(),
	current_version: z.string().nullable().optional()
});

export const entityRow = z.object({
	id,
	name: z.string(),
	type: z.string().nullable(),
	description: z.string().nullable(),
	aliases: z.array(z.string()),
	channel_id: id
});

export const entityBrief = z.object({ id, name: z.string(), type: z.string().nullable() });

/** Somebody's word that two rows are the same, or are not (N6). */
export const declaration = z.object({
	declaration: id,
	/** The two. */
	rows: z.array(id),
	by,
	at,
	change_id: id
});

/** Two things side by side: what speaks for their being one, and what against. */
export const mergeEvidence = {
	rows: z.array(entityRow.extend({ fact_count: z.number().int(), relation_count: z.number().int() })),
	/** Attributes that both have; `conflict`: the second becomes the contender, which waits in Review. */
	values: z.array(
		z.object({
			attribute: z.string(),
			outcome: z.enum(['same', 'united', 'conflict']),
			each: z.array(z.object({ entity_id: id, value: z.string() })),
			/** What it will say. */
			value: z.string()
		})
	),
	/** Relations that both have to the same thing. */
	shared_relations: z.array(z.object({ relation: z.string(), direction: z.enum(['out', 'in']), entity: z.string() }))
};

/** A fact, or a current value as one ("attribute: value"), as get_entity shows it. */
export const fact = z.object({
	id,
	content: z.string(),
	is_subject: z.boolean(),
	roles: z.array(z.string()),
	attribute: z.string().optional(),
	confidence: z.number(),
	importance: z.number().nullable(),
	source: z.string().nullable(),
	by,
	created_at: at,
	note_id: id.optional(),
	/** Set where an answer spans several channels (N7). */
	channel_id: id.optional(),
	/** Longer than the budget; whole in its resource. */
	cut: z.literal(true).optional()
});

export const relationship = z.object({
	relation: z.string(),
	direction: z.enum(['out', 'in']),
	entity: z.string(),
	entity_type: z.string().nullable(),
	strength: z.number().nullable(),
	confidence: z.number(),
	context: z.string().nullable()
});

export const contenderWhy = z.enum(['weaker', 'outdated', 'echo', 'rejected_before', 'ask_me', 'addition', 'merged']);

export const contender = z.object({
	value: z.string(),
	version: id,
	confidence: z.number(),
	origin,
	by,
	asserted_at: at,
	why: contenderWhy
});

/** What a write did. `change_id` is null when there was nothing to write (the same source again, F5). */
export const receiptActions = [
	'new',
	'stored',
	'inserted',
	'confirmed',
	'superseded',
	'contested',
	'added',
	'removed',
	'updated',
	'unchanged',
	'ended',
	'retracted',
	'replaced',
	'renamed',
	'accepted',
	'rejected',
	'kept_both',
	'forgotten',
	'undone',
	'imported',
	'merged',
	'unmerged',
	'marked'
] as const;

export const receipt = z.object({
	change_id: id.nullable(),
	action: z.enum(receiptActions),
	/** Records that were written: entities, facts, notes, channels. */
	ids: z.array(id),
	version: id.optional(),
	/** What stood before: a value, a name, a text. */
	before: z.object({ value: z.string().nullable(), version: id.optional() }).optional(),
	contender: contender.optional(),
	/** Entities that had to be made (E2). */
	created: z.array(rowChoice).optional(),
	matched_by: matchedBy.optional(),
	/** Other rows of the name that was written to. */
	other_rows: z.array(rowChoice).optional(),
	did_you_mean: z.array(candidate).optional(),
	/** The key was used before: this is the first answer (J6); `undone` if that has been taken back since. */
	repeated: z.literal(true).optional(),
	undone: z.literal(true).optional(),
	/** When this was called wrong before: it waits in Review (F6). */
	rejected_at: at.optional()
});

/** An end of a written relation, with how its name was matched (N8). */
export const writtenEnd = rowChoice.extend({ matched_by: matchedBy });
