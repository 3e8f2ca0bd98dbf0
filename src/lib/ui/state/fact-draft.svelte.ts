/** A fact being typed: its text, and the things it names with their roles. */
import type { Client } from '../client';
import { spansOf, spellingsOf, unmarked } from '../capture-names';
import { PLAIN_ROLE } from '../capture-write';
import { Names } from './names.svelte';
import { coalesced } from './refresh';
import type { NewFact } from './thing-writes';

export class FactDraft {
	#text = $state('');
	#roles = $state.raw<Readonly<Record<string, string>>>({});
	readonly #names: Names;
	readonly #look = coalesced(() => this.#names.ask(spellingsOf(this.#text)));

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
	}

	get text(): string {
		return this.#text;
	}

	set text(text: string) {
		this.#text = text;
		void this.#look();
	}

	get isEmpty(): boolean {
		return this.#text.trim() === '';
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

	setRole(name: string, role: string): void {
		this.#roles = { ...this.#roles, [name]: role };
	}

	clear(): void {
		this.#text = '';
		this.#roles = {};
	}
}
