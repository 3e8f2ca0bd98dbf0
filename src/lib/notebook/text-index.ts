/**
 * Words of facts, values and notes, in memory: memory_search, and the word fallback of get_entity. BM25 over our own lists, for
 * MiniSearch's take 200 ms for two common words of 100,000 documents and these a few; its radix tree finds beginnings and slips.
 * Kept from changes; knows ids and text, not what is current.
 */
import { Best, byText } from './best-of';
import { longRuns, TextDocuments, type DocumentKind, type HeldDocument, type TextDocument } from './text-documents';
import { distinctPieces, soughtWords, type SoughtWord } from './text-query';
import { Tally } from './text-tally';
import { holdingAll } from './text-whole';
import { docOf, namesTimes, textTimes, type Term } from './word-postings';

export type { DocumentKind, TextDocument };

export interface TextHit {
	id: string;
	kind: DocumentKind;
	shelf: string;
	/** Only for comparing hits of one search. */
	score: number;
}

export interface SearchScope {
	/** Only documents of these channels; absent: of all. */
	channels?: readonly string[];
	/** Only documents of these kinds; absent: of all. */
	kinds?: readonly DocumentKind[];
}

export interface TextIndex {
	/** Enters or replaces a document. */
	put(document: TextDocument): void;
	/** As `put` for each; the caller chooses batches and yields between them. */
	putMany(documents: Iterable<TextDocument>): void;
	delete(id: string): void;
	readonly size: number;
	/** The shelf of a document. */
	shelfOf(id: string): string | undefined;
	/**
	 * Best first; equal ones newest, then id. Words in any order, as beginnings, with slips. `low_confidence`: nothing is good,
	 * and the hits, if any, are only the nearest.
	 */
	search(query: string, options: SearchScope & { topK: number }): { hits: TextHit[]; low_confidence: boolean };
	/** Documents whose text holds every word of a name as a whole word, a run of a dense script as a run; no slips. Best first. */
	withAllWords(name: string, options: SearchScope & { limit: number }): TextHit[];
}

/** A hit that holds less than this share of the query, weighed by rarity, is no good one. */
const GOOD = 0.45;
/** A word found nowhere counts in full from so many letters on: short ones are mostly little words of a question. */
const FULL_WORD = 8;

interface Scored {
	held: HeldDocument;
	score: number;
	/** Share of the query that it holds, 0–1. */
	share: number;
}

const better = (a: Scored, b: Scored): number =>
	b.score - a.score || b.held.at - a.held.at || byText(a.held.id, b.held.id);

const toHit = ({ held: { id, kind, shelf }, score }: Scored): TextHit => ({
	id,
	kind,
	shelf,
	score: Math.round(score * 10_000) / 10_000
});

const filterOf = ({ channels, kinds }: SearchScope): ((held: HeldDocument) => boolean) => {
	const readable = channels && new Set(channels);
	return ({ channel, kind }) => (!readable || readable.has(channel)) && (!kinds || kinds.includes(kind));
};

class Texts implements TextIndex {
	#documents = new TextDocuments();
	#word = new Tally();
	#sum = new Tally();

	get size(): number {
		return this.#documents.size;
	}

	put(document: TextDocument): void {
		this.#documents.put(document);
	}

	putMany(documents: Iterable<TextDocument>): void {
		for (const document of documents) this.#documents.put(document);
	}

	delete(id: string): void {
		this.#documents.delete(id);
	}

	shelfOf(id: string): string | undefined {
		return this.#documents.byId(id)?.shelf;
	}

	search(
		query: string,
		{ topK, ...scope }: SearchScope & { topK: number }
	): { hits: TextHit[]; low_confidence: boolean } {
		const accepts = filterOf(scope);
		const strict = this.#ranked(query, topK, accepts, false);
		const hits = strict.length > 0 ? strict : this.#ranked(query, topK, accepts, true);
		return { hits: hits.map(toHit), low_confidence: !strict.some(({ share }) => share >= GOOD) };
	}

	#ranked(query: string, limit: number, accepts: (held: HeldDocument) => boolean, generous: boolean): Scored[] {
		const words = soughtWords(this.#documents.postings, query, generous);
		const worths = this.#worths(words);
		this.#word.fit(this.#documents.postings.capacity);
		this.#sum.fit(this.#documents.postings.capacity);
		words.forEach((word, at) => {
			this.#tallyWord(word);
			this.#word.pour(this.#sum, worths[at] ?? 0);
		});
		return this.#drain(
			worths.reduce((sum, worth) => sum + worth, 0),
			limit,
			accepts
		);
	}

	/** How much of the query each word is: by its rarity; one that is nowhere as the mean of the others, less when short. */
	#worths(words: SoughtWord[]): number[] {
		const known = words.map(({ exact, readings }) => {
			const rarities = exact ? [this.#rarity(exact)] : readings.map(({ term }) => this.#rarity(term));
			return rarities.length > 0 ? Math.min(...rarities) : undefined;
		});
		const some = known.filter((worth) => worth !== undefined);
		const mean = some.length > 0 ? some.reduce((sum, worth) => sum + worth, 0) / some.length : 1;
		return known.map((worth, at) => worth ?? mean * Math.min(1, (words[at]?.letters ?? 0) / FULL_WORD));
	}

	#rarity(term: Term): number {
		return this.#documents.rarity(this.#documents.postings.count(term));
	}

	#tallyWord({ exact, readings }: SoughtWord): void {
		const most = exact ? this.#rarity(exact) : Infinity;
		const saturation = this.#documents.saturation();
		for (const { term, weight } of readings) {
			const worth = weight * Math.min(most, this.#rarity(term));
			for (const packed of term.docs) {
				const doc = docOf(packed);
				this.#word.raise(doc, worth * saturation(doc, textTimes(packed) + namesTimes(packed)), weight);
			}
		}
	}

	#drain(total: number, limit: number, accepts: (held: HeldDocument) => boolean): Scored[] {
		const best = new Best(limit, better);
		this.#sum.drain((doc, sum, part) => {
			const share = part / total;
			this.#offer(best, doc, sum * (0.3 + 0.7 * share) * this.#documents.boost(doc), share, accepts);
		});
		return best.items;
	}

	/** The document itself is looked at last, and seldom: among 100,000 that is what takes time. */
	#offer(
		best: Best<Scored>,
		doc: number,
		score: number,
		share: number,
		accepts: (held: HeldDocument) => boolean
	): void {
		const last = best.last;
		if (last && score < last.score) return;
		const held = this.#documents.byNumber(doc);
		if (held && accepts(held)) best.offer({ held, score, share });
	}

	withAllWords(name: string, { limit, ...scope }: SearchScope & { limit: number }): TextHit[] {
		const pieces = distinctPieces(name);
		const runs = longRuns(pieces);
		const readable = filterOf(scope);
		const accepts = (held: HeldDocument): boolean => readable(held) && runs.every((run) => held.runs.includes(run));
		const saturation = this.#documents.saturation();
		const best = new Best(limit, better);
		for (const doc of holdingAll(this.#documents.postings, pieces)) {
			this.#offer(best, doc, saturation(doc, 1) * this.#documents.boost(doc), 1, accepts);
		}
		return best.items.map(toHit);
	}
}

/** An empty index. */
export const createTextIndex = (): TextIndex => new Texts();
