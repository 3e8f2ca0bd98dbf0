/** How likely two names are of one thing (N4, N6): what ranks likely duplicates. It decides nothing. Pure. */
import { exactKey } from '../domain/name';
import { formOf } from './latin-form';
import { align, type Worded } from './name-alignment';
import { asGoodAsSame, whyOf, type Likeness, type Spelling } from './name-likeness';
import { isAcrossScripts, sought, spelledOf } from './spelled-name';

/** A word by which two that are else alike are two: numbers, in digits or Roman, and which of a family (Jr., the Elder). */
const TELLING_APART =
	/^(?=[ivxl]{2})(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})$|^(?:jr|jnr|junior|sr|snr|senior|elder|younger|filho|neto)$/;
const LAST_NUMERAL = /^[ivx]$/;

/** What tells a name from its neighbours in a series: all its numbers, in order. */
const countOf = ({ words }: Worded): string =>
	words
		.flatMap((word, at) => {
			const isLast = at > 0 && at === words.length - 1;
			return TELLING_APART.test(word) || (isLast && LAST_NUMERAL.test(word)) ? [word] : (word.match(/\d+/g) ?? []);
		})
		.join(' ');

export interface Two {
	own: Spelling;
	theirs: Spelling;
	shared: number;
	/** One may have more words than the other: a middle name. */
	mayHaveMore: boolean;
}

/** α is not a. */
const LEAST_LETTERS = 3;
/** Below this many letters a word alone with a slip is soon another word. */
const LEAST_SOLID = 8;

/**
 * How likely two names are of one thing; null: not at all, and always when their numbers differ (ASR1603, ASR1605). The same
 * whichever of the two comes first.
 */
export const likenessOfTwo = (two: Two, rarity: (word: string) => number): Likeness | null => {
	const [own, theirs] = two.own.text < two.theirs.text ? [two.own, two.theirs] : [two.theirs, two.own];
	const [query, name] = [sought(own.text), spelledOf(formOf(theirs.text))];
	if (countOf(query) !== countOf(name)) return null;
	const score = (of: Likeness): Likeness => (own.alias || theirs.alias ? { ...of, score: of.score * 0.99 } : of);
	if (query.exact === exactKey(theirs.text))
		return score({ score: 1, why: own.alias || theirs.alias ? 'alias' : 'exact' });
	if (query.form === name.form) return score({ score: 0.96, why: 'same_form' });
	const shorter = Math.min(query.solid.length, name.solid.length);
	if (shorter < LEAST_LETTERS) return null;
	const same = asGoodAsSame(query, name);
	if (same) return score(same);
	const aligned = align(query.words, name.words, rarity, query.fits);
	const isWhole = aligned.isFound && aligned.isSpent;
	const isMore = two.mayHaveMore && Math.min(query.words.length, name.words.length) > 1;
	if (!isWhole && !(isMore && (aligned.isFound || aligned.isSpent))) return null;
	if (query.words.length === 1 && shorter < LEAST_SOLID) return null;
	const laid = (aligned.ofQuery + aligned.ofName) / 2;
	// In another script they share no pieces.
	const near = isAcrossScripts(query, name) ? laid : 0.7 * laid + 0.3 * two.shared;
	return score({ score: 0.9 * near, why: whyOf(query, name, aligned) });
};
