/**
 * `npm run bench`: the built app against the raw platform, in a real Chromium (how: docs/benchmarks.md). Prints a table and leaves
 * the figures as JSON in `.cache/bench/`.
 *
 * `npm run bench -- [--entities 20000] [--rounds 5] [--write]`, where `--write` puts the table into the README.
 * `npm run bench -- --typing [--entities 100000]`: instead, keys typed into the palette of a large notebook.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { fillSection } from './readme-section.mjs';
import { root } from './source-hash.mjs';

/**
 * @typedef {{ entities?: number, rounds?: number, tell: (line: string) => void }} Asked
 * @typedef {{ report: { at: string }, table: string }} Done
 * @typedef {{ benchmark: (asked: Asked) => Promise<Done>, typingBenchmark: (asked: Asked) => Promise<Done> }} Bench
 */

/** @param {string | undefined} text @returns {number | undefined} */
function wholeNumber(text) {
	if (text === undefined) return undefined;
	const number = Number(text);
	if (Number.isInteger(number) && number > 0) return number;
	throw new Error(`Give a whole number instead of "${text}".`);
}

/** @returns {{ entities?: number, rounds?: number, write: boolean, typing: boolean }} */
function asked() {
	const { values } = parseArgs({
		args: argv.slice(2),
		options: {
			entities: { type: 'string' },
			rounds: { type: 'string' },
			write: { type: 'boolean', default: false },
			typing: { type: 'boolean', default: false }
		}
	});
	const entities = wholeNumber(values.entities);
	const rounds = wholeNumber(values.rounds);
	const { write, typing } = values;
	if (typing && write) throw new Error('The README has no table for --typing: see docs/benchmarks.md.');
	return { ...(entities && { entities }), ...(rounds && { rounds }), write, typing };
}

/** @param {Done['report']} report @param {string} [prefix] @returns {string} where it is */
function keep(report, prefix = '') {
	const folder = join(root, '.cache/bench');
	mkdirSync(folder, { recursive: true });
	const path = join(folder, `${prefix}${report.at.replace(/[:.]/g, '-')}.json`);
	writeFileSync(path, `${JSON.stringify(report, null, '\t')}\n`);
	return path;
}

/** @param {string} table */
function intoReadme(table) {
	const path = join(root, 'README.md');
	writeFileSync(path, fillSection(readFileSync(path, 'utf8'), 'bench', table));
}

try {
	const { write, typing, ...sizes } = asked();
	/** @type {{ module: Bench }} */
	const { module } = await runnerImport(join(root, 'tests/bench/benchmark.ts'), { configFile: false, root });
	const run = typing ? module.typingBenchmark : module.benchmark;
	const { report, table } = await run({ ...sizes, tell: (line) => console.error(line) });
	console.log(`\n${table}\nAs JSON: ${keep(report, typing ? 'typing-' : '')}`);
	if (write) intoReadme(table);
	exit(0);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	exit(1);
}
