/** The notebook at a glance: how much is in it, how much waits, what was lately written. For the rail, Home and Settings. */
import type { OutputOf } from '../../contract';
import type { Client } from '../client';
import { coalesced, settled } from './refresh';

export type Overview = OutputOf<'get_overview'>;

const PAUSE = 120;

/** What each calls itself; where two call themselves alike, the names under which they are approved tell them apart. */
export function titlesOf(agents: readonly { name: string; title: string | null }[]): ReadonlyMap<string, string> {
	const times = new Map<string, number>();
	for (const { title } of agents) if (title !== null) times.set(title, (times.get(title) ?? 0) + 1);
	return new Map(
		agents.flatMap(({ name, title }) =>
			title === null ? [] : [[name, (times.get(title) ?? 0) > 1 ? `${title} (${name})` : title]]
		)
	);
}

export class Glance {
	#overview = $state.raw<Overview | null>(null);
	/** What agents call themselves, by the names they are approved under. */
	#titles = $state.raw<ReadonlyMap<string, string>>(new Map());
	#asking = $state(0);
	#paused = $state(false);
	readonly refresh: () => Promise<void>;

	constructor(readonly client: Client) {
		this.refresh = coalesced(async () => {
			const [result, agents] = await Promise.all([client.door.get_overview({}), client.door.list_agents({})]);
			if (result.ok) this.#overview = result.value;
			if (agents.ok) this.#takeAgents(agents.value);
		});
	}

	get overview(): Overview | null {
		return this.#overview;
	}

	/** null: not known yet. */
	get things(): number | null {
		return this.#overview?.entities ?? null;
	}

	/** Agents that ask to be let in. */
	get asking(): number {
		return this.#asking;
	}

	/** The person has switched agents off. */
	get paused(): boolean {
		return this.#paused;
	}

	/** As people call it. */
	titleOf(agent: string): string {
		return this.#titles.get(agent) ?? agent;
	}

	get waiting(): number {
		return this.#overview?.review ?? 0;
	}

	/** Nothing was ever written. False as long as it is not known. */
	get empty(): boolean {
		return this.#overview?.empty === true;
	}

	#takeAgents({ agents, enabled }: OutputOf<'list_agents'>): void {
		this.#titles = titlesOf(agents);
		this.#asking = agents.filter(({ state }) => state === 'waiting').length;
		this.#paused = !enabled && agents.length > 0;
	}

	/** @returns how to stop */
	follow(): () => void {
		void this.refresh();
		const later = settled(this.refresh, PAUSE);
		const stop = this.client.onChange((event) => {
			if (['changed', 'set_aside', 'agents', 'reconnected'].includes(event.type)) later();
		});
		return () => {
			stop();
			later.cancel();
		};
	}
}
