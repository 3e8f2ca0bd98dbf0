/** Files made to hurt: each is told with its line, the good lines are read, and memory stays bounded. */
import { describe, expect, test } from 'vitest';
import { VALUE_LIMIT } from '../../src/lib/transfer/limits';
import { brief, briefly, entitiesOf, person, readAll, refusalsOf } from './reading';

const before = `${person('Ann')}\n`;
const after = `\n${person('Bo')}\n`;
const between = (...parts: BlobPart[]): Blob => new Blob([before, ...parts, after]);
/** In few parts: a Blob of a million is slow by itself. */
const repeated = (text: string, times: number): Blob => {
	const page = new Blob([text.repeat(Math.min(times, 1000))]);
	return new Blob(Array.from({ length: Math.ceil(times / 1000) }, () => page));
};

describe('very long lines', () => {
	const page = 'x'.repeat(1_000_000);

	test('a line of 50 MB inside a text', async () => {
		const items = await readAll(
			between('{"name":"Cy","observations":["', repeated(page.slice(0, 1000), 50_000), '"]}')
		);
		expect(briefly(items)).toEqual(['1 Ann', '2 refused: longer than 8 million characters', '3 Bo']);
		expect(refusalsOf(items)[0]?.excerpt).toHaveLength(80);
	});

	test('a line of 50 MB that is no JSON at all', async () => {
		expect(briefly(await readAll(between(repeated(page.slice(0, 1000), 50_000))))).toEqual([
			'1 Ann',
			'2 refused: longer than 8 million characters',
			'3 Bo'
		]);
	});

	test('a list of 20 MB on one line is read item by item', async () => {
		const item = `${JSON.stringify({ name: 'Cy', observations: ['y'.repeat(1000)] })},`;
		const items = await readAll(between('[', repeated(item, 20_000), person('Di'), ']'));
		expect(items).toHaveLength(20_003);
		expect([items[0], items.at(-2), items.at(-1)].map((each) => brief(each!))).toEqual(['1 Ann', '2 Di', '3 Bo']);
	});

	test('an item beyond the limit costs itself', async () => {
		const long = `{"name":"Cy","observations":["${'x'.repeat(VALUE_LIMIT)}"]}`;
		const items = await readAll(between('{"entities":[', person('Di'), ',', long, ',', person('Ed'), ']}'));
		expect(briefly(items)).toEqual(['1 Ann', '2 Di', '2 refused: longer than 8 million characters', '2 Ed', '3 Bo']);
	});

	test('a record over many lines beyond the limit', async () => {
		const lines = repeated(`"${'x'.repeat(98)}",\n`, VALUE_LIMIT / 100);
		const items = await readAll(between('{"name":"Cy",\n"observations":[\n', lines, '"end"]}'));
		expect(brief(items[1]!)).toMatch(/^2 refused: .*longer than 8 million characters$/);
		expect(entitiesOf(items).map(({ name }) => name)).toEqual(['Ann', 'Bo']);
	});

	test('a name of 10,000 characters, an observation of a million', async () => {
		const items = await readAll(
			between(person('x'.repeat(10_000)), '\n', JSON.stringify({ name: 'Cy', observations: [page, 'short'] }))
		);
		expect(briefly(items)).toEqual([
			'1 Ann',
			'2 refused: "name" is longer than 200 characters',
			'3 Cy',
			'3 refused: "observations[0]" is longer than 20000 characters',
			'4 Bo'
		]);
	});
});

describe('very deep values', () => {
	const nested = (depth: number, open: string, close: string) =>
		`{"name":"Cy","x":${open.repeat(depth)}1${close.repeat(depth)}}`;

	test.each([
		['lists', nested(10_000, '[', ']')],
		['objects', nested(10_000, '{"a":', '}')],
		['a million lists', nested(1_000_000, '[', ']')],
		['attributes', `{"name":"Cy","attributes":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`]
	])('10,000 %s deep are refused', async (_, line) => {
		expect(briefly(await readAll(between(line)))).toEqual(['1 Ann', '2 refused: nested more than 64 deep', '3 Bo']);
	});

	test('not closed', async () => {
		const items = await readAll(between('['.repeat(1_000_000)));
		expect(briefly(items)).toEqual([
			'1 Ann',
			'2 refused: broken JSON: a value or "]" expected at column 100001, found "["',
			'3 Bo'
		]);
	});

	test('inside a graph they cost their item', async () => {
		const text = `{"entities":[\n${person('Di')},\n${nested(10_000, '[', ']')},\n${person('Ed')}]}`;
		expect(briefly(await readAll(text))).toEqual(['2 Di', '3 refused: nested more than 64 deep', '4 Ed']);
	});

	test('60 deep are read', async () => {
		expect(briefly(await readAll(between(nested(60, '[', ']'))))).toEqual(['1 Ann', '2 Cy', '3 Bo']);
	});

	test('an opening bracket on each of many lines', async () => {
		for (const opening of ['[\n', '{"a":\n', '[{"a":\n', '{"entities":[\n', '{\n']) {
			const items = await readAll(new Blob([repeated(opening, 20_000), person('Bo')]));
			expect(items.every(({ kind }) => kind === 'refused' || kind === 'entity' || kind === 'ignored')).toBe(true);
			expect(refusalsOf(items)[0]?.line).toBeLessThan(3);
		}
	});
});

describe('a great many of something', () => {
	test.each([
		['lines of prose', 'blah blah\n', 20_000],
		['empty objects on one line', '{}', 20_000],
		['commas', ',', 1_000_000],
		['blank lines', '\n', 1_000_000],
		['quotes', '"', 1_000_000],
		['backslashes in a text', '{"\\', 300_000],
		['halves of lines', '{"name":"Cy",\n', 20_000]
	])('%s', async (_, text, times) => {
		const items = await readAll(new Blob([before, repeated(text, times), after]));
		expect(entitiesOf(items)[0]?.name).toBe('Ann');
		expect(entitiesOf(items).at(-1)?.name).toBe('Bo');
	});
});
