/** Rows about agents: who may use the notebook and how, what waits for the person, and what they did (P1, P3; agents.md). The app's own. */
import './jitless';
import * as z from 'zod';
import { agentIdentity } from './bridge-messages';
import { effects, operation } from './row';
import { choice, clamped, flag, limits, list, optionalText, paged, text } from './parameters';
import { calling } from './review';
import { at, id, page } from './shapes';

/**
 * What an agent may do in its channels. `read`: nothing but read. `ask`: values become contenders, all else waits for the person.
 * `write`: add and change; it takes away only what it wrote itself. `remove`: it may take away what others wrote, too.
 */
export const rights = ['read', 'ask', 'write', 'remove'] as const;
export type Right = (typeof rights)[number];

const agentName = text(limits.name, 'Name of the agent, as list_agents has it');

const agent = z.object({
	name: z.string(),
	title: z.string().nullable(),
	version: z.string().nullable(),
	via: agentIdentity.shape.via,
	/** `waiting`: it asks to use the notebook; `revoked`: it may not any more. */
	state: z.enum(['waiting', 'approved', 'revoked']),
	right: z.enum(rights),
	/** Ids of the channels it may use; null: all, also those to come. */
	channels: z.array(id).nullable(),
	first_seen: at,
	last_seen: at,
	decided_at: at.nullable()
});

const list_agents = operation({
	title: 'List agents',
	description:
		'Agents that use this notebook or ask to, with what each may do, and whether agents are let in at all. See approve_agent, list_calls.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({}),
	output: z.object({
		/** The person lets agents in at all (set_settings). */
		enabled: z.boolean(),
		agents: z.array(agent)
	})
});

const approve_agent = operation({
	title: 'Approve an agent',
	description:
		'Lets an agent use the notebook, or changes what it may do; it holds at once. No channels named: all of them. See revoke_agent.',
	effect: 'set',
	surface: 'app',
	input: z.strictObject({
		agent: agentName,
		right: choice(rights, 'What it may do; default write'),
		channels: list(text(limits.id, 'Id of a channel'), 100, 'Only these channels; none named: all')
	}),
	output: agent
});

const revoke_agent = operation({
	title: 'Revoke an agent',
	description:
		'Shuts an agent out at once; what it wrote stays (undo its sessions to take that back). forget also drops its entry. See approve_agent.',
	effect: 'set',
	surface: 'app',
	input: z.strictObject({ agent: agentName, forget: flag(false, 'Also forget that it was here, default false') }),
	output: z.object({ agent: z.string(), state: z.enum(['revoked', 'forgotten']) })
});

/** A call that waits for the person (P3, S6), or was decided of late. */
const agentRequest = z.object({
	id,
	at,
	...calling,
	state: z.enum(['waiting', 'approved', 'refused'])
});

const list_requests = operation({
	title: 'List requests',
	description: 'Calls of agents that wait for the person, latest first, and those decided of late. See answer_request.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({ ...paged }),
	output: z.object({ requests: z.array(agentRequest), waiting: z.number().int(), ...page })
});

const answer_request = operation({
	title: 'Answer a request',
	description:
		'Approved, the call is run as that agent at once, marked as approved by the person; the agent gets its receipt when it calls again. Refused, it is told so. See list_requests.',
	effect: 'set',
	surface: 'app',
	input: z.strictObject({
		request_id: text(limits.id, 'Which request'),
		approve: flag(false, 'Run it; default false: refuse it')
	}),
	output: z.object({
		request_id: id,
		state: z.enum(['approved', 'refused']),
		/** The change that it made, if it made one. */
		change_id: id.nullable(),
		/** Of a call of several items: how many, and why some were refused though the call went well. */
		items: z.object({ total: z.number().int(), refused: z.array(z.string()) }).nullable()
	})
});

/** See `came` of a call. */
const cameTo = ['done', 'partly', 'waits', 'allowed', 'asked', 'refused', 'failed'] as const;

const agentCall = z.object({
	id,
	at,
	agent: z.string(),
	session: id,
	operation: z.string(),
	/** The operation's, for people. */
	title: z.string(),
	effect: z.enum(effects),
	/** As JSON, long ones cut. */
	arguments: z.string(),
	/** `ok`, or the code of the error. */
	outcome: z.string(),
	/**
	 * What became of it by now. `partly`: some of its items were refused. `waits`: for the person; `allowed`: they said yes to it since, and
	 * it was run; `asked`: it waited, and what was said to it is no longer kept.
	 */
	came: z.enum(cameTo),
	/** Items that were refused in an answer that was well. */
	refused: z.number().int(),
	/** The answer as JSON, cut. */
	answer: z.string(),
	/** Estimated size of the whole answer (UTF-8 bytes / 3). */
	tokens: z.number().int(),
	ms: z.number(),
	change_id: id.nullable(),
	/** The change has been taken back. */
	undone: z.boolean()
});

const list_calls = operation({
	title: 'List calls of agents',
	description:
		'The audit: every call that an agent made, latest first, with arguments, outcome and what it changed. Kept on this device for the latest thousands. See undo.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({
		agent: optionalText(limits.name, 'Only this agent'),
		session: optionalText(limits.id, 'Only this session'),
		writes: flag(false, 'Only calls that were to change something, default false'),
		came: list(z.enum(cameTo), cameTo.length, 'Only calls that came to one of these'),
		limit: clamped(1, 500, 100, 'Rows a page, default 100'),
		...paged
	}),
	output: z.object({ calls: z.array(agentCall), ...page })
});

const list_agent_sessions = operation({
	title: 'List sessions of agents',
	description:
		'One row for each connection of an agent, latest first, with how much it asked and changed. See list_calls.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({ agent: optionalText(limits.name, 'Only this agent') }),
	output: z.object({
		sessions: z.array(
			z.object({
				session: id,
				agent: z.string(),
				started: at,
				last: at,
				calls: z.number().int(),
				/** Calls that changed something, those taken back since among them. */
				changes: z.number().int(),
				failed: z.number().int()
			})
		)
	})
});

export const agentOperations = {
	list_agents,
	approve_agent,
	revoke_agent,
	list_requests,
	answer_request,
	list_calls,
	list_agent_sessions
};
