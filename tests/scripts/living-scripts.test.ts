import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { livingScripts, onlyLiving } from '../../scripts/living-scripts.mjs';

const table = readFileSync(new URL('../../node_modules/any-ascii/block.js', import.meta.url), 'utf8');

interface Table {
	default: (block: number) => string;
}

const imported = (code: string): Promise<Table> =>
	import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`) as Promise<Table>;

test('every letter of a living script stays, the rest is nothing', async () => {
	const [whole, less] = await Promise.all([imported(table), imported(onlyLiving(table))]);
	for (const letter of 'łßЖΩאعनবதกកՀნአ한あア東龍') {
		const block = letter.charCodeAt(0) >>> 8;
		expect(less.default(block)).toBe(whole.default(block));
		expect(less.default(block)).not.toBe('');
	}
	for (const letter of ['🎉', '𓀀', '𠮷', '㐀']) expect(less.default((letter.codePointAt(0) ?? 0) >>> 8)).toBe('');
});

test('it is less than half', () => {
	expect(onlyLiving(table).length).toBeLessThan(table.length / 2);
});

test('it meets the table and nothing else', () => {
	const { transform } = livingScripts();
	const filter = typeof transform === 'object' ? transform.filter?.id : undefined;
	expect(filter).toBeInstanceOf(RegExp);
	if (!(filter instanceof RegExp)) return;
	expect(filter.test('/x/node_modules/any-ascii/block.js')).toBe(true);
	expect(filter.test('/x/node_modules/any-ascii/any-ascii.js')).toBe(false);
});
