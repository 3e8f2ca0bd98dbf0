/** How like two words of names are, in Latin letters: what the alignment of names is made of (N4, N5). Pure. */
import { edits } from './edits';
import { maybeOneGivenName } from './nicknames';
import { bonesOf, soundOf } from './sounds';

/** How a word of a query stands for one of a name. */
export type How = 'same' | 'prefix' | 'initial' | 'nickname' | 'typo' | 'sound';

export interface Fit {
	/** 0–1. */
	score: number;
	how: How;
}

/** Slips forgiven in a word of so many letters. */
export const forgiven = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : letters < 13 ? 2 : 3);

export const hasDigit = (word: string): boolean => /\d/.test(word);

const bySlips = (word: string, other: string, most: number): number => {
	const slips = edits(word, other, most);
	return slips > most ? 0 : 1 - slips / Math.max(word.length, other.length);
};

const byPrefix = (word: string, other: string): Fit | null =>
	other.startsWith(word) ? { score: 0.6 + (0.4 * word.length) / other.length, how: 'prefix' } : null;

/** A word and a name's word that begins with it; a single letter either way. */
const byBeginning = (word: string, other: string): Fit | null => {
	if (word.length > 1 && other.length > 1) return byPrefix(word, other);
	return word.charAt(0) === other.charAt(0) ? { score: 0.7, how: 'initial' } : null;
};

const LOOKS_LIKE: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 5: 's', 9: 'g' };

/** Digits between letters as the letters they look like: Rob1n. */
const inLetters = (word: string): string =>
	word.replace(/(?<=[a-z])\d(?=[a-z])/g, (digit) => LOOKS_LIKE[digit] ?? digit);

/** One has digits where the other has letters. */
const byLook = (word: string, other: string): Fit | null =>
	hasDigit(word) !== hasDigit(other) && inLetters(word) === inLetters(other) ? { score: 0.9, how: 'typo' } : null;

/** Two consonants are soon alike: only in words of about one length. */
const sameBones = (word: string, other: string): boolean => {
	const bones = bonesOf(word);
	if (bones.length < 2 || bones === word || bones !== bonesOf(other)) return false;
	return bones.length > 2 || Math.abs(word.length - other.length) < 3;
};

const bySound = (word: string, other: string): Fit | null => {
	const [sound, theirs] = [soundOf(word), soundOf(other)];
	if (sound === theirs) return { score: 0.95, how: 'sound' };
	if (maybeOneGivenName(sound, theirs)) return { score: 0.85, how: 'nickname' };
	const alike = bySlips(sound, theirs, forgiven(Math.max(sound.length, theirs.length)));
	const score = Math.max(0.95 * alike, sameBones(word, other) ? 0.72 : 0);
	return score > 0 ? { score, how: 'sound' } : null;
};

/** How a word of a query fits one of a name; null when it does not. Words with digits fit whole or as a beginning (ASR1603 is not ASR1605). */
export const fitOf = (word: string, other: string): Fit | null => {
	if (word === other) return { score: 1, how: 'same' };
	if (hasDigit(word) || hasDigit(other)) return byLook(word, other) ?? byPrefix(word, other);
	const begun = byBeginning(word, other);
	if (begun) return begun;
	const typed = bySlips(word, other, forgiven(word.length));
	const heard = bySound(word, other);
	return typed >= (heard?.score ?? 0) ? (typed > 0 ? { score: typed, how: 'typo' } : null) : heard;
};
