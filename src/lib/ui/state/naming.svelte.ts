/** Completes a name that is begun with `@` or `[[` in a text: what it may be, which one is chosen. Typing never waits for it. */
import type { FoundThing } from '../box-options';
import type { Client } from '../client';
import { begunAt, putName, type Begun, type Put } from '../naming';
import { coalesced } from './refresh';

const MOST = 5;
const LONGEST = 200;

export class Naming {
	#text = '';
	#begun = $state.raw<Begun | null>(null);
	#found = $state.raw<{ for: string; things: readonly FoundThing[] }>({ for: '', things: [] });
	#active = $state(0);
	readonly #look = coalesced(() => this.#search());

	/** None when what is typed is a whole name already: then it stands as it is. */
	readonly completions: readonly FoundThing[] = $derived.by(() =>
		this.#begun && stillFits(this.#found.for, this.#begun.partial) ? this.#found.things : []
	);

	/** @param onchosen hears of what was put in */
	constructor(
		readonly client: Client,
		readonly onchosen: (thing: FoundThing) => void
	) {}

	/** Index of the completion that Enter takes. */
	get active(): number {
		return Math.min(this.#active, this.completions.length - 1);
	}

	/** What is typed of the name. */
	get partial(): string {
		return this.#begun?.partial ?? '';
	}

	type(text: string, caret: number): void {
		this.#text = text;
		this.#active = 0;
		this.#begun = begunAt(text, caret);
		if (this.#begun) void this.#look();
	}

	/** Up and down, round and round. */
	move(by: 1 | -1): void {
		const size = this.completions.length;
		if (size > 0) this.#active = (this.active + by + size) % size;
	}

	/** Offers no more for what is begun, until it is typed on. */
	dismiss(): void {
		this.#begun = null;
	}

	/** @returns the text with the chosen name in it */
	choose(thing: FoundThing | undefined): Put | null {
		if (!thing || !this.#begun) return null;
		const put = putName(this.#text, this.#begun, thing.name);
		this.#text = put.text;
		this.dismiss();
		this.onchosen(thing);
		return put;
	}

	async #search(): Promise<void> {
		const partial = this.partial;
		if (!partial) return;
		const query = [...partial].slice(0, LONGEST).join('');
		const result = await this.client.door.find_entities({ query, limit: MOST });
		const things = result.ok ? result.value.entities : [];
		const isWhole = things[0]?.why === 'exact';
		// Words after a name are no slip in it.
		const likely = things.filter(({ why }) => (why !== 'typo' && why !== 'near') || !partial.includes(' '));
		this.#found = { for: partial, things: isWhole ? [] : likely };
	}
}

/** Better than an empty flash: what was found for the letters before these, as long as no new word was begun. */
const stillFits = (earlier: string, partial: string): boolean =>
	earlier !== '' && partial.startsWith(earlier) && !/\s/u.test(partial.slice(earlier.length));
