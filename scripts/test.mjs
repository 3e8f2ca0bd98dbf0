/**
 * The whole gate: `npm test`, the same as `npm run verify`. Steps in order, each counted; the last line is their sum.
 * Names of steps run those alone: `npm test -- unit browser`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { argv, env, execPath, exit } from 'node:process';
import { ensureBuild } from './build.mjs';
import { ensureChromium } from './find-chromium.mjs';
import { root } from './source-hash.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ name: string, run: () => Counts | Promise<Counts> }} Step */

const reports = join(root, '.cache/tests');
const TOO_LONG_MS = 8 * 60_000;

const programs = {
	eslint: 'eslint/bin/eslint.js',
	playwright: '@playwright/test/cli.js',
	prettier: 'prettier/bin/prettier.cjs',
	'svelte-check': 'svelte-check/bin/svelte-check',
	'svelte-kit': '@sveltejs/kit/svelte-kit.js',
	tsc: 'typescript/bin/tsc',
	vitest: 'vitest/vitest.mjs'
};

/**
 * Runs an installed program to its end, its output going through.
 * @param {keyof typeof programs} program
 * @param {string[]} args
 * @returns {boolean} whether it ended well
 */
function run(program, ...args) {
	const options = { cwd: root, env, stdio: /** @type {const} */ ('inherit'), timeout: TOO_LONG_MS };
	const { status, signal } = spawnSync(execPath, [join(root, 'node_modules', programs[program]), ...args], options);
	if (signal) console.error(`${program} was ended by ${signal}.`);
	return status === 0;
}

/** @param {boolean} good @returns {Counts} */
const check = (good) => ({ passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 });

/**
 * What a runner reported, made honest: one that ended badly without a failed test, or ran nothing, is a failure itself.
 * @param {boolean} endedWell
 * @param {Counts} counts
 * @returns {Counts}
 */
function honest(endedWell, counts) {
	if (counts.passed + counts.failed === 0) {
		console.error('No test ran.');
		return { ...counts, failed: 1 };
	}
	if (!endedWell && counts.failed === 0) {
		console.error('Every test passed, yet the runner ended with an error (see above).');
		return { ...counts, failed: 1 };
	}
	return counts;
}

/** @param {string} name */
const reportPath = (name) => join(reports, `${name}.json`);

/**
 * The JSON report a runner left, or nothing. Numbers only are read from it.
 * @param {string} name
 * @returns {Record<string, number> & { stats?: Record<string, number> }}
 */
function readReport(name) {
	try {
		return JSON.parse(readFileSync(reportPath(name), 'utf8'));
	} catch {
		return {};
	}
}

/** @param {string} name of the step @param {string[]} args what to run @returns {Counts} */
function vitest(name, ...args) {
	const output = `--outputFile.json=${reportPath(name)}`;
	const endedWell = run('vitest', 'run', '--reporter=default', '--reporter=json', output, '--allowOnly=false', ...args);
	const report = readReport(name);
	return honest(endedWell, {
		passed: report.numPassedTests ?? 0,
		failed: report.numFailedTests ?? 0,
		skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0)
	});
}

/** @returns {Promise<number>} */
const freePort = () =>
	new Promise((resolve, reject) => {
		const probe = createServer().once('error', reject);
		probe.listen(0, '127.0.0.1', () => {
			const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
			probe.close(() => resolve(port));
		});
	});

/** @returns {Promise<Counts>} */
async function endToEnd() {
	env.CHROMIUM_PATH = ensureChromium();
	env.COMMONPLACE_BRIDGE = join(await ensureBuild(), 'bridge.js');
	env.COMMONPLACE_E2E_PORT = String(await freePort());
	const endedWell = run('playwright', 'test');
	const stats = readReport('e2e').stats ?? {};
	return honest(endedWell, {
		passed: stats.expected ?? 0,
		failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0),
		skipped: stats.skipped ?? 0
	});
}

const ARCHITECTURE = 'tests/architecture.test.ts';

/** @type {Step[]} */
const checks = [
	{ name: 'format', run: () => check(run('prettier', '--check', '--log-level', 'warn', '.')) },
	{
		name: 'lint',
		run: () => check(run('eslint', '.', '--cache', '--cache-location', '.cache/eslint/', '--max-warnings', '0'))
	},
	{
		name: 'types',
		run: () => {
			const page = run('svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings');
			const others = ['src/lib/worker', 'tsconfig.service-worker.json', 'tsconfig.node.json', 'tests'].map((project) =>
				run('tsc', '-p', project)
			);
			return check(page && others.every((good) => good));
		}
	}
];

/** @type {Step[]} */
const tests = [
	{ name: 'unit', run: () => vitest('unit', '--project', 'unit', '--exclude', ARCHITECTURE) },
	{ name: 'architecture', run: () => vitest('architecture', '--project', 'unit', ARCHITECTURE) },
	{
		name: 'browser',
		run: () => {
			env.CHROMIUM_PATH = ensureChromium();
			return vitest('browser', '--project', 'browser');
		}
	},
	{ name: 'e2e', run: endToEnd }
];

/** @param {Counts} counts */
const inWords = ({ passed, failed, skipped }) =>
	`${String(passed)} passed, ${String(failed)} failed${skipped ? `, ${String(skipped)} skipped` : ''}`;

/** @param {Step} step @returns {Promise<Counts>} */
async function take({ name, run: runStep }) {
	console.log(`\n== ${name}`);
	const began = Date.now();
	/** @type {Counts} */
	let counts = check(false);
	try {
		counts = await runStep();
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
	}
	console.log(`== ${name}: ${inWords(counts)} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
	return counts;
}

/** @param {Step[]} steps @param {Counts} sum added to */
async function takeAll(steps, sum) {
	for (const step of steps) {
		const counts = await take(step);
		sum.passed += counts.passed;
		sum.failed += counts.failed;
		sum.skipped += counts.skipped;
	}
}

const asked = argv.slice(2);
const known = [...checks, ...tests].map((step) => step.name);
const stranger = asked.find((name) => !known.includes(name));
if (stranger !== undefined) {
	console.error(`There is no step ${stranger}; the steps are ${known.join(', ')}.`);
	exit(2);
}
/** @param {Step[]} steps */
const chosen = (steps) => steps.filter(({ name }) => asked.length === 0 || asked.includes(name));

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
/** @type {Counts} */
const sum = { passed: 0, failed: 0, skipped: 0 };
if (!run('svelte-kit', 'sync')) sum.failed += 1;
await takeAll(chosen(checks), sum);
if (sum.failed > 0)
	console.error('\nThe tests are not run before these are put right (npm run format mends the layout).');
else await takeAll(chosen(tests), sum);
console.log(`\n${inWords(sum)}`);
exit(sum.failed > 0 ? 1 : 0);
