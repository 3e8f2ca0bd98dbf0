/** Two things that may be one: what merging them would do, kept true while others write, and saying so or not. */
import type { OutputOf } from '../../contract';
import type { Client } from '../client';
import { coalesced, settled } from './refresh';
import { markDistinct, mergeThings, sidesOf, type Side, type Sides } from './sameness';
import type { Refusal } from './thing-writes';
import type { Writer } from './writer.svelte';

export type Preview = OutputOf<'preview_merge'>;

const PAUSE = 60;

export class Merging {
	#other = $state.raw<Side | null>(null);
	#preview = $state.raw<Preview | null>(null);
	#failure = $state.raw<Refusal>(null);
	readonly #client: Client;
	readonly #refresh: () => Promise<void>;

	readonly sides: Sides = $derived.by(() => sidesOf(this.#preview?.rows ?? [], this.#other?.id));

	constructor(
		readonly writer: Writer,
		readonly one: Side
	) {
		this.#client = writer.client;
		this.#refresh = coalesced(() => this.#read());
	}

	get other(): Side | null {
		return this.#other;
	}

	/** null: not chosen yet. */
	choose(other: Side | null): void {
		if (other?.id === this.#other?.id) return;
		this.#other = other;
		this.#preview = null;
		void this.#refresh();
	}

	/** null while it is read, and while the other is not chosen. */
	get preview(): Preview | null {
		return this.#preview;
	}

	get failure(): Refusal {
		return this.#failure;
	}

	/** They are there, and not one thing yet. */
	get isOpen(): boolean {
		return this.#preview?.found === true && !this.#preview.same;
	}

	/** Answers whether it was done. */
	merge(): Promise<boolean> {
		const despite = Boolean(this.#preview?.marked);
		return this.#say((other) => mergeThings(this.writer, this.one, other, despite));
	}

	/** Answers whether it was done. */
	markDistinct(): Promise<boolean> {
		return this.#say((other) => markDistinct(this.writer, this.one, other));
	}

	/** @returns how to stop */
	follow(): () => void {
		const later = settled(this.#refresh, PAUSE);
		const stop = this.#client.onChange((event) => {
			if (event.type === 'changed' || event.type === 'reconnected') later();
		});
		return () => {
			stop();
			later.cancel();
		};
	}

	async #say(write: (other: Side) => Promise<Refusal>): Promise<boolean> {
		if (!this.#other || !this.isOpen) return false;
		this.#failure = await write(this.#other);
		return this.#failure === null;
	}

	async #read(): Promise<void> {
		const other = this.#other;
		if (!other) return;
		const result = await this.#client.door.preview_merge({ entity_id: this.one.id, other_id: other.id });
		if (this.#other !== other) return;
		this.#failure = result.ok ? null : result.error;
		if (result.ok) this.#preview = result.value;
	}
}
