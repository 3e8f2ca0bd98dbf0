/** A fact being typed: its text, the things it names with their roles, and completions after an `@`. */
import type { Client } from '../client';
import { spansOf, spellingsOf, unmarked } from '../capture-names';
import type { FoundThing } from '../box-options';
import { PLAIN_ROLE } from '../capture-write';
import { Names } from './names.svelte';
import { coalesced } from './refresh';
import type { NewFact } from './thing-writes';

/** An `@` and at most three words up to the caret. */
const begun = /(?:^|[\s(“"])@([^\s@]+(?: [^\s@]+){0,2})$/u;
const MOST = 5;

export class FactDraft {
	#text = $state('');
	#caret = $state(0);
	#roles = $state.raw<Readonly<Record<string, string>>>({});
	#found = $state.raw<readonly FoundThing[]>([]);
	#dismissed = $state(false);
	#active = $state(0);
	readonly #names: Names;
	readonly #look: () => Promise<void>;

	readonly #spans = $derived.by(() => spansOf(this.#text, this.#names.lookup));
	/** Things that it names, but for the one that it is about; each once. */
	readonly mentions: readonly { name: string; type: string | null; role: string }[] = $derived.by(() => {
		const named = new Map(this.#spans.filter(({ known }) => known?.id !== this.about).map((s) => [s.name, s.known]));
		return [...named].map(([name, known]) => ({ name, type: known?.type ?? null, role: this.#roles[name] ?? '' }));
	});

	/** @param about id of the thing that the fact is about */
	constructor(
		readonly client: Client,
		readonly about: string
	) {
		this.#names = new Names(client);
		this.#look = coalesced(() => this.#search());
	}

	get text(): string {
		return this.#text;
	}

	get isEmpty(): boolean {
		return this.#text.trim() === '';
	}

	get completions(): readonly FoundThing[] {
		return this.#dismissed || !this.#partial ? [] : this.#found;
	}

	/** Index of the completion that Enter takes. */
	get active(): number {
		return Math.min(this.#active, this.completions.length - 1);
	}

	/** As it is sent. */
	get fact(): NewFact {
		const mentions = this.mentions.map(({ name, type, role }) => ({
			entity: name,
			...(type && { type }),
			role: role.trim() || PLAIN_ROLE
		}));
		return { content: unmarked(this.#text, this.#spans).trim(), mentions };
	}

	type(text: string, caret: number): void {
		this.#text = text;
		this.#caret = caret;
		this.#dismissed = false;
		this.#active = 0;
		void this.#look();
	}

	move(by: 1 | -1): void {
		const size = this.completions.length;
		if (size > 0) this.#active = (this.active + by + size) % size;
	}

	dismiss(): void {
		this.#dismissed = true;
	}

	/** Puts a name where it was begun. @returns where the caret goes, or null */
	choose(i: number): number | null {
		const chosen = this.completions[i];
		const partial = this.#partial;
		if (!chosen || !partial) return null;
		const start = this.#caret - partial.length;
		const before = `${this.#text.slice(0, start)}${chosen.name} `;
		this.type(before + this.#text.slice(this.#caret).replace(/^ /u, ''), before.length);
		this.#dismissed = true;
		return before.length;
	}

	setRole(name: string, role: string): void {
		this.#roles = { ...this.#roles, [name]: role };
	}

	clear(): void {
		this.#text = '';
		this.#roles = {};
		this.#found = [];
	}

	/** What stands between the `@` and the caret. */
	get #partial(): string {
		return begun.exec(this.#text.slice(0, this.#caret))?.[1] ?? '';
	}

	async #search(): Promise<void> {
		const partial = this.#partial;
		const names = this.#names.ask(spellingsOf(this.#text));
		if (partial) {
			const result = await this.client.door.find_entities({ query: partial, limit: MOST });
			this.#found = result.ok
				? result.value.entities.filter(({ why }) => (why !== 'typo' && why !== 'near') || !partial.includes(' '))
				: [];
		}
		await names;
	}
}
