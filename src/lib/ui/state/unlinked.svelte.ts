/** Texts that name a thing without a link to it: looked for when they are asked for, chosen from, linked. */
import type { OutputOf } from '../../contract';
import { SvelteSet } from 'svelte/reactivity';
import { strings } from '../strings';
import { coalesced, settled } from './refresh';
import { refusal, type Refusal } from './thing-writes';
import type { Writer } from './writer.svelte';

export type Unlinked = OutputOf<'find_mentions'>['items'][number];

const PAUSE = 120;
const MOST = 100;

export class UnlinkedMentions {
	#items = $state.raw<readonly Unlinked[] | null>(null);
	#failure = $state.raw<Refusal>(null);
	/** Those that are not to be linked. */
	readonly #left = new SvelteSet<string>();
	readonly refresh: () => Promise<void>;

	constructor(
		readonly writer: Writer,
		readonly thing: () => { id: string; name: string }
	) {
		this.refresh = coalesced(() => this.#read());
	}

	/** null while they are first looked for. */
	get items(): readonly Unlinked[] | null {
		return this.#items;
	}

	/** There may be more than are shown. */
	get isCut(): boolean {
		return this.#items?.length === MOST;
	}

	get failure(): Refusal {
		return this.#failure;
	}

	isChosen(id: string): boolean {
		return !this.#left.has(id);
	}

	choose(id: string, isChosen: boolean): void {
		if (isChosen) this.#left.delete(id);
		else this.#left.add(id);
	}

	get chosen(): readonly string[] {
		return (this.#items ?? []).map(({ id }) => id).filter((id) => this.isChosen(id));
	}

	/** Answers whether it was done. */
	async link(): Promise<boolean> {
		const { id, name } = this.thing();
		const args = { entity_id: id, ids: [...this.chosen] };
		const said = ({ linked }: { linked: number }) => strings.thing.unlinked.linked(linked, name);
		this.#failure = refusal(await this.writer.write('link_mentions', args, said));
		if (this.#failure) return false;
		await this.refresh();
		return true;
	}

	/** @returns how to stop */
	follow(): () => void {
		void this.refresh();
		const later = settled(this.refresh, PAUSE);
		const stop = this.writer.client.onChange((event) => {
			if (event.type !== 'progress' && event.type !== 'set_aside') later();
		});
		return () => {
			stop();
			later.cancel();
		};
	}

	async #read(): Promise<void> {
		const result = await this.writer.client.door.find_mentions({ entity_id: this.thing().id, limit: MOST });
		this.#failure = refusal(result);
		if (result.ok) this.#items = result.value.items;
	}
}
