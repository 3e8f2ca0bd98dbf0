/**
 * Families kept beside the rows (N6): after a commit that spoke of a pair, the rows concerned learn anew which others are the same, so that
 * a look-up of any of them knows. A cache of what stands at the pairs (J7).
 */
import { familiesOf, pairOf, type Pair } from '../domain/family';
import type { Declaration, Id, Kin, Shelf } from '../domain/model';
import type { StoreWriter } from '../store/store';
import type { Bench } from './bench';
import { pairAt, pairsOn } from './shelves';

/** Brings families up to date after pair rows changed. What the transaction did so far must have been put. */
export async function settleKin(tx: StoreWriter, bench: Bench): Promise<void> {
	const lows = [...bench.touched].filter(([, { locals }]) => [...locals].some((local) => local.startsWith('d:')));
	if (!lows.length) return;
	const ends = lows.flatMap(([low, { locals }]) => [low, ...[...locals].flatMap(otherEnd)]);
	await bench.fetch(ends);
	for (const [low, { locals }] of lows) for (const high of [...locals].flatMap(otherEnd)) keepPair(bench, low, high);
	const concerned = new Set(ends.flatMap((id) => [id, ...(bench.get(id)?.kin?.same ?? [])]));
	for (const start of concerned) await settleFamily(bench, start, concerned);
	await bench.put(tx);
}

const otherEnd = (local: string): Id[] => (local.startsWith('d:') ? [local.slice(2)] : []);

const kinOf = (shelf: Shelf | undefined): Kin => shelf?.kin ?? { same: [], pairs: [] };

/** The row of the greater id knows on whose shelf the pair lies. */
function keepPair(bench: Bench, low: Id, high: Id): void {
	const kin = kinOf(bench.get(high));
	const rest = kin.pairs.filter((id) => id !== low);
	bench.setKin(high, { ...kin, pairs: pairAt(bench.get(low), high) ? [...rest, low].sort() : rest });
}

/** All pairs among whatever is tied to a row by merges, those that are not followed included. */
export async function pairsAround(bench: Bench, start: Id): Promise<{ rows: Set<Id>; pairs: Pair[] }> {
	const rows = new Set([start]);
	const pairs = new Map<string, Pair>();
	for (let next = [start]; next.length;) {
		await bench.fetch(next);
		await bench.fetch(next.flatMap((id) => kinOf(bench.get(id)).pairs));
		const found = next.flatMap((id) => pairsAt(bench, id));
		for (const pair of found) pairs.set(`${pair.low} ${pair.state.other}`, pair);
		const tied = found.filter(({ state }) => state.merges.length).flatMap(({ low, state }) => [low, state.other]);
		next = [...new Set(tied)].filter((id) => !rows.has(id));
		for (const id of next) rows.add(id);
	}
	return { rows, pairs: [...pairs.values()] };
}

/** What was said of an entity and another, wherever it lies. Their shelves must have been fetched. */
function pairsAt(bench: Bench, id: Id): Pair[] {
	const own = [...pairsOn(bench.get(id))].map((state) => ({ low: id, state }));
	const others = kinOf(bench.get(id)).pairs.flatMap((low) => {
		const state = pairAt(bench.get(low), id);
		return state ? [{ low, state }] : [];
	});
	return [...own, ...others];
}

/** @param left what still waits to be settled: all that belongs together is settled at once. */
async function settleFamily(bench: Bench, start: Id, left: Set<Id>): Promise<void> {
	const { rows, pairs } = await pairsAround(bench, start);
	const { groups } = familiesOf(pairs);
	for (const id of rows) {
		left.delete(id);
		const same = groups.find((group) => group.includes(id))?.filter((other) => other !== id) ?? [];
		bench.setKin(id, { ...kinOf(bench.get(id)), same });
	}
}

/** Somebody's word that a row of one thing and a row of another are not the same. */
export interface Mark {
	low: Id;
	high: Id;
	mark: Declaration;
}

/** Marks between all rows of two things, oldest first: each speaks against joining them (N6). */
export function marksBetween(one: readonly Shelf[], other: readonly Shelf[]): Mark[] {
	const marks: Mark[] = [];
	for (const a of one)
		for (const b of other) {
			const [low, high] = pairOf(a.id, b.id);
			for (const mark of pairAt(low === a.id ? a : b, high)?.marks ?? []) marks.push({ low, high, mark });
		}
	return marks.sort((x, y) => (x.mark.hlc < y.mark.hlc ? -1 : 1));
}
