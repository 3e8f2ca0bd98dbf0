/**
 * For each word the documents that hold it, as numbers packed small: a common word of 100,000 documents is read through in
 * about a millisecond. Deleted documents are swept out bit by bit. Must not know what a document is.
 */
import SearchableMap from 'minisearch/SearchableMap';

/** A word and its documents: document number · 256 + times in names · 16 + times in the text (each at most 15). */
export interface Term {
	word: string;
	docs: number[];
}

export interface Times {
	text: number;
	names: number;
}

const MOST_TIMES = 15;
/** Terms swept per write. */
const SWEPT_AT_ONCE = 200;
const FEW_DEAD = 1000;

export const docOf = (packed: number): number => packed >>> 8;
export const textTimes = (packed: number): number => packed & 15;
export const namesTimes = (packed: number): number => (packed >>> 4) & 15;

export class WordPostings {
	#tree = new SearchableMap<Term>();
	#terms: Term[] = [];
	#alive: boolean[] = [];
	#free: number[] = [];
	#dead: number[] = [];
	/** Documents being swept out, and the next term to look at. */
	#sweeping: number[] | undefined;
	#next = 0;

	/** Numbers ever given; arrays of what belongs to a document are as long. */
	get capacity(): number {
		return this.#alive.length;
	}

	isAlive(doc: number): boolean {
		return this.#alive[doc] === true;
	}

	/** Enters a document by its words; answers its number, good until it is removed. */
	add(words: ReadonlyMap<string, Times>): number {
		const doc = this.#free.pop() ?? this.#alive.length;
		this.#alive[doc] = true;
		for (const [word, times] of words) {
			this.#term(word).docs.push(doc * 256 + Math.min(times.names, MOST_TIMES) * 16 + Math.min(times.text, MOST_TIMES));
		}
		this.#sweep();
		return doc;
	}

	#term(word: string): Term {
		const known = this.#tree.get(word);
		if (known) return known;
		const term: Term = { word, docs: [] };
		this.#tree.set(word, term);
		this.#terms.push(term);
		return term;
	}

	/** At once for readers; the numbers leave the lists with later writes. */
	remove(doc: number): void {
		this.#alive[doc] = false;
		this.#dead.push(doc);
		this.#sweep();
	}

	/** Living documents of a term. Those not swept out yet must not show in how rare a word is. */
	count({ docs }: Term): number {
		if (!this.#hasDead) return docs.length;
		let count = 0;
		for (const packed of docs) if (this.#alive[docOf(packed)]) count++;
		return count;
	}

	#isHeld({ docs }: Term): boolean {
		return !this.#hasDead || docs.some((packed) => this.#alive[docOf(packed)]);
	}

	get #hasDead(): boolean {
		return this.#dead.length > 0 || this.#sweeping !== undefined;
	}

	exactly(word: string): Term | undefined {
		const term = this.#tree.get(word);
		return term && this.#isHeld(term) ? term : undefined;
	}

	/** Terms that begin with `prefix`, itself included; in no order. */
	startingWith(prefix: string): Term[] {
		return [...this.#tree.atPrefix(prefix).values()].filter((term) => this.#isHeld(term));
	}

	/** Terms within `most` slips of a word, with the slips. */
	near(word: string, most: number): [Term, number][] {
		return [...this.#tree.fuzzyGet(word, most).values()].filter(([term]) => this.#isHeld(term));
	}

	#sweep(): void {
		if (!this.#sweeping) {
			if (this.#dead.length < FEW_DEAD || this.#dead.length * 4 < this.#alive.length) return;
			this.#sweeping = this.#dead;
			this.#dead = [];
			this.#next = 0;
		}
		for (let left = SWEPT_AT_ONCE; left > 0 && this.#next < this.#terms.length; left--) this.#sweepNext();
		if (this.#next < this.#terms.length) return;
		this.#free = this.#free.concat(this.#sweeping);
		this.#sweeping = undefined;
	}

	#sweepNext(): void {
		const term = this.#terms[this.#next];
		if (!term) return;
		const living = term.docs.filter((packed) => this.#alive[docOf(packed)]);
		if (living.length < term.docs.length) term.docs = living;
		if (living.length > 0) {
			this.#next++;
			return;
		}
		this.#tree.delete(term.word);
		const last = this.#terms.pop();
		if (last && last !== term) this.#terms[this.#next] = last;
	}
}
