/**
 * `npm run bench:names`: how well names are found, on judged pairs (how: tests/names/measure.ts). Prints true and false joins and how
 * often what was meant is within the first 1, 3, 5 suggestions, by script.
 *
 * `npm run bench:names -- --speed`: also how long a keystroke takes among 20,000 and 100,000 names, against a full scan.
 * `npm run bench:names -- [FILE.csv] [--write]`: FILE as a second set (columns name1, name2, is_match; by default
 * ../shared/data/names/cases.csv where that is), `--write` puts the tables into the README and records the own figures, below which
 * the tests let no change fall.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { fillSection } from './readme-section.mjs';
import { root } from './source-hash.mjs';

/**
 * @typedef {{ record: object, table: string, complaints: string[] }} Figures
 * @typedef {{ ownFigures: () => Figures, givenFigures: (path: string) => Figures, speedTable: () => string }} Bench
 */

const JUDGED_ELSEWHERE = join(root, '../shared/data/names/cases.csv');

/** @param {string} path @param {(text: string) => string} change */
function rewrite(path, change) {
	writeFileSync(path, change(existsSync(path) ? readFileSync(path, 'utf8') : ''));
}

/** @param {string} title @param {Figures} figures */
function print(title, { table, complaints }) {
	console.log(`\n${title}\n\n${table}\n`);
	for (const complaint of complaints) console.log(complaint);
}

/** @param {string} section @param {Figures} figures */
const intoReadme = (section, { table }) =>
	rewrite(join(root, 'README.md'), (text) => fillSection(text, section, table));

try {
	const { values, positionals } = parseArgs({
		args: argv.slice(2),
		allowPositionals: true,
		options: { write: { type: 'boolean', default: false }, speed: { type: 'boolean', default: false } }
	});
	/** @type {{ module: Bench }} */
	const { module } = await runnerImport(join(root, 'tests/names/bench.ts'), { configFile: false, root });
	const own = module.ownFigures();
	print('Own pairs', own);
	const path = positionals[0] ?? (existsSync(JUDGED_ELSEWHERE) ? JUDGED_ELSEWHERE : undefined);
	const given = path === undefined ? undefined : module.givenFigures(path);
	if (given) print(String(path), given);
	if (values.speed) print('A keystroke: p50 · p95', { record: {}, complaints: [], table: module.speedTable() });
	if (values.write) {
		intoReadme('names', own);
		rewrite(join(root, 'tests/names/recorded.json'), () => `${JSON.stringify(own.record, null, '\t')}\n`);
		// Only the set that the README names is published there.
		if (given && path === JUDGED_ELSEWHERE) intoReadme('names-elsewhere', given);
	}
	exit(0);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	exit(1);
}
