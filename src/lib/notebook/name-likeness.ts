/**
 * How like a typed text and a spelling are, and why: what ranks suggestions (N4, N5). Suggestions only suggest, so this may
 * be generous; it decides nothing. Pure.
 */
import Fuse from 'fuse.js';
import { exactKey, foldKey } from '../domain/name';
import { edits } from './edits';
import { initialsOf } from './grams';

export type Why = 'exact' | 'alias' | 'same_form' | 'prefix' | 'word_prefix' | 'initials' | 'typo' | 'near';

export interface Likeness {
	/** 0–1. */
	score: number;
	why: Why;
}

/** A typed text, made ready once for many spellings. */
export interface Sought {
	exact: string;
	/** What stands for a name in the index: its fold key, else (only signs, emoji) its exact key. */
	form: string;
	words: string[];
	solid: string;
	solidThrees: Set<string>;
	digits: string;
}

/** How much of a query's and a spelling's grams are the same, and how like Fuse finds them; each 0–1. */
export interface Nearness {
	shared: number;
	fuse: number;
}

const threesOf = (solid: string): Set<string> => {
	const padded = ` ${solid} `;
	const threes = new Set<string>();
	for (let at = 0; at + 3 <= padded.length; at++) threes.add(padded.slice(at, at + 3));
	return threes;
};

const solidOf = (form: string): string => form.replaceAll(' ', '');

const digitsOf = (form: string): string => (form.match(/\p{N}+/gu) ?? []).join(' ');

/** The spelling as the index holds it. */
export const formOf = (name: string): string => foldKey(name) || exactKey(name);

export const sought = (query: string): Sought => {
	const form = formOf(query);
	const solid = solidOf(form);
	return {
		exact: exactKey(query),
		form,
		words: form.split(' '),
		solid,
		solidThrees: threesOf(solid),
		digits: digitsOf(form)
	};
};

/** Runs of three in common over all, the spaces left out: Jan Daniel and JanDaniel are near. */
const sharedSolid = (query: Sought, solid: string): number => {
	const theirs = threesOf(solid);
	let common = 0;
	for (const three of theirs) if (query.solidThrees.has(three)) common++;
	return common / (query.solidThrees.size + theirs.size - common);
};

/** Slips forgiven in a word of so many letters. */
const forgiven = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : letters < 13 ? 2 : 3);

/** Where a word stands among others: by prefix, else with the fewest slips; null when it does not. */
const place = (word: string, among: string[]): { at: number; slips: number } | null => {
	const whole = among.indexOf(word);
	const at = whole < 0 ? among.findIndex((other) => other.startsWith(word)) : whole;
	if (at >= 0) return { at, slips: 0 };
	const most = forgiven(word.length);
	let best: { at: number; slips: number } | null = null;
	for (let other = 0; other < among.length && most > 0; other++) {
		const slips = edits(word, among[other] ?? '', most);
		if (slips <= most && (!best || slips < best.slips)) best = { at: other, slips };
	}
	return best;
};

/** Slips it takes to find each word in a word of its own of a spelling; null when one is nowhere. */
const slipsByWord = (words: string[], form: string): number | null => {
	const free = form.split(' ');
	let slips = 0;
	for (const word of words) {
		const found = place(word, free);
		if (!found) return null;
		free.splice(found.at, 1);
		slips += found.slips;
	}
	return slips;
};

/** Numbers tell things apart that letters do not: ASR1603 is not a slip for ASR1605. */
const otherNumbers = (query: Sought, form: string): boolean => query.digits !== '' && query.digits !== digitsOf(form);

/**
 * Likeness of a query and a folded spelling.
 * Ranges overlap on purpose: a long tail makes a prefix worth less than a slip in an otherwise whole name.
 */
const likeness = (query: Sought, form: string, { shared, fuse }: Nearness): Likeness => {
	const solid = solidOf(form);
	const near = 0.5 * shared + 0.3 * sharedSolid(query, solid) + 0.2 * fuse;
	if (form.startsWith(query.form)) return { score: 0.8 + 0.1 * near, why: 'prefix' };
	if (query.solid.length > 1 && initialsOf(form) === query.form) return { score: 0.6 + 0.1 * near, why: 'initials' };
	const slips = slipsByWord(query.words, form);
	if (slips === 0) return { score: 0.4 + 0.4 * near, why: 'word_prefix' };
	if (otherNumbers(query, form)) return { score: 0.35 * near, why: 'near' };
	const most = forgiven(query.solid.length);
	if (slips !== null || edits(query.solid, solid, most) <= most) return { score: 0.3 + 0.5 * near, why: 'typo' };
	const back = slipsByWord(form.split(' '), query.form);
	if (back !== null) return { score: 0.3 + 0.4 * near, why: 'near' };
	return { score: 0.7 * near, why: 'near' };
};

const fuseOptions = {
	includeScore: true,
	ignoreLocation: true,
	ignoreFieldNorm: true,
	threshold: 0.6,
	shouldSort: false
};

/** Likeness by Fuse, 0–1, of each text to the query. */
export const byFuse = (query: Sought, texts: string[]): number[] => {
	const scores = texts.map(() => 0);
	for (const found of new Fuse(texts, fuseOptions).search(query.form)) scores[found.refIndex] = 1 - (found.score ?? 1);
	return scores;
};

/** A spelling as written: a name or an alias. */
export interface Spelling {
	text: string;
	alias: boolean;
}

/** Likeness of a query and a spelling as written, whose folded form is `form`. */
export const rate = (query: Sought, spelling: Spelling, form: string, nearness: Nearness): Likeness => {
	if (exactKey(spelling.text) === query.exact)
		return spelling.alias ? { score: 0.98, why: 'alias' } : { score: 1, why: 'exact' };
	if (form === query.form) return { score: spelling.alias ? 0.94 : 0.95, why: 'same_form' };
	const { score, why } = likeness(query, form, nearness);
	return { score: spelling.alias ? score * 0.99 : score, why };
};
