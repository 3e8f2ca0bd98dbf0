/** Agents as the person sees them: who asks, who may do what, what each did. Read again whenever the notebook says that it has changed. */
import type { OutputOf } from '../../contract';
import type { Failure } from '../../domain/result';
import type { Client } from '../client';
import { strings } from '../strings';
import { titlesOf } from './glance.svelte';
import { coalesced, settled } from './refresh';
import type { Toasts } from './toasts.svelte';

export type Agent = OutputOf<'list_agents'>['agents'][number];
export type Right = Agent['right'];
export type Session = OutputOf<'list_agent_sessions'>['sessions'][number];
export type Call = OutputOf<'list_calls'>['calls'][number];
export type Channel = OutputOf<'list_channels'>['channels'][number];

/** Which calls are shown. */
export type Show = 'all' | 'writes' | 'waits' | 'trouble';

const cameTo: Partial<Record<Show, Call['came'][]>> = {
	waits: ['waits'],
	trouble: ['refused', 'failed', 'partly']
};

const PAUSE = 80;
const words = strings.agents;

/** The calls of one session, read when they are looked at. */
export interface SessionCalls {
	calls: readonly Call[];
	cursor: string | null;
}

/** What lets it in as it is let in now. */
const grantOf = ({ name, right, channels }: Agent) => ({ agent: name, right, channels: channels ?? [] });

export class Agents {
	#agents = $state.raw<readonly Agent[] | null>(null);
	#enabled = $state(true);
	#sessions = $state.raw<readonly Session[]>([]);
	#channels = $state.raw<readonly Channel[]>([]);
	#open = $state.raw<ReadonlyMap<string, SessionCalls>>(new Map());
	#failure = $state.raw<Failure | null>(null);
	#show = $state<Show>('all');
	/** Only of this agent. */
	#of = $state<string | null>(null);
	readonly #refresh: () => Promise<void>;

	constructor(
		readonly client: Client,
		readonly toasts: Toasts
	) {
		this.#refresh = coalesced(() => this.#read());
	}

	/** null while they are first read. */
	get agents(): readonly Agent[] | null {
		return this.#agents;
	}

	/** Those that ask to be let in come first. */
	in(state: Agent['state']): readonly Agent[] {
		return (this.#agents ?? []).filter((agent) => agent.state === state);
	}

	/** The person lets agents in at all. */
	get enabled(): boolean {
		return this.#enabled;
	}

	/** Of the agent that is looked at, or of all. */
	get sessions(): readonly Session[] {
		return this.#sessions.filter(({ agent }) => this.#of === null || agent === this.#of);
	}

	/** Agents that have called at all. */
	get callers(): readonly string[] {
		return [...new Set(this.#sessions.map(({ agent }) => agent))].sort();
	}

	get of(): string | null {
		return this.#of;
	}

	set of(agent: string | null) {
		this.#of = agent;
	}

	get channels(): readonly Channel[] {
		return this.#channels;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	get show(): Show {
		return this.#show;
	}

	callsOf(session: string): SessionCalls | undefined {
		return this.#open.get(session);
	}

	/** As people call it, told apart from others that call themselves so. */
	titleOf(name: string): string {
		return titlesOf(this.#agents ?? []).get(name) ?? name;
	}

	isConnected(name: string): boolean {
		return this.client.bridge.status.agents.some((agent) => agent.name === name);
	}

	async pause(paused: boolean): Promise<void> {
		this.#take(await this.client.door.set_settings({ agents_enabled: !paused }));
		await this.#refresh();
	}

	async approve(agent: Agent, right: Right, channels: readonly string[]): Promise<boolean> {
		const result = await this.client.door.approve_agent({ agent: agent.name, right, channels: [...channels] });
		if (this.#take(result)) this.toasts.show({ tone: 'saved', text: words.approved(this.titleOf(agent.name)) });
		await this.#refresh();
		return result.ok;
	}

	async revoke(agent: Agent, forget = false): Promise<void> {
		const result = await this.client.door.revoke_agent({ agent: agent.name, forget });
		if (this.#take(result)) {
			// As it was: the same right, in the same places.
			const run = async () => {
				this.#take(await this.client.door.approve_agent(grantOf(agent)));
				await this.#refresh();
			};
			const action = agent.state === 'approved' && !forget ? { label: strings.undo.undo, run } : undefined;
			this.toasts.show({ tone: 'saved', text: words.revoked(this.titleOf(agent.name)), action });
		}
		await this.#refresh();
	}

	async showOnly(show: Show): Promise<void> {
		this.#show = show;
		await Promise.all([...this.#open.keys()].map((session) => this.#readCalls(session)));
	}

	async toggle(session: string): Promise<void> {
		if (!this.#open.has(session)) return this.#readCalls(session);
		this.#open = new Map([...this.#open].filter(([id]) => id !== session));
	}

	/** Earlier calls of an open session. */
	async more(session: string): Promise<void> {
		const known = this.#open.get(session);
		if (known?.cursor) await this.#readCalls(session, known);
	}

	/** @returns how to stop */
	follow(): () => void {
		void this.#refresh();
		const later = settled(this.#refresh, PAUSE);
		const concerns: readonly string[] = ['agents', 'called', 'changed', 'reconnected'];
		const stop = this.client.onChange((event) => {
			if (concerns.includes(event.type)) later();
		});
		return () => {
			stop();
			later.cancel();
		};
	}

	/** Answers whether it went well; what did not is shown. */
	#take(result: { ok: boolean; error?: Failure }): boolean {
		this.#failure = result.error ?? null;
		return result.ok;
	}

	async #read(): Promise<void> {
		const { door } = this.client;
		const [agents, sessions, channels] = await Promise.all([
			door.list_agents({}),
			door.list_agent_sessions({}),
			door.list_channels({})
		]);
		if (!agents.ok) return void (this.#failure = agents.error);
		this.#agents = agents.value.agents;
		this.#enabled = agents.value.enabled;
		if (sessions.ok) this.#sessions = sessions.value.sessions;
		if (channels.ok) this.#channels = channels.value.channels;
		await Promise.all([...this.#open.keys()].map((session) => this.#readCalls(session)));
	}

	async #readCalls(session: string, after?: SessionCalls): Promise<void> {
		const result = await this.client.door.list_calls({
			session,
			writes: this.#show === 'writes',
			came: cameTo[this.#show] ?? null,
			limit: 50,
			budget: 24_000,
			...(after?.cursor && { cursor: after.cursor })
		});
		if (!this.#take(result) || !result.ok) return;
		const calls = [...(after?.calls ?? []), ...result.value.calls];
		this.#open = new Map([...this.#open, [session, { calls, cursor: result.value.cursor ?? null }]]);
	}
}
