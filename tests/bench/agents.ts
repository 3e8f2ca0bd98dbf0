/**
 * What an agent feels: one and the same MCP client over stdio against `commonplace mcp` (hub, real Chromium, the app, a notebook imported
 * through it, paired and approved as a person does) and against the official memory server on the same file, by turns. Notebooks of several
 * sizes, so that it is seen what grows; and a ping through the same bridge, so that it is seen what is ours of each time.
 */
import { createWriteStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ensureTools } from '../../scripts/tools.mjs';
import type { Door } from '../../src/lib/contract';
import { strings } from '../../src/lib/ui/strings';
import { memoryFileLines, type MemoryFileSize } from '../support/memory-files';
import { freePort } from '../support/free-port';
import { openNotebook, person } from '../support/notebooks';
import { builtFolder } from '../support/own-server';
import { newProfile, openApp, type OpenApp } from './browser';
import { bundlePage } from './bundle';
import { spread, type Spread } from './figures';
import { thisMachine, type Machine } from './machine';
import { pick, seeded } from './page/data';
import { planFor } from './plan';

export const agentSizes = [2_000, 20_000, 100_000];

const acts = ['open', 'search', 'write'] as const;
export type Act = (typeof acts)[number];
const actWords: Record<Act, string> = { open: 'open one thing', search: 'search', write: 'add a fact' };

export interface AtSize {
	entities: number;
	bytes: number;
	ours: Record<Act, Spread>;
	official: Record<Act, Spread>;
	ping: Spread;
}

export interface Tokens {
	file: string;
	things: number;
	compact: number;
	verbose: number;
}

export interface AgentsReport {
	at: string;
	machine: Machine;
	chromium: string;
	sizes: AtSize[];
	tokens: Tokens[];
}

export interface AgentsAsked {
	sizes?: readonly number[];
	tell?: (line: string) => void;
}

const NAME = 'bench-agent';

/** Calls of each side; the official server takes a second for each where the notebook is large. */
const callsFor = (entities: number) => ({
	ours: 200,
	official: Math.max(8, Math.min(60, Math.round(600_000 / entities)))
});

async function connect(args: readonly string[], env: Record<string, string>): Promise<Client> {
	const client = new Client({ name: NAME, version: '1.0.0' });
	const all = { PATH: process.env['PATH'] ?? '', CI: '1', ...env };
	await client.connect(
		new StdioClientTransport({ command: process.execPath, args: [...args], env: all, stderr: 'ignore' })
	);
	return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<unknown> {
	const result = await client.callTool({ name, arguments: args });
	if (result.isError) throw new Error(`${name} failed: ${JSON.stringify(result.content)}`);
	return result.structuredContent;
}

type Sides = Record<Act, (client: Client, name: string, text: string) => Promise<unknown>>;
const ours: Sides = {
	open: (client, entityName) => call(client, 'get_entity_context', { entityName }),
	search: (client, query) => call(client, 'memory_search', { query, top_k: 10 }),
	write: (client, entity, content) => call(client, 'remember', { facts: [{ entity, content }] })
};
const official: Sides = {
	open: (client, name) => call(client, 'open_nodes', { names: [name] }),
	search: (client, query) => call(client, 'search_nodes', { query }),
	write: (client, entityName, text) =>
		call(client, 'add_observations', { observations: [{ entityName, contents: [text] }] })
};

async function timed(work: () => Promise<unknown>): Promise<number> {
	const began = performance.now();
	await work();
	return performance.now() - began;
}

/** The file on the disk, for the official server; the page makes the same from the same seed. @returns names in it */
async function writeMemory(path: string, size: MemoryFileSize): Promise<string[]> {
	const names = new Set<string>();
	const file = createWriteStream(path);
	for (const line of memoryFileLines(size)) {
		const { name } = JSON.parse(line) as { name?: string }; // our own generator's
		if (name !== undefined) names.add(name);
		if (!file.write(line)) await once(file, 'drain');
	}
	file.end();
	await once(file, 'finish');
	return [...names];
}

/** The link is the one that the agent is told to give to the person. */
async function pair(app: OpenApp, agent: Client): Promise<void> {
	const told = JSON.stringify(await agent.callTool({ name: 'list_channels', arguments: {} }));
	const link = /http:\/\/127\.0\.0\.1:\d+\/agents#pair=[\w-]+/.exec(told)?.[0];
	if (link === undefined) throw new Error(`The agent was given no link: ${told}`);
	await app.page.goto(link);
	await app.page.getByRole('button', { name: strings.agents.pair }).click();
	await app.page.getByText(strings.agents.states.connected).waitFor();
	await agent.callTool({ name: 'list_channels', arguments: {} }); // it asks
	const answer = await app.page.evaluate((name) => window.commonplace.approve_agent({ agent: name }), NAME);
	if (!answer.ok) throw new Error(`The agent could not be approved: ${answer.error.message}`);
	await app.page.goto(`${new URL(link).origin}/settings`); // no screen that watches the notebook
	await app.page.waitForFunction(() => 'commonplace' in window);
}

async function compareSides(agent: Client, peer: Client, names: readonly string[], entities: number) {
	const random = seeded(7);
	const calls = callsFor(entities);
	const times = { ours: { open: [], search: [], write: [] }, official: { open: [], search: [], write: [] } } as Record<
		'ours' | 'official',
		Record<Act, number[]>
	>;
	const pings: number[] = [];
	for (let i = 0; i < 20; i++) await ours.open(agent, pick(random, names), ''); // both are warm
	await official.open(peer, pick(random, names), '');
	for (let i = 0; i < calls.ours; i++) pings.push(await timed(() => agent.ping()));
	const turn = Math.ceil(calls.ours / calls.official);
	for (const act of acts) {
		for (let at = 0; at < calls.official; at++) {
			for (let i = 0; i < turn; i++) {
				const name = pick(random, names);
				times.ours[act].push(await timed(() => ours[act](agent, name, `Was seen at the ${act} of turn ${at}.${i}`)));
			}
			const name = pick(random, names);
			times.official[act].push(await timed(() => official[act](peer, name, `Was seen at the ${act} of turn ${at}`)));
		}
	}
	const spreads = (side: Record<Act, number[]>) => ({
		open: spread(side.open),
		search: spread(side.search),
		write: spread(side.write)
	});
	return { ours: spreads(times.ours), official: spreads(times.official), ping: spread(pings) };
}

async function atSize(entities: number, script: string, tell: (line: string) => void) {
	const { size } = planFor(entities, 1);
	const [folder, port, modules] = [await builtFolder(), await freePort(), ensureTools('bench')];
	const state = mkdtempSync(join(tmpdir(), 'commonplace-bench-'));
	const profile = newProfile();
	const ends: (() => unknown)[] = [];
	try {
		const memory = join(state, 'memory.jsonl');
		const names = await writeMemory(memory, size);
		const bytes = statSync(memory).size;
		const agent = await connect([join(folder, 'bridge.js'), 'mcp'], {
			COMMONPLACE_PORT: String(port),
			COMMONPLACE_STATE: state,
			COMMONPLACE_IDLE_MS: '1500'
		});
		ends.push(() => agent.close());
		await agent.callTool({ name: 'list_channels', arguments: {} }); // its hub is there then
		const app = await openApp(profile, `http://127.0.0.1:${port}`, script);
		ends.push(() => app.close());
		tell(`${entities} things: importing …`);
		await app.page.evaluate((wanted) => window.bench.prepare(wanted), size);
		await app.page.evaluate(() => window.bench.importOurs());
		tell(`${entities} things: until the notebook is at rest …`);
		await app.page.evaluate(() => window.bench.untilIdle());
		await pair(app, agent);
		const server = join(modules, '@modelcontextprotocol/server-memory/dist/index.js');
		const peer = await connect([server], { MEMORY_FILE_PATH: memory });
		ends.push(() => peer.close());
		tell(`${entities} things: measuring …`);
		const figures = await compareSides(agent, peer, names, entities);
		return { chromium: app.version, size: { entities, bytes, ...figures } satisfies AtSize };
	} finally {
		for (const end of ends.reverse()) await end();
		profile.remove();
		rmSync(state, { recursive: true, force: true });
	}
}

/* ---- tokens ---- */

const memories =
	process.env['COMMONPLACE_MEMORIES'] ?? fileURLToPath(new URL('../../../shared/data/memories', import.meta.url));

/** Of what an agent is told about every thing of the memory files beside the checkout; none where there are none. */
async function tokensOf(): Promise<Tokens[]> {
	if (!existsSync(memories)) return [];
	// Not `import`: what loads this module for the benchmark loads nothing any more once it has.
	const { countTokens } = createRequire(join(ensureTools('bench'), 'x.js'))('gpt-tokenizer/encoding/o200k_base') as {
		countTokens: (text: string) => number;
	};
	const told: Tokens[] = [];
	for (const file of readdirSync(memories).filter((name) => name.endsWith('.jsonl'))) {
		const { notebook } = await openNotebook();
		const door: Door = notebook.door(person);
		const preview = await door.import_preview({ source: new Blob([readFileSync(join(memories, file))]), name: file });
		if (!preview.ok) throw new Error(preview.error.message);
		await door.import_run({ preview_id: preview.value.preview_id });
		const names = new Set<string>();
		const sums = { compact: 0, verbose: 0 };
		const listed = await door.export({ format: 'memory' });
		if (!listed.ok) throw new Error(listed.error.message);
		for (const line of (await listed.value.blob.text()).split('\n').filter(Boolean)) {
			const { type, name } = JSON.parse(line) as { type: string; name: string }; // our own export
			if (type === 'entity') names.add(name);
		}
		for (const [side, compact] of [
			['compact', true],
			['verbose', false]
		] as const) {
			const as = notebook.door({ ...person, compact });
			for (const entityName of names) {
				const answer = await as.get_entity_context({ entityName });
				if (!answer.ok) throw new Error(answer.error.message);
				sums[side] += countTokens(JSON.stringify(answer.value));
			}
		}
		told.push({ file: basename(file), things: names.size, ...sums });
	}
	return told;
}

/* ---- the table ---- */

const ms = (value: number): string =>
	`${value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(2)} ms`;
const both = ({ p50, p95 }: Spread): string => `${ms(p50)} · ${ms(p95)}`;
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const count = (value: number): string => value.toLocaleString('en-US');

/** At the middle size, how many times faster than the official server; from the smallest to the largest, how much slower. */
export const agentAims = {
	faster: { open: 50, search: 20, write: 80 },
	growth: { open: 1.5, write: 1.5 },
	pings: { open: 4 },
	fewerTokens: 0.4,
	at: 20_000
};

const verdict = (met: boolean): string => (met ? 'met' : 'missed');

export function agentsToMarkdown({ at, machine, chromium, sizes, tokens }: AgentsReport): string {
	const [smallest, largest] = [sizes[0], sizes.at(-1)];
	const lines = [
		`Chromium ${chromium}, Node ${machine.node}, ${machine.system}, ${machine.cpu}, ${machine.memory} GiB, load ${machine.load} at the start, ` +
			`${at.slice(0, 10)}. Times are p50 · p95.`,
		'',
		row(['things', '', 'ours', 'official server', 'faster, p50', 'aim', '', 'in pings (p50)']),
		row(Array<string>(8).fill('---'))
	];
	for (const { entities, ours: mine, official: theirs, ping } of sizes)
		for (const act of acts) {
			const faster = theirs[act].p50 / mine[act].p50;
			const aimed = entities === agentAims.at;
			lines.push(
				row([
					count(entities),
					actWords[act],
					both(mine[act]),
					both(theirs[act]),
					`${faster.toFixed(1)}×`,
					aimed ? `≥ ${agentAims.faster[act]}×` : '',
					aimed ? verdict(faster >= agentAims.faster[act]) : '',
					`${(mine[act].p50 / ping.p50).toFixed(1)}${act === 'open' ? ` (aim ≤ ${agentAims.pings.open}: ${verdict(mine.open.p50 / ping.p50 <= agentAims.pings.open)})` : ''}`
				])
			);
		}
	lines.push('', `A ping: ${sizes.map(({ entities, ping }) => `${both(ping)} at ${count(entities)}`).join(', ')}.`, '');
	if (smallest && largest && smallest !== largest) {
		lines.push(
			row([
				`growth, ${count(smallest.entities)} → ${count(largest.entities)}, p50`,
				'ours',
				'official server',
				'aim',
				''
			]),
			row(Array<string>(5).fill('---'))
		);
		for (const act of acts) {
			const [mine, theirs] = [
				largest.ours[act].p50 / smallest.ours[act].p50,
				largest.official[act].p50 / smallest.official[act].p50
			];
			// The aim is about a hundred thousand: less than that proves nothing.
			const aim = act === 'search' || largest.entities < 100_000 ? undefined : agentAims.growth[act];
			lines.push(
				row([
					actWords[act],
					`${mine.toFixed(1)}×`,
					`${theirs.toFixed(1)}×`,
					aim ? `≤ ${aim}×` : '',
					aim ? verdict(mine <= aim) : ''
				])
			);
		}
		lines.push('');
	}
	if (tokens.length > 0) {
		lines.push(
			row([
				'tokens of `get_entity_context`, every thing of a file',
				'things',
				'compact',
				'verbose',
				'fewer',
				'aim ≥ 40 %'
			]),
			row(Array<string>(6).fill('---'))
		);
		for (const { file, things, compact, verbose } of tokens) {
			const fewer = 1 - compact / verbose;
			lines.push(
				row([
					file,
					count(things),
					count(compact),
					count(verbose),
					`${(fewer * 100).toFixed(0)} %`,
					verdict(fewer >= agentAims.fewerTokens)
				])
			);
		}
		lines.push('');
	}
	return lines.join('\n');
}

export async function agentsBenchmark({ sizes = agentSizes, tell = () => undefined }: AgentsAsked) {
	const machine = thisMachine();
	const tokens = await tokensOf();
	const script = await bundlePage();
	const done: AtSize[] = [];
	let chromium = '';
	for (const entities of sizes) {
		const { size, chromium: version } = await atSize(entities, script, tell);
		done.push(size);
		chromium = version;
	}
	const report: AgentsReport = { at: new Date().toISOString(), machine, chromium, sizes: done, tokens };
	return { report, table: agentsToMarkdown(report) };
}
