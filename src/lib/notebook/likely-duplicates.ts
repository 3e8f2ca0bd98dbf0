/**
 * Pairs of entities of one channel that may be one thing (N4, N6): shown for the person to judge, never taken. Each entity is
 * compared only with what shares its pieces (N5), a slice at a time, and the answer is the same in whatever order they came.
 * Pure; must not know of the store.
 */
import { foldKey, typeKey } from '../domain/name';
import { Best, byText } from './best-of';
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

export interface DuplicateScan {
	/** Goes on until `isOver` or the end; asks it after each spelling (about half a millisecond each). Answers whether it is done. */
	step(isOver: () => boolean): boolean;
	/** Entities looked at, and all. */
	readonly progress: { done: number; all: number };
	/** The likeliest so far, best first. */
	pairs(): LikelyDuplicate[];
}

export interface ScanOptions {
	limit: number;
	/** Pairs that are settled: declared the same, or not the same (N6). */
	isSettled?: (a: string, b: string) => boolean;
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

/** Likeliest first; then what is known of them, so that no two are equal. */
const compare = (x: LikelyDuplicate, y: LikelyDuplicate): number =>
	y.score - x.score ||
	byText(x.a.name, y.a.name) ||
	byText(x.b.name, y.b.name) ||
	byText(x.a.id, y.a.id) ||
	byText(x.b.id, y.b.id) ||
	byText(x.spellings.join('\n'), y.spellings.join('\n'));

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

/** A scan of one channel as it is now; what is deleted meanwhile is passed over. */
export function scanForDuplicates(names: NameIndex, channel: string, { limit, isSettled }: ScanOptions): DuplicateScan {
	const ids = names.ids(channel);
	const best = new Best(limit, compare);
	let done = 0;

	/** Of a pair that is alike in several ways, or met from both sides, the likeliest. */
	function keep(pair: LikelyDuplicate): void {
		const at = best.items.findIndex(({ a, b }) => a.id === pair.a.id && b.id === pair.b.id);
		const before = best.items[at];
		if (before && compare(before, pair) <= 0) return;
		if (before) best.items.splice(at, 1);
		best.offer(pair);
	}

	/** Pauses after each spelling: an entity may have many. */
	function* looks(): Generator<void> {
		for (const id of ids) {
			done++;
			for (const twins of twinsOf(names, id)) {
				for (const pair of twins) if (!isSettled?.(pair.a.id, pair.b.id)) keep(pair);
				yield;
			}
		}
	}

	const work = looks();

	return {
		step(isOver) {
			while (!work.next().done) if (isOver()) return false;
			return true;
		},
		get progress() {
			return { done, all: ids.length };
		},
		pairs: () => best.items.filter(({ a, b }) => names.get(a.id) && names.get(b.id))
	};
}
