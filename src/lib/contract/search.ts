/** Rows that search by words across facts, values and notes. */
import './jitless';
import * as z from 'zod';
import { operation } from './row';
import { channelId, clamped, inChannel, paged, text, limits } from './parameters';
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

const find_experts = operation({
	title: 'Find experts',
	description:
		'People by how many current facts and relations tie them to a topic: a thing by its name, else words. expertise_score is that number, fact_count the facts of it. For what is known about the topic use get_context.',
	effect: 'read',
	surface: 'agent',
	failure: { fields: { experts: [] }, echo: ['channel_id'] },
	input: z.strictObject({
		channel_id: channelId('From list_channels'),
		topic: text(limits.source, 'A name or words'),
		limit: clamped(1, 20, 5, 'Most people, default 5'),
		...paged
	}),
	output: z.object({
		experts: z.array(
			z.object({
				name: z.string(),
				/** How many facts and relations tie them to the topic. */
				expertise_score: z.number().int(),
				/** How many of these are facts. */
				fact_count: z.number().int(),
				/** The things, other than people, that most ties them: at most 5. */
				top_topics: z.array(z.string())
			})
		),
		did_you_mean: z.array(candidate).optional(),
		...page
	})
});

const trace_decision_history = operation({
	title: 'Trace a history of decisions',
	description:
		'What gave way to what on a topic, oldest first: facts and values that were replaced, things tied by the relation "supersedes". For all versions of one value use memory_history.',
	effect: 'read',
	surface: 'agent',
	failure: { fields: { decisions: [] }, echo: ['channel_id'] },
	input: z.strictObject({
		channel_id: channelId('From list_channels'),
		topic: text(limits.source, 'A name or words'),
		...paged
	}),
	output: z.object({
		decisions: z.array(
			z.object({
				/** What gave way: a name, a sentence, or "attribute: value". */
				entity: z.string(),
				/** What took its place, in the same form. */
				superseded_by: z.string(),
				/** `replaced` (a fact), `superseded` (a value), or the relation as first written. */
				relationship: z.string(),
				/** Of what took its place. */
				confidence: z.number(),
				/** Of a fact or value, the thing it is about; of a relation, the words that explain it. */
				context: z.string().nullable(),
				/** From 1, among all of them. */
				position: z.number().int(),
				at,
				cut: z.literal(true).optional()
			})
		),
		did_you_mean: z.array(candidate).optional(),
		...page
	})
});

export const searchOperations = {
	get_context,
	memory_search,
	find_experts,
	trace_decision_history
};
