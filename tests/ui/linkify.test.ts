import { expect, test } from 'vitest';
import fc from 'fast-check';
import { linkify } from '../../src/lib/ui/linkify';
import type { Targets } from '../../src/lib/ui/links';

const things = [
	{ id: 'ada', name: 'Ada' },
	{ id: 'lovelace', name: 'Ada Lovelace', aliases: ['Countess of Lovelace'] },
	{ id: 'tokyo', name: '東京' },
	{ id: 'c', name: 'C++' }
];
const marked = (text: string, own: string[] = [], targets: Targets = new Map()) =>
	linkify(text, things, { own: new Set(own), targets })
		.map((s) => ('id' in s ? `[${s.text}|${s.id}]` : s.text))
		.join('');

test.each([
	['Ada Lovelace met Ada.', '[Ada Lovelace|lovelace] met [Ada|ada].'],
	['the countess of lovelace wrote', 'the [countess of lovelace|lovelace] wrote'],
	['Adam is not Ada’s', 'Adam is not [Ada|ada]’s'],
	['東京は日本の首都', '[東京|tokyo]は日本の首都'],
	['C++ and C', '[C++|c] and C'],
	['<b>Ada</b>', '<b>[Ada|ada]</b>'],
	['nothing here', 'nothing here'],
	['', '']
])('%s', (text, expected) => {
	expect(marked(text)).toBe(expected);
});

test('the page’s own thing stays text', () => {
	expect(marked('Ada met Ada Lovelace', ['ada'])).toBe('Ada met [Ada Lovelace|lovelace]');
});

test('segments joined are the text again', () => {
	fc.assert(
		fc.property(
			fc.array(
				fc.oneof(
					fc.constantFrom('Ada', 'Lovelace', '東京', 'İ', ' ', '[[Ada]]', '[[', ']]', '|'),
					fc.string({ unit: 'grapheme' })
				)
			),
			(parts) => {
				const text = parts.join('').normalize('NFC');
				expect(
					linkify(text, things)
						.map((s) => s.text)
						.join('')
				).toBe(text);
			}
		)
	);
});

test('[F2] a link is shown by its words or the present name, and leads to what it means; unknown, it stays as it is written', () => {
	const targets: Targets = new Map([
		['The Yard', { id: 'yard', name: 'Yard & Sons' }],
		['Ada', { id: 'ada', name: 'Ada' }]
	]);
	const said = (text: string) => marked(text, ['ada'], targets);
	expect(said('Left [[The Yard]] for [[The Yard|the place]].')).toBe('Left [Yard & Sons|yard] for [the place|yard].');
	expect(said('[[Ada]] and [[Nobody|no one]]')).toBe('Ada and [[Nobody|no one]]');
	expect(said('[[<i>]] Ada Lovelace')).toBe('[[<i>]] [Ada Lovelace|lovelace]');
});
