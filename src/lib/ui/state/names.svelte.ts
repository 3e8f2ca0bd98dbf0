/** Which spellings are known names: asked of the notebook as they are typed, remembered until something changes. */
import type { Client } from '../client';
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
		const found = await this.#find(open);
		this.#answers = new Map([...this.#answers, ...open.map((s) => [s, found.get(s)] as const)]);
	}

	/** After a change: ask anew. What was known stays until then, so that a reading does not flicker. */
	forget(): void {
		this.#asked.clear();
	}

	#clear(): void {
		this.#asked.clear();
		this.#answers = new Map();
	}

	/** What could mean several things is not known: none may be meant silently (N2). */
	async #find(spellings: readonly string[]): Promise<ReadonlyMap<string, Known>> {
		const result = await this.client.door.look_up_names({ names: [...spellings] });
		if (result.ok) return new Map(result.value.known.map(({ asked, id, name, type }) => [asked, { id, name, type }]));
		for (const s of spellings) this.#asked.delete(s);
		return new Map();
	}
}

const keyOf = (spelling: string): string => spelling.normalize('NFC').toLowerCase().trim();
