/** JSON that is not one record a line: whole graphs, lists and records over many lines, read item by item. */
import { describe, expect, test } from 'vitest';
import { OpenValue } from '../../src/lib/transfer/open-value';
import { briefly, person, readAll, readLines } from './reading';

const ann = {
	name: 'Ann',
	entityType: 'person',
	observations: ['paints', 'says "}{"'],
	relations: [{ relationType: 'knows', to: 'Cy' }]
};
const bo = { name: 'Bo', entityType: 'person', observations: [] };
const knows = { from: 'Ann', to: 'Bo', relationType: 'knows' };
const graph = { version: 1, entities: [ann, bo], relations: [knows], saved: { by: ['x'] } };

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const withoutLines = (items: string[]): string[] => items.map((item) => item.replace(/^\d+ /, ''));
const whole = ['ignored: field "version"', 'Ann', 'Ann knows Cy', 'Bo', 'Ann knows Bo', 'ignored: field "saved"'];

describe('a graph {entities, relations}', () => {
	test('pretty-printed: each item with the line where it starts', async () => {
		expect(briefly(await readAll(pretty(graph)))).toEqual([
			'2 ignored: field "version"',
			'4 Ann',
			'4 Ann knows Cy',
			'18 Bo',
			'25 Ann knows Bo',
			'31 ignored: field "saved"'
		]);
	});

	test('on one line', async () => {
		expect(briefly(await readAll(JSON.stringify(graph)))).toEqual(whole.map((item) => `1 ${item}`));
	});

	test.each([
		['tabs', JSON.stringify(graph, null, '\t')],
		['CRLF', pretty(graph).replaceAll('\n', '\r\n')],
		['broken in odd places', JSON.stringify(graph).replaceAll(',"', '\n,\n"').replaceAll(':[', '\n:\n\n[')],
		[
			'an item a line',
			`{"version":1,"entities":[\n${JSON.stringify(ann)},\n${JSON.stringify(bo)}],\n"relations":[${JSON.stringify(knows)}],\n"saved":{}}`
		],
		['with a mark and blank lines around', `\uFEFF\n\n  ${pretty(graph)}\n\n`]
	])('laid out with %s', async (_, text) => {
		expect(withoutLines(briefly(await readAll(text)))).toEqual(whole);
	});

	test('relations first', async () => {
		const text = pretty({ relations: [knows], entities: [bo] });
		expect(withoutLines(briefly(await readAll(text)))).toEqual(['Ann knows Bo', 'Bo']);
	});

	test('nodes and edges; the list says what its items are', async () => {
		const text = pretty({
			nodes: [{ name: 'Ann', type: 'relation' }],
			edges: [{ source: 'Ann', target: 'Bo', type: 'entity of' }]
		});
		expect(withoutLines(briefly(await readAll(text)))).toEqual([
			'refused: a relation without "from"',
			'Ann entity of Bo'
		]);
	});

	test('empty lists, and none at all', async () => {
		expect(await readAll(pretty({ entities: [], relations: [] }))).toEqual([]);
		expect(briefly(await readAll(pretty({ entities: { Ann: {} } })))).toEqual([
			'1 refused: neither an entity nor a relation: it has "entities"'
		]);
	});

	test('items that are none are refused, the others read', async () => {
		const text = pretty({ entities: ['Ann', bo, null, [bo], { foo: 1 }], relations: [7, knows, { from: 'Ann' }] });
		const expected = [
			'refused: JSON, but neither an entity nor a relation: a string',
			'Bo',
			'refused: JSON, but neither an entity nor a relation: a null',
			'refused: JSON, but neither an entity nor a relation: a list',
			'refused: an entity without "name"',
			'refused: JSON, but neither an entity nor a relation: a number',
			'Ann knows Bo',
			'refused: a relation without "to"'
		];
		expect(withoutLines(briefly(await readAll(text)))).toEqual(expected);
		expect(withoutLines(briefly(await readAll(JSON.stringify(JSON.parse(text)))))).toEqual(expected);
	});

	test('several, one behind the other, mixed with lines', async () => {
		const text = `${person('Di')}\n${pretty({ entities: [bo] })}\n${pretty({ entities: [bo] })}${person('Ed')}`;
		expect(withoutLines(briefly(await readAll(text)))).toEqual(['Di', 'Bo', 'Bo', 'Ed']);
	});
});

describe('a list of records', () => {
	test.each([
		['one line', JSON.stringify([ann, knows, bo])],
		['pretty-printed', pretty([ann, knows, bo])],
		['a record a line', `[\n${[ann, knows, bo].map((each) => JSON.stringify(each)).join(',\n')}\n]\n`],
		['brackets on the records’ lines', `[${[ann, knows, bo].map((each) => JSON.stringify(each)).join(',\n')}]`]
	])('%s', async (_, text) => {
		expect(withoutLines(briefly(await readAll(text)))).toEqual(['Ann', 'Ann knows Cy', 'Ann knows Bo', 'Bo']);
	});

	test('its items may be anything', async () => {
		const text = `["x",\n${JSON.stringify(bo)},\n7]`;
		expect(withoutLines(briefly(await readAll(text)))).toEqual([
			'refused: JSON, but neither an entity nor a relation: a string',
			'Bo',
			'refused: JSON, but neither an entity nor a relation: a number'
		]);
	});
});

describe('a record over many lines', () => {
	test('alone and one behind the other', async () => {
		expect(briefly(await readAll(`${pretty(bo)}\n${pretty(knows)}\n`))).toEqual(['1 Bo', '6 Ann knows Bo']);
	});

	test('its own relations do not make it a graph', async () => {
		expect(withoutLines(briefly(await readAll(pretty(ann))))).toEqual(['Ann', 'Ann knows Cy']);
	});
});

describe('what is broken costs as little as can be', () => {
	test('half a record before good lines', async () => {
		expect(briefly(await readLines('{"name":"Ann","observations":["a",', person('Bo'), person('Cy')))).toEqual([
			'1 refused: a JSON value that line 3 breaks: broken JSON: "," or a closing bracket expected at column 1, found "{"',
			'2 Bo',
			'3 Cy'
		]);
	});

	test('half a record at the end', async () => {
		expect(briefly(await readLines(person('Ann'), '{"name":"Bo",', '"entityType":"person"'))).toEqual([
			'1 Ann',
			'2 refused: half a JSON value: the file ends before it closes',
			'3 refused: a line of text, not JSON'
		]);
	});

	test('a graph cut off: what came before is read', async () => {
		const text = pretty(graph);
		const cut = text.slice(0, text.indexOf('"Bo"') + 2);
		expect(briefly(await readAll(cut)).slice(1)).toEqual([
			'4 Ann',
			'4 Ann knows Cy',
			'18 refused: a JSON value that line 19 breaks: half a line of JSON: it ends inside a text',
			'19 refused: a line of broken JSON'
		]);
		const atLineEnd = text.slice(0, text.indexOf('"Bo"') + 5);
		expect(briefly(await readAll(atLineEnd)).slice(3)).toEqual([
			'18 refused: cut off: the file ends before its list is closed; what came before is read'
		]);
		const between = text.slice(0, text.indexOf('"relations": [\n    {\n      "from"'));
		expect(briefly(await readAll(between)).slice(3)).toEqual([
			'18 Bo',
			'24 refused: cut off: the file ends before its list is closed; what came before is read'
		]);
	});

	test('one broken item of a graph: the items behind it are read', async () => {
		const text = pretty({
			entities: [bo, { name: 'Cy', entityType: 'person' }, { name: 'Di', entityType: 'person' }],
			relations: [knows]
		});
		const broken = text.replace('"name": "Cy",', '"name": "Cy"');
		expect(withoutLines(briefly(await readAll(broken)))).toEqual([
			'Bo',
			'refused: a JSON value that line 10 breaks: broken JSON: "," or a closing bracket expected at column 7, found """',
			'refused: 3 lines of broken JSON',
			'Di',
			'refused: 2 lines of broken JSON',
			'Ann knows Bo',
			'refused: 2 lines of broken JSON'
		]);
	});

	test('a missing comma between items costs nothing but the brackets', async () => {
		const text = `[\n${JSON.stringify(bo)}\n${JSON.stringify(knows)}\n]`;
		expect(briefly(await readAll(text))).toEqual(['2 Bo', '3 Ann knows Bo', '4 refused: a line of broken JSON']);
	});

	test('a malformed number costs its item', async () => {
		const text = `[\n${JSON.stringify(bo)},\n{"name":"Cy","version":1.2.3},\n${JSON.stringify(knows)}\n]`;
		expect(withoutLines(briefly(await readAll(text)))).toEqual([
			'Bo',
			'refused: broken JSON: a text or a number in it is malformed',
			'Ann knows Bo'
		]);
	});

	test('bytes that are no text cost their item', async () => {
		const file = new Blob(['[\n{"name":\n"R', Uint8Array.from([0xe9]), 'n"},\n{"name":\n"Bo"}\n]']);
		expect(briefly(await readAll(file))).toEqual(['2 refused: bytes that are no valid UTF-8 text', '4 Bo']);
	});
});

test('items are handed on before their list is closed', () => {
	const seen: string[] = [];
	const open = new OpenValue((item) => seen.push(`${item.line} ${item.kind}`));
	const feed = (text: string, line: number) => open.feed({ text, line, ends: true, bad: false }).state;
	expect(feed('{"entities": [', 1)).toBe('open');
	expect(feed('{"name":"Ann"},', 2)).toBe('open');
	expect(seen).toEqual(['2 value']);
	expect(feed('{"name":"Bo"}]', 3)).toBe('open');
	expect(feed('}', 4)).toBe('closed');
	expect(seen).toEqual(['2 value', '3 value']);
});
