/** A name made ready to be compared with others (N4, N5): in Latin letters, as words, as pieces. Pure. */
import { exactKey } from '../domain/name';
import { formOf, isOtherScript, latinOf } from './latin-form';
import { wordedOf, type Fits, type Worded } from './name-alignment';

/** A folded name, made ready to be compared. */
export interface Spelled extends Worded {
	/** What stands for a name in the index (`formOf`). */
	form: string;
	latin: string;
	/** The Latin letters without spaces. */
	solid: string;
	digits: string;
}

/** A typed text, made ready once for many spellings. */
export interface Sought extends Spelled {
	exact: string;
	solidThrees: Set<number>;
	fits: Fits;
}

/** Runs of three letters as numbers, a space at either end. */
const threesOf = (solid: string): Set<number> => {
	const threes = new Set<number>();
	let run = 32;
	for (let at = 0; at <= solid.length; at++) {
		const unit = at < solid.length ? solid.charCodeAt(at) : 32;
		run = ((run << 10) ^ unit) & 0x3fffffff;
		if (at > 0) threes.add(run);
	}
	return threes;
};

export const digitsOf = (words: readonly string[]): string => (words.join(' ').match(/\d+/g) ?? []).join(' ');

export const spelledOf = (form: string, latin = latinOf(form)): Spelled => ({
	form,
	latin,
	solid: latin.replaceAll(' ', ''),
	digits: digitsOf([latin]),
	...wordedOf(latin)
});

export const sought = (query: string): Sought => {
	const spelled = spelledOf(formOf(query));
	return { ...spelled, exact: exactKey(query), solidThrees: threesOf(spelled.solid), fits: new Map() };
};

/** Runs of three in common over all, the spaces left out: Jan Daniel and JanDaniel are near. */
export const sharedSolid = (query: Sought, solid: string): number => {
	const theirs = threesOf(solid);
	let common = 0;
	for (const three of theirs) if (query.solidThrees.has(three)) common++;
	return common / (query.solidThrees.size + theirs.size - common);
};

export const isAcrossScripts = (query: Spelled, name: Spelled): boolean =>
	isOtherScript(query.form) !== isOtherScript(name.form);
