import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wrapLabel } from '../../src/lib/graph/label';
import { legendOf, looksOf, shapes, svgPath, UNTYPED } from '../../src/lib/graph/look';

describe('looks of types', () => {
	test('up to eight types share neither shape nor hue', () => {
		const type = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== '');
		fc.assert(
			fc.property(fc.array(type, { maxLength: 8 }), (types) => {
				const looks = [...looksOf(types).values()];
				expect(new Set(looks.map(({ shape }) => shape)).size).toBe(looks.length);
				expect(new Set(looks.map(({ hue }) => hue)).size).toBe(looks.length);
			})
		);
	});

	test('a person looks like a person in every picture, however the type is spelled', () => {
		expect(looksOf(['person', 'company']).get('person')).toEqual(looksOf(['Person', 'system', 'zebra']).get('person'));
		expect(looksOf(['company', 'team', 'project']).get('project')?.shape).toBe('diamond');
	});

	test('the legend counts, most frequent first, with what has no type yet', () => {
		const legend = legendOf([{ type: null }, { type: 'Person' }, { type: 'person' }]);
		expect(legend.map(({ type, count }) => [type, count])).toEqual([
			['Person', 2],
			[null, 1]
		]);
		expect(legend[1]?.look).toEqual(UNTYPED);
	});

	test('every shape can be drawn as a path', () => {
		for (const shape of shapes) expect(svgPath(shape)).toMatch(/^M-?[\d.]+ -?[\d.]+.*z$/u);
	});
});

describe('labels', () => {
	/** Ten px a code unit: exact enough to reason about. */
	const measure = (text: string): number => text.length * 10;

	test('wrap between words, at most so many lines', () => {
		expect(wrapLabel('Analytical Engine', measure, 120, 2)).toEqual(['Analytical', 'Engine']);
		expect(wrapLabel('one two three four five six', measure, 100, 2)).toEqual(['one two', 'three fou…']);
	});

	test('long words break, white space of every kind is one space', () => {
		expect(wrapLabel('abcdefghijklmno', measure, 100, 2)).toEqual(['abcdefghij', 'klmno']);
		expect(wrapLabel(' a\n\tb ', measure, 100, 2)).toEqual(['a b']);
	});

	test('a grapheme is never cut', () => {
		const family = '👩‍👩‍👧';
		expect(wrapLabel(family.repeat(3), (text) => [...text].length * 10, 70, 1)).toEqual([`${family}…`]);
	});

	test('any name gives lines that fit, wherever a single grapheme does', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 1, maxLength: 60 }), fc.integer({ min: 20, max: 200 }), (name, width) => {
				const lines = wrapLabel(name, measure, width, 2);
				expect(lines.length).toBeLessThanOrEqual(2);
				for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width);
			})
		);
	});
});
