/** Encodings, marks and line ends: the same items with the right line numbers, however the bytes come. */
import { describe, expect, test } from 'vitest';
import { briefly, entitiesOf, person, readAll, readChunks, readLines, refusalsOf } from './reading';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function utf16(text: string, littleEndian: boolean, mark: boolean): Uint8Array<ArrayBuffer> {
	const all = (mark ? '\uFEFF' : '') + text;
	const bytes = new Uint8Array(all.length * 2);
	const view = new DataView(bytes.buffer);
	for (let i = 0; i < all.length; i++) view.setUint16(i * 2, all.charCodeAt(i), littleEndian);
	return bytes;
}

describe('line ends', () => {
	const named = ['1 Ann', '2 Bo', '4 Cy'];
	test.each([
		['LF', '\n'],
		['CRLF', '\r\n'],
		['CR', '\r']
	])('%s ends a line, blank lines count and yield nothing', async (_, end) => {
		const text = [person('Ann'), person('Bo'), '  ', person('Cy'), ''].join(end);
		expect(briefly(await readAll(new Blob([text])))).toEqual(named);
		expect(briefly(await readAll(text))).toEqual(named);
	});

	test('they may be mixed', async () => {
		const text = `${person('Ann')}\r\n${person('Bo')}\n\r${person('Cy')}\r\n\r\n`;
		expect(briefly(await readAll(text))).toEqual(named);
	});

	test('the last line needs none', async () => {
		expect(briefly(await readLines(person('Ann'), person('Bo')))).toEqual(['1 Ann', '2 Bo']);
	});

	test('a CRLF cut in two by chunks is one line end', async () => {
		const chunks = [`${person('Ann')}\r`, `\n${person('Bo')}\r`, '\n', `\r\n${person('Cy')}`].map(utf8);
		expect(briefly(await readChunks(chunks))).toEqual(['1 Ann', '2 Bo', '4 Cy']);
	});

	test('a line separator inside a text is no line end', async () => {
		const [entity] = entitiesOf(await readLines(`{"name":"Ann","observations":["a\u2028b\u2029c\u0085d"]}`));
		expect(entity?.observations[0]?.text).toBe('a\u2028b\u2029c\u0085d');
	});
});

describe('encodings', () => {
	test('a byte order mark is not part of the first line, nor of a file that was appended', async () => {
		const text = `\uFEFF${person('Ann')}\n\uFEFF${person('Bo')}\n\uFEFF\n`;
		expect(briefly(await readAll(new Blob([text])))).toEqual(['1 Ann', '2 Bo']);
		expect(briefly(await readAll(text))).toEqual(['1 Ann', '2 Bo']);
	});

	test.each([
		['little-endian with mark', true, true],
		['big-endian with mark', false, true],
		['little-endian without mark', true, false],
		['big-endian without mark', false, false]
	])('UTF-16, %s', async (_, little, mark) => {
		const bytes = utf16(`${person('Åse 𠮷野家')}\r\n${person('Bo')}`, little, mark);
		expect(briefly(await readAll(new Blob([bytes])))).toEqual(['1 Åse 𠮷野家', '2 Bo']);
	});

	test('half a character of UTF-16 in the file is refused, not replaced', async () => {
		const bytes = utf16(`${person('A\uD83D')}\n${person('Bo')}`, true, true);
		expect(briefly(await readAll(new Blob([bytes])))).toEqual([
			'1 refused: "name" holds half a character (a lone surrogate)',
			'2 Bo'
		]);
	});

	test('UTF-16 that ends with half a unit', async () => {
		const bytes = utf16(`${person('Ann')}\n${person('Bo')}`, true, true).subarray(0, -1);
		expect(briefly(await readAll(new Blob([bytes]))).slice(0, 1)).toEqual(['1 Ann']);
	});

	test('only the lines with invalid bytes are refused', async () => {
		const latin1 = Uint8Array.from([...utf8('{"name":"Ren'), 0xe9, ...utf8('"}')]);
		const file = new Blob([`${person('Ann')}\n`, latin1, `\n${person('R\uFFFDn')}\n`]);
		const items = await readAll(file);
		expect(briefly(items)).toEqual(['1 Ann', '2 refused: bytes that are no valid UTF-8 text', '3 R\uFFFDn']);
		expect(refusalsOf(items)[0]?.excerpt).toBe('{"name":"Ren\uFFFD"}');
	});

	test('a file that ends inside a character', async () => {
		const bytes = utf8(`${person('Ann')}\n{"name":"Å`).slice(0, -1);
		expect(briefly(await readAll(new Blob([bytes])))).toEqual([
			'1 Ann',
			'2 refused: bytes that are no valid UTF-8 text'
		]);
	});

	test('gzip is unpacked, told by content', async () => {
		const packed = new Blob([`${person('Ann')}\n${person('Bo')}\n`])
			.stream()
			.pipeThrough(new CompressionStream('gzip'));
		expect(briefly(await readAll(await new Response(packed).blob()))).toEqual(['1 Ann', '2 Bo']);
	});

	test('gzip that is cut off: what came out is read, and the damage is told', async () => {
		const text = Array.from({ length: 20_000 }, (_, i) => person(`Ann ${i * 7919}`)).join('\n');
		const packed = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
		const items = await readAll(packed.slice(0, packed.size / 2));
		expect(entitiesOf(items).length).toBeGreaterThan(1000);
		expect(refusalsOf(items)[0]?.reason).toMatch(/^the file could not be read further: /);
	});

	test('a picture is no text file', async () => {
		const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]);
		expect(briefly(await readAll(new Blob([png])))).toEqual(['1 refused: this is no text file']);
	});
});
