/** Rows about the journal: what changed, taking it back, forgetting (J4, J5). */
import './jitless';
import * as z from 'zod';
import { vias } from '../domain/model';
import { operation } from './row';
import {
	choice,
	clamped,
	flag,
	inChannel,
	inOneChannel,
	keyed,
	limits,
	narrowed,
	optionalText,
	paged,
	refuseTogether,
	text,
	time
} from './parameters';
import { at, by, entityBrief, id, page, receipt, rowChoice } from './shapes';

const undo = operation({
	title: 'Undo',
	description:
		'Takes back one change, or all changes of a session, as if they had not been made; an undo can be undone too. Agents may undo what they wrote. To delete for good use forget.',
	effect: 'set',
	surface: 'agent',
	input: z
		.strictObject({
			change_id: optionalText(limits.id, 'Which change'),
			session: optionalText(limits.id, 'Or: all changes of this session'),
			...keyed
		})
		.superRefine((given, ctx) => {
			if ((given.change_id === undefined) !== (given.session === undefined)) return;
			refuseTogether(ctx, 'change_id', 'or session must be given, and not both');
		}),
	output: receipt.extend({
		action: z.enum(['undone', 'unchanged']),
		/** Ids of the changes that are taken back now. `undone` of other receipts is a flag; here it is the list. */
		undone: z.array(id),
		skipped: z.array(z.object({ change_id: id, reason: z.string() }))
	})
});

const forgettable = ['entity', 'fact_id', 'note_id', 'change_id'] as const;

const forget = operation({
	title: 'Forget for good',
	description:
		'Erases an entity, a value, a fact, a note or a change from the notebook and its history; this cannot be undone. preview says what would go. To take back or hide something use undo.',
	effect: 'remove',
	surface: 'agent',
	input: z
		.strictObject({
			entity: optionalText(limits.name, 'Entity to erase'),
			attribute: optionalText(limits.name, 'Only this value of the entity'),
			fact_id: optionalText(limits.id, 'Or: fact'),
			note_id: optionalText(limits.id, 'Or: note'),
			change_id: optionalText(limits.id, 'Or: change'),
			mentions: choice(['keep', 'erase'], 'Facts of others that mention the entity; default keep'),
			preview: flag(false, 'Only say what would go'),
			...narrowed,
			...inOneChannel,
			...keyed
		})
		.superRefine((given, ctx) => {
			const named = forgettable.filter((key) => given[key] !== undefined).length;
			if (named === 1 && (given.attribute === undefined || given.entity !== undefined)) return;
			refuseTogether(ctx, 'entity', 'or one of fact_id, note_id, change_id must be given, and only one');
		}),
	output: receipt.extend({
		action: z.enum(['forgotten', 'unchanged']),
		preview: z.boolean(),
		/** What is, or would be, erased. */
		erased: z.object({
			claims: z.number().int(),
			entities: z.number().int(),
			facts: z.number().int(),
			values: z.number().int(),
			relations: z.number().int(),
			notes: z.number().int()
		}),
		/** Facts of others that lose the link; their wording stays unless taken along. */
		mentions: z.array(z.object({ fact_id: id, content: z.string(), entities: z.array(rowChoice) })),
		/** Copies out of reach, in words. */
		copies: z.array(z.string())
	})
});

/** What a change did to one thing, as data for one line of text. */
const summaryLine = z.object({
	kind: z.enum(['entity', 'fact', 'slot', 'edge', 'note', 'channel', 'pair', 'husk']),
	verb: z.string(),
	entity: entityBrief.nullable(),
	attribute: z.string().optional(),
	/** Relations: the other end. */
	target: entityBrief.optional(),
	text: z.string()
});

const changeBrief = z.object({
	change_id: id,
	at,
	by,
	via: z.enum(vias).optional(),
	session: id,
	operation: z.string(),
	/** The first lines; `summary_more` counts the others. */
	summary: z.array(summaryLine),
	summary_more: z.number().int(),
	entities: z.array(entityBrief),
	undone: z.boolean(),
	undoable: z.boolean(),
	/** The changes that it takes back. */
	undoes: z.array(id).optional()
});

const list_changes = operation({
	title: 'List changes',
	description:
		'What changed, latest first, by whom; narrowed by author, session, entity, time or channel: what was written there, and what took that back. See get_change, undo.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({
		by: optionalText(limits.name, 'person or agent:NAME'),
		session: optionalText(limits.id, 'Only this session'),
		entity: optionalText(limits.name, 'Only what concerns this entity'),
		since: time('Only from this time on'),
		until: time('Only before this time'),
		limit: clamped(1, 500, 50, 'Rows a page, default 50'),
		...narrowed,
		...inChannel,
		...paged
	}),
	output: z.object({ changes: z.array(changeBrief), ...page })
});

const get_change = operation({
	title: 'Get a change',
	description: 'One change with every claim in it in readable form. See list_changes.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({ change_id: text(limits.id, 'Which change'), ...inChannel }),
	output: z.object({
		found: z.boolean(),
		change: changeBrief
			.extend({
				undone_by: id.optional(),
				idempotency_key: z.string().optional(),
				claims: z.array(
					summaryLine.extend({
						claim_id: id,
						confidence: z.number().optional(),
						origin: z.string().optional(),
						source: z.string().optional(),
						over: id.optional(),
						note_id: id.optional()
					})
				)
			})
			.nullable()
	})
});

export const journalOperations = {
	undo,
	forget,
	list_changes,
	get_change
};
