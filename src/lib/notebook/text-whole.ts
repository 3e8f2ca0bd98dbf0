/** Documents whose text holds every word of a name: the word fallback of get_entity. No beginnings, no slips. */
import { denseTerms } from './text-query';
import { docOf, textTimes, type Term, type WordPostings } from './word-postings';
import type { Piece } from './words';

const lengthOf = (terms: Term[]): number => terms.reduce((sum, { docs }) => sum + docs.length, 0);

/** For each word the terms of which a document must have one, rarest first; none when a word is nowhere. */
const needsOf = (postings: WordPostings, pieces: Piece[]): Term[][] => {
	const needs: Term[][] = [];
	for (const { text, dense } of pieces) {
		const exact = postings.exactly(text);
		for (const terms of dense ? denseTerms(postings, text) : [exact && [exact]]) {
			if (!terms || terms.length === 0) return [];
			needs.push(terms);
		}
	}
	return needs.sort((a, b) => lengthOf(a) - lengthOf(b));
};

/** Numbers of the documents that have all pieces in their text; of a dense run only its pairs are looked at. */
export const holdingAll = (postings: WordPostings, pieces: Piece[]): number[] => {
	const [first = [], ...others] = needsOf(postings, pieces);
	const textDocs = (terms: Term[]): number[] =>
		terms.flatMap(({ docs }) => docs.filter((packed) => textTimes(packed) > 0).map(docOf));
	let holding = new Set(textDocs(first));
	for (const terms of others) {
		const having = holding;
		holding = new Set(textDocs(terms).filter((doc) => having.has(doc)));
	}
	return [...holding];
};
