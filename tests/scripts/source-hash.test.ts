import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { digestOf, filesBelow } from '../../scripts/source-hash.mjs';

function sources(files: Record<string, string>): string {
	const folder = mkdtempSync(join(tmpdir(), 'commonplace-sources-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	mkdirSync(join(folder, 'src/deep'), { recursive: true });
	for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
	return folder;
}

const files = { 'src/a.ts': 'one', 'src/deep/b.ts': 'two', 'package.json': '{}' };
const digest = (folder: string) => digestOf(['src', 'package.json', 'absent'], folder);

test('files are listed sorted, at any depth; what is absent is nothing', () => {
	const folder = sources(files);
	expect(filesBelow('src', folder)).toEqual(['src/a.ts', 'src/deep/b.ts']);
	expect(filesBelow('absent', folder)).toEqual([]);
});

test('equal sources have an equal digest, wherever they lie', () => {
	expect(digest(sources(files))).toBe(digest(sources(files)));
});

test.each([
	['a changed byte', { 'src/a.ts': 'onE' }],
	['a new file', { 'src/c.ts': '' }],
	['text moved over the border of two files', { 'src/a.ts': 'onet', 'src/deep/b.ts': 'wo' }]
])('%s gives another', (_what, change) => {
	expect(digest(sources({ ...files, ...change }))).not.toBe(digest(sources(files)));
});
