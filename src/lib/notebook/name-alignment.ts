/** The words of a query laid on those of a name, in any order (N4, N5): how much of either is found in the other, and how. Pure. */
import { splitCompanyForms } from './company-forms';
import { edits } from './edits';
import { joinLetters } from './latin-form';
import { inDigits } from './number-words';
import { fitOf, forgiven, hasDigit, type Fit, type How } from './word-likeness';

/** A name in Latin letters, as words: without what only says which form of company it is. */
export interface Worded {
	words: string[];
	/** Forms of company (`splitCompanyForms`). */
	forms: number[];
	/** The words with those of the form. */
	all: string[];
	/** All of it run together, but for words that names are written with or without. */
	bare: string;
}

export interface Alignment {
	/** Share of the query's words that are found, weighed by rarity, 0–1. */
	ofQuery: number;
	/** Share of the name's. */
	ofName: number;
	/** Every word of the query has one of the name, not by its first letter alone. */
	isFound: boolean;
	/** Every word of the name has one of the query, as before. */
	isSpent: boolean;
	hows: Set<How>;
}

/** Of longer names only so many words are laid on each other. */
const MOST_WORDS = 16;

/** Words that names are written with or without. */
const FILLERS = new Set(['the', 'and', 'of']);

/** Also the s of Brandt's. */
const withoutFillers = (words: string[]): string[] => {
	const telling = words.filter((word, at) => !FILLERS.has(word) && (word !== 's' || at === 0));
	return telling.length > 0 ? telling : words;
};

export const wordedOf = (latin: string): Worded => {
	const all = joinLetters(latin.split(' '));
	const { core, forms } = splitCompanyForms(all);
	const telling = withoutFillers(all);
	return {
		words: inDigits(core === all ? telling : withoutFillers(core)),
		forms,
		all: telling,
		bare: telling.join('')
	};
};

interface Link extends Fit {
	/** Words of the query and of the name. */
	ours: number[];
	theirs: number[];
}

/** Fits of one query's words, which come back from name to name. */
export type Fits = Map<string, Fit | null>;

const remembered = (fits: Fits, word: string, other: string): Fit | null => {
	const key = `${word} ${other}`;
	let fit = fits.get(key);
	if (fit === undefined) fits.set(key, (fit = fitOf(word, other)));
	return fit;
};

/** Two neighbours that are one word of the others, by their places. */
const runTogether = (words: string[], others: string[]): [number[], number[]][] =>
	words.slice(1).flatMap((word, before): [number[], number[]][] => {
		const at = others.indexOf(`${words[before] ?? ''}${word}`);
		return at < 0 ? [] : [[[before, before + 1], [at]]];
	});

/** Every word that fits another, best first. */
const linksOf = (query: string[], name: string[], fits: Fits): Link[] => {
	const links: Link[] = [];
	query.forEach((word, ours) => {
		name.forEach((other, theirs) => {
			const fit = remembered(fits, word, other);
			if (fit) links.push({ ...fit, ours: [ours], theirs: [theirs] });
		});
	});
	const joined: Fit = { score: 0.97, how: 'typo' };
	for (const [ours, theirs] of runTogether(query, name)) links.push({ ...joined, ours, theirs });
	for (const [theirs, ours] of runTogether(name, query)) links.push({ ...joined, ours, theirs });
	const apart = ({ ours, theirs }: Link): number => Math.abs((ours[0] ?? 0) - (theirs[0] ?? 0));
	return links.sort((a, b) => b.score - a.score || apart(a) - apart(b));
};

/** Each word in one link at most. */
const chosen = (links: Link[]): Link[] => {
	const [ours, theirs] = [new Set<number>(), new Set<number>()];
	return links.filter((link) => {
		if (link.ours.some((at) => ours.has(at)) || link.theirs.some((at) => theirs.has(at))) return false;
		for (const at of link.ours) ours.add(at);
		for (const at of link.theirs) theirs.add(at);
		return true;
	});
};

const untaken = (words: string[], links: Link[], side: 'ours' | 'theirs'): number[] =>
	words.map((_, at) => at).filter((at) => !links.some((link) => link[side].includes(at)));

/** The share of words that are linked, each as well as it fits, weighed. */
const shareOf = (words: string[], links: Link[], side: 'ours' | 'theirs', rarity: (word: string) => number): number => {
	let found = 0;
	let all = 0;
	words.forEach((word, at) => {
		const weight = rarity(word);
		all += weight;
		found += weight * (links.find((link) => link[side].includes(at))?.score ?? 0);
	});
	return all > 0 ? found / all : 0;
};

const firstLetters = (words: string[]): string => words.map((word) => word.charAt(0)).join('');

/** What is left on both sides as one: words run together or apart (van der Heuvel), or first letters for words (JP). */
const linkOfRest = (ours: string[], theirs: string[]): Fit | null => {
	if (ours.length === 0 || theirs.length === 0 || ours.length + theirs.length < 3) return null;
	const [solid, other] = [ours.join(''), theirs.join('')];
	const most = hasDigit(solid) ? 0 : forgiven(solid.length);
	const slips = edits(solid, other, most);
	if (slips <= most) return { score: 0.97 - slips / solid.length, how: 'typo' };
	if (ours.length === 1 && firstLetters(theirs) === solid) return { score: 0.75, how: 'initial' };
	if (theirs.length === 1 && firstLetters(ours) === other) return { score: 0.75, how: 'initial' };
	return null;
};

/** More than one or two first letters: those are found anywhere. */
const isTelling = ({ how, ours, theirs }: Link): boolean => how !== 'initial' || ours.length + theirs.length > 3;

/** @param rarity what a word tells: much when few names have it. */
export const align = (queried: string[], named: string[], rarity: (word: string) => number, fits: Fits): Alignment => {
	const [query, name] = [queried.slice(0, MOST_WORDS), named.slice(0, MOST_WORDS)];
	const links = chosen(linksOf(query, name, fits));
	const ours = untaken(query, links, 'ours');
	const theirs = untaken(name, links, 'theirs');
	const rest = linkOfRest(
		ours.map((at) => query[at] ?? ''),
		theirs.map((at) => name[at] ?? '')
	);
	if (rest) links.push({ ...rest, ours, theirs });
	const isMore = links.some(isTelling);
	return {
		ofQuery: isMore ? shareOf(query, links, 'ours', rarity) : 0,
		ofName: isMore ? shareOf(name, links, 'theirs', rarity) : 0,
		isFound: isMore && (ours.length === 0 || rest !== null),
		isSpent: isMore && (theirs.length === 0 || rest !== null),
		hows: new Set(links.map(({ how }) => how))
	};
};
