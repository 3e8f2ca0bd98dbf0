import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestOf } from '../../src/lib/notebook/best-of';
import { edits } from '../../src/lib/notebook/edits';

describe('slips between two words', () => {
	test.each([
		['sarah', 'sarah', 0],
		['sarha', 'sarah', 1],
		['sara', 'sarah', 1],
		['sarahh', 'sarah', 1],
		['zarah', 'sarah', 1],
		['kitten', 'sitting', 3],
		['', 'abc', 3]
	])('[N4] %j to %j takes %i', (a, b, slips) => {
		expect(edits(a, b, 5)).toBe(slips);
		expect(edits(b, a, 5)).toBe(slips);
	});

	test('[N4] more than asked for is one more than asked for', () => {
		expect(edits('kitten', 'sitting', 1)).toBe(2);
		expect(edits('abc', 'xyz', 0)).toBe(1);
		expect(edits('a'.repeat(300), 'b'.repeat(300), 3)).toBe(4);
	});

	test('[N4] symmetric, and zero only for the same', () => {
		const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
		fc.assert(
			fc.property(word, word, fc.nat({ max: 8 }), (a, b, most) => {
				expect(edits(a, b, most)).toBe(edits(b, a, most));
				expect(edits(a, b, most) === 0).toBe(a === b);
				expect(edits(a, b, most)).toBeLessThanOrEqual(most + 1);
			})
		);
	});
});

describe('the first few of many', () => {
	test('[N5] are those of a whole sort', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ max: 50 })), fc.nat({ max: 10 }), (items, limit) => {
				const compare = (a: number, b: number): number => a - b;
				expect(bestOf(items, limit, compare)).toEqual([...items].sort(compare).slice(0, limit));
			})
		);
	});
});
