/**
 * The pieces by which near names find each other (N5), as small integers. Two pieces that share an integer only bring in one
 * candidate more, which the ranking then throws out. Must not know of entities.
 */
import { bonesOf } from './sounds';

/** Up to this length a word gives its pairs of letters too: a swap in a short word leaves no run of three alike. */
const SHORT_WORD = 6;

const kinds = { gram: 1, start: 2, opening: 3, whole: 4, letter: 5, initials: 6, bones: 7 } as const;

/** 30 bits, so that engines keep it as a small integer. */
const hash = (kind: number, text: string, from: number, to: number): number => {
	let mixed = 0x811c9dc5 ^ kind;
	for (let at = from; at < Math.min(to, text.length); at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
	return (mixed ^ (mixed >>> 13)) & 0x3fffffff;
};

/** Units of scripts without spaces, of Hangul, and of everything beyond the basic plane: there one or two letters tell much. */
const isDenseUnit = (unit: number): boolean =>
	unit >= 0x0e00 &&
	(unit < 0x0f00 ||
		(unit >= 0x1000 && unit < 0x1200) ||
		(unit >= 0x1780 && unit < 0x1800) ||
		(unit >= 0x2e80 && unit < 0xe000) ||
		(unit >= 0xf900 && unit < 0xfb00));

const addRuns = (grams: Set<number>, text: string, length: number): void => {
	for (let at = 0; at + length <= text.length; at++) grams.add(hash(kinds.gram, text, at, at + length));
};

/** Letters and pairs of a dense script as written: their Latin letters tell less. */
const addDense = (grams: Set<number>, form: string): void => {
	for (const word of form.split(' ')) {
		let dense = false;
		for (let at = 0; at < word.length; at++) {
			if (!isDenseUnit(word.charCodeAt(at))) continue;
			dense = true;
			grams.add(hash(kinds.letter, word, at, at + 1));
		}
		if (dense) addRuns(grams, word, 2);
	}
};

/** First letters of the words of a folded name, single letters left out (People's Liberation Army: pla); `''` below three words or beyond a short word. */
export const initialsOf = (form: string): string => {
	const words = form.split(' ').filter((word) => word.length > 1);
	return words.length < 3 || words.length > SHORT_WORD ? '' : words.map((word) => word.charAt(0)).join('');
};

/** The integers of a folded name and of its Latin letters: threes of each padded word, pairs of short words, starts, initials, the whole; letters and pairs of dense scripts. */
export const gramsOf = (form: string, latin: string): Set<number> => {
	const grams = new Set<number>([
		hash(kinds.whole, form, 0, form.length),
		hash(kinds.opening, latin, 0, 1),
		hash(kinds.opening, latin, 0, 3)
	]);
	const words = latin.split(' ');
	const initials = words.length === 1 ? latin : initialsOf(latin);
	if (initials !== '') grams.add(hash(kinds.initials, initials, 0, SHORT_WORD));
	for (const word of words) {
		grams.add(hash(kinds.start, word, 0, 1));
		addRuns(grams, ` ${word} `, 3);
		if (word.length <= SHORT_WORD) addRuns(grams, word, 2);
	}
	if (form !== latin) addDense(grams, form);
	return grams;
};

/** A word in Latin letters by its consonants: what two ways of writing one name in another script have in common. */
export const bonesGram = (word: string): number => {
	const bones = bonesOf(word);
	return hash(kinds.bones, bones, 0, bones.length);
};
