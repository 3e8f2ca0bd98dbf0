/**
 * Rows for agents that were set up for the official memory server (@modelcontextprotocol/server-memory): its nine names, with its
 * arguments and answers, on this notebook. Prompts written for it go on working; what is said in them is kept as everything else is.
 */
import './jitless';
import * as z from 'zod';
import { operation } from './row';
import { inChannelUnlisted, keyed, limits, maybeBlank, name, paged, requiredList, text } from './parameters';
import { page, receipt } from './shapes';

const mostItems = 500;

const observation = text(limits.fact, 'One sentence');
const observations = (description: string) => requiredList(observation, mostItems, description);

/** Items take more than is named here and leave it aside, as the official server does: older ones answered with a field `type`, and agents send back what they were answered. */
const newEntity = z.object({
	name: name('The name of the entity'),
	entityType: maybeBlank(limits.name, 'The type of the entity'),
	observations: observations('Sentences about the entity')
});

const relation = z.object({
	from: name('The name of the entity where the relation starts'),
	to: name('The name of the entity where the relation ends'),
	relationType: name('The type of the relation, in active voice')
});

const writing = { ...inChannelUnlisted, ...keyed };
const reading = { ...inChannelUnlisted, ...paged };

/** Types as first written; '' where nobody said one. */
const node = z.object({
	name: z.string(),
	entityType: z.string(),
	observations: z.array(z.string()),
	/** Longer than the budget. */
	cut: z.literal(true).optional()
});
const edge = z.object({ from: z.string(), to: z.string(), relationType: z.string() });
const graph = z.object({ entities: z.array(node), relations: z.array(edge), ...page });

const stored = z.enum(['stored', 'unchanged']);

const create_entities = operation({
	title: 'Create entities',
	description:
		'Creates entities, each with a type and observations. One whose name exists is skipped and not in the answer: use add_observations for it.',
	effect: 'add',
	surface: 'agent',
	toolset: 'server-memory',
	told: { fields: ['entities'], text: 'entities' },
	input: z.strictObject({ entities: requiredList(newEntity, mostItems, 'Entities to create'), ...writing }),
	output: receipt.extend({ action: stored, entities: z.array(node) })
});

const create_relations = operation({
	title: 'Create relations',
	description:
		'Creates relations between entities, in active voice. Those that exist are skipped and not in the answer. Entities are made with create_entities.',
	effect: 'add',
	surface: 'agent',
	toolset: 'server-memory',
	told: { fields: ['relations'], text: 'relations' },
	input: z.strictObject({ relations: requiredList(relation, mostItems, 'Relations to create'), ...writing }),
	output: receipt.extend({ action: stored, relations: z.array(edge) })
});

const add_observations = operation({
	title: 'Add observations',
	description:
		'Adds observations to entities that exist; answers with those that were new. An unknown entity is an error and nothing is added: make it with create_entities.',
	effect: 'add',
	surface: 'agent',
	toolset: 'server-memory',
	told: { fields: ['results'], text: 'results' },
	input: z.strictObject({
		observations: requiredList(
			z.object({
				entityName: name('The name of the entity to add the observations to'),
				contents: observations('Sentences to add')
			}),
			mostItems,
			'Entities with what to add to each'
		),
		...writing
	}),
	output: receipt.extend({
		action: stored,
		results: z.array(z.object({ entityName: z.string(), addedObservations: z.array(z.string()) }))
	})
});

/** What the official server answers to each deletion, done or nothing to do. */
const done = { fields: ['success', 'message'], text: 'message' };
const deleted = receipt.extend({ action: z.enum(['removed', 'unchanged']), success: z.boolean(), message: z.string() });

const delete_entities = operation({
	title: 'Delete entities',
	description:
		'Takes entities away with their relations; unknown names are passed over. What others wrote waits for the person, who can undo it too. For single sentences use delete_observations.',
	effect: 'remove',
	surface: 'agent',
	toolset: 'server-memory',
	told: done,
	input: z.strictObject({
		entityNames: requiredList(name('A name'), mostItems, 'Names of the entities to delete'),
		...writing
	}),
	output: deleted
});

const delete_observations = operation({
	title: 'Delete observations',
	description:
		'Takes observations of entities away; unknown ones are passed over. What others wrote waits for the person, who can undo it too. For whole entities use delete_entities.',
	effect: 'remove',
	surface: 'agent',
	toolset: 'server-memory',
	told: done,
	input: z.strictObject({
		deletions: requiredList(
			z.object({
				entityName: name('The name of the entity with the observations'),
				observations: requiredList(text(limits.fact, 'As open_nodes shows it'), mostItems, 'Observations to delete')
			}),
			mostItems,
			'Entities with what to delete of each'
		),
		...writing
	}),
	output: deleted
});

const delete_relations = operation({
	title: 'Delete relations',
	description:
		'Takes relations away; unknown ones are passed over. What others wrote waits for the person, who can undo it too. Entities stay, see delete_entities.',
	effect: 'remove',
	surface: 'agent',
	toolset: 'server-memory',
	told: done,
	input: z.strictObject({ relations: requiredList(relation, mostItems, 'Relations to delete'), ...writing }),
	output: deleted
});

const read_graph = operation({
	title: 'Read the graph',
	description:
		'All entities with their observations, then all relations, a page at a time: left_out says how many follow, cursor goes on. To look something up use search_nodes or open_nodes.',
	effect: 'read',
	surface: 'agent',
	toolset: 'server-memory',
	input: z.strictObject(reading),
	output: graph
});

const search_nodes = operation({
	title: 'Search nodes',
	description:
		'Entities whose name, type or observations hold the words of a query, best first, with their relations. If you know the names use open_nodes.',
	effect: 'read',
	surface: 'agent',
	toolset: 'server-memory',
	input: z.strictObject({ query: text(limits.source, 'Words of names, types or observations'), ...reading }),
	output: graph
});

const open_nodes = operation({
	title: 'Open nodes',
	description:
		'Entities by their names, with their observations and relations; unknown names are left out. If you do not know the names use search_nodes.',
	effect: 'read',
	surface: 'agent',
	toolset: 'server-memory',
	input: z.strictObject({ names: requiredList(name('A name'), mostItems, 'Names of the entities'), ...reading }),
	output: graph
});

/** In the order of the official list. */
export const serverMemoryOperations = {
	create_entities,
	create_relations,
	add_observations,
	delete_entities,
	delete_observations,
	delete_relations,
	read_graph,
	search_nodes,
	open_nodes
};
