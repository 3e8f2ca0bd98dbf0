/** Names: find what was meant, never join what was not. The pairs are judged by hand; the figures are those of `npm run bench:names -- --write`. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sameButForForm } from '../../src/lib/domain/name';
import { rowsOf } from './csv';
import { joins, measure, scriptOf } from './measure';
import { givenPairs, ownPairs } from './pairs';
import recorded from './recorded.json';
import { rateOf, recordOf, tableOf } from './table';
import type { Tally } from './measure';

const pairs = ownPairs();
const measured = measure(pairs);
const figures = recordOf(measured);

const tallies: [string, Tally, Tally | undefined][] = [
	['all', recorded.all, figures.all],
	...Object.entries(recorded.byScript).map(([script, tally]): [string, Tally, Tally | undefined] => [
		script,
		tally,
		figures.byScript[script]
	])
];

describe('judged pairs', () => {
	test('[N2] [N8] two things are never joined', () => {
		expect(measured.falseJoins).toEqual([]);
	});

	test('[N8] what differs in form alone is one row', () => {
		const oneRow = pairs.filter(({ shows }) => shows.includes('one row'));
		expect(oneRow.length).toBeGreaterThan(10);
		for (const { a, b } of oneRow) expect([a, b, joins(a, b), sameButForForm(a, b)]).toEqual([a, b, true, true]);
	});

	test.each(tallies)('[N5] %s: what was meant is suggested as often as recorded', (_, before, now) => {
		if (!now) throw new Error('It is measured no more: npm run bench:names -- --write');
		for (const first of ['at1', 'at3', 'at5'] as const) {
			expect(rateOf(now[first], now) ?? 0).toBeGreaterThanOrEqual(rateOf(before[first], before) ?? 0);
		}
	});

	test('[N5] in every script something is found first', () => {
		expect(Object.keys(figures.byScript).filter((script) => !figures.byScript[script]?.at1)).toEqual([]);
	});

	test('the figures in the README are those recorded', () => {
		expect(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')).toContain(tableOf(recorded));
	});
});

describe('the set itself', () => {
	test('at least 300 pairs, each once, of one thing and of two, in at least ten scripts', () => {
		expect(pairs.length).toBeGreaterThanOrEqual(300);
		expect(new Set(pairs.map(({ a, b }) => [a, b].sort().join('\n'))).size).toBe(pairs.length);
		expect(pairs.filter(({ same }) => !same).length).toBeGreaterThan(100);
		expect(new Set(pairs.map(({ script }) => script)).size).toBeGreaterThanOrEqual(10);
		expect([...new Set(pairs.map(({ kind }) => kind))].sort()).toEqual([
			'company',
			'person',
			'place',
			'product',
			'system'
		]);
	});

	test('its scripts are those of its names', () => {
		expect(pairs.filter(({ a, b, script }) => scriptOf(a, b) !== script)).toEqual([]);
	});
});

describe('reading', () => {
	test('quoted fields, quotes in them, empty ones, both ends of line', () => {
		const text = 'a,b,c\r\n"x, y","say ""so""",\n\nü,,z';
		expect(rowsOf(text)).toEqual([
			{ a: 'x, y', b: 'say "so"', c: '' },
			{ a: 'ü', b: '', c: 'z' }
		]);
		expect(() => rowsOf('a\n"x"y')).toThrow(/No CSV/);
	});

	test('a given file by its columns; without them it is refused', () => {
		expect(givenPairs('name1,name2,is_match\nAnna,Анна,true\nAnna,Hanna,false')).toEqual([
			{ a: 'Anna', b: 'Анна', same: true, script: 'Cyrillic' },
			{ a: 'Anna', b: 'Hanna', same: false, script: 'Latin' }
		]);
		expect(() => givenPairs('a,b\nx,y')).toThrow(/name1/);
	});
});

describe('measuring', () => {
	const pair = (a: string, b: string, same: boolean) => ({ a, b, same, script: 'Latin' });

	test('a pair that lands on one row is found first; equal spellings are not sought', () => {
		const { all } = measure([pair('Ada King', 'ada-king', true), pair('Ada', 'Ada', true)]);
		expect(all).toMatchObject({ same: 2, joined: 2, asked: 1, at1: 1 });
	});

	test('a join of two things is told', () => {
		const { all, falseJoins } = measure([pair('Ada King', 'ada-king', false), pair('C', 'C#', false)]);
		expect(all).toMatchObject({ different: 2, falselyJoined: 1, asked: 0 });
		expect(falseJoins).toMatchObject([{ b: 'ada-king' }]);
	});

	test('what is not among the first five is told', () => {
		const { all, missed } = measure([pair('Wexford', 'Quimby', true)]);
		expect(all).toMatchObject({ asked: 1, at1: 0, at5: 0 });
		expect(missed).toHaveLength(1);
	});
});
