/**
 * `npm run bench`: the built app against the raw platform, in a real Chromium (how: docs/benchmarks.md). Prints a table and leaves
 * the figures as JSON in `.cache/bench/`.
 *
 * `npm run bench -- [--entities 20000] [--rounds 5] [--write]`, where `--write` puts the table into the README.
 * `npm run bench -- --agents [--entities 2000,20000] [--write]`: instead, an agent's calls through `commonplace mcp` against the official memory
 * server, in notebooks of several sizes; `--write` puts the table into docs/benchmarks.md.
 * `npm run bench -- --typing [--entities 100000]`: instead, keys typed into the palette of a large notebook.
 * `npm run bench -- --graph [--entities 20000] [--rounds 5]`: instead, screens: a thing opened, the graph asked for and moved.
 * `npm run bench -- --lighthouse [--entities 20000]`: instead, what Lighthouse says of the screens of a full notebook.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { fillSection } from './readme-section.mjs';
import { root } from './source-hash.mjs';
import { ensureTools } from './tools.mjs';

/**
 * @typedef {{ entities?: number, rounds?: number, tell: (line: string) => void }} Asked
 * @typedef {{ report: { at: string }, table: string }} Done
 * @typedef {{ sizes?: number[], tell: (line: string) => void }} AgentsAsked
 * @typedef {{
 *   benchmark: (asked: Asked) => Promise<Done>,
 *   typingBenchmark: (asked: Asked) => Promise<Done>,
 *   graphBenchmark: (asked: Asked) => Promise<Done>,
 *   lighthouseBenchmark: (asked: Asked & { lighthouse: unknown }) => Promise<Done>,
 *   agentsBenchmark: (asked: AgentsAsked) => Promise<Done>
 * }} Bench
 */

/** @param {string | undefined} text @returns {number | undefined} */
function wholeNumber(text) {
	if (text === undefined) return undefined;
	const number = Number(text);
	if (Number.isInteger(number) && number > 0) return number;
	throw new Error(`Give a whole number instead of "${text}".`);
}

function asked() {
	const { values } = parseArgs({
		args: argv.slice(2),
		options: {
			entities: { type: 'string' },
			rounds: { type: 'string' },
			write: { type: 'boolean', default: false },
			agents: { type: 'boolean', default: false },
			typing: { type: 'boolean', default: false },
			graph: { type: 'boolean', default: false },
			lighthouse: { type: 'boolean', default: false }
		}
	});
	const sizes = values.entities?.split(',').flatMap((text) => wholeNumber(text) ?? []);
	if (sizes && sizes.length > 1 && !values.agents) throw new Error('Several sizes are for --agents.');
	const rounds = wholeNumber(values.rounds);
	const { write, ...kinds } = values;
	const { agents, typing, graph, lighthouse } = kinds;
	if ((typing || graph || lighthouse) && write)
		throw new Error('The README has no table for --typing, --graph and --lighthouse: see docs/benchmarks.md.');
	if ([typing, agents, graph, lighthouse].filter(Boolean).length > 1)
		throw new Error('Give one of --typing, --agents, --graph and --lighthouse.');
	return { sizes, ...(rounds && { rounds }), write, agents, typing, graph, lighthouse };
}

/** @param {Done['report']} report @param {string} [prefix] @returns {string} where it is */
function keep(report, prefix = '') {
	const folder = join(root, '.cache/bench');
	mkdirSync(folder, { recursive: true });
	const path = join(folder, `${prefix}${report.at.replace(/[:.]/g, '-')}.json`);
	writeFileSync(path, `${JSON.stringify(report, null, '\t')}\n`);
	return path;
}

/** @param {string} file @param {string} section @param {string} table */
function intoFile(file, section, table) {
	const path = join(root, file);
	writeFileSync(path, fillSection(readFileSync(path, 'utf8'), section, table));
}

try {
	const { write, agents, typing, graph, lighthouse, sizes, rounds } = asked();
	/** @type {{ module: Bench }} */
	const { module } = await runnerImport(join(root, 'tests/bench/benchmark.ts'), { configFile: false, root });
	/** @param {string} line */
	const tell = (line) => {
		console.error(line);
	};
	const alone = { ...(sizes?.[0] && { entities: sizes[0] }), ...(rounds && { rounds }), tell };
	const theirs =
		lighthouse && (await import(pathToFileURL(join(ensureTools('bench'), 'lighthouse/core/index.js')).href));
	const run = () => {
		if (agents) return module.agentsBenchmark({ ...(sizes && { sizes }), tell });
		if (graph) return module.graphBenchmark(alone);
		if (lighthouse) return module.lighthouseBenchmark({ ...alone, lighthouse: theirs });
		return typing ? module.typingBenchmark(alone) : module.benchmark(alone);
	};
	const prefix = agents ? 'agents-' : typing ? 'typing-' : graph ? 'graph-' : lighthouse ? 'lighthouse-' : '';
	const { report, table } = await run();
	console.log(`\n${table}\nAs JSON: ${keep(report, prefix)}`);
	if (write && agents) intoFile('docs/benchmarks.md', 'agents', table);
	else if (write) intoFile('README.md', 'bench', table);
	exit(0);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	exit(1);
}
