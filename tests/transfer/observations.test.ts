/** Observations in all their shapes, and what becomes of attributes and tags. */
import { describe, expect, test } from 'vitest';
import { entitiesOf, readRecord, refusalsOf } from './reading';

const observed = async (observations: unknown) => {
	const items = await readRecord({ name: 'Ann', observations });
	const [entity] = entitiesOf(items);
	return {
		taken: entity?.observations,
		dropped: entity?.dropped,
		refused: refusalsOf(items).map(({ line, reason }) => [line, reason])
	};
};

describe('shapes', () => {
	test.each<[string, unknown, unknown]>([
		['texts', ['a', 'b'], [{ text: 'a' }, { text: 'b' }]],
		['one text', 'a', [{ text: 'a' }]],
		['a number', 7, [{ text: '7' }]],
		[
			'numbers and truth values',
			[7, 0.5, true, false],
			[{ text: '7' }, { text: '0.5' }, { text: 'true' }, { text: 'false' }]
		],
		['one object', { text: 'a' }, [{ text: 'a' }]],
		[
			'objects with text',
			[{ text: 'a' }, { content: 'b' }, { observation: 'c' }, { value: 4 }],
			[{ text: 'a' }, { text: 'b' }, { text: 'c' }, { text: '4' }]
		],
		[
			'objects with a time',
			[
				{ text: 'a', timestamp: '2025-05-06T14:09:36.202Z' },
				{ text: 'b', createdAt: 1746540576 },
				{ text: 'c', at: 1746540576202 },
				{ text: 'd', date: '2025-05-06' }
			],
			[
				{ text: 'a', at: '2025-05-06T14:09:36.202Z' },
				{ text: 'b', at: '2025-05-06T14:09:36.000Z' },
				{ text: 'c', at: '2025-05-06T14:09:36.202Z' },
				{ text: 'd', at: '2025-05-06T00:00:00.000Z' }
			]
		],
		[
			'confidence and source',
			[{ text: 'a', confidence: 0.75, source: 'a letter' }],
			[{ text: 'a', confidence: 0.75, source: 'a letter' }]
		],
		['Markdown, white space and all', ['# A\n\n- b\n  - c  \n'], [{ text: '# A\n\n- b\n  - c  \n' }]],
		['nothing', null, []],
		['an empty list', [], []]
	])('%s', async (_, observations, taken) => {
		expect(await observed(observations)).toEqual({ taken, dropped: [], refused: [] });
	});

	test('fields of the official server’s own calls', async () => {
		const [entity] = entitiesOf(await readRecord({ entityName: 'Ann', contents: ['a', 'b'] }));
		expect(entity).toMatchObject({ name: 'Ann', observations: [{ text: 'a' }, { text: 'b' }] });
	});

	test('composed and decomposed text, emoji and rare characters come as they are', async () => {
		const texts = ['\u00e9 e\u0301', '👩‍👩‍👧 🏳️‍🌈', '𠮷野家', '\u0000 \u0007', 'ﷺ'];
		expect((await observed(texts)).taken).toEqual(texts.map((text) => ({ text })));
	});
});

describe('what is not taken', () => {
	test('null and blank ones are dropped, each counted', async () => {
		const { taken, dropped } = await observed(['a', null, '', ' \n\u3000', { text: '  ' }]);
		expect(taken).toEqual([{ text: 'a' }]);
		expect(dropped).toEqual(Array(4).fill('observations (empty)'));
	});

	test('unknown fields of observations are named', async () => {
		const { taken, dropped } = await observed([
			{ text: 'a', version: '1.2', author: 'x', timestamp: 'once', confidence: 7, source: '' }
		]);
		expect(taken).toEqual([{ text: 'a' }]);
		expect(dropped).toEqual(
			['version', 'author', 'timestamp', 'confidence', 'source'].map((field) => `observations.${field}`)
		);
	});

	test('lists and objects without a text are refused, the rest is kept', async () => {
		const { taken, refused } = await observed(['a', ['b'], { note: 'c' }, { text: { deep: 1 } }, 'd']);
		expect(taken).toEqual([{ text: 'a' }, { text: 'd' }]);
		expect(refused).toEqual([
			[1, '"observations[1]" is a list, not an observation'],
			[1, '"observations[2]" is an object without a text'],
			[1, '"observations[3]" is an object without a text']
		]);
	});

	test('[L1] 20,000 code points are kept, more is refused', async () => {
		const { taken, refused } = await observed([
			'😀'.repeat(20_000),
			` ${'x'.repeat(20_000)}\n`,
			'x'.repeat(20_001),
			'😀'.repeat(20_001),
			'end'
		]);
		expect(taken?.map(({ text }) => text.length)).toEqual([40_000, 20_002, 3]);
		expect(refused).toEqual([
			[1, '"observations[2]" is longer than 20000 characters'],
			[1, '"observations[3]" is longer than 20000 characters']
		]);
	});
});

describe('attributes and tags', () => {
	test('each entry becomes an observation, each item of a list one of its own', async () => {
		const [entity] = entitiesOf(
			await readRecord({
				name: 'Ann',
				observations: ['paints'],
				attributes: {
					'Date of birth': '1921-04-01',
					age: 41,
					alive: false,
					pets: ['a cat', 'a dog'],
					address: { city: 'Ystad' },
					gone: null,
					blank: ' '
				},
				tags: ['harbour', '', 7]
			})
		);
		expect(entity?.observations.map(({ text }) => text)).toEqual([
			'paints',
			'Date of birth: 1921-04-01',
			'age: 41',
			'alive: false',
			'pets: a cat',
			'pets: a dog',
			'address: {"city":"Ystad"}',
			'tags: harbour',
			'tags: 7'
		]);
		expect(entity?.dropped).toEqual(['attributes.gone (empty)', 'attributes.blank (empty)', 'tags (empty)']);
	});

	test('attributes that are no object are dropped', async () => {
		const [entity] = entitiesOf(await readRecord({ name: 'Ann', attributes: ['age'], tags: 'harbour' }));
		expect(entity?.dropped).toEqual(['attributes']);
		expect(entity?.observations).toEqual([{ text: 'tags: harbour' }]);
	});
});
