/** Rows about entities: reading everything about one, finding and listing them, and keeping their names (N1–N10, E5). */
import './jitless';
import * as z from 'zod';
import { operation } from './row';
import {
	choice,
	clamped,
	flag,
	inChannel,
	inOneChannel,
	keyed,
	limits,
	list,
	name,
	narrowed,
	optionalText,
	paged,
	requiredList,
	versioned
} from './parameters';
import {
	at,
	candidate,
	entityBrief,
	entityRow,
	fact,
	id,
	matchedBy,
	nameWhy,
	page,
	receipt,
	relationship
} from './shapes';

const get_entity = operation({
	title: 'Get an entity',
	description:
		'Everything known about a named thing: its rows, facts about it (is_subject true), facts that only mention it, current values and relationships. An unknown name is no error: found false, facts that contain the words, did_you_mean. Call it before answering questions about a person, project or thing. For a short profile use get_entity_context, for one value memory_fact_get.',
	effect: 'read',
	surface: 'agent',
	toolset: 'core',
	input: z.strictObject({
		name: name('Name or alias'),
		...narrowed,
		...inChannel,
		...paged
	}),
	output: z.object({
		/** A row exists under that name; says nothing of whether anything is known. */
		found: z.boolean(),
		name: z.string(),
		entity: entityRow.nullable(),
		entities: z.array(entityRow),
		facts: z.array(fact),
		relationships: z.array(relationship),
		type_missed: z.boolean(),
		did_you_mean: z.array(candidate).optional(),
		...page
	})
});

const compactContext = z.union([
	z.object({
		ok: z.literal(true),
		n: z.string(),
		t: z.string().nullable(),
		o: z.array(z.string()),
		r: z
			.object({
				out: z.array(z.object({ rel: z.string(), to: z.string() })),
				in: z.array(z.object({ rel: z.string(), from: z.string() }))
			})
			.optional(),
		more: z.number().int().optional()
	}),
	z.object({ ok: z.literal(false) })
]);

const verboseContext = z.union([
	z.object({
		found: z.literal(true),
		entity: entityBrief.extend({ description: z.string().nullable() }),
		observations: z.array(
			z.object({
				id,
				content: z.string(),
				source: z.string().nullable(),
				confidence: z.number(),
				created_at: at
			})
		),
		relations: z
			.object({
				outgoing: z.array(
					z.object({
						relation_type: z.string(),
						to_entity: z.string(),
						to_entity_type: z.string().nullable(),
						strength: z.number().nullable()
					})
				),
				incoming: z.array(
					z.object({
						relation_type: z.string(),
						from_entity: z.string(),
						from_entity_type: z.string().nullable(),
						strength: z.number().nullable()
					})
				)
			})
			.optional(),
		hasMore: z.literal(true).optional(),
		totalObservations: z.number().int().optional()
	}),
	z.object({ found: z.literal(false), message: z.string() })
]);

const get_entity_context = operation({
	title: 'Get observations and relations',
	description:
		'Profile of one entity: what was observed of it, newest first, and its relations. Compact: n name, t type, o observations, r.out and r.in relations, more = observations left out; unknown: ok false. "User" is the person you work for: call it at the start of a conversation. For facts that merely mention it, namesakes or near names use get_entity.',
	effect: 'read',
	surface: 'agent',
	toolset: 'core',
	input: z.strictObject({
		entityName: name('Name or alias; "User" is the person'),
		includeRelated: flag(true, 'With relations, default true'),
		maxObs: clamped(1, 100, 20, 'Most observations, default 20'),
		...narrowed,
		...inChannel
	}),
	output: z.union([compactContext, verboseContext])
});

const find_entities = operation({
	title: 'Find entities',
	description:
		'Entities whose name or alias is like the query, best first: typos, initials, word order, other scripts; says what matched and why. Use it when unsure how a thing is called, then get_entity with the name found.',
	effect: 'read',
	surface: 'agent',
	toolset: 'core',
	input: z.strictObject({
		query: name('Name, part of it, or near it'),
		type: optionalText(limits.name, 'Only this type'),
		limit: clamped(1, 100, 10, 'Most answers, default 10'),
		...inChannel
	}),
	output: z.object({
		entities: z.array(
			entityBrief.extend({
				matched: z.string(),
				score: z.number(),
				why: nameWhy,
				channel_id: id.optional()
			})
		)
	})
});

const look_up_names = operation({
	title: 'Look up spellings',
	description:
		'Which of many spellings are names of things here, letter by letter, alias or form (N2): what a line that is being typed names. For what is merely near use find_entities.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({ names: requiredList(name('A spelling'), 500, 'Spellings, at most 500'), ...inChannel }),
	output: z.object({
		/** Those that are known, in the order asked; of namesakes the primary (N3). What could mean several things is not. */
		known: z.array(entityBrief.extend({ asked: z.string() }))
	})
});

const rename_entity = operation({
	title: 'Rename an entity',
	description:
		'Gives an entity another name; the old one stays as an alias. A name that another entity has is refused. For one more spelling use add_alias.',
	effect: 'set',
	surface: 'agent',
	input: z.strictObject({
		entity: name('Its name now'),
		new_name: name('Its name from now on'),
		...narrowed,
		...inOneChannel,
		...versioned,
		...keyed
	}),
	output: receipt.extend({ entity: entityRow })
});

const add_alias = operation({
	title: 'Add an alias',
	description:
		"Adds another name under which an entity is found. Another entity's name is refused. To change the name itself use rename_entity.",
	effect: 'add',
	surface: 'agent',
	input: z.strictObject({
		entity: name('Name of the entity'),
		alias: name('The further name'),
		...narrowed,
		...inOneChannel,
		...keyed
	}),
	output: receipt.extend({ entity: entityRow })
});

const remove_alias = operation({
	title: 'Remove an alias',
	description: 'Takes an alias from an entity; its name and facts stay. The opposite of add_alias.',
	effect: 'remove',
	surface: 'agent',
	input: z.strictObject({
		entity: name('Name of the entity'),
		alias: name('The alias to take away'),
		...narrowed,
		...inOneChannel,
		...keyed
	}),
	output: receipt.extend({ entity: entityRow })
});

const set_entity = operation({
	title: 'Set type and description',
	description: 'Sets the type or the description of an entity, or clears them. For its name use rename_entity.',
	effect: 'set',
	surface: 'app',
	input: z.strictObject({
		entity: name('Name of the entity'),
		new_type: optionalText(limits.name, 'Its type from now on'),
		description: optionalText(limits.value, 'Its description from now on'),
		clear: list(z.enum(['type', 'description']), 2, 'What to clear instead'),
		...narrowed,
		...inOneChannel,
		...versioned,
		...keyed
	}),
	output: receipt.extend({ entity: entityRow })
});

const remove_entity = operation({
	title: 'Remove an entity',
	description:
		'Hides an entity with its relations and mentions, in the Trash; undo brings all of it back. To delete for good use forget.',
	effect: 'remove',
	surface: 'app',
	input: z.strictObject({
		entity: name('Name of the entity'),
		...narrowed,
		...inOneChannel,
		...versioned,
		...keyed
	}),
	output: receipt
});

const introduce_person = operation({
	title: 'Introduce yourself',
	description:
		'Gives the person their name; from then on it, "User", "the user", "me" and "I" are one entity. To change it later use rename_entity.',
	effect: 'set',
	surface: 'app',
	input: z.strictObject({ name: name('What the person wants to be called'), ...keyed }),
	output: receipt.extend({ entity: entityRow, matched_by: matchedBy })
});

const listedEntity = entityBrief.extend({
	description: z.string().nullable(),
	channel_id: id,
	fact_count: z.number().int(),
	relation_count: z.number().int(),
	created_at: at,
	updated_at: at,
	/** Nothing is known of it so far: it is an end of a relation or a mention (E2). */
	mentioned_only: z.boolean()
});

const list_entities = operation({
	title: 'List entities',
	description: 'Entities as a table, sorted, page by page. To find one by its name use find_entities.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({
		type: optionalText(limits.name, 'Only this type'),
		sort: choice(['updated', 'created', 'name', 'facts', 'relations'], 'Order, default updated'),
		descending: flag(false, 'The other way round (updated and created: oldest first), default false'),
		contains: optionalText(limits.name, 'Only names that contain this, as their fold key'),
		attributes: list(name('Attribute'), 12, 'Also their current values of these'),
		sort_attribute: optionalText(limits.name, 'In the order of their values of this instead; without one last'),
		trash: flag(false, 'The removed ones instead, default false'),
		limit: clamped(1, 500, 100, 'Rows a page, default 100'),
		...inChannel,
		...paged
	}),
	output: z.object({
		entities: z.array(
			listedEntity.extend({
				removed_by_change: id.optional(),
				/** In the order of `attributes`; null: none. Of a list its members, with commas. */
				values: z.array(z.string().nullable()).optional()
			})
		),
		total: z.number().int(),
		...page
	})
});

const list_types = operation({
	title: 'List types',
	description: 'The types in use and how many entities each has; null stands for those without one. See list_entities.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({ ...inChannel }),
	output: z.object({
		types: z.array(z.object({ type: z.string().nullable(), count: z.number().int() })),
		/** Of all types: what was declared the same under two types counts for both, and here once. */
		total: z.number().int()
	})
});

const list_attributes = operation({
	title: 'List attributes',
	description:
		'The attributes that entities of a type have values of, most used first: the columns of their table. See list_entities.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({ type: optionalText(limits.name, 'Only of this type'), ...inChannel }),
	output: z.object({ attributes: z.array(z.object({ attribute: z.string(), count: z.number().int() })) })
});

export const entityOperations = {
	get_entity,
	get_entity_context,
	find_entities,
	look_up_names,
	rename_entity,
	add_alias,
	remove_alias,
	set_entity,
	remove_entity,
	introduce_person,
	list_entities,
	list_types,
	list_attributes
};
