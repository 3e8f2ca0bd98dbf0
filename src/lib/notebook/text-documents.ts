/** The documents of the text index: their words in the lists, and what is told of them when they are found. Must not know of queries. */
import { pairsOf, piecesOf, type Piece } from './words';
import { WordPostings, type Times } from './word-postings';

export type DocumentKind = 'fact' | 'value' | 'note';

/** What is searched. `names`: those of the entities it is about; `at` ms since epoch; `importance` 0–1, 0.5 when absent. */
export interface TextDocument {
	id: string;
	kind: DocumentKind;
	shelf: string;
	channel: string;
	text: string;
	names: string;
	at: number;
	importance?: number;
}

/** A document without its text. */
export interface HeldDocument extends Omit<TextDocument, 'text' | 'names'> {
	/** Words in text and names. */
	length: number;
	/** Runs of three and more dense letters: pairs alone do not tell 東京タワー from 東京 … 京タ … */
	runs: string;
}

/** BM25: how soon more of the same word stops to count, and how much long texts pay. */
const SATURATION = 1.2;
const LENGTH_PENALTY = 0.6;

/** The last letter of a run stands alone too, so that each of its letters opens some word. */
const indexWords = ({ text, dense }: Piece): string[] => {
	if (!dense) return [text];
	const pairs = pairsOf(text);
	const last = Array.from(text).at(-1);
	return last === undefined || last === text ? pairs : [...pairs, last];
};

const countWords = (pieces: Piece[], field: keyof Times, into: Map<string, Times>): number => {
	let length = 0;
	for (const word of pieces.flatMap(indexWords)) {
		const times = into.get(word) ?? { text: 0, names: 0 };
		times[field]++;
		into.set(word, times);
		length++;
	}
	return length;
};

/** Dense runs of three and more letters. */
export const longRuns = (pieces: Piece[]): string[] =>
	pieces.filter(({ text, dense }) => dense && text.length > 2).map(({ text }) => text);

export class TextDocuments {
	readonly postings = new WordPostings();
	#numbers = new Map<string, number>();
	/** By number. */
	#held: (HeldDocument | undefined)[] = [];
	/** By number, beside the rest: read for every document that a search passes. */
	#lengths: number[] = [];
	#boosts: number[] = [];
	#totalLength = 0;

	get size(): number {
		return this.#numbers.size;
	}

	put({ text, names, ...told }: TextDocument): void {
		this.delete(told.id);
		const words = new Map<string, Times>();
		const pieces = piecesOf(text);
		const length = countWords(pieces, 'text', words) + countWords(piecesOf(names), 'names', words);
		const doc = this.postings.add(words);
		this.#held[doc] = { ...told, length, runs: longRuns(pieces).join(' ') };
		this.#lengths[doc] = length;
		this.#boosts[doc] = 0.95 + 0.1 * (told.importance ?? 0.5);
		this.#totalLength += length;
		this.#numbers.set(told.id, doc);
	}

	delete(id: string): void {
		const doc = this.#numbers.get(id);
		if (doc === undefined) return;
		this.#totalLength -= this.#lengths[doc] ?? 0;
		this.#numbers.delete(id);
		this.#held[doc] = undefined;
		this.postings.remove(doc);
	}

	byId(id: string): HeldDocument | undefined {
		return this.byNumber(this.#numbers.get(id) ?? -1);
	}

	byNumber(doc: number): HeldDocument | undefined {
		return this.#held[doc];
	}

	/** How rare what is in `count` documents is (BM25's inverse document frequency); never negative. */
	rarity(count: number): number {
		return Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
	}

	/** What a word that stands `times` in a document is worth, by the document's length (BM25); good until the next write. */
	saturation(): (doc: number, times: number) => number {
		const lengths = this.#lengths;
		const longer = (SATURATION * LENGTH_PENALTY * this.size) / (this.#totalLength || 1);
		const least = SATURATION * (1 - LENGTH_PENALTY);
		return (doc, times) => (times * (SATURATION + 1)) / (times + least + longer * (lengths[doc] ?? 0));
	}

	/** Half a step up or down for importance: it decides between equals, not against words. */
	boost(doc: number): number {
		return this.#boosts[doc] ?? 1;
	}
}
