/** The page of one thing: everything known of it, kept true while others write. Reads only; writing is `thing-writes`. */
import type { Failure, Result } from '../../domain/result';
import type { Changed, Client } from '../client';
import type { Named } from '../linkify';
import { namedIn, type Thing, type ThingPage, type Version } from './dossier-rows';
import { coalesced, settled } from './refresh';

const PAUSE = 60;
const FIRST = 200;
const ALL = 1_000;

export class Dossier {
	#page = $state.raw<ThingPage | null>(null);
	#failure = $state.raw<Failure | null>(null);
	#withPast = $state(false);
	#all = $state(false);
	readonly refresh: () => Promise<void>;

	/** Things that its facts and relations name: where the words become links. */
	readonly named: readonly Named[] = $derived.by(() => (this.#page ? namedIn(this.#page) : []));

	constructor(
		readonly client: Client,
		readonly id: string
	) {
		this.refresh = coalesced(() => this.#read());
	}

	/** null while it is first read. */
	get page(): ThingPage | null {
		return this.#page;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	/** Also facts and relations that are no longer so. */
	get withPast(): boolean {
		return this.#withPast;
	}

	set withPast(on: boolean) {
		this.#withPast = on;
		void this.refresh();
	}

	showAll(): void {
		this.#all = true;
		void this.refresh();
	}

	/** Every version of one attribute, oldest first. */
	async history(thing: Thing, attribute: string): Promise<Result<readonly Version[]>> {
		const { door } = this.client;
		const result = await door.memory_history({ entity: thing.name, entity_id: thing.id, attribute });
		return result.ok ? { ok: true, value: result.value.versions } : result;
	}

	/** @returns how to stop */
	follow(): () => void {
		void this.refresh();
		const later = settled(this.refresh, PAUSE);
		const stop = this.client.onChange((event) => {
			if (event.type === 'reconnected' || (event.type === 'changed' && this.#concerns(event))) later();
		});
		return () => {
			stop();
			later.cancel();
		};
	}

	/** Its own shelf changed, or that of a thing on its page: a name may be another now, a mention new. */
	#concerns({ shelves, entities }: Changed): boolean {
		const isHere = (id: string) => id === this.id || this.named.some((thing) => thing.id === id);
		return Object.keys(shelves).some(isHere) || entities.some(({ id }) => id === this.id);
	}

	async #read(): Promise<void> {
		const result = await this.client.door.get_dossier({
			entity_id: this.id,
			history: this.#withPast,
			limit: this.#all ? ALL : FIRST
		});
		if (result.ok) this.#page = result.value;
		this.#failure = result.ok ? null : result.error;
	}
}
