/**
 * Pairs of entities of one channel that may be one thing (N4, N6): shown for the person to judge, never taken. Each entity is
 * compared only with what shares its pieces (N5). Pure; must not know of the store, nor of what was said of pairs (duplicates.ts does).
 */
import { foldKey, typeKey } from '../domain/name';
import type { Kin, NameEntry, NameIndex } from './name-index';
import { likenessOfTwo } from './likeness-of-two';
import type { Likeness, Why } from './name-likeness';

/** Two entities, the one of the smaller id first, and the spellings by which they are alike. */
export interface LikelyDuplicate {
	a: NameEntry;
	b: NameEntry;
	spellings: [string, string];
	/** 0–1, two decimals. */
	score: number;
	why: Why;
}

/** Below this two things are rather two. */
const LEAST = 0.6;
const PERSON = 'person';

const keyOf = ({ type }: NameEntry): string | null => (type === null ? null : typeKey(type));

/** Two of different known types are two, unless they are called the same. */
const areOfOneType = (a: NameEntry, b: NameEntry): boolean => {
	const [first, second] = [keyOf(a), keyOf(b)];
	return first === null || second === null || first === second;
};

const isPerson = (entry: NameEntry): boolean => keyOf(entry) === PERSON;

function likenessOf(entry: NameEntry, kin: Kin, rarity: (word: string) => number): Likeness | null {
	const mayHaveMore = isPerson(entry) || isPerson(kin.entry);
	const likeness = likenessOfTwo({ ...kin, mayHaveMore }, rarity);
	if (!likeness || likeness.score < LEAST) return null;
	return areOfOneType(entry, kin.entry) || foldKey(kin.own.text) === foldKey(kin.theirs.text) ? likeness : null;
}

function pairOf(entry: NameEntry, kin: Kin, { score, why }: Likeness): LikelyDuplicate {
	const isFirst = entry.id < kin.entry.id;
	return {
		a: isFirst ? entry : kin.entry,
		b: isFirst ? kin.entry : entry,
		spellings: isFirst ? [kin.own.text, kin.theirs.text] : [kin.theirs.text, kin.own.text],
		score: Math.round(score * 100) / 100,
		why
	};
}

/** What an entity may be the same as, by each of its spellings in turn. */
export function* twinsOf(names: NameIndex, id: string): Iterable<LikelyDuplicate[]> {
	const rarity = (word: string): number => names.rarity(word);
	for (const some of names.kin(id)) {
		const entry = names.get(id);
		if (!entry) return;
		yield some.flatMap((kin) => {
			const likeness = likenessOf(entry, kin, rarity);
			return likeness ? [pairOf(entry, kin, likeness)] : [];
		});
	}
}
