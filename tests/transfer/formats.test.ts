/** Files of other programs as they come: notes, tables and graphs of people who never heard of this app, and of those who mean harm. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test, vi } from 'vitest';
import type { GivenFile, ImportEntity, ImportItem } from '../../src/lib/domain/import-item';
import { openImport } from '../../src/lib/transfer';
import { briefly, entitiesOf, refusalsOf, relationsOf } from './reading';

/** Of a bomb, a small one is enough. */
vi.mock(import('../../src/lib/transfer/limits'), async (load) => ({
	...(await load()),
	UNPACKED_LIMIT: 20_000_000 as 1_000_000_000
}));

async function readAll(source: Blob | string | readonly GivenFile[], name?: string): Promise<ImportItem[]> {
	const items: ImportItem[] = [];
	const reading = await openImport(source, name === undefined ? {} : { name });
	for await (const item of reading.items) items.push(item);
	return items;
}

const folder = (files: Record<string, string>): Promise<ImportItem[]> =>
	readAll(Object.entries(files).map(([path, text]) => ({ path, blob: new Blob([text]) })));

const markdown = (text: string): Promise<ImportItem[]> => folder({ 'Ann.md': text });

const only = (items: readonly ImportItem[]): ImportEntity => {
	const [entity, ...others] = entitiesOf(items);
	expect(others).toEqual([]);
	if (!entity) throw new Error(`no entity: ${briefly(items).join('; ')}`);
	return entity;
};

const told = (items: readonly ImportItem[]): string[] =>
	relationsOf(items).map(({ from, relation, to }) => `${from} ${relation} ${to}`);

describe('Markdown of others', () => {
	test('front matter to values and relations, blocks to facts, links to relations, with their lines', async () => {
		const items = await folder({
			'people/Ann.md': [
				'---',
				'type: person',
				'aliases: [Annie, "A. B."]',
				'born: 1815-12-10',
				'active: true',
				'tags: [sea, tea]',
				'employer: "[[Acme]]"',
				'port: [[Oslo]]',
				'deep: {a: {b: 1}}',
				'---',
				'# Ann',
				'',
				'Sails with [[Ben Bow|Ben]] and',
				'[a friend](../places/Oslo.md).',
				'',
				'- knows: [[Ben Bow]], [[Oslo]]',
				'- Likes tea',
				'  - with milk',
				'',
				'![[picture.png]]'
			].join('\n'),
			'places/Oslo.md': 'A town.'
		});
		const [ann] = entitiesOf(items);
		expect(ann).toMatchObject({
			name: 'Ann',
			type: 'person',
			aliases: ['Annie', 'A. B.'],
			file: 'people/Ann.md',
			dropped: ['deep']
		});
		expect(ann?.values).toEqual([
			{ attribute: 'born', values: ['1815-12-10'], isSet: false },
			{ attribute: 'active', values: ['true'], isSet: false },
			{ attribute: 'tags', values: ['sea', 'tea'], isSet: true }
		]);
		expect(ann?.observations.map(({ text }) => text)).toEqual([
			'Sails with [[Ben Bow|Ben]] and\n[a friend](../places/Oslo.md).',
			'Likes tea\n  - with milk',
			'![[picture.png]]'
		]);
		expect(told(items)).toEqual([
			'Ann employer Acme',
			'Ann port Oslo',
			'Ann links to Ben Bow',
			'Ann links to Oslo',
			'Ann knows Ben Bow',
			'Ann knows Oslo'
		]);
		expect(relationsOf(items).at(-1)).toMatchObject({ line: 16, file: 'people/Ann.md' });
	});

	test('a dated file and one of type note are notes; a link to one is none to a thing', async () => {
		const items = await folder({
			'2026-01-05.md': 'Met [[Ann]].',
			'Talk.md': '---\ntype: meeting\n---\nSaid much.',
			'Ann.md': 'See [[Talk]].'
		});
		expect(items.filter(({ kind }) => kind === 'note')).toMatchObject([
			{ title: '2026-01-05', text: 'Met [[Ann]].', noteKind: 'daily' },
			{ title: 'Talk', text: 'Said much.', noteKind: 'import' }
		]);
		expect(told(items)).toEqual([]);
	});

	test('a file alone is told by its name', async () => {
		expect(only(await readAll('---\nrole: captain\n---\n', 'Ann.md')).values).toEqual([
			{ attribute: 'role', values: ['captain'], isSet: false }
		]);
	});

	test.each([
		['an alias bomb', 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]', 'by reference'],
		['a tag', 'a: !!js/function "return 1"', 'no plain YAML'],
		['a binary tag', 'a: !!binary aGk=', 'no plain YAML'],
		['half of a list', 'a: [1, 2', 'no plain YAML'],
		['the same name twice', 'a: 1\na: 2', 'no plain YAML'],
		['a list', '- a\n- b', 'no list of names and values'],
		['depth', `a: ${'['.repeat(5000)}${']'.repeat(5000)}`, 'nested more than']
	])('front matter with %s is refused, with its file', async (_, matter, reason) => {
		const items = await folder({ 'Ann.md': `---\n${matter}\n---\nGood.`, 'Ben.md': 'Good.' });
		expect(refusalsOf(items)).toMatchObject([{ file: 'Ann.md', line: 1 }]);
		expect(refusalsOf(items)[0]?.reason).toContain(reason);
		expect(entitiesOf(items).map(({ name }) => name)).toEqual(['Ben']);
	});

	test('__proto__ and constructor are attributes like any other', async () => {
		const { values } = only(await markdown('---\n__proto__: x\nconstructor: y\n---\n'));
		expect(values?.map(({ attribute }) => attribute)).toEqual(['__proto__', 'constructor']);
		expect(({} as Record<string, unknown>)['x']).toBeUndefined();
	});
});

describe('tables', () => {
	const table = (text: string, name = 'table.csv') => readAll(new Blob([text]), name);
	const about = (items: readonly ImportItem[]) => items.flatMap((item) => (item.kind === 'file' ? [item.about] : []));

	test.each([
		['semicolons', 'Name;City\nAnn;Oslo\n'],
		['tabs, a mark and CRLF', '\uFEFFName\tCity\r\nAnn\tOslo\r\n'],
		['quotes and no last line end', '"Name","City"\n"Ann","Oslo"']
	])('%s', async (_, text) => {
		const items = await table(text);
		expect(only(items)).toMatchObject({ name: 'Ann', values: [{ attribute: 'City', values: ['Oslo'] }] });
		expect(about(items)).toEqual(['things; header: Name, City']);
	});

	test('without a header the first column is the name, and that is told', async () => {
		const items = await table('Ann,1815\nBen,1820\n');
		expect(entitiesOf(items).map(({ name }) => name)).toEqual(['Ann', 'Ben']);
		expect(about(items)).toEqual(['things; no header: name, column 2']);
	});

	test('relations by id lead to the names of another table, in whatever order', async () => {
		const items = await folder({
			'edges.csv': 'Source,Target,Type\n1,2,knows\n',
			'nodes.csv': 'Id,Label\n1,Ann\n2,Ben\n'
		});
		expect(told(items)).toEqual(['Ann knows Ben']);
	});

	test('rows that cannot be taken are refused with their lines, also below a cell of several lines', async () => {
		const items = await table(`name,about\nAnn,"two\nlines"\n,nobody\n${'x'.repeat(300)},long\nBen,ok\n`);
		expect(refusalsOf(items).map(({ line }) => line)).toEqual([4, 5]);
		expect(entitiesOf(items).map(({ name, line }) => [name, line])).toEqual([
			['Ann', 2],
			['Ben', 6]
		]);
	});

	test('a quote that is never closed is refused, and what stood before is kept', async () => {
		const items = await table('name,city\nAnn,Oslo\nBen,"Rome\n');
		expect(entitiesOf(items).map(({ name }) => name)).toEqual(['Ann']);
		expect(refusalsOf(items)).toMatchObject([{ line: 3, reason: 'Quoted field unterminated' }]);
	});

	test('a table longer than a stretch is read whole, its lines counted', async () => {
		const rows = Array.from({ length: 20_000 }, (_, i) => `Thing ${String(i)},"a ""quoted"" value, ${String(i)}"`);
		const items = await table(['name,value', ...rows].join('\r\n'));
		expect(refusalsOf(items)).toEqual([]);
		expect(entitiesOf(items).at(-1)).toMatchObject({ name: 'Thing 19999', line: 20_001 });
		expect(entitiesOf(items)).toHaveLength(20_000);
	});
});

describe('JSON-LD of others', () => {
	const person = {
		'@context': 'https://example.org/context.jsonld',
		'@id': 'https://example.org/#ann',
		'@type': ['schema:Person'],
		'http://xmlns.com/foaf/0.1/name': [{ '@value': 'Ann', '@language': 'en' }],
		age: 30,
		likes: ['tea', 'rum'],
		knows: { '@id': 'https://example.org/#ben' },
		worksFor: { '@type': 'Organization', name: 'Acme' }
	};

	test('properties to values and relations; a remote context is never fetched', async () => {
		const fetched = vi.spyOn(globalThis, 'fetch');
		const items = await readAll(
			JSON.stringify([person, { '@id': 'https://example.org/#ben', name: 'Ben' }], null, '\t')
		);
		expect(fetched).not.toHaveBeenCalled();
		const ann = entitiesOf(items).find(({ name }) => name === 'Ann');
		expect(ann).toMatchObject({
			type: 'Person',
			values: [
				{ attribute: 'age', values: ['30'], isSet: false },
				{ attribute: 'likes', values: ['tea', 'rum'], isSet: true }
			]
		});
		expect(told(items)).toEqual(['Ann worksFor Acme', 'Ann knows Ben']);
	});

	test('a graph over many lines, an id that leads nowhere, a node without a name', async () => {
		const graph = {
			'@context': {},
			'@graph': [{ '@id': 'ex:Ann', knows: { '@id': 'ex:Nobody' } }, { '@type': 'Thing' }]
		};
		const items = await readAll(JSON.stringify(graph, null, '\t'));
		expect(told(items)).toEqual(['Ann knows Nobody']);
		expect(refusalsOf(items)).toMatchObject([{ reason: 'a node without a name or "@id"' }]);
	});

	test('__proto__ as a key changes nothing', async () => {
		await readAll(
			'{"@graph":[{"name":"Ann","__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}]}'
		);
		expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
	});
});

describe('zips', () => {
	const zip = (files: Record<string, string | Uint8Array>): Blob =>
		new Blob([
			zipSync(
				Object.fromEntries(
					Object.entries(files).map(([path, data]) => [path, typeof data === 'string' ? strToU8(data) : data])
				)
			)
		]);

	test('each file as what it is; hidden ones and others are passed over', async () => {
		const items = await readAll(
			zip({
				'a/Ann.md': 'Likes tea',
				'b/people.csv': 'name\nBen\n',
				'c/m.jsonl': '{"type":"entity","name":"Cleo","entityType":"x","observations":[]}',
				'.obsidian/app.json': '{}',
				'p.png': 'x'
			})
		);
		expect(
			entitiesOf(items)
				.map(({ name, file }) => [name, file])
				.sort()
		).toEqual([
			['Ann', 'a/Ann.md'],
			['Ben', 'b/people.csv'],
			['Cleo', 'c/m.jsonl']
		]);
		expect(items.filter(({ kind }) => kind === 'ignored').map((item) => 'what' in item && item.what)).toEqual([
			'file .json',
			'file .png'
		]);
	});

	test.each(['../Ann.md', 'a/../../Ann.md', '/Ann.md', 'C:\\Ann.md', 'a\\..\\Ann.md'])(
		'the path %s is refused',
		async (path) => {
			const items = await readAll(zip({ [path]: 'x', 'Ben.md': 'y' }));
			expect(refusalsOf(items)).toHaveLength(1);
			expect(refusalsOf(items)[0]?.reason).toMatch(/^its path/);
			expect(entitiesOf(items).map(({ name }) => name)).toEqual(['Ben']);
		}
	);

	test('a file that unpacks to too much is refused, the others are read', async () => {
		const items = await readAll(zip({ 'bomb.md': new Uint8Array(17_000_000), 'Ben.md': 'y' }));
		expect(refusalsOf(items)).toMatchObject([{ file: 'bomb.md', reason: 'longer than 16 MB' }]);
		expect(entitiesOf(items).map(({ name }) => name)).toEqual(['Ben']);
	});

	test('a zip that unpacks to more than a notebook can be is given up', async () => {
		const files = { '1.csv': new Uint8Array(15_000_000), '2.csv': new Uint8Array(15_000_000) };
		const items = await readAll(zip(files));
		expect(refusalsOf(items).at(-1)?.reason).toContain('unpacks to more than 20 MB');
	});

	test('a damaged zip is told, not thrown', async () => {
		const whole = zip({ 'Ann.md': 'Likes tea, and much more of that kind, for ever and ever' });
		const bytes = new Uint8Array(await whole.arrayBuffer());
		bytes.fill(0xff, 36, 60);
		const items = await readAll(new Blob([bytes]));
		expect(refusalsOf(items)).toHaveLength(1);
	});
});
