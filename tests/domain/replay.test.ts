/** The order of a subject's claims and their replay (J1, J3–J5, J7), on claims alone. Whole histories: tests/notebook/journal.test.ts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change, Row } from '../../src/lib/domain/model';
import {
	append,
	changeOfClaim,
	claimId,
	entryOf,
	headsOf,
	indexOfClaim,
	orderClaims,
	replay,
	rowHeads,
	rowOf,
	type Placed
} from '../../src/lib/domain/replay';
import { formatHlc } from '../../src/lib/domain/clock';
import { bot, imported, other, SlotTelling } from '../support/claims';

const placed = (id: string, hlc: string, ...after: string[]): Placed => ({ id, hlc, after });
const ids = (claims: readonly { id: string }[]): string[] => claims.map(({ id }) => id);

describe('ids', () => {
	test('[J1] a claim’s id is its change’s and its place in it', () => {
		const id = claimId('0197-abc', 12);
		expect([id, changeOfClaim(id), indexOfClaim(id)]).toEqual(['0197-abc.12', '0197-abc', 12]);
	});

	test('[J1] an entry knows who, when and in which session; a husk says nothing', () => {
		const change: Change = {
			id: 'c',
			hlc: formatHlc({ ms: 5000, counter: 2 }, 'dev'),
			who: 'agent:Bot',
			via: 'import',
			session: 's',
			operation: 'remember',
			receipt: { secret: true },
			claims: [
				{ subject: 'e:ada:', after: ['b.0'], body: { verb: 'remove' }, over: 'b.0' },
				{ subject: 'e:ada:', after: ['c.0'], body: null }
			]
		};
		expect(entryOf(change, 0)).toEqual({
			id: 'c.0',
			change: 'c',
			hlc: change.hlc,
			at: 5000,
			who: 'agent:Bot',
			via: 'import',
			session: 's',
			subject: 'e:ada:',
			after: ['b.0'],
			over: 'b.0',
			body: { verb: 'remove' }
		});
		expect([entryOf(change, 1), entryOf(change, 2)]).toEqual([undefined, undefined]);
	});
});

describe('order', () => {
	test('[J3] parents first; among those that are free, least stamp, then least id', () => {
		const claims = [placed('d', '1', 'c'), placed('c', '9', 'a'), placed('b', '5'), placed('a', '5')];
		expect(ids(orderClaims(claims))).toEqual(['a', 'b', 'c', 'd']);
	});

	test('[J3] a claim whose parent is not here counts as free, and finds its place when that comes', () => {
		const late = placed('b', '1', 'a');
		expect(ids(orderClaims([late, placed('c', '2')]))).toEqual(['b', 'c']);
		expect(ids(orderClaims([late, placed('c', '2'), placed('a', '9')]))).toEqual(['c', 'a', 'b']);
	});

	test('[J3] a ring, which only a forged journal has, is broken, and every claim placed', () => {
		const ring = [placed('a', '2', 'b'), placed('b', '1', 'a'), placed('c', '3')];
		expect(ids(orderClaims(ring))).toEqual(['c', 'b', 'a']);
		expect(ids(orderClaims([placed('a', '1', 'a')]))).toEqual(['a']);
	});

	const anyClaims = fc
		.uniqueArray(
			fc.record({
				id: fc.stringMatching(/^[a-h]$/),
				stamp: fc.nat(3),
				after: fc.array(fc.stringMatching(/^[a-k]$/), { maxLength: 3 })
			}),
			{
				selector: ({ id }) => id,
				maxLength: 8
			}
		)
		.map((list) => list.map(({ id, stamp, after }) => placed(id, String(stamp), ...after)));

	test('[J3] it does not depend on the order in which claims are given, and leaves none out', () => {
		fc.assert(
			fc.property(anyClaims, fc.func(fc.nat()), (claims, weigh) => {
				const shuffled = [...claims].sort((a, b) => weigh(a.id) - weigh(b.id));
				expect(orderClaims(shuffled)).toEqual(orderClaims(claims));
				expect(ids(orderClaims(claims)).sort()).toEqual(ids(claims).sort());
			}),
			{ seed: 3, numRuns: 400 }
		);
	});

	test('[J1] heads are the claims that nobody has written after', () => {
		expect(headsOf([placed('a', '1'), placed('b', '2', 'a'), placed('c', '3', 'a')])).toEqual(['b', 'c']);
		expect(headsOf([])).toEqual([]);
		expect(rowHeads(undefined)).toEqual([]);
		expect(rowHeads({ log: ['a', 'b'], state: null })).toEqual(['b']);
		expect(rowHeads({ log: ['a', 'b'], heads: ['a', 'b'], state: null })).toEqual(['a', 'b']);
	});
});

describe('replay', () => {
	test('[J3] the same three claims end at the same town, whatever order they came in', () => {
		const told = new SlotTelling();
		const first = told.set('Oslo', bot);
		told.set('Bergen', { ...other, after: [first] });
		told.set('Tromsø', { ...imported, after: [first], at: 1 });
		const [a, b, c] = told.claims;
		if (!a || !b || !c) throw new Error('three were told');
		for (const order of [
			[a, b, c],
			[a, c, b],
			[b, a, c],
			[b, c, a],
			[c, a, b],
			[c, b, a]
		])
			expect(replay('slot', order)).toEqual(replay('slot', told.claims));
	});

	test('[J5] a husk keeps its place: what came after it stays after it', () => {
		const told = new SlotTelling();
		told.set('Oslo', { ...bot, at: 9_000_000 });
		told.set('Bergen', { ...bot, at: 1 });
		told.empty('c01.0');
		expect(told.order).toEqual(['c01.0', 'c02.0']);
		expect([told.current, told.contender]).toEqual(['Bergen', null]);
	});

	test('[J4] a chain of skipped versions: over counts down to one that stands', () => {
		const told = new SlotTelling();
		for (const value of ['Oslo', 'Bergen', 'Tromsø', 'Bodø']) told.set(value, bot);
		told.undo('c02.0');
		told.undo('c03.0');
		expect([told.current, told.contender]).toEqual(['Bodø', null]);
		told.undo('c01.0');
		expect([told.current, told.contender]).toEqual(['Bodø', null]); // over nothing, into an empty slot
	});

	test('[J7] rows keep their heads only when they are not just the last of the log', () => {
		const told = new SlotTelling();
		const first = told.set('Oslo');
		expect(rowOf(replay('slot', told.claims)).heads).toBeUndefined();
		told.set('Oslo', { after: [first] });
		told.set('Oslo', { after: [first] });
		expect(rowOf(replay('slot', told.claims)).heads).toEqual(['c02.0', 'c03.0']);
	});
});

describe('the cache', () => {
	const script = fc.array(
		fc.record({
			verb: fc.constantFrom<'set' | 'add' | 'resolve' | 'end' | 'drop'>('set', 'set', 'add', 'resolve', 'end', 'drop'),
			value: fc.constantFrom('Oslo', 'Bergen', '42'),
			who: fc.constantFrom<'person' | 'agent:A'>('person', 'agent:A'),
			over: fc.option(fc.nat(9)),
			parents: fc.option(fc.array(fc.nat(9), { maxLength: 2 }))
		}),
		{ minLength: 1, maxLength: 10 }
	);

	test('[J7] what is appended is what a replay would make, and nothing is appended that does not sort last', () => {
		fc.assert(
			fc.property(script, (steps) => {
				const told = new SlotTelling();
				let row: Row | undefined;
				for (const { verb, value, who, over, parents } of steps) {
					const known = told.claims.map(({ id }) => id);
					const at = (n: number) => known[n % known.length];
					const named = over === null ? undefined : at(over);
					const after = parents?.map(at).filter((id) => id !== undefined);
					const how = { who, ...(named !== undefined && { over: named }), ...(after && known.length > 0 && { after }) };
					if (verb === 'set' || verb === 'add') told[verb](value, how);
					else if (verb === 'end') told.end(how);
					else if (known.length && verb === 'drop') told.drop(value, { ...how, saw: known.slice(0, 2) });
					else if (known.length) told.resolve('accept', { ...how, value, contender: named ?? '' });
					else continue;
					const entry = told.claims.at(-1)?.entry;
					const whole = rowOf(replay('slot', told.claims));
					const cached = entry && append('slot', row, entry);
					if (cached) expect(cached).toEqual(whole);
					else expect(rowHeads(row).length).toBeGreaterThan(0);
					row = whole;
				}
			}),
			{ seed: 7, numRuns: 500 }
		);
	});

	test('[J7] a claim that is in the log already changes nothing', () => {
		const told = new SlotTelling();
		told.set('Oslo');
		const row = rowOf(replay('slot', told.claims));
		const entry = told.claims[0]?.entry;
		expect(entry && append('slot', row, { ...entry, after: ['c01.0'] })).toBe(row);
	});
});
