/** Agents that were here, and what the person lets each do: device-local, never exported. What an agent says of itself grants nothing. */
import type { OutputOf } from '../contract';
import type { AgentIdentity } from '../contract/bridge-messages';
import type { Right } from '../contract/agents';
import type { Id } from '../domain/model';
import { refuse } from '../domain/result';
import type { StoreReader, StoreWriter } from '../store/store';
import { iso } from './answers';
import type { Grant } from './caller';

export interface Agent {
	name: string;
	title?: string;
	version?: string;
	via: AgentIdentity['via'];
	state: 'waiting' | 'approved' | 'revoked';
	right: Right;
	/** null: all. */
	channels: Id[] | null;
	/** ms since epoch */
	first_seen: number;
	last_seen: number;
	decided_at?: number;
}

const AGENTS = 'agents';
/** Who waits longest goes when more ask than a person could look through: names cost a stranger nothing. */
const MOST_WAITING = 20;

type Agents = Readonly<Record<string, Agent>>;

const read = async (tx: StoreReader): Promise<Agents> => ((await tx.meta(AGENTS)) as Agents | undefined) ?? {};

export const agentsIn = async (tx: StoreReader): Promise<Agent[]> => Object.values(await read(tx));

/** By the name it is approved under, letter by letter: a name that only looks the same is another. */
export async function agentNamed(tx: StoreReader, name: string): Promise<Agent | undefined> {
	const agents = await read(tx);
	return Object.hasOwn(agents, name) ? agents[name] : undefined;
}

const put = (tx: StoreWriter, agents: Iterable<Agent>): Promise<void> =>
	tx.setMeta(AGENTS, Object.fromEntries([...agents].map((agent) => [agent.name, agent])));

/** An agent that is seen for the first time waits for the person. */
export async function introduce(tx: StoreWriter, identity: AgentIdentity, now: number): Promise<Agent> {
	const known = await agentNamed(tx, identity.name);
	if (known) return known;
	const agent: Agent = {
		...described(identity),
		state: 'waiting',
		right: 'read',
		channels: [],
		first_seen: now,
		last_seen: now
	};
	const agents = await agentsIn(tx);
	const waiting = agents.filter(({ state }) => state === 'waiting').sort((a, b) => a.last_seen - b.last_seen);
	const dropped = new Set(waiting.slice(0, Math.max(0, waiting.length + 1 - MOST_WAITING)));
	await put(tx, [...agents.filter((each) => !dropped.has(each)), agent]);
	return agent;
}

const described = ({ name, title, version, via }: AgentIdentity) => ({
	name,
	via,
	...(title !== undefined && { title }),
	...(version !== undefined && { version })
});

/** Agents that have called since; what they say of themselves may have changed. */
export async function noteSeen(tx: StoreWriter, seen: ReadonlyMap<string, { identity: AgentIdentity; at: number }>) {
	const agents = await agentsIn(tx);
	const changed = agents.map((agent) => {
		const now = seen.get(agent.name);
		return now ? { ...agent, ...described(now.identity), last_seen: Math.max(agent.last_seen, now.at) } : agent;
	});
	await put(tx, changed);
}

async function existing(tx: StoreReader, name: string): Promise<Agent> {
	const agent = await agentNamed(tx, name);
	if (agent) return agent;
	throw refuse(
		'not_found',
		`No agent "${name}" has asked to use the notebook.`,
		'See list_agents for those that have.',
		{
			parameter: 'agent'
		}
	);
}

async function change(tx: StoreWriter, name: string, with_: Partial<Agent>): Promise<Agent> {
	const agent = { ...(await existing(tx, name)), ...with_ };
	await put(
		tx,
		(await agentsIn(tx)).map((each) => (each.name === name ? agent : each))
	);
	return agent;
}

export const approve = (tx: StoreWriter, name: string, right: Right, channels: Id[] | null, now: number) =>
	change(tx, name, { state: 'approved', right, channels, decided_at: now });

export const revoke = (tx: StoreWriter, name: string, now: number) =>
	change(tx, name, { state: 'revoked', decided_at: now });

export async function forgetAgent(tx: StoreWriter, name: string): Promise<void> {
	await existing(tx, name);
	await put(
		tx,
		(await agentsIn(tx)).filter((each) => each.name !== name)
	);
}

/** What it may do, or the refusal that says why it may nothing. */
export function grantOf(agent: Agent): Grant {
	const { name, state, right, channels } = agent;
	if (state === 'approved') return { right, channels: channels && new Set(channels) };
	throw refuse(
		'authentication_missing',
		state === 'waiting'
			? `The person has not approved "${name}" yet.`
			: `The person has revoked the access of "${name}" to this notebook.`,
		state === 'waiting'
			? 'Tell the person: open Commonplace, go to Agents and approve it there; then call again.'
			: 'Tell the person. It can be approved again in Commonplace, under Agents. Do not try to get around it.'
	);
}

export const agentAnswer = (agent: Agent): OutputOf<'list_agents'>['agents'][number] => ({
	name: agent.name,
	title: agent.title ?? null,
	version: agent.version ?? null,
	via: agent.via,
	state: agent.state,
	right: agent.right,
	channels: agent.channels,
	first_seen: iso(agent.first_seen),
	last_seen: iso(agent.last_seen),
	decided_at: agent.decided_at === undefined ? null : iso(agent.decided_at)
});
