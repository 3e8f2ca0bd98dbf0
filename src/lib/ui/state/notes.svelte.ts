/** The list of notes: latest first, by kind, by words in them. */
import type { OutputOf } from '../../contract';
import type { Failure } from '../../domain/result';
import type { Client } from '../client';
import { coalesced, settled } from './refresh';

export type NoteRow = OutputOf<'list_notes'>['notes'][number];

const PAGE = 60;
const BUDGET = 24_000;
const PAUSE = 150;

export class Notes {
	#rows = $state.raw<readonly NoteRow[] | null>(null);
	#total = $state(0);
	#cursor = $state<string | null>(null);
	#failure = $state.raw<Failure | null>(null);
	#contains = $state('');
	#asked = 0;
	readonly refresh: () => Promise<void>;

	constructor(readonly client: Client) {
		this.refresh = coalesced(() => this.#take(null));
	}

	/** null while they are first read. */
	get rows(): readonly NoteRow[] | null {
		return this.#rows;
	}

	get total(): number {
		return this.#total;
	}

	get hasMore(): boolean {
		return this.#cursor !== null;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	get contains(): string {
		return this.#contains;
	}

	set contains(text: string) {
		this.#contains = text;
		void this.refresh();
	}

	async more(): Promise<void> {
		if (this.#cursor) await this.#take(this.#cursor);
	}

	/** @returns how to stop */
	follow(): () => void {
		void this.refresh();
		const later = settled(this.refresh, PAUSE);
		const stop = this.client.onChange((event) => {
			if (event.type === 'changed' || event.type === 'reconnected') later();
		});
		return () => {
			stop();
			later.cancel();
		};
	}

	async #take(cursor: string | null): Promise<void> {
		const asked = cursor ? this.#asked : ++this.#asked;
		const result = await this.client.door.list_notes({
			contains: this.#contains.trim() || null,
			limit: PAGE,
			budget: BUDGET,
			cursor
		});
		if (asked !== this.#asked) return;
		this.#failure = result.ok ? null : result.error;
		if (!result.ok) return;
		const { notes, total } = result.value;
		this.#rows = cursor ? [...(this.#rows ?? []), ...notes] : notes;
		this.#total = total;
		this.#cursor = result.value.cursor ?? null;
	}
}
