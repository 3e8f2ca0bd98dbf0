/** The page of one thing: everything known of it, kept true while others write. Reads only; writing is `thing-writes`. */
import type { Failure, Result } from '../../domain/result';
import type { Changed, Client } from '../client';
import type { Named } from '../linkify';
import { strangersIn, targetsOf, type Targets, type Worded } from '../links';
import { namedIn, tellsOf, type Thing, type ThingPage, type Version } from './dossier-rows';
import { Names } from './names.svelte';
import type { Hopes } from './hopes.svelte';
import { hoped } from './hoped';
import { coalesced, settled } from './refresh';

const PAUSE = 60;
const FIRST = 200;
const ALL = 1_000;

export class Dossier {
	#read = $state.raw<{ page: ThingPage; moment: number } | null>(null);
	#failure = $state.raw<Failure | null>(null);
	#withPast = $state(false);
	#all = $state(false);
	readonly refresh: () => Promise<void>;

	/** The rows that it is: itself, and what is declared the same. */
	readonly own: ReadonlySet<string> = $derived.by(
		() => new Set([this.id, ...(this.#read?.page.family.rows ?? []).map(({ id }) => id)])
	);
	readonly #shown = $derived.by(
		() => this.#read && hoped(this.#read.page, this.own, this.asOf ? [] : this.hopes.since(this.#read.moment))
	);

	/** Things that its facts and relations name: where the words become links. */
	readonly named: readonly Named[] = $derived.by(() => (this.#shown ? namedIn(this.#shown) : []));
	/** What links say that are called otherwise by now. */
	readonly #names: Names;

	constructor(
		readonly client: Client,
		/** What this tab writes is shown before it is read again. */
		readonly hopes: Hopes,
		readonly id: string,
		/** As it stood at this time, ISO 8601; what is under way now is no part of it. */
		readonly asOf?: string
	) {
		this.#names = new Names(client);
		this.refresh = coalesced(() => this.#readAgain());
	}

	/** null while it is first read. */
	get page(): ThingPage | null {
		return this.#shown;
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

	/** Whether a change is of something that the page shows. */
	isToldOf(change: Changed): boolean {
		return tellsOf(this.#read?.page ?? null, this.own, change);
	}

	/** What the `[[links]]` of a fact mean. */
	targetsOf(fact: Worded): Targets {
		return targetsOf(fact, this.#names.lookup);
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
			if (event.type === 'reconnected' || (event.type === 'changed' && this.isToldOf(event))) later();
		});
		return () => {
			stop();
			later.cancel();
		};
	}

	async #readAgain(): Promise<void> {
		const moment = this.hopes.now();
		const result = await this.client.door.get_dossier({
			entity_id: this.id,
			history: this.#withPast,
			as_of: this.asOf ?? null,
			limit: this.#all ? ALL : FIRST
		});
		this.#failure = result.ok ? null : result.error;
		if (!result.ok) return;
		this.#read = { page: result.value, moment };
		const { about, mentions } = result.value;
		this.#names.forget();
		void this.#names.ask([...about, ...mentions].flatMap(strangersIn));
	}
}
