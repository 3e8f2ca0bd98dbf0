/** Pages and cursors (tools.md, house rules): every item once and in order, within the budget, though the notebook changes meanwhile. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FailureError } from '../../src/lib/domain/result';
import {
	canonical,
	compareKeys,
	cutToTokens,
	digest,
	page,
	tokensOf,
	type Paged,
	type SortKey
} from '../../src/lib/notebook/paging';

interface Item {
	key: SortKey;
	text: string;
}

const keyOf = ({ key }: Item): SortKey => key;
const sorted = (items: Item[]): Item[] => [...items].sort((a, b) => compareKeys(a.key, b.key));
const item = fc.record({
	key: fc.tuple(fc.integer({ min: -5, max: 5 }), fc.string({ unit: 'grapheme', maxLength: 3 })),
	text: fc.string({ maxLength: 60 })
});
const items = fc
	.uniqueArray(item, { selector: ({ key }) => JSON.stringify(key), maxLength: 25 })
	.map((list): Item[] => sorted(list));

const all = (list: Item[], request: { budget: number; limit?: number | undefined }): Paged<Item>[] => {
	const pages = [page(list, { scope: 's', ...request }, keyOf)];
	for (let cursor = pages[0]?.cursor; cursor !== undefined; cursor = pages.at(-1)?.cursor)
		pages.push(page(list, { scope: 's', ...request, cursor }, keyOf));
	return pages;
};

const refusal = (work: () => unknown): unknown => {
	try {
		work();
	} catch (error) {
		if (error instanceof FailureError) return error.failure.parameter;
		throw error;
	}
	return undefined;
};

describe('pages', () => {
	const request = fc.record({
		budget: fc.integer({ min: 1, max: 200 }),
		limit: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined })
	});

	test('together they are all items, once each and in order; each says how many are left', () => {
		fc.assert(
			fc.property(items, request, (list, asked) => {
				const pages = all(list, asked);
				expect(pages.flatMap((each) => each.items)).toEqual(list);
				let left = list.length;
				for (const each of pages) {
					left -= each.items.length;
					expect(each.left_out).toBe(left);
					expect(each.cursor === undefined).toBe(left === 0);
					if (list.length) expect(each.items.length).toBeGreaterThan(0);
					if (asked.limit !== undefined) expect(each.items.length).toBeLessThanOrEqual(asked.limit);
				}
			}),
			{ seed: 1, numRuns: 300 }
		);
	});

	test('none passes its budget, but for one item that is longer than it, which is cut', () => {
		fc.assert(
			fc.property(items, fc.integer({ min: 1, max: 120 }), (list, budget) => {
				const cut: Item[] = [];
				const { items: shown } = page(list, { scope: 's', budget }, keyOf, (long, tokens) => {
					expect(tokens).toBe(budget);
					cut.push(long);
					return { ...long, text: '…' };
				});
				const cost = shown.reduce((sum, each) => sum + tokensOf(each), 0);
				if (!cut.length) expect(cost).toBeLessThanOrEqual(budget);
				else expect([cut.length, shown.length]).toEqual([1, 1]);
			}),
			{ seed: 2, numRuns: 300 }
		);
	});

	test('what counts is what the answer carries', () => {
		const list: Item[] = [1, 2, 3].map((n) => ({ key: [n], text: 'x'.repeat(500) }));
		const { items: shown } = page(list, { scope: 's', budget: 30 }, keyOf, undefined, ({ key }) => key);
		expect(shown).toHaveLength(3);
	});

	test('a cursor goes on while the notebook changes: nothing twice, nothing lost that was there throughout', () => {
		fc.assert(
			fc.property(items, items, fc.integer({ min: 1, max: 5 }), fc.func(fc.boolean()), (list, added, limit, goes) => {
				const first = page(list, { scope: 's', limit }, keyOf);
				if (first.cursor === undefined) return;
				const stays = list.filter(({ key }) => !goes(JSON.stringify(key)));
				const known = new Set(list.map(({ key }) => JSON.stringify(key)));
				const later = sorted([...stays, ...added.filter(({ key }) => !known.has(JSON.stringify(key)))]);
				const rest = page(later, { scope: 's', cursor: first.cursor }, keyOf).items;
				const seen = new Set(first.items.map(({ key }) => JSON.stringify(key)));
				expect(rest.filter(({ key }) => seen.has(JSON.stringify(key)))).toEqual([]);
				const after = list.slice(first.items.length).filter((each) => stays.includes(each));
				expect(rest).toEqual(expect.arrayContaining(after));
				expect(rest).toEqual(sorted(rest));
			}),
			{ seed: 3, numRuns: 300 }
		);
	});

	test('nothing is an empty page without a cursor', () => {
		expect(page([], { scope: 's' }, keyOf)).toEqual({ items: [], left_out: 0 });
	});
});

describe('cursors', () => {
	const list: Item[] = ['a', 'é', '東京', '😀'].map((name, i) => ({ key: [i, name], text: name }));
	const { cursor = '' } = page(list, { scope: 'mine', limit: 3 }, keyOf);

	test('hold keys of any script', () => {
		expect(page(list, { scope: 'mine', cursor }, keyOf).items.map(({ text }) => text)).toEqual(['😀']);
		expect(cursor).toMatch(/^[\w-]+$/);
	});

	const forged = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

	test.each([
		['of another call', () => page(list, { scope: 'theirs', cursor }, keyOf)],
		['that is no text of ours', () => page(list, { scope: 'mine', cursor: 'not one' }, keyOf)],
		['that is empty', () => page(list, { scope: 'mine', cursor: '' }, keyOf)],
		['cut short', () => page(list, { scope: 'mine', cursor: cursor.slice(0, -3) }, keyOf)],
		[
			'with half a character',
			() => page(list, { scope: 'mine', cursor: Buffer.from([0x5b, 0xff]).toString('base64url') }, keyOf)
		],
		['that is no list', () => page(list, { scope: 'mine', cursor: forged({ 0: 'mine' }) }, keyOf)],
		['with a key that is none', () => page(list, { scope: 'mine', cursor: forged(['mine', { a: 1 }]) }, keyOf)]
	])('one %s is refused by name', (_what, work) => {
		expect(refusal(work)).toBe('cursor');
	});
});

describe('digests', () => {
	test('[J6] do not depend on the order of arguments nor on those that are absent', () => {
		const given = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.jsonValue());
		fc.assert(
			fc.property(given, (args) => {
				const turned = Object.fromEntries(Object.entries(args).reverse());
				expect(digest({ ...turned, absent: undefined })).toBe(digest(args));
			}),
			{ seed: 4 }
		);
	});

	test('[J6] tell arguments apart that say something else', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
				expect(canonical(a) === canonical(b)).toBe(digest(a) === digest(b));
			}),
			{ seed: 5, numRuns: 300 }
		);
		const near = [
			{ a: 'b' },
			{ a: 'b', c: null },
			{ a: ['b'] },
			['a', 'b'],
			'a:b',
			{ a: 'c' },
			{ b: 'a' },
			1,
			'1',
			null,
			true
		];
		expect(new Set(near.map(digest)).size).toBe(near.length);
	});
});

describe('cutting', () => {
	test('on a code point, with a mark, to about the tokens asked', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(80), (text, tokens) => {
				const cut = cutToTokens(text, tokens);
				expect(cut.isWellFormed()).toBe(text.isWellFormed());
				if (cut === text) return;
				expect(cut.endsWith('…')).toBe(true);
				expect(text.startsWith(cut.slice(0, -1))).toBe(true);
				expect(tokensOf(cut)).toBeLessThanOrEqual(Math.max(tokens, 10) + 3);
			}),
			{ seed: 6, numRuns: 300 }
		);
	});
});
