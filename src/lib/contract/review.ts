/** The row about what waits for the person: conflicts, values to verify, stale ones, things called wrong and said again (S5, S9, S10, S7, F6). */
import './jitless';
import * as z from 'zod';
import { operation } from './row';
import { choice, clamped, flag, inChannel, limits, paged, text } from './parameters';
import { at, by, contender, entityBrief, id, mergeEvidence, origin, page, rowChoice } from './shapes';

export const reviewKinds = ['request', 'conflict', 'duplicate', 're_verify', 'stale', 'restated', 'note_fork'] as const;

const standing = z.object({
	value: z.string(),
	version: id,
	confidence: z.number(),
	origin,
	by,
	asserted_at: at,
	last_confirmed: at
});

/** `id` is stable as long as the item waits; `at` is since when. */
const item = { id, at, channel_id: id };
const inSlot = { ...item, entity: entityBrief, attribute: z.string() };

/** What it would do, in words, and with which arguments (JSON). */
export const calling = {
	by,
	session: id,
	operation: z.string(),
	title: z.string(),
	preview: z.string(),
	arguments: z.string()
};

const reviewItem = z.discriminatedUnion('kind', [
	z.object({
		/** An agent's call that waits for the person (P3, S6): answer_request settles it. An agent is told only of its own. */
		kind: z.literal('request'),
		id,
		at,
		...calling
	}),
	z.object({
		kind: z.literal('conflict'),
		...inSlot,
		slot_kind: z.enum(['single', 'set']),
		/** null: the contender waits at an empty slot. */
		current: standing.nullable(),
		/** Of a set. */
		members: z.array(z.string()).optional(),
		contender: contender.extend({ source: z.string().optional(), note_id: id.optional() })
	}),
	z.object({
		/** Two things that may be one: merge_entities or mark_distinct settles it, set_aside puts it off. */
		kind: z.literal('duplicate'),
		...item,
		/** Of the names alone, 0–1, and how they are alike. */
		score: z.number(),
		why: z.string(),
		/** The two, each by the row whose name is like the other's; in `rows` each side begins with it, this order. */
		sides: z.array(rowChoice),
		...mergeEvidence
	}),
	z.object({
		kind: z.literal('re_verify'),
		...inSlot,
		current: standing.nullable(),
		members: z.array(z.string()).optional(),
		reason: z.string(),
		note_id: id
	}),
	z.object({ kind: z.literal('stale'), ...inSlot, current: standing, age: z.number().int() }),
	z.object({
		/** Called wrong, and said again by an agent (F6): `remember` by the person takes it, retract_fact settles that it is wrong. */
		kind: z.literal('restated'),
		...item,
		entity: entityBrief.nullable(),
		text: z.string(),
		fact_id: id,
		rejected_at: at,
		rejected_by: by,
		by,
		change_id: id
	}),
	z.object({
		kind: z.literal('note_fork'),
		...item,
		note_id: id,
		title: z.string().nullable(),
		/** The one that stands now first. get_note has them whole; correct_note with what the text shall be settles it. */
		versions: z.array(z.object({ version: id, by, at, excerpt: z.string() }))
	})
]);

const list_review = operation({
	title: 'List what waits for review',
	description:
		'What the person should decide: your requests, conflicts, likely duplicates, values to verify or gone stale, wrong things said again. Settle a conflict with memory_fact_resolve, duplicates with merge_entities or mark_distinct.',
	effect: 'read',
	surface: 'agent',
	input: z.strictObject({ kind: choice(reviewKinds, 'Only this kind'), ...inChannel, ...paged }),
	output: z.object({
		items: z.array(reviewItem),
		/** Of all that wait, whatever the kind asked for. */
		counts: z.record(z.enum(reviewKinds), z.number().int()),
		/** Likely duplicates are still being looked for: there may be more. */
		looking: z.literal(true).optional(),
		...page
	})
});

const set_aside = operation({
	title: 'Set aside for later',
	description:
		'Puts an item of list_review off on this device, for some days; back brings it in again. Nothing is decided: to settle a likely duplicate use merge_entities or mark_distinct.',
	effect: 'set',
	surface: 'app',
	input: z.strictObject({
		item_id: text(limits.id, 'Id of the item'),
		days: clamped(1, 365, 14, 'For how long, default 14'),
		back: flag(false, 'Bring it in again instead, default false')
	}),
	output: z.object({ item_id: id, until: at.nullable() })
});

export const reviewOperations = {
	list_review,
	set_aside
};
