/**
 * Likely duplicates, looked for in the background when names are there: each thing's name is asked of the name index (n-grams, never all
 * pairs), again when it changed. Suggests only (N4): whether two are the same is for the person to say (N6).
 */
import { pairOf } from '../domain/family';
import type { Id } from '../domain/model';
import { typeKey } from '../domain/name';
import type { Why } from './name-likeness';
import type { NameEntry, NameIndex } from './name-index';

export interface LikelyPair {
	low: Id;
	high: Id;
	/** 0–1, of the names alone. */
	score: number;
	why: Why;
}

interface Parts {
	names: NameIndex;
	/** Marked as not the same (N6). */
	isMarked: (one: Id, other: Id) => boolean;
	breathe: () => Promise<void>;
	/** ms */
	now: () => number;
}

/** A name so like another that one of the two may be a slip. */
const LIKELY = 0.62;
/** Near names that are looked at for one thing. */
const NEAR = 5;
/** ms of one turn: what a person does meanwhile waits no longer than this. */
const TURN = 6;

export type Duplicates = ReturnType<typeof createDuplicates>;

/** A beginning or a part of a name is another thing as often as not. */
const telling: ReadonlySet<Why> = new Set<Why>(['exact', 'alias', 'same_form', 'initials', 'typo']);

/** Numbers tell things apart that letters do not: ASR1603 is no slip for ASR1605. */
const numbersOf = (name: string): string => (name.normalize('NFKC').match(/\p{N}+/gu) ?? []).sort().join(' ');

/** Types that two names of one thing may have: the same, or one that nobody has said. */
const mayBeSame = (a: NameEntry, b: NameEntry): boolean =>
	a.channel === b.channel &&
	numbersOf(a.name) === numbersOf(b.name) &&
	(a.type === null || b.type === null || typeKey(a.type) === typeKey(b.type));

export function createDuplicates({ names, isMarked, breathe, now }: Parts) {
	const waiting = new Set<Id>();
	/** By each of the two. */
	const found = new Map<Id, Map<Id, LikelyPair>>();
	let started = false;
	let looking: Promise<void> | undefined;

	function forget(id: Id): void {
		for (const other of found.get(id)?.keys() ?? []) found.get(other)?.delete(id);
		found.delete(id);
	}

	function remember(pair: LikelyPair): void {
		for (const [id, other] of [
			[pair.low, pair.high],
			[pair.high, pair.low]
		] as const) {
			const pairs = found.get(id) ?? new Map<Id, LikelyPair>();
			const before = pairs.get(other);
			// Asked from either side, the better answer stands.
			if (!before || before.score < pair.score) pairs.set(other, pair);
			found.set(id, pairs);
		}
	}

	function look(id: Id): void {
		forget(id);
		const entry = names.get(id);
		if (!entry) return;
		const near = names.suggest(entry.name, {
			limit: NEAR,
			channels: [entry.channel],
			exclude: [id, ...(entry.same ?? [])]
		});
		for (const { id: other, score, why } of near) {
			const twin = names.get(other);
			const [low, high] = pairOf(id, other);
			if (twin && score >= LIKELY && telling.has(why) && mayBeSame(entry, twin)) remember({ low, high, score, why });
		}
	}

	async function lookAll(): Promise<void> {
		await breathe();
		let until = now() + TURN;
		for (const id of waiting) {
			waiting.delete(id);
			look(id);
			if (now() < until) continue;
			await breathe();
			until = now() + TURN;
		}
		looking = undefined;
	}

	const settled = (): Promise<void> =>
		(looking ??= started && waiting.size ? lookAll() : undefined) ?? Promise.resolve();

	const stands = ({ low, high }: LikelyPair): boolean => {
		const [one, other] = [names.get(low), names.get(high)];
		return one !== undefined && other !== undefined && !one.same?.includes(high) && !marked(one, other);
	};

	/** Also by way of what either is declared the same with. */
	const marked = (one: NameEntry, other: NameEntry): boolean =>
		[one.id, ...(one.same ?? [])].some((a) => [other.id, ...(other.same ?? [])].some((b) => isMarked(a, b)));

	return {
		/** A thing was made, renamed, typed otherwise, or went. */
		touch(id: Id): void {
			waiting.add(id);
			if (started) void settled();
		},
		/** Names are all there: from now on it is looked. */
		start(): void {
			started = true;
			void settled();
		},
		/** Everything that changed so far has been looked at. */
		settled,
		/** Those that nobody has spoken of yet, the likeliest first; a whole is told once, by its likeliest rows. */
		list(channel: Id | undefined): LikelyPair[] {
			const pairs = new Map<string, LikelyPair>();
			for (const each of found.values()) for (const pair of each.values()) pairs.set(`${pair.low} ${pair.high}`, pair);
			return [...pairs.values()]
				.filter((pair) => (channel === undefined || names.get(pair.low)?.channel === channel) && stands(pair))
				.sort((a, b) => b.score - a.score || (a.low < b.low ? -1 : a.low > b.low ? 1 : a.high < b.high ? -1 : 1));
		}
	};
}
