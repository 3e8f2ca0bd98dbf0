/** How named things connect: the rows of a picture and of its table, kept true. */
import type { OutputOf } from '../../contract';
import type { Failure } from '../../domain/result';
import type { Client } from '../client';
import { coalesced, settled } from './refresh';

export type Graph = OutputOf<'search_relationships'>;

export interface Question {
	names: readonly string[];
	hops: number;
	channel: string;
}

const PAUSE = 150;

export class Subgraph {
	#question = $state.raw<Question>({ names: [], hops: 2, channel: 'default' });
	#graph = $state.raw<Graph | null>(null);
	#failure = $state.raw<Failure | null>(null);
	readonly refresh: () => Promise<void>;

	constructor(
		readonly client: Client,
		question: Partial<Question>
	) {
		this.#question = { ...this.#question, ...question };
		this.refresh = coalesced(() => this.#read());
	}

	/** null: nothing asked, or not answered yet. */
	get graph(): Graph | null {
		return this.#graph;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	ask(change: Partial<Question>): void {
		const next = { ...this.#question, ...change };
		const isSame = next.hops === this.#question.hops && next.names.join('\n') === this.#question.names.join('\n');
		this.#question = next;
		if (!isSame) void this.refresh();
	}

	/** @returns how to stop */
	follow(): () => void {
		void this.refresh();
		const later = settled(this.refresh, PAUSE);
		const stop = this.client.onChange((event) => {
			if (event.type !== 'progress' && event.type !== 'set_aside') later();
		});
		return () => {
			stop();
			later.cancel();
		};
	}

	async #read(): Promise<void> {
		const { names, hops, channel } = this.#question;
		if (names.length === 0) {
			this.#graph = null;
			return;
		}
		const result = await this.client.door.search_relationships({ channel_id: channel, entities: [...names], hops });
		if (result.ok) this.#graph = result.value;
		this.#failure = result.ok ? null : result.error;
	}
}
