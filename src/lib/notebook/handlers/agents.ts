/** Agents through the person's door: who is let in and how far, what waits for a yes, what was done. */
import { isOperationName, operations, type OutputOf } from '../../contract';
import { agentAnswer, agentsIn, approve, forgetAgent, revoke } from '../agents';
import { notedOf } from '../agent-desk';
import { iso } from '../answers';
import { callsIn, sessionsIn, type KeptCall } from '../audit';
import { byline } from '../caller';
import type { HandlersOf, WriteCall } from '../context';
import { checkChannel } from '../home';
import { undoneAmong } from '../journal-view';
import { page } from '../paging';
import { putRequest, requestsIn, type Request } from '../permits';
import { toldItems } from '../told-items';
import { refuse } from '../../domain/result';

const listAgents: HandlersOf<{ list_agents: 0 }>['list_agents'] = (call) =>
	call.read(async ({ tx }) => {
		const agents = (await agentsIn(tx)).sort((a, b) => b.last_seen - a.last_seen || (a.name < b.name ? -1 : 1));
		return { enabled: (await call.context.settings.read(tx)).agents_enabled, agents: agents.map(agentAnswer) };
	});

const approveAgent: HandlersOf<{ approve_agent: 0 }>['approve_agent'] = async (call, args) => {
	const agent = await call.context.store.write(async (tx) => {
		for (const channel of args.channels) await checkChannel(tx, channel);
		return approve(tx, args.agent, args.right ?? 'write', args.channels.length ? args.channels : null, call.now);
	});
	call.context.emit({ type: 'agents' });
	return agentAnswer(agent);
};

const revokeAgent: HandlersOf<{ revoke_agent: 0 }>['revoke_agent'] = async (call, args) => {
	await call.context.audit.settled();
	await call.context.store.write(async (tx) => {
		if (args.forget) await forgetAgent(tx, args.agent);
		else await revoke(tx, args.agent, call.now);
	});
	call.context.emit({ type: 'agents' });
	return { agent: args.agent, state: args.forget ? ('forgotten' as const) : ('revoked' as const) };
};

/** A request as the person reads it. */
export const requestAnswer = ({ id, who, session, operation, args, preview, at }: Request) => ({
	id,
	by: who,
	session,
	operation,
	title: operations[operation].title,
	preview,
	arguments: JSON.stringify(args),
	at: iso(at)
});

const stateOf = ({ decided }: Request) => (!decided ? 'waiting' : decided.approved ? 'approved' : 'refused');

const listRequests: HandlersOf<{ list_requests: 0 }>['list_requests'] = (call, args) =>
	call.read(async ({ tx }) => {
		const requests = (await requestsIn(tx)).sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
		const answers = requests.map((request) => ({ ...requestAnswer(request), state: stateOf(request) }) as const);
		const paged = page(answers, { scope: call.scope, cursor: args.cursor, budget: args.budget }, ({ at, id }) => [
			-Date.parse(at),
			id
		]);
		return {
			requests: paged.items,
			waiting: requests.filter(({ decided }) => !decided).length,
			...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
		};
	});

async function waitingRequest(call: WriteCall, id: string): Promise<Request> {
	const request = (await call.context.store.read(requestsIn)).find((each) => each.id === id && !each.decided);
	if (request) return request;
	throw refuse('not_found', `No request "${id}" waits.`, 'See list_requests for those that do.', {
		parameter: 'request_id'
	});
}

/** Approved, it is run as the agent that asked, in the session in which it asked; what then stands in its way is the person's to see. */
const answerRequest: HandlersOf<{ answer_request: 0 }>['answer_request'] = (call, args) =>
	call.context.turns(`request ${args.request_id}`, async () => {
		const { context } = call;
		const request = await waitingRequest(call, args.request_id);
		const { who, session, operation } = request;
		const value = args.approve ? await run(call, request) : undefined;
		await context.store.write((tx) => {
			// What it says may just have been forgotten for good: only that it was asked and answered is kept.
			const decided = { approved: args.approve, at: call.now, ...(args.approve && { value }) };
			const told = args.approve && operation === 'forget' ? { args: {}, preview: operations[operation].title } : {};
			return putRequest(tx, { ...request, ...told, decided }, call.now);
		});
		// A no is told by the call that waited.
		if (args.approve) {
			const of = { agent: byline(who), session, operation, args: request.args };
			context.audit.noteDecided(notedOf(context, of, { ok: true, value }, call.now));
		}
		context.emit({ type: 'agents' });
		const change = changeIn(value);
		const items = toldItems(value);
		return {
			request_id: request.id,
			state: args.approve ? ('approved' as const) : ('refused' as const),
			change_id: change,
			items: items && { total: items.total, refused: items.refused.map(({ message }) => message) }
		};
	});

const changeIn = (value: unknown): string | null => {
	const change = typeof value === 'object' && value !== null && 'change_id' in value ? value.change_id : null;
	return typeof change === 'string' ? change : null;
};

async function run({ context }: WriteCall, { who, session, operation, args }: Request): Promise<unknown> {
	const caller = { who, session, via: 'approval', approved: true } as const;
	const result = await context.performAs(caller, operation, args);
	if (result.ok) return result.value;
	const { code, message, hint, ...rest } = result.error;
	throw refuse(code, message, hint, rest);
}

const listCalls: HandlersOf<{ list_calls: 0 }>['list_calls'] = async (call, args) => {
	await call.context.audit.settled();
	return call.read(async ({ tx }) => {
		const decided = new Map((await requestsIn(tx)).map((request) => [request.id, stateOf(request)] as const));
		const isWanted = (kept: KeptCall): boolean =>
			(args.agent === undefined || kept.agent === args.agent) &&
			(args.session === undefined || kept.session === args.session) &&
			(!args.writes || kept.effect !== 'read') &&
			(!args.came.length || args.came.includes(outcomeOf(kept, decided)));
		const all: KeptCall[] = [];
		for await (const calls of callsIn(tx)) all.push(...calls.filter(isWanted));
		const paged = page(
			all,
			{ scope: call.scope, cursor: args.cursor, budget: args.budget, limit: args.limit },
			// Ids grow: the latest comes first.
			({ id }) => [idDescending(id)]
		);
		const undone = await undoneAmong(
			tx,
			paged.items.flatMap(({ change }) => change ?? [])
		);
		return {
			calls: paged.items.map(({ change = null, at, request: _request, refused = 0, ...each }) => ({
				...each,
				title: isOperationName(each.operation) ? operations[each.operation].title : each.operation,
				came: outcomeOf({ ...each, refused, ...(_request !== undefined && { request: _request }) }, decided),
				refused,
				at: iso(at),
				change_id: change,
				undone: change !== null && undone.has(change)
			})),
			...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
		};
	});
};

type Came = OutputOf<'list_calls'>['calls'][number]['came'];

/** What became of a call, by now: one that waited may have been decided since. */
function outcomeOf(
	{ outcome, request, refused = 0 }: Pick<KeptCall, 'outcome' | 'request' | 'refused'>,
	decided: ReadonlyMap<string, ReturnType<typeof stateOf>>
): Came {
	if (request !== undefined) {
		const state = decided.get(request);
		// Fetched, or longer ago than requests are kept.
		return state === 'waiting' ? 'waits' : state === 'refused' ? 'refused' : state === 'approved' ? 'allowed' : 'asked';
	}
	if (outcome === 'ok') return refused > 0 ? 'partly' : 'done';
	return REFUSALS.has(outcome) ? 'refused' : 'failed';
}

/** The person's own no, and what follows from what they let an agent do. */
const REFUSALS: ReadonlySet<string> = new Set([
	'channel_access_denied',
	'authentication_missing',
	'memory_not_enabled',
	'needs_confirmation'
]);

/** Each hexadecimal digit's complement, so that what sorts last comes first. */
const idDescending = (id: string): string =>
	id.replace(/[0-9a-f]/g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));

const listAgentSessions: HandlersOf<{ list_agent_sessions: 0 }>['list_agent_sessions'] = async (call, args) => {
	await call.context.audit.settled();
	return call.read(async ({ tx }) => ({
		sessions: (await sessionsIn(tx))
			.filter(({ agent }) => args.agent === undefined || agent === args.agent)
			.map(({ session, agent, started, last, calls, changes, failed }) => ({
				session,
				agent,
				started: iso(started),
				last: iso(last),
				calls,
				changes,
				failed
			}))
	}));
};

export const agentHandlers = {
	list_agents: listAgents,
	approve_agent: approveAgent,
	revoke_agent: revokeAgent,
	list_requests: listRequests,
	answer_request: answerRequest,
	list_calls: listCalls,
	list_agent_sessions: listAgentSessions
};
