/** One record a line: kinds, names of fields, wrong types, and what is refused with its line while the rest is read. */
import { describe, expect, test } from 'vitest';
import { openImport } from '../../src/lib/transfer';
import { briefly, entitiesOf, person, readAll, readLines, readRecord, refusalsOf, relationsOf } from './reading';

describe('what a line is', () => {
	test.each([
		['type', { type: 'entity', name: 'Ann', entityType: 'person' }],
		['_type', { _type: 'entity', name: 'Ann', entityType: 'person' }],
		['kind', { kind: 'Entity', name: 'Ann', entity_type: 'person' }],
		['type beside _type', { _type: 'entity', name: 'Ann', type: 'person' }],
		['its fields', { name: 'Ann', entityType: 'person' }],
		['its fields, the type being the entity’s', { name: 'Ann', type: 'person' }],
		['entityName', { type: 'observation', entityName: 'Ann', entityType: 'person' }]
	])('an entity told by %s', async (_, record) => {
		expect(await readRecord(record)).toEqual([
			{ kind: 'entity', line: 1, name: 'Ann', type: 'person', observations: [], dropped: [] }
		]);
	});

	test.each([
		['type', { type: 'relation', from: 'Ann', to: 'Bo', relationType: 'knows' }],
		['_type', { _type: 'relation', from: 'Ann', to: 'Bo', relation_type: 'knows' }],
		['kind', { kind: 'edge', source: 'Ann', target: 'Bo', label: 'knows' }],
		['its fields', { from_entity: 'Ann', to_entity: 'Bo', relation: 'knows' }],
		['its fields, the type being the relation’s', { from: 'Ann', to: 'Bo', type: 'knows' }],
		['its fields in camel case', { fromEntity: 'Ann', toEntity: 'Bo', relationType: 'knows' }]
	])('a relation told by %s', async (_, record) => {
		expect(await readRecord(record)).toEqual([
			{ kind: 'relation', line: 1, from: 'Ann', relation: 'knows', to: 'Bo', dropped: [] }
		]);
	});

	test('a header is passed over, and said to be', async () => {
		const items = await readLines('{"type":"_aim","source":"some-server"}', person('Ann'));
		expect(briefly(items)).toEqual(['1 ignored: header "_aim"', '2 Ann']);
	});

	test('relations before entities, in the order of the file', async () => {
		const items = await readLines('{"from":"Ann","to":"Bo","relationType":"knows"}', person('Ann'));
		expect(briefly(items)).toEqual(['1 Ann knows Bo', '2 Ann']);
	});

	test.each([
		['a number', '412', 'JSON, but neither an entity nor a relation: a number'],
		['null', 'null', 'JSON, but neither an entity nor a relation: a null'],
		['an empty object', '{}', 'neither an entity nor a relation: an empty object'],
		['another object', '{"foo":1,"bar":2}', 'neither an entity nor a relation: it has "foo", "bar"'],
		['a list of words', '["a","b"]', 'a list without entities or relations'],
		['plain text', 'Copy this into memory.jsonl', 'a line of text, not JSON'],
		['half a line', '{"type":"entity","name":"An', 'half a line of JSON: it ends inside a text'],
		[
			'half a line between fields',
			'{"type":"entity","name":"Ann",',
			'a JSON value that line 3 breaks: broken JSON: a name in quotes expected at column 1, found "{"'
		],
		['a trailing word', '{"name":"Ann"} oops', 'broken JSON: nothing more expected at column 16, found "o"'],
		['a Python dict', "{'name': 'Ann'}", `broken JSON: a name in quotes or "}" expected at column 2, found "'"`],
		['a tab in a text', '{"name":"A\tnn"}', 'broken JSON: a text or a number in it is malformed'],
		['a number that is none', '{"name":"Ann","version":01}', 'broken JSON: a text or a number in it is malformed'],
		['an entity without a name', '{"type":"entity","entityType":"person"}', 'an entity without "name"'],
		['a relation without an end', '{"type":"relation","from":"Ann","relationType":"knows"}', 'a relation without "to"'],
		[
			'a relation without a start',
			'{"type":"relation","to":"Ann","source":"a book","relationType":"knows"}',
			'a relation without "from"'
		],
		['a relation without a type', '{"from":"Ann","to":"Bo"}', 'a relation without "relationType"'],
		['a name that is a list', '{"name":["Ann"],"observations":[]}', '"name" is a list, not text'],
		['a name that is a truth value', '{"name":true}', '"name" is a boolean, not text'],
		['an end that is an object', '{"from":"Ann","to":{"name":"Bo"},"type":"knows"}', '"to" is an object, not text'],
		['a blank name', '{"name":" \\u00a0 "}', '"name" is empty']
	])('%s is refused with the reason, and the next line read', async (_, line, reason) => {
		const items = await readLines('', line, person('Bo'));
		expect(briefly(items)).toEqual([`2 refused: ${reason}`, '3 Bo']);
		expect(refusalsOf(items)[0]?.excerpt).toBe(line.trim());
	});

	test('two records on one line, as left by an append without a line feed', async () => {
		expect(briefly(await readLines(`${person('Ann')}${person('Bo')} ${person('Cy')}`, person('Di')))).toEqual([
			'1 Ann',
			'1 Bo',
			'1 Cy',
			'2 Di'
		]);
	});

	test('a comma behind the record does no harm', async () => {
		expect(briefly(await readLines(`${person('Ann')},`, `${person('Bo')} , `))).toEqual(['1 Ann', '2 Bo']);
	});

	test('an excerpt is 80 code points at most, of whole characters', async () => {
		const [refusal] = refusalsOf(await readLines('😀'.repeat(200)));
		expect(refusal?.excerpt).toBe('😀'.repeat(80));
	});
});

describe('[L1] names and types', () => {
	test('a name is trimmed; a number becomes its text', async () => {
		expect(briefly(await readLines('{"name":"  Ann \\n"}', '{"name":412}'))).toEqual(['1 Ann', '2 412']);
	});

	test('200 code points are a name, 201 are not', async () => {
		const items = await readLines(
			person('😀'.repeat(200)),
			person(` ${'x'.repeat(200)} `),
			person('😀'.repeat(201)),
			person('x'.repeat(10_000))
		);
		expect(entitiesOf(items)).toHaveLength(2);
		expect(briefly(items).slice(2)).toEqual([
			'3 refused: "name" is longer than 200 characters',
			'4 refused: "name" is longer than 200 characters'
		]);
	});

	test('so are the ends and the type of a relation', async () => {
		const long = 'x'.repeat(201);
		const items = await readLines(
			...[
				{ from: long, to: 'b', type: 'c' },
				{ from: 'a', to: long, type: 'c' },
				{ from: 'a', to: 'b', relationType: long }
			].map((each) => JSON.stringify(each))
		);
		expect(briefly(items)).toEqual(
			['from', 'to', 'relationType'].map((field, i) => `${i + 1} refused: "${field}" is longer than 200 characters`)
		);
	});

	test('a blank type is none; one that is no text is dropped and the rest kept', async () => {
		const items = await readLines(
			'{"name":"Ann","entityType":""}',
			'{"name":"Bo","entityType":null}',
			'{"name":"Cy","entityType":["a"]}',
			`{"name":"Di","entityType":"${'x'.repeat(201)}"}`
		);
		expect(entitiesOf(items).map(({ name, type, dropped }) => [name, type, dropped])).toEqual([
			['Ann', null, []],
			['Bo', null, []],
			['Cy', null, ['entityType']],
			['Di', null, ['entityType']]
		]);
	});

	test('half a character refuses the line and names the field', async () => {
		const items = await readLines(
			'{"name":"A\\ud83d"}',
			'{"name":"Ann","entityType":"\\udc00x"}',
			'{"name":"Ann","observations":["fine",{"text":"bad \\ud800"}]}',
			'{"from":"Ann","to":"B\\ud83dx","type":"knows"}',
			'{"name":"Ann","attributes":{"mood":"\\ud83d"}}',
			'{"name":"\\ud83d\\ude00"}'
		);
		const half = 'holds half a character (a lone surrogate)';
		expect(briefly(items)).toEqual([
			`1 refused: "name" ${half}`,
			`2 refused: "entityType" ${half}`,
			`3 refused: "observations[1].text" ${half}`,
			`4 refused: "to" ${half}`,
			`5 refused: "attributes.mood" ${half}`,
			'6 😀'
		]);
	});

	test('invisible characters, bidirectional controls and HTML are text as found', async () => {
		const name = '<img src=x onerror=alert(1)>\u202Eevil\u200B';
		const [entity] = entitiesOf(await readRecord({ name, observations: ['<script>alert(1)</script>'] }));
		expect(entity).toMatchObject({ name, observations: [{ text: '<script>alert(1)</script>' }] });
	});
});

describe('times and fields that are not kept', () => {
	test('createdAt is the time, the others are named', async () => {
		const [entity] = entitiesOf(
			await readRecord({
				type: 'entity',
				name: 'Ann',
				createdAt: '2025-03-24T14:38:53.603Z',
				version: 1,
				_savedAt: '2025-05-06T22:59:07.083Z',
				extra: { deep: [1] }
			})
		);
		expect(entity).toMatchObject({ created: '2025-03-24T14:38:53.603Z', dropped: ['version', '_savedAt', 'extra'] });
	});

	test('without createdAt, when it was saved', async () => {
		const [entity] = entitiesOf(await readRecord({ name: 'Ann', _savedAt: '2025-05-06T22:59:07.083Z' }));
		expect(entity).toMatchObject({ created: '2025-05-06T22:59:07.083Z', dropped: [] });
	});

	test('what is no time is dropped; what is null was never there', async () => {
		const [entity] = entitiesOf(await readRecord({ name: 'Ann', createdAt: 'last week', updated: null }));
		expect(entity?.created).toBeUndefined();
		expect(entity?.dropped).toEqual(['createdAt']);
	});

	test('a thousand unknown fields, some with very long names, are named in part', async () => {
		const extra = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${i}${'x'.repeat(1000)}`, 1]));
		const [entity] = entitiesOf(await readRecord({ name: 'Ann', ...extra }));
		expect(entity?.dropped).toHaveLength(100);
		expect(entity?.dropped[0]).toHaveLength(80);
	});

	test('a description is kept', async () => {
		const [entity] = entitiesOf(await readRecord({ name: 'Ann', description: 'A painter' }));
		expect(entity?.description).toBe('A painter');
	});
});

describe('relations', () => {
	const base = { from: 'Ann', to: 'Bo', relationType: 'knows' };
	test.each([
		['weight', { weight: 0.25 }, { strength: 0.25, dropped: [] }],
		['strength before weight', { weight: 0.25, strength: 0.75 }, { strength: 0.75, dropped: ['weight'] }],
		['a weight above 1', { weight: 7 }, { dropped: ['weight'] }],
		['a weight below 0', { weight: -0.1 }, { dropped: ['weight'] }],
		['a weight that is text', { weight: '0.5' }, { dropped: ['weight'] }],
		['three decimals', { weight: 0.123456 }, { strength: 0.123, dropped: [] }],
		[
			'confidence and context',
			{ confidence: 0.9, context: 'met at sea' },
			{ confidence: 0.9, context: 'met at sea', dropped: [] }
		],
		['source beside from', { source: 'a book' }, { dropped: ['source'] }],
		[
			'types of the ends',
			{ fromType: 'person', to_type: 'place' },
			{ fromType: 'person', toType: 'place', dropped: [] }
		],
		['its time', { createdAt: 1742827133, version: 2 }, { created: '2025-03-24T14:38:53.000Z', dropped: ['version'] }]
	])('%s', async (_, more, expected) => {
		expect(await readRecord({ ...base, ...more })).toEqual([
			{ kind: 'relation', line: 1, from: 'Ann', relation: 'knows', to: 'Bo', ...expected }
		]);
	});

	test('nested in an entity they start from it, and carry its line and type', async () => {
		const items = await readLines(
			'',
			JSON.stringify({
				name: 'Ann',
				entityType: 'person',
				observations: ['paints'],
				relations: [
					{ relationType: 'knows', to: 'Bo' },
					{ type: 'lives_in', target: 'Ystad' },
					{ from: 'Cy', relationType: 'admires', to: 'Ann' },
					{ relationType: 'knows' },
					'knows Di',
					{ relationType: 'knows', to: 'x'.repeat(201) }
				]
			})
		);
		expect(briefly(items)).toEqual([
			'2 Ann',
			'2 Ann knows Bo',
			'2 Ann lives_in Ystad',
			'2 Cy admires Ann',
			'2 refused: "relations[3]": a relation without "to"',
			'2 refused: "relations[4]": not an object',
			'2 refused: "relations[5]": "to" is longer than 200 characters'
		]);
		expect(relationsOf(items).map(({ fromType }) => fromType)).toEqual(['person', 'person', undefined]);
	});

	test('relations that are no list are dropped', async () => {
		const [entity] = entitiesOf(await readRecord({ name: 'Ann', relations: { knows: 'Bo' } }));
		expect(entity?.dropped).toEqual(['relations']);
	});
});

describe('names that are traps', () => {
	test('__proto__ and constructor are unknown fields and change nothing', async () => {
		const items = await readLines(
			'{"name":"Ann","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"attributes":{"__proto__":"x","mood":"good"}}',
			'{"from":"__proto__","to":"constructor","type":"toString","__proto__":{"strength":1}}',
			'{"__proto__":{"name":"Bo"}}',
			'{"name":"__proto__"}'
		);
		expect(Object.prototype).not.toHaveProperty('polluted');
		expect(entitiesOf(items)[0]).toMatchObject({
			observations: [{ text: 'mood: good' }],
			dropped: ['attributes.__proto__', '__proto__', 'constructor']
		});
		expect(relationsOf(items)[0]).toEqual({
			kind: 'relation',
			line: 2,
			from: '__proto__',
			relation: 'toString',
			to: 'constructor',
			dropped: ['__proto__']
		});
		expect(briefly(items).slice(2)).toEqual([
			'3 refused: neither an entity nor a relation: it has "__proto__"',
			'4 __proto__'
		]);
	});
});

describe('opening', () => {
	test.each([
		['an empty file', ''],
		['blank lines', '\n \r\n\t\n'],
		['prose', 'Dear diary,\n\ntoday nothing happened.\n'],
		['JSON of another kind', '{"a":1}\n[1,2]\n'],
		['an empty graph', '{"entities":[],"relations":[]}']
	])('%s: format unknown, neither entity nor relation', async (_, text) => {
		const reading = await openImport(new Blob([text]));
		const items = await readAll(text);
		expect(reading.format).toBe('unknown');
		expect([...entitiesOf(items), ...relationsOf(items)]).toEqual([]);
	});

	test('the name of the file means nothing', async () => {
		expect((await openImport(new Blob([person('Ann')]), { name: 'notes.json' })).format).toBe('memory');
		expect((await openImport(new Blob(['# Notes']), { name: 'memory.jsonl' })).format).toBe('unknown');
	});

	test('told although it begins with something else', async () => {
		const reading = await openImport(`Read me\n\n${'blah\n'.repeat(500)}${person('Ann')}`);
		expect(reading.format).toBe('memory');
	});

	test('bytes are counted, and the items can be read again', async () => {
		const file = new Blob([person('Ann'), '\n', person('Bo')]);
		const reading = await openImport(file);
		for (const _ of [1, 2]) {
			const names = [];
			for await (const item of reading.items) names.push(...briefly([item]));
			expect(names).toEqual(['1 Ann', '2 Bo']);
			expect(reading.bytesRead()).toBe(file.size);
		}
		expect(reading.bytesTotal).toBe(file.size);
	});

	test('a file that cannot be read is told as an item, not thrown', async () => {
		const file = new Blob([person('Ann')]);
		file.slice = () =>
			Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('the file has changed')) });
		file.stream = () =>
			new ReadableStream({ start: (controller) => controller.error(new Error('the file has changed')) });
		expect(briefly(await readAll(file))).toEqual([
			'1 refused: the file could not be read further: the file has changed'
		]);
	});
});
