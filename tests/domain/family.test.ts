import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { familiesOf, pairOf, type Pair } from '../../src/lib/domain/family';
import type { Declaration, PairState } from '../../src/lib/domain/model';

/** What is said of rows a…f, in the order of the list. */
type Said = { kind: 'merge' | 'distinct'; a: string; b: string; despite?: string[] };

const declared = (id: string, despite?: string[]): Declaration => ({
	id,
	hlc: id,
	who: 'person',
	at: 0,
	...(despite && { despite })
});

function pairsOf(said: readonly Said[]): Pair[] {
	const states = new Map<string, { low: string; state: PairState }>();
	said.forEach(({ kind, a, b, despite }, i) => {
		if (a === b) return;
		const [low, high] = pairOf(a, b);
		const pair = states.get(low + high) ?? { low, state: { other: high, merges: [], marks: [] } };
		const id = `h${String(i).padStart(3, '0')}`;
		if (kind === 'merge') pair.state.merges.push(declared(id, despite));
		else pair.state.marks.push(declared(id));
		states.set(low + high, pair);
	});
	return [...states.values()];
}

const merge = (a: string, b: string, despite?: string[]): Said => ({
	kind: 'merge',
	a,
	b,
	...(despite && { despite })
});
const distinct = (a: string, b: string): Said => ({ kind: 'distinct', a, b });
const groups = (...said: Said[]) => familiesOf(pairsOf(said)).groups.map((group) => group.join(''));

describe('families', () => {
	test('[N6] a merge of merges is one thing', () => {
		expect(groups(merge('a', 'b'), merge('c', 'd'))).toEqual(['ab', 'cd']);
		expect(groups(merge('a', 'b'), merge('c', 'd'), merge('d', 'a'))).toEqual(['abcd']);
	});

	test('[N6] a declaration that would join what was marked before is skipped, also by way of others', () => {
		expect(groups(distinct('a', 'b'), merge('a', 'b'))).toEqual([]);
		expect(groups(merge('a', 'c'), distinct('b', 'c'), merge('a', 'b'))).toEqual(['ac']);
		expect(familiesOf(pairsOf([distinct('a', 'b'), merge('a', 'b')])).skipped).toEqual(new Set(['h001']));
	});

	test('[N6] unless it names that mark, and every one that speaks against it', () => {
		expect(groups(distinct('a', 'b'), merge('a', 'b', ['h000']))).toEqual(['ab']);
		expect(groups(distinct('a', 'b'), distinct('a', 'b'), merge('a', 'b', ['h000']))).toEqual([]);
		expect(groups(distinct('a', 'b'), distinct('a', 'b'), merge('a', 'b', ['h000', 'h001']))).toEqual(['ab']);
	});

	test('[N6] a mark that came later does not part what was joined before', () => {
		expect(groups(merge('a', 'b'), distinct('a', 'b'))).toEqual(['ab']);
		expect(groups(merge('a', 'b'), distinct('a', 'c'), merge('b', 'c'))).toEqual(['ab']);
	});

	const rows = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
	const saying = fc.record({
		kind: fc.constantFrom('merge' as const, 'merge' as const, 'distinct' as const),
		a: rows,
		b: rows
	});

	test('[N6] no family holds a pair that was marked before its rows were joined; others are as told by walking', () => {
		fc.assert(
			fc.property(fc.array(saying, { maxLength: 14 }), (said) => {
				// The naive way: group by group, row by row.
				let naive: Set<string>[] = [];
				const marks: [string, string][] = [];
				for (const { kind, a, b } of said) {
					if (a === b) continue;
					if (kind === 'distinct') {
						marks.push([a, b]);
						continue;
					}
					const [one, other] = [a, b].map((row) => naive.find((group) => group.has(row)) ?? new Set([row]));
					const joined = new Set([...(one ?? []), ...(other ?? [])]);
					const barred = marks.some(([x, y]) => (one?.has(x) && other?.has(y)) || (one?.has(y) && other?.has(x)));
					if (!barred) naive = [...naive.filter((group) => group !== one && group !== other), joined];
				}
				const wanted = naive.map((group) => [...group].sort().join('')).sort();
				expect(groups(...said)).toEqual(wanted);
			}),
			{ numRuns: 10_000, seed: 6 }
		);
	});

	test('[N6] the order in which pairs are told makes no difference', () => {
		fc.assert(
			fc.property(fc.array(saying, { maxLength: 10 }), fc.nat(), (said, turn) => {
				const pairs = pairsOf(said);
				const turned = [...pairs.slice(turn % (pairs.length + 1)), ...pairs.slice(0, turn % (pairs.length + 1))];
				expect(familiesOf(turned.reverse())).toEqual(familiesOf(pairs));
			}),
			{ numRuns: 1_000, seed: 7 }
		);
	});
});
