/** The syntax of links: what keeps a text and what shows it read it alike, since both read it by this. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linksIn, linkTo, namesOf, withoutMarks } from '../../src/lib/domain/link';

test('[F2] where links stand, what they name, what they show', () => {
	expect(linksIn('[[ Acme ]] met [[Ada Lovelace|Ada]], [[Bo| ]]')).toEqual([
		{ start: 0, stop: 10, name: 'Acme', shown: null },
		{ start: 15, stop: 35, name: 'Ada Lovelace', shown: 'Ada' },
		{ start: 37, stop: 45, name: 'Bo', shown: null }
	]);
	expect(linksIn(`a [[b, [[]], [[c\nd]], [[${'e'.repeat(201)}]]`)).toEqual([]);
	expect(namesOf(linksIn('[[Bo]] [[Ada]] [[ ]] [[Bo|him]]'))).toEqual(['Bo', 'Ada']);
});

test('[F2] one that is written is read back', () => {
	const name = fc
		.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
		.filter((text) => /^[^[\]|\n]+$/u.test(text) && text === text.trim());
	fc.assert(
		fc.property(name, fc.option(name, { nil: undefined }), (named, shown) => {
			const text = `before ${linkTo(named, shown)} after`;
			expect(linksIn(text)).toMatchObject([
				{ name: named, shown: shown === undefined || shown === named ? null : shown }
			]);
			expect(withoutMarks(text)).toBe(`before ${shown ?? named} after`);
		})
	);
});

test.each([
	['[[Acme]] and [[Ada Lovelace|Ada]]', 'Acme and Ada'],
	['a [[b', 'a [[b'],
	['[[ ]] [[|x]]', '  [[|x]]']
])('the words alone: %s', (text, words) => {
	expect(withoutMarks(text)).toBe(words);
});
