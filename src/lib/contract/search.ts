/** Rows that search by words across facts, values and notes. */
import './jitless';
import * as z from 'zod';
import { operation } from './row';
import { clamped, inChannel, paged, text, limits } from './parameters';
import { at, by, candidate, entityBrief, entityRow, fact, id, page } from './shapes';

const get_context = operation({
	title: 'Get context on a topic',
	description:
		'Background on a topic: facts that match it, the entity of that name, and what it is connected to with their facts. Use it to start on a subject; for one thing alone use get_entity.',
	effect: 'read',
	surface: 'agent',
	toolset: 'core',
	input: z.strictObject({
		topic: text(limits.source, 'Words or a name'),
		...inChannel,
		...paged
	}),
	output: z.object({
		topic: z.string(),
		entity: entityRow.nullable(),
		facts: z.array(fact.extend({ entity: z.string().nullable() })),
		/** Strongest first, at most 10, each with at most 5 facts. */
		connected: z.array(
			entityBrief.extend({
				relation: z.string(),
				direction: z.enum(['out', 'in']),
				strength: z.number().nullable(),
				facts: z.array(fact)
			})
		),
		did_you_mean: z.array(candidate).optional(),
		...page
	})
});

const memory_search = operation({
	title: 'Search by words',
	description:
		'Facts, values and notes that contain the words, best first, typos and word beginnings forgiven. low_confidence: nothing matched well. To find a thing by its name use find_entities.',
	effect: 'read',
	surface: 'agent',
	toolset: 'core',
	input: z.strictObject({
		query: text(limits.source, 'Words'),
		top_k: clamped(1, 100, 8, 'Most hits, default 8'),
		...inChannel,
		...paged
	}),
	output: z.object({
		query: z.string(),
		hits: z.array(
			z.object({
				kind: z.enum(['fact', 'value', 'note']),
				id,
				entity: z.string().nullable(),
				entity_id: id.optional(),
				attribute: z.string().optional(),
				text: z.string(),
				score: z.number(),
				by,
				source: z.string().nullable(),
				created_at: at,
				superseded_by: id.optional(),
				channel_id: id.optional(),
				cut: z.literal(true).optional()
			})
		),
		low_confidence: z.boolean(),
		...page
	})
});

export const searchOperations = {
	get_context,
	memory_search
};
