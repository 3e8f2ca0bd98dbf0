/** Rows about relations: how things connect (E1–E4). */
import './jitless';
import * as z from 'zod';
import { operation } from './row';
import {
	channelId,
	clamped,
	flag,
	inOneChannel,
	keyed,
	limits,
	name,
	optionalText,
	requiredList,
	share,
	time
} from './parameters';
import { at, candidate, entityBrief, id, receipt, writtenEnd } from './shapes';

const search_relationships = operation({
	title: 'Search relationships',
	description:
		'How named things connect, as nodes and edges with a summary in words (text). One name: its neighbourhood up to hops; two or more: also the paths between them. Unknown names give an empty graph and stand in unresolved with near names. Channel ids come from list_channels. For what is known about each use get_entity.',
	effect: 'read',
	surface: 'agent',
	toolset: 'core',
	failure: { fields: { nodes: [], edges: [] }, echo: ['channel_id'] },
	input: z.strictObject({
		channel_id: channelId('From list_channels'),
		entities: requiredList(name('A name'), 20, 'Names, at most 20'),
		hops: clamped(1, 4, 2, 'Steps from each, default 2')
	}),
	output: z.object({
		nodes: z.array(entityBrief),
		edges: z.array(
			z.object({
				source: z.string(),
				target: z.string(),
				source_id: id,
				target_id: id,
				type: z.string(),
				confidence: z.number(),
				context: z.string().nullable(),
				/** When it began, else when it was first written; only in what the app draws. */
				since: at.optional()
			})
		),
		text: z.string(),
		entities_searched: z.array(z.string()),
		truncated: z.literal(true).optional(),
		unresolved: z.array(z.object({ name: z.string(), did_you_mean: z.array(candidate) })).optional()
	})
});

const ends = {
	fromEntity: name('Name of the source'),
	relation: name('Such as "works_at"'),
	toEntity: name('Name of the target'),
	fromEntityType: optionalText(limits.name, 'Its type'),
	toEntityType: optionalText(limits.name, 'Its type'),
	from_entity_id: optionalText(limits.id, 'Its id'),
	to_entity_id: optionalText(limits.id, 'Its id')
};

const relate_entities = operation({
	title: 'Relate two entities',
	description:
		'Stores that one thing stands in a relation to another; said again, it confirms. Missing ends are made. For several at once use remember.',
	effect: 'add',
	surface: 'agent',
	toolset: 'core',
	input: z.strictObject({
		...ends,
		context: optionalText(limits.value, 'Words that explain it'),
		confidence: share('0 to 1'),
		strength: share('0 to 1'),
		...inOneChannel,
		...keyed
	}),
	output: receipt.extend({
		action: z.enum(['new', 'confirmed']),
		from: writtenEnd,
		relation: z.string(),
		to: writtenEnd
	})
});

const end_relation = operation({
	title: 'End a relation',
	description:
		'Says that a relation no longer holds, or with wrong that it never did. To write one use relate_entities.',
	effect: 'remove',
	surface: 'app',
	input: z.strictObject({
		...ends,
		wrong: flag(false, 'It never held, default false'),
		until: time('When it ended, default now'),
		...inOneChannel,
		...keyed
	}),
	output: receipt.extend({ action: z.enum(['ended', 'retracted', 'unchanged']) })
});

export const relationOperations = {
	search_relationships,
	relate_entities,
	end_relation
};
