import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fillSection } from '../scripts/readme-section.mjs';
import { configsToMarkdown } from '../src/bridge/commands/config';
import { operationsToMarkdown } from '../src/lib/contract/to-markdown';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('README', () => {
	test('its reference is that of the table; if not: npm run docs', () => {
		expect(fillSection(readme, 'operations', operationsToMarkdown())).toBe(readme);
	});

	test('its lines for agents are those that `config` prints; if not: npm run docs', () => {
		expect(fillSection(readme, 'configs', configsToMarkdown())).toBe(readme);
	});

	test('names only scripts that exist', () => {
		const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
			scripts: Record<string, string>;
		};
		const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? '');
		expect(named.length).toBeGreaterThan(0);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
	});
});

describe('fillSection', () => {
	test('replaces what is between the markers and leaves the rest', () => {
		const text = 'a\n<!-- x:start -->\nold\n<!-- x:end -->\nb\n';
		const filled = 'a\n<!-- x:start -->\n\nnew $& $1\n\n<!-- x:end -->\nb\n';
		expect(fillSection(text, 'x', 'new $& $1\n')).toBe(filled);
		expect(fillSection(filled, 'x', 'new $& $1\n')).toBe(filled);
	});

	test.each([
		'',
		'<!-- x:start -->',
		'<!-- x:end --><!-- x:start -->',
		'<!-- x:start --><!-- x:end --><!-- x:start --><!-- x:end -->'
	])('refuses %j', (text) => {
		expect(() => fillSection(text, 'x', 'new')).toThrow(/x:start/);
	});
});
