/** Rows about the notebook as a whole: its overview, the page of one thing, settings, the sample. The app's own. */
import './jitless';
import * as z from 'zod';
import { operation } from './row';
import { clamped, flag, inChannel, keyed, limits, optionalChannel, optionalFlag, text, time } from './parameters';
import { at, by, candidate, declaration, entityBrief, entityRow, id, receipt } from './shapes';
import { listedSlot } from './slot-shapes';
import { wholeFact } from './fact-shapes';

const get_overview = operation({
	title: 'Get the overview',
	description: 'How much the notebook holds, what waits in list_review, where it is kept, and what changed last.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({ recent: clamped(1, 50, 8, 'Things changed last, default 8'), ...inChannel }),
	output: z.object({
		entities: z.number().int(),
		facts: z.number().int(),
		values: z.number().int(),
		relations: z.number().int(),
		notes: z.number().int(),
		changes: z.number().int(),
		review: z.number().int(),
		/** Nothing was ever written: the first run. */
		empty: z.boolean(),
		person: entityBrief.nullable(),
		recent: z.array(entityBrief.extend({ updated_at: at, by, text: z.string() })),
		last_change: at.nullable(),
		storage: z.object({
			kind: z.enum(['indexeddb', 'memory']),
			persisted: z.boolean().nullable(),
			usage_bytes: z.number().nullable(),
			quota_bytes: z.number().nullable()
		}),
		/** An import that was cut off: go on, or undo its session (J2). */
		unfinished_imports: z.array(z.object({ session: id, at, name: z.string(), changes: z.number().int() }))
	})
});

const dossierEdge = z.object({
	relation: z.string(),
	direction: z.enum(['out', 'in']),
	entity: entityBrief.extend({ mentioned_only: z.boolean() }),
	strength: z.number().nullable(),
	confidence: z.number(),
	context: z.string().nullable(),
	by,
	created_at: at,
	status: z.enum(['current', 'retracted', 'ended', 'removed']),
	change_id: id
});

const get_dossier = operation({
	title: 'Get the page of a thing',
	description:
		'One entity as its page shows it: slots with contenders, facts about it, facts that mention it, relations, all with who and when. By name, or for agents, use get_entity.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({
		entity_id: text(limits.id, 'Which entity'),
		history: flag(false, 'Also what is no longer so, default false'),
		as_of: time('As the notebook stood at this time'),
		limit: clamped(1, 1_000, 200, 'Most facts, mentions and relations each, default 200'),
		...inChannel
	}),
	output: z.object({
		found: z.boolean(),
		entity: entityRow
			.extend({
				created_at: at,
				updated_at: at,
				by,
				version: id,
				mentioned_only: z.boolean(),
				removed: z.boolean(),
				is_person: z.boolean()
			})
			.nullable(),
		/** All rows of the thing, this one first, and what declares them the same (N6); one row and nothing, for most. */
		family: z.object({ rows: z.array(entityRow), declarations: z.array(declaration) }),
		/** Rows of the same name that are not declared the same. */
		namesakes: z.array(candidate),
		slots: z.array(listedSlot),
		about: z.array(wholeFact),
		mentions: z.array(wholeFact),
		relations: z.array(dossierEdge),
		notes: z.array(z.object({ id, title: z.string().nullable(), excerpt: z.string(), updated_at: at })),
		totals: z.object({
			about: z.number().int(),
			mentions: z.number().int(),
			relations: z.number().int(),
			notes: z.number().int()
		})
	})
});

export const settings = z.object({
	/** get_entity_context answers in its compact shape. */
	compact_responses: z.boolean(),
	/** Agents may use the notebook at all. */
	agents_enabled: z.boolean(),
	/** The tools are offered to agents of the browser (WebMCP). */
	web_agents: z.boolean(),
	/** Channel that is open in the app: where the person's writes go (N7). */
	home_channel: id
});

const get_settings = operation({
	title: 'Get settings',
	description: 'The settings of this notebook on this device. See set_settings.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({}),
	output: settings
});

const set_settings = operation({
	title: 'Change settings',
	description: 'Changes settings of this device; what is not named stays. Not in the journal. See get_settings.',
	effect: 'set',
	surface: 'app',
	input: z.strictObject({
		compact_responses: optionalFlag('Short answers of get_entity_context'),
		agents_enabled: optionalFlag('Agents may use the notebook'),
		web_agents: optionalFlag('Offer the tools to agents of the browser'),
		home_channel: optionalChannel("Channel of the person's writes")
	}),
	output: settings
});

const record_use = operation({
	title: 'Record a use',
	description:
		'The person chose a thing from suggestions or opened its page: among equals, find_entities suggests first what they use more of late. On this device, not in the journal; fades by half each month.',
	effect: 'set',
	surface: 'app',
	input: z.strictObject({ entity_id: text(limits.id, 'Which entity') }),
	/** false: there is no such thing, or it is not the person who calls. */
	output: z.object({ recorded: z.boolean() })
});

const load_sample = operation({
	title: 'Load the sample',
	description: 'Fills the notebook with some thirty facts to try it out, in one session that undo takes back.',
	effect: 'add',
	surface: 'app',
	input: z.strictObject({ ...keyed }),
	output: receipt.extend({ session: id, entities: z.number().int(), facts: z.number().int() })
});

export const notebookOperations = {
	get_overview,
	get_dossier,
	get_settings,
	set_settings,
	record_use,
	load_sample
};
