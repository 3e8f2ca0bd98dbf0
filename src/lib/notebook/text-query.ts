/** A query made into words to look for: as written, as a beginning, with a slip (memory_search). Must not know of documents. */
import { bestOf, byText } from './best-of';
import { pairsOf, piecesOf, type Piece } from './words';
import type { Term, WordPostings } from './word-postings';

/** A term that may stand for a sought word, and how well, 0–1. */
export interface Reading {
	term: Term;
	weight: number;
}

export interface SoughtWord {
	/** Letters of it. */
	letters: number;
	readings: Reading[];
	/** The word itself, when it is known. */
	exact: Term | undefined;
}

/** Words of a query that are looked at. */
const MOST_WORDS = 32;
/** Longer words that a word may be the beginning of. */
const MOST_ENDINGS = 100;
const BEGINNING = 0.75;
const SLIPPED = 0.7;

const beginnings = (postings: WordPostings, word: string): Reading[] =>
	bestOf(
		postings.startingWith(word),
		MOST_ENDINGS,
		(a, b) => a.word.length - b.word.length || byText(a.word, b.word)
	).map((term) => ({
		term,
		weight: term.word === word ? 1 : (BEGINNING * word.length) / (word.length + 0.1 * (term.word.length - word.length))
	}));

/** Slips are forgiven in words of four letters and more; never in numbers, where each digit tells. */
const slipped = (postings: WordPostings, word: string, generous: boolean): Reading[] => {
	if (word.length < 4 || /\p{N}/u.test(word)) return [];
	const most = (word.length < 8 ? 1 : 2) + (generous ? 1 : 0);
	return postings.near(word, most).map(([term, slips]) => ({
		term,
		weight: slips === 0 ? 1 : SLIPPED * (1 - slips / word.length)
	}));
};

const readingsOf = (postings: WordPostings, word: string, generous: boolean): Reading[] => {
	const best = new Map<Term, Reading>();
	for (const reading of [...beginnings(postings, word), ...slipped(postings, word, generous)]) {
		const before = best.get(reading.term);
		if (!before || before.weight < reading.weight) best.set(reading.term, reading);
	}
	return [...best.values()];
};

const plainWord = (postings: WordPostings, word: string, alone: boolean, generous: boolean): SoughtWord => {
	const exact = postings.exactly(word);
	if (word.length === 1 && !alone) return { letters: 1, exact, readings: exact ? [{ term: exact, weight: 1 }] : [] };
	return { letters: word.length, exact, readings: readingsOf(postings, word, generous) };
};

/** A letter alone is found in every pair that it opens, and where it ends a run. */
export const denseTerms = (postings: WordPostings, run: string): (Term[] | undefined)[] => {
	const pairs = [...new Set(pairsOf(run))];
	if (pairs[0] === run && Array.from(run).length === 1) return [postings.startingWith(run)];
	return pairs.map((pair) => {
		const term = postings.exactly(pair);
		return term && [term];
	});
};

const denseWords = (postings: WordPostings, run: string): SoughtWord[] =>
	denseTerms(postings, run).map((terms = []) => ({
		letters: 2,
		exact: terms.length === 1 ? terms[0] : undefined,
		readings: terms.map((term) => ({ term, weight: 1 }))
	}));

/** The words and dense runs of a query or a name, each once. */
export const distinctPieces = (text: string): Piece[] => [
	...new Map(piecesOf(text).map((piece) => [piece.text, piece])).values()
];

/** The words of a query, each once. `generous` forgives one slip more. */
export const soughtWords = (postings: WordPostings, query: string, generous: boolean): SoughtWord[] => {
	const pieces = distinctPieces(query).slice(0, MOST_WORDS);
	return pieces.flatMap(({ text, dense }) =>
		dense ? denseWords(postings, text) : [plainWord(postings, text, pieces.length === 1, generous)]
	);
};
