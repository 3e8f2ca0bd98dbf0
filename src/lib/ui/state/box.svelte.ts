/**
 * The box in which one finds and states: what is typed, what it finds, how it reads, what Enter would do.
 * Typing never waits: answers come when they come, and only those to the newest text are shown.
 */
import type { Failure, Result } from '../../domain/result';
import { readCapture, spellingsOf, squeeze, type Reading } from '../capture';
import { captureCall } from '../capture-write';
import { nameOptions, optionsOf, type FoundThing, type Hit, type Option } from '../box-options';
import { strings } from '../strings';
import { Names } from './names.svelte';
import { Naming } from './naming.svelte';
import { Outlook } from './outlook.svelte';
import { coalesced } from './refresh';
import type { Writer } from './writer.svelte';

const MOST_THINGS = 7;
const MOST_HITS = 4;
const LONGEST_QUERY = 200;

interface Found {
	for: string;
	things: readonly FoundThing[];
}

const nothing: Found = { for: '', things: [] };

const failureOf = (result: Result<unknown> | null): Failure | null => (result && !result.ok ? result.error : null);

export class Box {
	#text = $state('');
	#active = $state(0);
	#found = $state.raw<Found>(nothing);
	#hits = $state.raw<readonly Hit[]>([]);
	#failure = $state.raw<Failure | null>(null);
	#left = false;
	readonly #names: Names;
	readonly #naming: Naming;
	readonly outlook: Outlook;
	readonly #look: () => Promise<void>;
	readonly #lookForWords: () => Promise<void>;

	readonly readings: readonly Reading[] = $derived.by(() => readCapture(this.#text, this.#names.lookup));
	readonly #said: readonly Option[] = $derived.by(() =>
		optionsOf({
			text: this.#text,
			// Things and hits of the text before last are still better than an empty flash.
			things: this.#text.trim() ? this.#found.things : [],
			hits: this.#text.trim() ? this.#hits : [],
			readings: this.readings,
			withCommands: this.withCommands
		})
	);

	readonly options: readonly Option[] = $derived.by(() =>
		this.isNaming ? nameOptions(this.#naming.completions) : this.#said
	);

	/** @param onchosen hears of a thing whose name was put into the line */
	constructor(
		readonly writer: Writer,
		readonly withCommands: boolean,
		onchosen: (thing: FoundThing) => void
	) {
		this.#naming = new Naming(writer.client, onchosen);
		this.#names = new Names(writer.client);
		this.outlook = new Outlook(writer.client);
		this.#look = coalesced(() => this.#search());
		this.#lookForWords = coalesced(() => this.#searchWords());
	}

	get text(): string {
		return this.#text;
	}

	set text(text: string) {
		this.#text = text;
		this.#active = 0;
		this.#failure = null;
		this.#naming.dismiss();
		void this.#look();
	}

	/** As the field has it after a key. */
	type(text: string, caret: number): void {
		this.text = text;
		this.#naming.type(text, caret);
	}

	/** A name is begun within the line: what is offered completes it. */
	get isNaming(): boolean {
		return this.#naming.completions.length > 0;
	}

	/** What the options answer to. */
	get sought(): string {
		return this.isNaming ? this.#naming.partial : this.#text;
	}

	/** The line is meant as it stands. */
	stopNaming(): void {
		this.#naming.dismiss();
		this.#active = 0;
	}

	/** @returns where the caret goes behind the name that was put in */
	complete(thing: FoundThing): number | null {
		const put = this.#naming.choose(thing);
		if (put) this.text = put.text;
		return put?.caret ?? null;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	/** The answers are those to the text that stands there. */
	get isFresh(): boolean {
		return this.#found.for === this.#text;
	}

	/** What Enter does; null for a line that is begun in a shape and not finished. */
	get active(): Option | null {
		if (this.unfinished && this.#active === 0) return null;
		return this.options[this.#index] ?? null;
	}

	/** What the begun line still needs. */
	get unfinished(): Extract<Reading, { kind: 'unfinished' }>['needs'] | null {
		const first = this.isNaming ? undefined : this.readings[0];
		return first?.kind === 'unfinished' ? first.needs : null;
	}

	/** Up and down, round and round. */
	move(by: 1 | -1): void {
		const rest = this.unfinished ? 1 : 0;
		const size = this.options.length + rest;
		if (size > 0) this.#active = (this.#active + by + size) % size;
	}

	clear(): void {
		this.text = '';
	}

	/**
	 * Saves a reading: the line is free at once. What was typed comes back into it when it is refused, unless another stands there by now
	 * or the box is left.
	 * @param giveBack shows why it was refused when it cannot come back here
	 */
	async write(reading: Reading, giveBack: (failure: Failure, typed: string) => void): Promise<void> {
		if (reading.kind === 'unfinished') return;
		const typed = this.#text;
		this.clear();
		const failure = await this.#saveReading(reading);
		if (!failure) return;
		if (this.#left || this.#text) {
			giveBack(failure, typed);
			return;
		}
		this.text = typed;
		this.#failure = failure;
	}

	async #saveReading(reading: Reading): Promise<Failure | null> {
		if (!this.outlook.knows(reading)) await this.outlook.look(reading);
		// A list takes one more: setting it as a single value would be refused (S8).
		const joins = reading.kind === 'value' && this.outlook.of(reading)?.kind === 'joins';
		const call = captureCall(joins ? { ...reading, kind: 'member' } : reading);
		return call && this.#save(call);
	}

	/** @returns how to stop listening */
	follow(): () => void {
		this.#left = false;
		const stop = this.writer.client.onChange((event) => {
			if (event.type !== 'changed' && event.type !== 'indexed' && event.type !== 'reconnected') return;
			this.#names.forget();
			this.outlook.forget();
			if (this.#text.trim()) void this.#look();
		});
		return () => {
			this.#left = true;
			stop();
		};
	}

	get #index(): number {
		const at = this.unfinished ? this.#active - 1 : this.#active;
		return Math.min(Math.max(0, at), this.options.length - 1);
	}

	async #save(call: NonNullable<ReturnType<typeof captureCall>>): Promise<Failure | null> {
		const { operation, args, said } = call;
		const result = await this.writer.write(operation, args, (value) => {
			if ('facts' in value && value.facts.some((f) => f.action === 'refused')) return null;
			if (value.action === 'contested') return strings.box.saved.contested;
			return value.action === 'confirmed' ? strings.box.saved.confirmed : said;
		});
		if (!result.ok) return result.error;
		return 'facts' in result.value ? (result.value.facts.find((f) => f.error)?.error ?? null) : null;
	}

	async #search(): Promise<void> {
		const text = this.#text;
		const query = squeeze(text);
		if (!query) {
			this.#found = nothing;
			this.#hits = [];
			return;
		}
		const { door } = this.writer.client;
		const short = [...query].slice(0, LONGEST_QUERY).join('');
		void this.#lookForWords();
		const [things] = await Promise.all([
			door.find_entities({ query: short, limit: MOST_THINGS }),
			this.#names.ask(spellingsOf(query))
		]);
		if (this.#left) return;
		this.#found = { for: text, things: things.ok ? things.value.entities : [] };
		this.#failure = failureOf(things);
		await this.outlook.look(this.readings[0]);
	}

	/** What says these words: below the names, which do not wait for it. */
	async #searchWords(): Promise<void> {
		const query = squeeze(this.#text);
		const points = [...query];
		const hits =
			points.length > 2
				? await this.writer.client.door.memory_search({
						query: points.slice(0, LONGEST_QUERY).join(''),
						top_k: MOST_HITS
					})
				: null;
		this.#hits = hits?.ok && !hits.value.low_confidence ? hits.value.hits : [];
		this.#failure ??= failureOf(hits);
	}
}
