/** Rows about what is the same and what is not (N6): declarations that rewrite nothing and can be taken back. */
import './jitless';
import * as z from 'zod';
import { operation } from './row';
import { flag, inChannel, inOneChannel, keyed, limits, name, narrowed, optionalText, text } from './parameters';
import { declaration, entityRow, id, mergeEvidence, receipt } from './shapes';

/** The second of two named things. */
const other = {
	other: name('The other one'),
	other_type: optionalText(limits.name, 'Its type, of namesakes'),
	other_id: optionalText(limits.id, 'Its id, instead of its name')
};

const merge_entities = operation({
	title: 'Merge two entities',
	description:
		'Declares two entities to be one thing; neither is rewritten and unmerge_entities takes it back whole. If they were marked as not the same, say despite. An alias of one thing is add_alias.',
	effect: 'set',
	surface: 'agent',
	input: z.strictObject({
		entity: name('Name of the one'),
		...other,
		despite: flag(false, 'Although they were marked as not the same, default false'),
		...narrowed,
		...inOneChannel,
		...keyed
	}),
	output: receipt.extend({
		declaration: id.nullable(),
		/** All rows of the thing from now on, the primary first. */
		entities: z.array(entityRow)
	})
});

const unmerge_entities = operation({
	title: 'Take a merge back',
	description:
		'Takes a declaration of merge_entities back: each thing is as before, and what was written to either since stays with it. Name the declaration, or the two entities.',
	effect: 'set',
	surface: 'agent',
	input: z.strictObject({
		declaration: optionalText(limits.id, 'Id of the declaration, from merge_entities'),
		entity: optionalText(limits.name, 'Instead: name of the one'),
		other: optionalText(limits.name, 'and of the other one'),
		entity_id: optionalText(limits.id, 'Its id, instead of its name'),
		other_id: optionalText(limits.id, 'Id of the other one'),
		...inOneChannel,
		...keyed
	}),
	output: receipt.extend({ declarations: z.array(id) })
});

const mark_distinct = operation({
	title: 'Mark as not the same',
	description:
		'Remembers that two entities are not the same: they are no longer suggested as duplicates and a merge asks first. The opposite of merge_entities.',
	effect: 'set',
	surface: 'agent',
	input: z.strictObject({ entity: name('Name of the one'), ...other, ...narrowed, ...inOneChannel, ...keyed }),
	output: receipt.extend({ mark: id.nullable() })
});

const preview_merge = operation({
	title: 'Preview a merge',
	description:
		'What merge_entities would do to two entities: what unites, what conflicts, whether a mark speaks against it.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({
		entity_id: text(limits.id, 'The one'),
		other_id: text(limits.id, 'The other'),
		...inChannel
	}),
	output: z.object({
		found: z.boolean(),
		/** They are one thing already. */
		same: z.boolean(),
		/** The newest mark that speaks against it. */
		marked: declaration.nullable(),
		...mergeEvidence,
		/** Relations between the two, which will not be shown. */
		between: z.number().int()
	})
});

export const familyOperations = { merge_entities, unmerge_entities, mark_distinct, preview_merge };
