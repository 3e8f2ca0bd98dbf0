/**
 * Likely duplicates of the whole notebook, looked for in the background when names are there, a turn at a time, and again where a name
 * changed. Suggests only (N4): whether two are the same is for the person to say (N6).
 */
import type { Id } from '../domain/model';
import { bestOf, byText } from './best-of';
import { twinsOf } from './likely-duplicates';
import type { Why } from './name-likeness';
import type { NameEntry, NameIndex } from './name-index';

export interface LikelyPair {
	low: Id;
	high: Id;
	/** 0–1, of the names alone. */
	score: number;
	why: Why;
}

/** The order in which they are told; no two are equal. */
export const likelier = (a: LikelyPair, b: LikelyPair): number =>
	b.score - a.score || byText(a.low, b.low) || byText(a.high, b.high);

interface Parts {
	names: NameIndex;
	/** Marked as not the same (N6). */
	isMarked: (one: Id, other: Id) => boolean;
	/** Between turns. */
	rest: () => Promise<void>;
}

/** Spellings of one turn, about half a millisecond each: what a person does meanwhile waits no longer. */
const TURN = 8;
/** What is kept from one start to the next. */
const MOST_KEPT = 2_000;
/** So few are waited for: what was just written is looked at when Review is asked for. */
const FEW = 100;
/** So many at once are kept at once. */
const BULK = 500;
/** Raised when names are compared otherwise: what was found before is looked for anew. */
const VERSION = 1;

/** What was found, so that a start looks only at what has changed since. */
export interface KeptPairs {
	version: number;
	/** ms since epoch: what was last changed before this was looked at, */
	until: number;
	/** and so many things there were of it. */
	settled: number;
	pairs: LikelyPair[];
}

export type Duplicates = ReturnType<typeof createDuplicates>;

/** Clocks of other devices may be off by as much and still be followed (J3). */
const A_DAY = 86_400_000;

type Keep = (found: KeptPairs) => Promise<void>;

export function createDuplicates({ names, isMarked, rest }: Parts) {
	const waiting = new Set<Id>();
	/** By each of the two. */
	const found = new Map<Id, Map<Id, LikelyPair>>();
	let started = false;
	let looking: Promise<void> | undefined;
	let keep: Keep | undefined;
	let isKept = false;

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

	/** Pauses after each spelling. */
	function* looks(): Generator<void> {
		for (const id of waiting) {
			waiting.delete(id);
			forget(id);
			for (const twins of twinsOf(names, id)) {
				for (const { a, b, score, why } of twins) remember({ low: a.id, high: b.id, score, why });
				yield;
			}
		}
	}

	async function lookAll(): Promise<void> {
		await rest();
		const isWorthKeeping = waiting.size > BULK || !isKept;
		let looked = 0;
		for (const work = looks(); !work.next().done;) if (++looked % TURN === 0) await rest();
		looking = undefined;
		if (!isWorthKeeping) return;
		isKept = true;
		const before = newest() - A_DAY;
		const pairs = bestOf(all(), MOST_KEPT, likelier);
		// A store that has been closed meanwhile keeps nothing: the next start looks again.
		await keep?.({ version: VERSION, until: before, settled: unchangedSince(before).length, pairs }).catch(
			() => undefined
		);
	}

	const newest = (): number => names.ids().reduce((time, id) => Math.max(time, names.get(id)?.updated ?? 0), 0);
	const unchangedSince = (time: number): Id[] => names.ids().filter((id) => (names.get(id)?.updated ?? time) < time);

	/** All that was found, in no order. */
	function all(): LikelyPair[] {
		const pairs = new Map<string, LikelyPair>();
		for (const each of found.values()) for (const pair of each.values()) pairs.set(`${pair.low} ${pair.high}`, pair);
		return [...pairs.values()];
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

	function standing(channel: Id | undefined): LikelyPair[] {
		const isHere = ({ low }: LikelyPair) => channel === undefined || names.get(low)?.channel === channel;
		return all().filter((pair) => isHere(pair) && stands(pair));
	}

	return {
		/** A thing was made, renamed, typed otherwise, or went. */
		touch(id: Id): void {
			waiting.add(id);
			if (started) void settled();
		},
		/**
		 * Names are all there: from now on it is looked.
		 * @param kept what an earlier start found: then only what has changed since is looked at, if nothing else speaks against it.
		 */
		start(kept?: KeptPairs, keeping?: Keep): void {
			started = true;
			keep = keeping;
			const old = kept?.version === VERSION ? unchangedSince(kept.until) : [];
			if (kept && old.length === kept.settled) {
				kept.pairs.forEach(remember);
				for (const id of old) waiting.delete(id);
			}
			void settled();
		},
		/** Whether some have not been looked at yet. */
		isLooking: (): boolean => waiting.size > 0 || looking !== undefined,
		/** Everything that changed so far has been looked at. */
		settled,
		/** The same, unless that would take a while. */
		soon: (): Promise<void> => (waiting.size <= FEW ? settled() : Promise.resolve()),
		/** Those that nobody has spoken of yet, in no order: who only counts them waits for none. */
		standing,
		/** The same, the likeliest first. */
		list: (channel: Id | undefined): LikelyPair[] => standing(channel).sort(likelier)
	};
}
