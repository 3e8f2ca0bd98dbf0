/** Rows about facts, and the writes that take a fact or a slot: ending, retracting, replacing (F1–F7, S9). */
import './jitless';
import * as z from 'zod';
import { operation } from './row';
import {
	inOneChannel,
	keyed,
	limits,
	list,
	name,
	narrowed,
	optionalText,
	refuseTogether,
	share,
	text,
	time,
	tolerant,
	value,
	versioned
} from './parameters';
import { at, candidate, contender, failure, id, matchedBy, receipt, rowChoice } from './shapes';

const optionalEnd = { confidence: share('0 to 1'), source: optionalText(limits.source, 'Where it comes from') };
const entityType = optionalText(limits.name, 'Its type');

/** One fact of `remember`, as it is parsed. */
export const rememberedFact = z.strictObject({
	entity: name('Whom it is about'),
	type: entityType,
	content: text(limits.fact, 'One sentence'),
	mentions: list(
		z.strictObject({ entity: name('Name'), type: entityType, role: name('Such as approver') }),
		50,
		'Others in it'
	),
	...optionalEnd,
	importance: share('0 to 1'),
	valid_from: time('ISO 8601'),
	valid_until: time('ISO 8601'),
	replaces: optionalText(limits.id, 'Fact id')
});

export const rememberedRelation = z.strictObject({
	from: name('Name'),
	relation: name('Such as works_at'),
	to: name('Name'),
	from_type: optionalText(limits.name, 'Its type'),
	to_type: optionalText(limits.name, 'Its type'),
	context: optionalText(limits.value, 'Explains it'),
	confidence: share('0 to 1'),
	strength: share('0 to 1')
});

export const rememberedValue = z.strictObject({
	entity: name('Name'),
	type: entityType,
	attribute: name('Such as role'),
	value: value('Its value'),
	confidence: share('0 to 1')
});

const remembered = z.array(
	z.object({
		index: z.number().int(),
		action: z.enum(['new', 'confirmed', 'contested', 'superseded', 'refused']),
		id: id.optional(),
		entity_id: id.optional(),
		error: failure.optional(),
		matched_by: matchedBy.optional(),
		other_rows: z.array(rowChoice).optional(),
		did_you_mean: z.array(candidate).optional(),
		contender: contender.optional(),
		rejected_at: at.optional()
	})
);

const mostItems = 50;

const remember = operation({
	title: 'Remember',
	description:
		'Stores what you learned in one call: facts (sentences about a thing), relations between things, values of attributes. Missing things are made. A bad item is refused alone. For one value alone use memory_fact_set.',
	effect: 'add',
	surface: 'agent',
	toolset: 'core',
	input: z
		.strictObject({
			facts: list(tolerant(rememberedFact), mostItems, 'Facts, at most 50'),
			relations: list(tolerant(rememberedRelation), mostItems, 'Relations, at most 50'),
			values: list(tolerant(rememberedValue), mostItems, 'Current values, at most 50'),
			note: optionalText(limits.note, 'The text they come from'),
			...inOneChannel,
			...keyed
		})
		.superRefine((given, ctx) => {
			if (given.facts.length + given.relations.length + given.values.length > 0 || given.note !== undefined) return;
			refuseTogether(ctx, 'facts', 'must not be empty when there are no relations, values or note');
		}),
	output: receipt.extend({
		note_id: id.optional(),
		facts: remembered,
		relations: remembered,
		values: remembered
	})
});

/** A fact by its id, or a slot by entity and attribute. */
const factOrSlot = {
	fact_id: optionalText(limits.id, 'Id of the fact'),
	entity: optionalText(limits.name, 'Or: name of the entity …'),
	attribute: optionalText(limits.name, '… and the attribute whose value it is'),
	...narrowed,
	...inOneChannel,
	...versioned,
	...keyed
};

interface FactOrSlot {
	fact_id?: string | undefined;
	entity?: string | undefined;
	attribute?: string | undefined;
}

const namesOne = (given: FactOrSlot, ctx: z.core.$RefinementCtx): void => {
	const bySlot = given.entity !== undefined && given.attribute !== undefined;
	const partly = given.entity !== undefined || given.attribute !== undefined;
	if (given.fact_id !== undefined ? !partly : bySlot) return;
	refuseTogether(ctx, 'fact_id', 'or entity and attribute must be given, and not both');
};

const emptied = receipt.extend({
	content: z.string(),
	/** When it stopped being so; ended ones only. */
	until: at.optional()
});

const end_fact = operation({
	title: 'End a fact',
	description:
		'Says that a fact or value was true and is no longer. A value leaves its slot EMPTY. If it was never true use retract_fact; if another takes its place, replace_fact.',
	effect: 'remove',
	surface: 'agent',
	input: z.strictObject({ ...factOrSlot, until: time('When it ended; default now') }).superRefine(namesOne),
	output: emptied.extend({ action: z.enum(['ended', 'unchanged']) })
});

const retract_fact = operation({
	title: 'Retract a fact',
	description:
		'Says that a fact or value was wrong. A value leaves its slot EMPTY; agents who restate it wait for the person. If it was true once use end_fact.',
	effect: 'remove',
	surface: 'agent',
	input: z.strictObject({ ...factOrSlot, reason: optionalText(limits.value, 'Why it is wrong') }).superRefine(namesOne),
	output: emptied.extend({ action: z.enum(['retracted', 'unchanged']) })
});

const replace_fact = operation({
	title: 'Replace a fact',
	description:
		'Puts another fact in the place of one that no longer holds; the old one stays in history. For a value this is memory_fact_set on its current version. If nothing takes its place use end_fact.',
	effect: 'set',
	surface: 'agent',
	input: z
		.strictObject({ ...factOrSlot, content: text(limits.fact, 'What is so now'), ...optionalEnd })
		.superRefine(namesOne),
	output: receipt.extend({
		action: z.enum(['replaced', 'superseded', 'confirmed', 'contested']),
		/** Of the new fact; absent for a value. */
		fact_id: id.optional()
	})
});

const weigh_fact = operation({
	title: 'Weigh a fact',
	description:
		'Says how important a fact is: what is more important comes first (none counts as 0.5). Its wording and its sources stay; for another wording use replace_fact.',
	effect: 'set',
	surface: 'app',
	input: z.strictObject({
		fact_id: text(limits.id, 'Id of the fact'),
		importance: share('0 to 1; absent: of none in particular'),
		...inOneChannel,
		...keyed
	}),
	output: receipt.extend({ action: z.enum(['updated', 'unchanged']), importance: z.number().nullable() })
});

export const factOperations = {
	remember,
	end_fact,
	retract_fact,
	replace_fact,
	weigh_fact
};
