/** Rows about slots: the one current value at (entity, attribute), sets, conflicts and history (S1–S12). */
import './jitless';
import * as z from 'zod';
import { operation } from './row';
import {
	choice,
	flag,
	inOneChannel,
	keyed,
	limits,
	name,
	narrowed,
	optionalText,
	paged,
	share,
	time,
	value,
	versioned
} from './parameters';
import { at, by, contender, id, origin, page, receipt } from './shapes';
import { setRecord, slotRecord, versionStatus } from './slot-shapes';

const slot = { entity: name('Name of the entity'), attribute: name('Such as "role"') };
const origins = ['user', 'action', 'agent'] as const;
const noteId = { note_id: optionalText(limits.id, 'Note it comes from') };

const memory_fact_get = operation({
	title: 'Get a current value',
	description:
		'The one current value of an attribute of an entity, with confidence, age and version. record null: EMPTY, no value is current, so do not guess; candidates are leads, not answers. contenders: writers disagree, ask the person and settle with memory_fact_resolve. stale or re_verify: check, then confirm as correct_with says. For everything about a thing use get_entity.',
	effect: 'read',
	surface: 'agent',
	toolset: 'core',
	input: z.strictObject({
		...slot,
		verbose: flag(false, 'With provenance and earlier versions'),
		...narrowed,
		...inOneChannel
	}),
	output: z.object({
		record: slotRecord.nullable(),
		contenders: z.array(contender),
		candidates: z
			.array(
				z.object({
					entity: z.string(),
					attribute: z.string(),
					kind: z.enum(['single', 'set']),
					why: z.enum(['same_entity', 'similar_slot']),
					score: z.number()
				})
			)
			.optional(),
		entity_ref: z
			.object({ entity_id: id, canonical: z.string(), type: z.string().nullable(), aliases: z.array(z.string()) })
			.optional(),
		other_rows: z.array(z.object({ entity_id: id, type: z.string().nullable(), value: z.string() })).optional()
	})
});

const memory_fact_set = operation({
	title: 'Set a current value',
	description:
		'Stores the value of an attribute that has one at a time. The same value confirms; another one replaces it, or is contested (parked beside it) when weaker or when the value changed since you read it. For attributes with many values use memory_set_add.',
	effect: 'set',
	surface: 'agent',
	toolset: 'core',
	input: z.strictObject({
		...slot,
		value: value('Its value'),
		origin: choice(origins, 'Who says so: user, action (seen or done), agent (inferred, default)'),
		confidence: share('0 to 1'),
		freshness_class: choice(['evergreen', 'slow', 'volatile'], 'How fast it ages'),
		source: optionalText(limits.source, 'Where it comes from'),
		...noteId,
		...narrowed,
		...inOneChannel,
		...versioned,
		...keyed
	}),
	output: receipt.extend({
		action: z.enum(['inserted', 'confirmed', 'superseded', 'contested']),
		/** What is current at the slot after the call; null when the value waits at an empty slot. */
		record: slotRecord.nullable(),
		/** Contested: the value that stands. */
		current: slotRecord.optional()
	})
});

const member = {
	...slot,
	member: value('One member')
};

const memory_set_add = operation({
	title: 'Add to a set',
	description:
		'Adds one member to an attribute that holds many (languages, members). Makes a single value the first member. For one value at a time use memory_fact_set.',
	effect: 'add',
	surface: 'agent',
	toolset: 'core',
	input: z.strictObject({
		...member,
		origin: choice(origins, 'Who says so'),
		confidence: share('0 to 1'),
		...noteId,
		...narrowed,
		...inOneChannel,
		...keyed
	}),
	output: receipt.extend({
		action: z.enum(['inserted', 'added', 'confirmed', 'contested']),
		record: slotRecord.nullable()
	})
});

const memory_set_remove = operation({
	title: 'Remove from a set',
	description:
		'Takes one member out of a set; the others stay. An emptied set is EMPTY. The opposite of memory_set_add.',
	effect: 'remove',
	surface: 'agent',
	toolset: 'core',
	input: z.strictObject({ ...member, ...noteId, ...narrowed, ...inOneChannel, ...keyed }),
	output: receipt.extend({ action: z.enum(['removed', 'unchanged']), record: setRecord.nullable() })
});

const memory_fact_resolve = operation({
	title: 'Settle a conflict',
	description:
		'Settles the conflict that memory_fact_get shows in contenders: accept true takes the contender, false keeps the current value, keep_both makes a set of the two. Do it when the person has said which is right.',
	effect: 'set',
	surface: 'agent',
	toolset: 'core',
	input: z.strictObject({
		...slot,
		accept: z.boolean().describe('Take the contender'),
		keep_both: flag(false, 'Keep both, as a set'),
		expected_contender: optionalText(limits.id, 'Its version as you saw it'),
		...narrowed,
		...inOneChannel,
		...keyed
	}),
	output: z.union([
		receipt.extend({
			resolved: z.literal(true),
			accepted: z.boolean(),
			action: z.enum(['accepted', 'rejected', 'kept_both']),
			current: z.string().nullable(),
			record: slotRecord.nullable()
		}),
		z.object({
			resolved: z.literal(false),
			reason: z.enum(['no_contender', 'slot_holds_set']),
			/** The one that waits now, when it is not the expected one. */
			contender: contender.optional()
		})
	])
});

export const slotVersion = z.object({
	version: id,
	attribute: z.string(),
	value: z.string(),
	status: versionStatus,
	by,
	session: id,
	origin,
	confidence: z.number(),
	source: z.string().nullable(),
	asserted_at: at,
	change_id: id,
	replaced_by: id.optional(),
	why: z.string().optional()
});

const memory_history = operation({
	title: 'History of values',
	description:
		'All versions of one attribute, or of all of an entity, oldest first: what was said, by whom, and what became of it. as_of shows what the notebook said then. For the present use memory_fact_get.',
	effect: 'read',
	surface: 'agent',
	input: z.strictObject({
		entity: name('Name of the entity'),
		attribute: optionalText(limits.name, 'Only this one'),
		as_of: time('As the notebook stood at this time'),
		...narrowed,
		...inOneChannel,
		...paged
	}),
	output: z.object({ versions: z.array(slotVersion), ...page })
});

export const slotOperations = {
	memory_fact_get,
	memory_fact_set,
	memory_set_add,
	memory_set_remove,
	memory_fact_resolve,
	memory_history
};
