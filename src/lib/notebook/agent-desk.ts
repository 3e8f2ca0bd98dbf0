/**
 * The one way in for agents, whichever way they come (MCP over the bridge, WebMCP): who it is, whether the person lets it in and how far,
 * its session, and the audit of what it did. What it says of itself decides nothing but its name.
 */
import { isOperationName, operations, type OperationName } from '../contract';
import type { AgentIdentity } from '../contract/bridge-messages';
import { DEFAULT_CHANNEL, type Id } from '../domain/model';
import { fail, FailureError, refuse, type Result } from '../domain/result';
import { agentNamed, grantOf, introduce } from './agents';
import { shortJson, type Noted } from './audit';
import type { Caller, Grant } from './caller';
import type { Context, Settings } from './context';
import { tokensOf } from './paging';
import { asked } from './permits';
import { toldItems } from './told-items';
import type { Watch } from './watch';

export interface AgentCall {
	operation: string;
	args: unknown;
	/** COMPACT_RESPONSES of its environment. */
	compact?: boolean | undefined;
	watch?: Watch | undefined;
}

export type AgentDesk = (identity: AgentIdentity, call: AgentCall) => Promise<Result<unknown>>;

type Perform = (caller: Caller, operation: OperationName, args: unknown) => Promise<Result<unknown>>;

/** Its writes go to the default channel when it may use that, else to the first of its grant (N7). */
const homeOfGrant = ({ channels }: Grant): Id =>
	!channels || channels.has(DEFAULT_CHANNEL) ? DEFAULT_CHANNEL : ([...channels][0] ?? DEFAULT_CHANNEL);

/** An operation that is published to agents, or the failure that names it. */
function published(operation: string): OperationName {
	if (isOperationName(operation) && operations[operation].surface === 'agent') return operation;
	throw refuse(
		'invalid_parameter',
		`There is no operation "${operation.slice(0, 80)}".`,
		'tools/list names them all.',
		{
			parameter: 'operation'
		}
	);
}

const changeOf = (result: Result<unknown>): Id | undefined => {
	if (!result.ok || typeof result.value !== 'object' || result.value === null) return undefined;
	const { change_id, repeated } = result.value as { change_id?: unknown; repeated?: unknown };
	return typeof change_id === 'string' && repeated !== true ? change_id : undefined;
};

/** What was said of something that is forgotten for good stands nowhere, the audit included (J5). */
const UNTOLD: ReadonlySet<OperationName> = new Set(['forget']);

/** What the audit notes of one call. */
export function notedOf(
	context: Context,
	of: { agent: string; session: Id; operation: OperationName; args: unknown },
	result: Result<unknown>,
	started: number
): Noted {
	const { agent, session, operation, args } = of;
	const now = context.tools.env.now();
	const change = changeOf(result);
	const isTold = !UNTOLD.has(operation);
	const refused = result.ok ? (toldItems(result.value)?.refused.length ?? 0) : 0;
	const request = result.ok ? undefined : result.error.request_id;
	const answer = result.ok ? result.value : result.error;
	return {
		call: {
			id: context.tools.newId(),
			at: now,
			agent,
			session,
			operation,
			effect: operations[operation].effect,
			outcome: result.ok ? 'ok' : result.error.code,
			ms: Math.max(0, now - started),
			...(change !== undefined && { change }),
			...(request !== undefined && { request }),
			...(refused > 0 && { refused })
		},
		tell: () => ({
			arguments: isTold ? shortJson(asked(args), 'arguments') : '…',
			answer: isTold ? shortJson(answer, 'answer') : '…',
			tokens: tokensOf(answer)
		})
	};
}

/** The person has switched agents off: nobody new is even noted. */
export function refuseWhenPaused({ agents_enabled }: Settings): void {
	if (agents_enabled) return;
	throw refuse(
		'memory_not_enabled',
		'The person has switched agents off.',
		'Tell the person that the notebook can be opened to agents again in Commonplace, under Agents.'
	);
}

/** The one name that the app itself gives: what the person lets agents of the browser do is not for a program that calls itself so. */
const OF_THE_BROWSER = 'browser';

function refuseBorrowedName({ name, via }: AgentIdentity): void {
	if (name !== OF_THE_BROWSER || via === 'webmcp') return;
	throw refuse(
		'authentication_missing',
		`"${name}" is the name of the browser's own agents.`,
		'Ask under another name: COMMONPLACE_AGENT sets it.'
	);
}

/** Their switch holds here as well: a page that has not heard of it yet still offers what it did, and a call may be on its way. */
function refuseWhenUnoffered({ web_agents }: Settings, { via }: AgentIdentity): void {
	if (via !== 'webmcp' || web_agents) return;
	throw refuse(
		'memory_not_enabled',
		'The person has not switched on agents of the browser.',
		'Tell the person that they can be switched on in Commonplace, under Settings.'
	);
}

export function createAgentDesk(context: Context, perform: Perform): AgentDesk {
	const { store, tools, audit } = context;

	async function admit(identity: AgentIdentity, now: number): Promise<{ session: Id; grant: Grant }> {
		refuseBorrowedName(identity);
		const known = await store.read(async (tx) => {
			const settings = await context.settings.read(tx);
			refuseWhenPaused(settings);
			refuseWhenUnoffered(settings, identity);
			const agent = await agentNamed(tx, identity.name);
			return agent && { session: await audit.session(tx, identity, now), grant: grantOf(agent) };
		});
		if (known) return known;
		const agent = await store.write((tx) => introduce(tx, identity, now));
		context.emit({ type: 'agents' });
		const grant = grantOf(agent); // another worker may have been quicker
		return { grant, session: await store.read((tx) => audit.session(tx, identity, now)) };
	}

	return async (identity, { operation, args, compact, watch }) => {
		const started = tools.env.now();
		try {
			const name = published(operation);
			const { session, grant } = await admit(identity, started);
			const caller: Caller = {
				who: `agent:${identity.name}`,
				session,
				home: homeOfGrant(grant),
				grant,
				...(compact !== undefined && { compact }),
				...(watch && { watch })
			};
			const result = await perform(caller, name, args);
			audit.note(identity, notedOf(context, { agent: identity.name, session, operation: name, args }, result, started));
			return result;
		} catch (error) {
			if (error instanceof FailureError) return { ok: false, error: error.failure };
			return fail(
				'storage_unavailable',
				`The notebook did not answer (${error instanceof Error ? error.message : String(error)}).`,
				'Tell the person to look at Commonplace, then try again.'
			);
		}
	};
}
