/** The lossless file: written, read back byte for byte, and every damage told. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/lib/domain/model';
import { collectBlob, journalToNdjson, openImport } from '../../src/lib/transfer';
import { crc32, utf8Of } from '../../src/lib/transfer/checksum';
import { seal } from '../../src/lib/transfer/journal-format';
import { anyChange, changeOf, everyChange } from './journal-samples';
import { briefly, readAll, readChunks } from './reading';

// eslint-disable-next-line @typescript-eslint/require-await
async function* each<T>(items: readonly T[]): AsyncGenerator<T, void> {
	yield* items;
}

async function linesOf(changes: readonly Change[], header = {}): Promise<string[]> {
	const lines: string[] = [];
	for await (const line of journalToNdjson(each(changes), header)) lines.push(line);
	return lines;
}

const changesIn = async (source: string | Blob) =>
	(await readAll(source)).filter((item) => item.kind === 'change').map(({ change }) => change);
const three = [changeOf(1), changeOf(2), changeOf(3)];

describe('[J1] round trip', () => {
	test('every verb, a husk, an undo and a forget come back as they were', async () => {
		const text = (await linesOf(everyChange())).join('');
		expect(await changesIn(text)).toEqual(everyChange());
		expect(briefly(await readAll(text))).toEqual([
			'1 ignored: journal header',
			'2 change',
			'3 change',
			'4 change',
			'5 ignored: journal trailer'
		]);
		expect((await openImport(text)).format).toBe('journal');
	});

	test('text of all scripts comes back byte for byte, and is written again as the same file', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(anyChange, { maxLength: 8 }), async (changes) => {
				const blob = await collectBlob(each(await linesOf(changes)), 'application/x-ndjson');
				const back = await changesIn(blob);
				expect(JSON.stringify(back)).toBe(JSON.stringify(changes));
				expect((await linesOf(back)).join('')).toBe(await blob.text());
			})
		);
	});

	test('many pages of changes', async () => {
		const changes = Array.from({ length: 1000 }, (_, n) => changeOf(n));
		expect(await changesIn((await linesOf(changes)).join(''))).toEqual(changes);
	});

	test('an empty notebook', async () => {
		const lines = await linesOf([]);
		expect(lines).toHaveLength(2);
		expect(briefly(await readAll(lines.join('')))).toEqual(['1 ignored: journal header', '2 ignored: journal trailer']);
	});

	test('a receipt that is not there becomes null', async () => {
		const [change] = await changesIn((await linesOf([changeOf(1, [], { receipt: undefined })])).join(''));
		expect(change?.receipt).toBeNull();
	});

	test('a line of ten million characters, as a change of many claims may be', async () => {
		const change = changeOf(1, [], { receipt: { text: 'x'.repeat(10_000_000) } });
		expect(await changesIn(await collectBlob(each(await linesOf([change])), ''))).toEqual([change]);
	});

	test('laid out anew by another program it is still whole', async () => {
		const lines = await linesOf(three, { app: 'Commonplace' });
		const spaced = lines.map((line) =>
			JSON.stringify(JSON.parse(line)).replaceAll('":', '": ').replaceAll(',"', ', "')
		);
		expect(briefly(await readAll(spaced.join('\r\n')))).toEqual(briefly(await readAll(lines.join(''))));
	});
});

describe('the file', () => {
	test('is a header, a numbered and checksummed change a line, and a trailer', async () => {
		const lines = await linesOf(three, { app: 'Commonplace', commonplace: 'x', format: 7 });
		expect(lines.every((line) => line.endsWith('}\n'))).toBe(true);
		const [header, first, , , trailer] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
		expect(header).toMatchObject({ app: 'Commonplace', commonplace: 'journal', format: 1 });
		expect(first).toEqual({ n: 1, sum: crc32(utf8Of(JSON.stringify(three[0]))), change: three[0] });
		expect(trailer).toMatchObject({ commonplace: 'end', changes: 3 });
		expect(trailer?.root).toMatch(/^[0-9a-f]{64}$/);
	});

	test('the checksum is the CRC-32 of everybody', () => {
		expect(crc32(utf8Of('123456789'))).toBe('cbf43926');
		expect(crc32(utf8Of(''))).toBe('00000000');
	});

	test('the root hash is as described', async () => {
		const lines = await linesOf(three);
		const sha = async (bytes: Uint8Array) =>
			new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
		const entries = [lines[0]!.trimEnd(), ...three.map((change) => JSON.stringify(change))];
		const root = await sha(await sha(utf8Of(`${entries.join('\n')}\n`)));
		expect((JSON.parse(lines[4]!) as { root: string }).root).toBe(Buffer.from(root).toString('hex'));
	});
});

describe('damage', () => {
	const damaged = async (harm: (lines: string[]) => string[]) =>
		briefly(await readAll(harm(await linesOf(three)).join('')));

	test('a missing trailer: cut off, and what was read is given', async () => {
		expect(await damaged((lines) => lines.slice(0, -1))).toEqual([
			'1 ignored: journal header',
			'2 change',
			'3 change',
			'4 change',
			'4 refused: the file is cut off: its closing line is missing; 3 of its changes were read'
		]);
	});

	test('cut off in the middle of a line', async () => {
		expect((await damaged(([a = '', b = '', c = '']) => [a, b, c.slice(0, 40)])).slice(2)).toEqual([
			'3 refused: damaged: no JSON',
			'3 refused: the file is cut off: its closing line is missing; 1 of its changes were read'
		]);
	});

	test('only the header', async () => {
		expect(await damaged((lines) => lines.slice(0, 1))).toEqual([
			'1 ignored: journal header',
			'1 refused: the file is cut off: its closing line is missing; 0 of its changes were read'
		]);
	});

	test('one letter of a change', async () => {
		expect(
			await damaged((lines) => lines.map((line, i) => (i === 2 ? line.replace('remember', 'rememder') : line)))
		).toEqual([
			'1 ignored: journal header',
			'2 change',
			'3 refused: damaged: the checksum does not fit',
			'4 change',
			'5 refused: 3 changes were written, 2 could be read'
		]);
	});

	test('a line lost', async () => {
		expect((await damaged((lines) => lines.filter((_, i) => i !== 2))).slice(2)).toEqual([
			'3 refused: out of order: change 3 where 2 was expected; some may be missing',
			'3 change',
			'4 refused: 3 changes were written, 2 could be read'
		]);
	});

	test('two lines exchanged', async () => {
		expect((await damaged(([a = '', b = '', c = '', ...rest]) => [a, c, b, ...rest]))[1]).toBe(
			'2 refused: out of order: change 2 where 1 was expected; some may be missing'
		);
	});

	test('a change exchanged for another with a fitting checksum: the root hash tells', async () => {
		const foreign = await linesOf([changeOf(1), changeOf(7), changeOf(3)]);
		expect((await damaged((lines) => lines.map((line, i) => (i === 2 ? foreign[2]! : line)))).slice(-1)).toEqual([
			'5 refused: the file is not as it was written: its root hash does not fit'
		]);
	});

	test('a changed header', async () => {
		const lines = await linesOf(three, { at: '2026-11-30' });
		const items = briefly(await readAll(lines.join('').replace('2026', '2027')));
		expect(items).toEqual([
			'1 refused: the header is damaged: its checksum does not fit',
			'2 change',
			'3 change',
			'4 change',
			'5 ignored: journal trailer'
		]);
	});

	test('a changed trailer', async () => {
		expect(
			(
				await damaged((lines) => lines.map((line, i) => (i === 4 ? line.replace('"changes":3', '"changes":2') : line)))
			).slice(-1)
		).toEqual(['5 refused: the closing line is damaged: its checksum does not fit']);
	});

	test('no header', async () => {
		expect((await damaged((lines) => lines.slice(1))).slice(0, 2)).toEqual([
			'1 refused: the header is missing',
			'1 change'
		]);
	});

	test('garbage for a header', async () => {
		expect((await damaged(([, ...rest]) => ['\u0001\u0002garbage\n', ...rest])).slice(0, 3)).toEqual([
			'1 refused: damaged: no JSON',
			'2 refused: the header is missing',
			'2 change'
		]);
	});

	test('changes and other things behind the trailer', async () => {
		const lines = await linesOf(three);
		const items = briefly(await readAll([...lines, lines[1], lines[4], '{"name":"Ann"}\n'].join('')));
		expect(items.slice(5)).toEqual([
			'6 refused: a change behind the closing line',
			'7 refused: a closing line without a journal before it',
			'8 refused: no line of a journal'
		]);
	});

	test('two files one behind the other are both read', async () => {
		const text = [...(await linesOf(three)), ...(await linesOf([changeOf(8)]))].join('');
		expect(briefly(await readAll(text)).slice(5)).toEqual([
			'6 ignored: journal header',
			'7 change',
			'8 ignored: journal trailer'
		]);
	});

	test('the second file begins before the first is closed', async () => {
		const text = [...(await linesOf(three)).slice(0, 3), ...(await linesOf([changeOf(8)]))].join('');
		expect(briefly(await readAll(text)).slice(3)).toEqual([
			'4 refused: a new journal begins before the one before it is closed',
			'4 ignored: journal header',
			'5 change',
			'6 ignored: journal trailer'
		]);
	});

	test('a newer format is refused whole, once', async () => {
		const [, ...rest] = await linesOf(three);
		const text = [`${seal({ commonplace: 'journal', format: 2 })}\n`, ...rest].join('');
		expect(briefly(await readAll(text))).toEqual(['1 refused: a journal of format 2, which this version cannot read']);
	});

	test('bytes that are no text', async () => {
		const [header, ...rest] = await linesOf(three);
		const file = new Blob([header!, Uint8Array.from([0xff, 0xfe, 10]), ...rest]);
		expect(briefly(await readAll(file)).slice(1, 3)).toEqual(['2 refused: damaged: no JSON', '3 change']);
	});

	test('any one byte flipped is noticed', async () => {
		const bytes = utf8Of((await linesOf(three, { app: 'Commonplace' })).join(''));
		await fc.assert(
			fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
				const harmed = bytes.slice();
				harmed[at]! ^= mask;
				const items = await readChunks([harmed]);
				const given = items.filter((item) => item.kind === 'change').map(({ change }) => JSON.stringify(change));
				const noticed = items.some((item) => item.kind === 'refused');
				const whole = given.join('\n') === three.map((change) => JSON.stringify(change)).join('\n');
				expect(noticed || whole).toBe(true);
				expect(given.every((text) => three.some((change) => JSON.stringify(change) === text))).toBe(true);
			}),
			{ numRuns: 300 }
		);
	});
});
