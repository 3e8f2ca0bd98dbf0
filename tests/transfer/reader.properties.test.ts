/** Laws of reading: it never throws, chunks make no difference, and lines are counted right. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportItem } from '../../src/lib/domain/import-item';
import { cjkMarkdownFile, duplicatesFile, inlineRelationsFile, objectObservationsFile } from '../support/memory-files';
import { person, readAll, readChunks } from './reading';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const fragment = fc.constantFrom(
	...[
		'{',
		'}',
		'[',
		']',
		',',
		':',
		'"',
		'\\',
		'\n',
		'\r',
		'\r\n',
		' ',
		'\t',
		'\uFEFF',
		'\u2028',
		'0',
		'-1.5',
		'null',
		'true',
		'x',
		'\\u',
		'\\ud83d',
		'"name"',
		'"Ann"',
		'"entities"',
		'"relations"',
		'"observations"',
		'"type"',
		'"entity"',
		'"from"',
		'"to"',
		'"__proto__"',
		'{"entities":[',
		'{"name":"Ann"}',
		'{"from":"a","to":"b","type":"c"}',
		'港',
		'😀',
		'{"commonplace":"journal","format":1}',
		'{"n":1,"sum":"00000000","change":{}}'
	]
);
/** Bytes that come near to being a memory file, and sometimes are none at all. */
const anyBytes = fc.oneof(
	fc.uint8Array({ maxLength: 200 }),
	fc.array(fragment, { maxLength: 60 }).map((parts) => utf8(parts.join(''))),
	fc
		.tuple(
			fc.constantFrom(duplicatesFile(), objectObservationsFile(), cjkMarkdownFile(), inlineRelationsFile()),
			fc.array(fc.tuple(fc.nat(5000), fc.nat(255)), { maxLength: 5 })
		)
		.map(([text, harms]) => {
			const bytes = utf8(text);
			for (const [at, byte] of harms) bytes[at % bytes.length] = byte;
			return bytes;
		}),
	fc.json({ maxDepth: 5 }).map((json) => utf8(JSON.stringify(JSON.parse(json), null, 1)))
);

const cut = (bytes: Uint8Array, places: readonly number[]): Uint8Array[] => {
	const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
	return at.slice(1).map((end, i) => bytes.slice(at[i], end));
};

const kinds = new Set(['entity', 'relation', 'change', 'refused', 'ignored']);

function isSound(item: ImportItem, lines: number): boolean {
	if (!kinds.has(item.kind) || !Number.isInteger(item.line) || item.line < 1 || item.line > lines) return false;
	if (item.kind === 'refused')
		return item.reason !== '' && Array.from(item.excerpt).length <= 80 && !/\p{Surrogate}/u.test(item.excerpt);
	const text = JSON.stringify(item);
	return !/\\ud[89a-f]/.test(text);
}

test('whatever the bytes, it never throws, and every item has a line of the file and whole characters', async () => {
	await fc.assert(
		fc.asyncProperty(anyBytes, async (bytes) => {
			const lines = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/).length;
			for (const item of await readChunks([bytes])) expect(isSound(item, lines), JSON.stringify(item)).toBe(true);
		}),
		{ numRuns: 500 }
	);
});

test('any cut into chunks gives the same items', async () => {
	await fc.assert(
		fc.asyncProperty(anyBytes, fc.array(fc.nat(6000), { maxLength: 12 }), async (bytes, places) => {
			expect(await readChunks(cut(bytes, places))).toEqual(await readChunks([bytes]));
		}),
		{ numRuns: 500 }
	);
});

test('byte by byte, too', async () => {
	for (const text of [
		duplicatesFile().slice(0, 2000),
		cjkMarkdownFile(),
		`\uFEFF${inlineRelationsFile()}`.replaceAll('\n', '\r\n')
	]) {
		const bytes = utf8(text);
		expect(await readChunks(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(await readChunks([bytes]));
	}
});

test('a text reads as the file of it', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fragment, { maxLength: 40 }), async (parts) => {
			const text = parts.join('');
			expect(await readAll(text)).toEqual(await readAll(new Blob([text])));
		})
	);
});

test('good lines are read with their numbers, whatever stands between them', async () => {
	const junk = fc.constantFrom(
		'',
		'  ',
		'Dear diary',
		'{"name":"x',
		'{"a":1,',
		'[1,2',
		'null',
		'}',
		'"',
		'{"type":"_aim"}',
		'{"name":"x","observations":["a",'
	);
	const layout = fc.array(fc.oneof(fc.constant('good'), junk), { maxLength: 12 });
	await fc.assert(
		fc.asyncProperty(layout, fc.constantFrom('\n', '\r\n', '\r'), async (lines, end) => {
			const text = lines.map((line, i) => (line === 'good' ? person(`Ann ${i}`) : line)).join(end);
			const expected = lines.flatMap((line, i) => (line === 'good' ? [`${i + 1} Ann ${i}`] : []));
			const read = (await readAll(text)).flatMap((item) =>
				item.kind === 'entity' ? [`${item.line} ${item.name}`] : []
			);
			expect(read).toEqual(expected);
		}),
		{ numRuns: 300 }
	);
});

test('a record reads the same on one line and pretty-printed', async () => {
	const scalar = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null));
	const record = fc.record(
		{
			name: scalar,
			entityType: scalar,
			observations: fc.oneof(scalar, fc.array(scalar)),
			attributes: fc.dictionary(fc.string(), scalar),
			more: scalar
		},
		{ requiredKeys: [] }
	);
	await fc.assert(
		fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 4 }), async (entities) => {
			const meaning = async (text: string) =>
				(await readAll(text)).map((item) => ({ ...item, line: 0, ...(item.kind === 'refused' && { excerpt: '' }) }));
			const graph = { entities };
			expect(await meaning(JSON.stringify(graph, null, 2))).toEqual(await meaning(JSON.stringify(graph)));
		})
	);
});

test('blank lines behind a journal that was cut off change nothing, however they come', async () => {
	const bytes = utf8('{"n":1,"sum":"00000000","change":{}}\r\r\n');
	for (let at = 0; at <= bytes.length; at++)
		expect(await readChunks([bytes.slice(0, at), bytes.slice(at)])).toEqual(await readChunks([bytes]));
});
