/**
 * The whole gate: `npm test`, the same as `npm run verify`. Steps in order, each counted; the last line is their sum.
 * Names of steps run those alone: `npm test -- unit browser`.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { argv, env, exit, stdout } from 'node:process';
import { ensureBuild } from './build.mjs';
import { nodeOfCheckers } from './checkers.mjs';
import { ensureChromium } from './find-chromium.mjs';
import { run } from './programs.mjs';
import { root } from './source-hash.mjs';
import { ensureTools } from './tools.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ name: string, run: (log: string[]) => Promise<Counts> }} Step `log` is shown when the step has ended */

const reports = join(root, '.cache/tests');
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

/** @param {string} name of the step and of vitest's project @returns {Promise<Counts>} */
async function vitest(name) {
	const output = `--outputFile.json=${reportPath(name)}`;
	const reporters = ['--reporter=default', '--reporter=json', output];
	const endedWell = await run('vitest', ['run', ...reporters, '--allowOnly=false', '--project', name]);
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
	const endedWell = await run('playwright', ['test']);
	const stats = readReport('e2e').stats ?? {};
	return honest(endedWell, {
		passed: stats.expected ?? 0,
		failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0),
		skipped: stats.skipped ?? 0
	});
}

/** Other people's tests. Where they cannot run they are skipped, not passed. @returns {Promise<Counts>} */
async function outsideCheckers() {
	ensureTools('checkers');
	const found = nodeOfCheckers();
	if ('node' in found) return vitest('checkers');
	console.error(`The checkers are not run: ${found.reason}.`);
	return { passed: 0, failed: 0, skipped: 1 };
}

/**
 * Side by side: they take one core each.
 * @type {Step[]}
 */
const checks = [
	{ name: 'format', run: async (log) => check(await run('prettier', ['--check', '--log-level', 'warn', '.'], log)) },
	{
		name: 'lint',
		run: async (log) => {
			const cache = ['--cache', '--cache-location', '.cache/eslint/'];
			return check(await run('eslint', ['.', ...cache, '--max-warnings', '0'], log));
		}
	},
	{
		name: 'types',
		run: async (log) => {
			let good = await run('svelte-check', ['--tsconfig', './tsconfig.json', '--fail-on-warnings'], log);
			for (const project of ['src/lib/worker', 'tsconfig.service-worker.json', 'tsconfig.node.json', 'tests']) {
				good = (await run('tsc', ['-p', project], log)) && good;
			}
			return check(good);
		}
	}
];

/** @type {Step[]} */
const tests = [
	{ name: 'unit', run: () => vitest('unit') },
	{ name: 'architecture', run: () => vitest('architecture') },
	{
		name: 'browser',
		run: async () => {
			env.CHROMIUM_PATH = ensureChromium();
			return await vitest('browser');
		}
	},
	{ name: 'checkers', run: outsideCheckers },
	{ name: 'e2e', run: endToEnd }
];

/** @param {Counts} counts */
const inWords = ({ passed, failed, skipped }) =>
	`${String(passed)} passed, ${String(failed)} failed${skipped ? `, ${String(skipped)} skipped` : ''}`;

/** @param {Step} step @returns {Promise<{ log: string[], counts: Counts, seconds: number }>} never rejects */
async function take(step) {
	const began = Date.now();
	/** @type {string[]} */
	const log = [];
	const counts = await step.run(log).catch((/** @type {unknown} */ error) => {
		log.push(`${error instanceof Error ? error.message : String(error)}\n`);
		return check(false);
	});
	return { log, counts, seconds: (Date.now() - began) / 1000 };
}

/**
 * @param {Step[]} steps
 * @param {Counts} sum added to
 * @param {boolean} together whether all run at once; they are shown in order
 */
async function takeAll(steps, sum, together) {
	const started = together ? steps.map(take) : [];
	for (const [index, step] of steps.entries()) {
		console.log(`\n== ${step.name}`);
		const { log, counts, seconds } = await (started[index] ?? take(step));
		stdout.write(log.join(''));
		console.log(`== ${step.name}: ${inWords(counts)} (${seconds.toFixed(1)} s)`);
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
if (!(await run('svelte-kit', ['sync']))) sum.failed += 1;
await takeAll(chosen(checks), sum, true);
if (sum.failed > 0)
	console.error('\nThe tests are not run before these are put right (npm run format mends the layout).');
else await takeAll(chosen(tests), sum, false);
console.log(`\n${inWords(sum)}`);
process.exitCode = sum.failed > 0 ? 1 : 0;
