/**
 * How like a typed text and a spelling are, and why: what ranks suggestions (N4, N5). Suggestions only suggest, so this may
 * be generous; it decides nothing. Pure.
 */
import Fuse from 'fuse.js';
import type { NameWhy } from '../contract/shapes';
import { exactKey } from '../domain/name';
import { edits } from './edits';
import { initialsOf } from './grams';
import { isOtherScript } from './latin-form';
import { align, type Alignment } from './name-alignment';
import { digitsOf, isAcrossScripts, sharedSolid, spelledOf, type Sought, type Spelled } from './spelled-name';
import { forgiven } from './word-likeness';

export type Why = NameWhy;

export interface Likeness {
	/** 0–1. */
	score: number;
	why: Why;
}

/** How much of a query's and a spelling's grams are the same, and how like Fuse finds them; each 0–1. */
export interface Nearness {
	shared: number;
	fuse: number;
}

/** Numbers tell things apart that letters do not: ASR1603 is not a slip for ASR1605. */
const otherNumbers = (query: Spelled, name: Spelled): boolean =>
	query.digits !== '' && query.digits !== name.digits && query.digits !== digitsOf(name.words);

const sameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
	a.length === b.length && a.every((item, at) => item === b[at]);

/** Of two that are one in Latin letters. */
const spellingOrScript = (query: Spelled, name: Spelled): Why =>
	isOtherScript(query.form) || isOtherScript(name.form) ? 'other_script' : 'spelling';

const sameWords = (query: Spelled, name: Spelled): boolean =>
	query.words.length > 1 &&
	query.words.length === name.words.length &&
	query.words.every((word) => name.words.includes(word)) &&
	sameList([...query.words].sort(), [...name.words].sort());

/** The same letters but for accents and spaces, script, numbers written out, form of company or word order: equal ones, so that use decides. */
export const asGoodAsSame = (query: Spelled, name: Spelled): Likeness | null => {
	const sameForms = sameList(query.forms, name.forms);
	const why = spellingOrScript(query, name);
	if (query.bare === name.bare && why === 'other_script') return { score: 0.9, why };
	if (query.latin === name.latin) return { score: 0.94, why };
	if (query.bare === name.bare) return { score: 0.93, why };
	if (sameList(query.words, name.words))
		return query.forms.length + name.forms.length > 0
			? { score: sameForms ? 0.92 : 0.88, why: 'company_form' }
			: { score: 0.92, why: 'spelling' };
	return sameWords(query, name) ? { score: sameForms ? 0.91 : 0.87, why: 'word_order' } : null;
};

/** The most telling of how the words of two names fit. */
export const whyOf = (query: Spelled, name: Spelled, { hows, isSpent }: Alignment): Why => {
	if (isAcrossScripts(query, name)) return 'other_script';
	if (hows.has('nickname')) return 'nickname';
	if (hows.has('initial')) return 'initials';
	if (hows.has('typo') || hows.has('sound')) return 'typo';
	return isSpent && !hows.has('prefix') ? 'word_order' : 'word_prefix';
};

const initialsAre = (query: Spelled, name: Spelled): boolean =>
	query.latin.length > 1 && query.words.length < name.words.length && initialsOf(name.latin) === query.latin;

const beginsWith = (query: Spelled, name: Spelled): boolean =>
	sameList(query.words.slice(0, name.words.length), name.words);

/** 0–1: by pieces, by words and by Fuse; a little more for one form of company, a little less for another script. */
const nearnessOf = (query: Sought, name: Spelled, laid: number, { shared, fuse }: Nearness): number => {
	const near = 0.45 * laid + 0.25 * shared + 0.2 * sharedSolid(query, name.solid) + 0.1 * fuse;
	if (isAcrossScripts(query, name)) return 0.95 * near;
	return query.forms.length > 0 && sameList(query.forms, name.forms) ? near + 0.05 * (1 - near) : near;
};

/** Without the form of company, unless it is what was typed: corp micro. */
const alignmentOf = (query: Sought, name: Spelled, rarity: (word: string) => number): Alignment => {
	const aligned = align(query.words, name.words, rarity, query.fits);
	if (aligned.isFound || name.forms.length === 0) return aligned;
	const whole = align(query.words, name.all, rarity, query.fits);
	return whole.isFound ? whole : aligned;
};

/**
 * Likeness of a query and a folded spelling.
 * Ranges overlap on purpose: a long tail makes a prefix worth less than a slip in an otherwise whole name.
 */
const likeness = (query: Sought, name: Spelled, nearness: Nearness, rarity: (word: string) => number): Likeness => {
	const same = asGoodAsSame(query, name);
	if (same) return same;
	const aligned = alignmentOf(query, name, rarity);
	const laid = 0.6 * aligned.ofQuery + 0.4 * aligned.ofName;
	const near = nearnessOf(query, name, laid, nearness);
	if (name.form.startsWith(query.form)) return { score: 0.8 + 0.1 * near, why: 'prefix' };
	if (name.latin.startsWith(query.latin)) return { score: 0.78 + 0.1 * near, why: spellingOrScript(query, name) };
	if (initialsAre(query, name)) return { score: 0.6 + 0.1 * near, why: 'initials' };
	if (aligned.isFound) return { score: 0.2 + 0.15 * aligned.ofQuery + 0.5 * near, why: whyOf(query, name, aligned) };
	if (otherNumbers(query, name)) return { score: 0.35 * near, why: 'near' };
	const most = forgiven(query.solid.length);
	if (edits(query.solid, name.solid, most) <= most) return { score: 0.3 + 0.5 * near, why: 'typo' };
	if (aligned.isSpent)
		return { score: (beginsWith(query, name) ? 0.34 : 0.3) * aligned.ofName + 0.4 * near, why: 'near' };
	// In another script they share no pieces: what is left are the words.
	return { score: 0.7 * (isAcrossScripts(query, name) ? Math.max(near, 0.65 * laid) : near), why: 'near' };
};

const fuseOptions = {
	includeScore: true,
	ignoreLocation: true,
	ignoreFieldNorm: true,
	threshold: 0.6,
	shouldSort: false
};

/** Likeness by Fuse, 0–1, of each text to the query, both in Latin letters. */
const byFuse = (query: Sought, texts: string[]): number[] => {
	const scores = texts.map(() => 0);
	for (const found of new Fuse(texts, fuseOptions).search(query.latin)) scores[found.refIndex] = 1 - (found.score ?? 1);
	return scores;
};

/** A spelling as written: a name or an alias. */
export interface Spelling {
	text: string;
	alias: boolean;
}

export interface Candidate {
	spelling: Spelling;
	/** Folded (`formOf`). */
	form: string;
	shared: number;
}

const rated = (
	query: Sought,
	spelling: Spelling,
	name: Spelled,
	nearness: Nearness,
	rarity: (word: string) => number
): Likeness => {
	if (exactKey(spelling.text) === query.exact)
		return spelling.alias ? { score: 0.98, why: 'alias' } : { score: 1, why: 'exact' };
	if (name.form === query.form) return { score: spelling.alias ? 0.955 : 0.96, why: 'same_form' };
	const { score, why } = likeness(query, name, nearness, rarity);
	return { score: spelling.alias ? score * 0.99 : score, why };
};

/**
 * Likeness of a query to each candidate, in their order.
 * @param rarity what a word tells: much when few names have it.
 */
export const rate = (query: Sought, candidates: readonly Candidate[], rarity: (word: string) => number): Likeness[] => {
	const rarities = new Map<string, number>();
	const rarityOf = (word: string): number => {
		const known = rarities.get(word) ?? rarity(word);
		rarities.set(word, known);
		return known;
	};
	const names = candidates.map(({ form }) => spelledOf(form));
	const fuse = byFuse(
		query,
		names.map(({ latin }) => latin)
	);
	return candidates.map(({ spelling, shared }, at) =>
		rated(query, spelling, names[at] ?? query, { shared, fuse: fuse[at] ?? 0 }, rarityOf)
	);
};
