/** Cells that no spreadsheet computes, and lists in cells: all of it can be taken back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attributeIn, columnOf, guarded, joined, parted, unguarded } from '../../src/lib/transfer/csv-form';

const signs = fc.string({
	unit: fc.constantFrom('=', '+', '-', '@', "'", '\t', '\r', ';', '\\', ' ', 'a', '1', '.'),
	maxLength: 8
});

describe('formulas', () => {
	test.each(['=1+1', '+49 170', '@SUM(A1)', '-a', '\t=1', '\r=1', "'=1"])('%j is guarded', (text) => {
		expect(guarded(text)).toBe(`'${text}`);
	});

	test.each(['-5', '-1.5', 'a=b', '', "'a", '5'])('%j is as it is', (text) => {
		expect(guarded(text)).toBe(text);
	});

	test('nothing that is written begins like a formula, and all of it comes back', () => {
		fc.assert(
			fc.property(signs, (text) => {
				const cell = guarded(text);
				expect(/^[=+@\t\r]|^-(?!\d+(?:[.,]\d+)?$)/.test(cell)).toBe(false);
				expect(unguarded(cell)).toBe(text);
			}),
			{ numRuns: 2000 }
		);
	});
});

test('lists in a cell come back', () => {
	const member = signs.filter((text) => text.trim() === text && text !== '');
	const members = fc.array(member, { minLength: 1, maxLength: 4 });
	fc.assert(
		fc.property(members, (texts) => {
			expect(parted(joined(texts))).toEqual(texts);
		}),
		{ numRuns: 2000 }
	);
});

test('columns say which attribute they are, whatever it is called', () => {
	const odd = fc.constantFrom('name', 'type', 'x[]', 'value of x', 'values of x', 'From', 'facts');
	const attribute = fc.oneof(odd, fc.string({ minLength: 1, maxLength: 10 }));
	fc.assert(
		fc.property(attribute, fc.boolean(), (name, isSet) => {
			expect(attributeIn(columnOf(name, isSet))).toEqual({ attribute: name, isSet });
		})
	);
});
