/** Which spellings are known names: asked of the notebook as they are typed, remembered until something changes. */
import type { Client } from '../client';
import { isSure } from '../box-options';
import type { Known, Lookup } from '../capture';

const LONGEST = 200;
const MOST_KEPT = 2_000;

export class Names {
	/** undefined as a value: asked, and unknown. */
	#answers = $state.raw<ReadonlyMap<string, Known | undefined>>(new Map());
	readonly #asked = new Set<string>();

	constructor(readonly client: Client) {}

	/** Answers at once from what was asked before. */
	readonly lookup: Lookup = (spelling) => this.#answers.get(keyOf(spelling));

	/** Asks for the spellings that were not asked before. */
	async ask(spellings: readonly string[]): Promise<void> {
		const open = [...new Set(spellings.map(keyOf))].filter((s) => s && [...s].length <= LONGEST && !this.#asked.has(s));
		if (open.length === 0) return;
		if (this.#asked.size > MOST_KEPT) this.#clear();
		for (const s of open) this.#asked.add(s);
		const found = await Promise.all(open.map((s) => this.#find(s)));
		this.#answers = new Map([...this.#answers, ...open.map((s, i) => [s, found[i]] as const)]);
	}

	/** After a change: ask anew. What was known stays until then, so that a reading does not flicker. */
	forget(): void {
		this.#asked.clear();
	}

	#clear(): void {
		this.#asked.clear();
		this.#answers = new Map();
	}

	async #find(spelling: string): Promise<Known | undefined> {
		const result = await this.client.door.find_entities({ query: spelling, limit: 2 });
		if (!result.ok) {
			this.#asked.delete(spelling);
			return undefined;
		}
		const [first, second] = result.value.entities;
		if (!first || !isSure(first)) return undefined;
		// Two things answer to one alias: neither may be meant silently (N2).
		const twofold = first.why !== 'exact' && second?.why === first.why && second.name !== first.name;
		return twofold ? undefined : { id: first.id, name: first.name, type: first.type };
	}
}

const keyOf = (spelling: string): string => spelling.normalize('NFC').toLowerCase().trim();
