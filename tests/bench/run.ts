/**
 * The benchmark: the built app in a real Chromium, each operation against the raw platform, by turns in the same page. Answers
 * figures only; what is made of them is the report's business.
 */
import { builtFolder, ownServer } from '../support/own-server';
import { coldStart, newProfile, openApp, type OpenApp, type Profile } from './browser';
import { bundlePage } from './bundle';
import { compare, spread, type Comparison } from './figures';
import { thisMachine, type Machine } from './machine';
import type { ColdStart } from './page/cold-start';
import type { importFile } from './page/ours';
import { aims, peerBatches, type Plan } from './plan';
import { workerMemory } from './worker-target';

/** A figure that stands alone: no peer, no aim. */
export interface Figure {
	id: string;
	what: string;
	value: number;
	unit: 'ms' | 'bytes';
}

export interface Report {
	at: string;
	plan: Plan;
	machine: Machine;
	chromium: string;
	/** Bytes of the file that is imported. */
	bytes: number;
	comparisons: Comparison[];
	figures: Figure[];
}

type Told = (line: string) => void;
type Imported = Awaited<ReturnType<typeof importFile>>;

interface ImportRound {
	ours: Imported;
	/** By records in a transaction. */
	peer: Map<number, number>;
}

const median = (times: readonly number[]): number => spread(times).p50;

export async function runBenchmark(plan: Plan, tell: Told): Promise<Report> {
	const machine = thisMachine();
	const at = new Date().toISOString();
	const script = await bundlePage();
	const server = await ownServer();
	await server.start(await builtFolder());
	const profiles: Profile[] = [];
	try {
		const rounds: ImportRound[] = [];
		for (let round = 1; round < plan.rounds; round++) {
			const profile = newProfile();
			profiles.push(profile);
			const app = await openApp(profile, server.origin, script);
			rounds.push(await importRound(app, plan, round % 2 === 0, tell));
			await app.close();
			profile.remove();
		}
		const profile = newProfile();
		profiles.push(profile);
		const app = await openApp(profile, server.origin, script);
		const chromium = app.version;
		rounds.push(await importRound(app, plan, plan.rounds % 2 === 0, tell));
		const { bytes } = await app.page.evaluate((size) => window.bench.prepare(size), plan.size);
		await app.page.evaluate(() => window.bench.untilIdle());
		const held = await workerMemory(app.context);
		const comparisons = [importFigures(rounds), ...(await operations(app, plan, tell))];
		const name = await app.page.evaluate(() => window.bench.aName());
		await app.close();
		const starts = await coldStarts(profile, server.origin, name, plan.rounds, tell);
		const ends = await endings(profile, server.origin, script, rounds.at(-1)?.ours.session ?? '', tell);
		const figures = [...importAlone(rounds), ...starts, ...ends, ...memory(held)];
		return { at, plan, machine, chromium, bytes, comparisons, figures };
	} finally {
		await server.stop();
		for (const { remove } of profiles) remove();
	}
}

async function importRound({ page }: OpenApp, plan: Plan, peerFirst: boolean, tell: Told): Promise<ImportRound> {
	await page.evaluate((size) => window.bench.prepare(size), plan.size);
	const peer = new Map<number, number>();
	const ours = () => page.evaluate(() => window.bench.importOurs());
	const peers = async () => {
		// Infinity does not travel as JSON.
		for (const atOnce of peerBatches)
			peer.set(atOnce, await page.evaluate((most) => window.bench.importPeer(most), Math.min(atOnce, 1e9)));
	};
	if (peerFirst) await peers();
	const imported = await ours();
	if (!peerFirst) await peers();
	tell(
		`import: ours ${ms(imported.run)} (preview ${ms(imported.preview)}), peer ${[...peer.values()].map(ms).join(', ')}`
	);
	return { ours: imported, peer };
}

const ms = (time: number): string => `${time.toFixed(time < 100 ? 2 : 0)} ms`;

/** Against the way of batching that was the peer's fastest over all rounds. */
function importFigures(rounds: readonly ImportRound[]): Comparison {
	const byBatch = peerBatches.map((atOnce) => ({
		atOnce,
		times: rounds.map(({ peer }) => peer.get(atOnce) ?? NaN)
	}));
	const [best] = byBatch.sort((a, b) => median(a.times) - median(b.times));
	const samples = { ours: rounds.map(({ ours }) => ours.run), peer: best?.times ?? [] };
	const atOnce = best?.atOnce === Infinity ? 'all in one transaction' : `${String(best?.atOnce)} in a transaction`;
	return compare(
		{ id: 'import', ours: 'import_run', peer: `one plain record a thing, ${atOnce}`, aims: aims.import },
		samples
	);
}

async function operations({ page }: OpenApp, { calls }: Plan, tell: Told): Promise<Comparison[]> {
	await page.evaluate(() => window.bench.openPeers());
	const told = (comparison: Comparison): Comparison => {
		const { ours, peer } = comparison.figures;
		tell(`${comparison.id}: ours ${ms(ours.p50)} / ${ms(ours.p95)}, peer ${ms(peer.p50)} / ${ms(peer.p95)}`);
		return comparison;
	};
	const contexts = told(
		compare(
			{
				id: 'contexts',
				ours: 'get_entity_context',
				peer: 'the same rows by an index of IndexedDB',
				aims: aims.contexts
			},
			await page.evaluate((count) => window.bench.contexts(count, 20), calls.contexts)
		)
	);
	const typed = await page.evaluate((count) => window.bench.typos(count, 5), calls.typos);
	const share = (found: number) => `${String(Math.round((found / calls.typos) * 100))} %`;
	const typos = told(
		compare(
			{
				id: 'typos',
				ours: 'find_entities, mistyped',
				peer: 'Fuse.js over all names',
				aims: aims.typos,
				notes: [
					`the name that was meant is among the first ten: ours ${share(typed.found.ours)}, peer ${share(typed.found.peer)}`
				]
			},
			typed
		)
	);
	const walks = told(
		compare(
			{
				id: 'walks',
				ours: 'search_relationships, 2 hops',
				peer: 'the same walk by cursors of IndexedDB, with names and all relations among what is found',
				aims: aims.walks
			},
			await page.evaluate((count) => window.bench.walks(count, 5), calls.walks)
		)
	);
	const sets = told(
		compare(
			{ id: 'sets', ours: 'memory_fact_set', peer: 'one record put with strict durability', aims: aims.sets },
			await page.evaluate((count) => window.bench.sets(count, 20), calls.sets)
		)
	);
	return [contexts, typos, walks, sets];
}

function importAlone(rounds: readonly ImportRound[]): Figure[] {
	const of = (figure: (ours: Imported) => number) => median(rounds.map(({ ours }) => figure(ours)));
	return [
		{
			id: 'preview',
			what: 'import_preview (the file read, told and counted)',
			value: of((each) => each.preview),
			unit: 'ms'
		},
		{ id: 'whole-import', what: 'preview and run together', value: of((each) => each.preview + each.run), unit: 'ms' },
		{
			id: 'settling',
			what: 'after import_run, until a search by words knows all',
			value: of((each) => each.settling),
			unit: 'ms'
		}
	];
}

async function coldStarts(
	profile: Profile,
	origin: string,
	name: string,
	rounds: number,
	tell: Told
): Promise<Figure[]> {
	const starts: ColdStart[] = [];
	for (let round = 0; round < rounds; round++) starts.push(await coldStart(profile, origin, name));
	const of = (part: keyof ColdStart) => median(starts.map((each) => each[part]));
	tell(`cold start: ${ms(of('first'))}, names ${ms(of('names'))}, words ${ms(of('words'))}`);
	return [
		{
			id: 'start-first',
			what: 'browser started, page opened, until get_entity answers',
			value: of('first'),
			unit: 'ms'
		},
		{ id: 'start-names', what: '… until find_entities answers', value: of('names'), unit: 'ms' },
		{ id: 'start-words', what: '… until memory_search answers', value: of('words'), unit: 'ms' }
	];
}

async function endings(
	profile: Profile,
	origin: string,
	script: string,
	session: string,
	tell: Told
): Promise<Figure[]> {
	const app = await openApp(profile, origin, script);
	try {
		const exported = await app.page.evaluate(() => window.bench.exportJournal());
		const undone = await app.page.evaluate((id) => window.bench.undoSession(id), session);
		tell(`export ${ms(exported.ms)}, undo of the import ${ms(undone)}`);
		return [
			{ id: 'export', what: 'export of the whole journal', value: exported.ms, unit: 'ms' },
			{ id: 'export-size', what: 'size of that file', value: exported.bytes, unit: 'bytes' },
			{ id: 'undo', what: 'undo of the whole import', value: undone, unit: 'ms' }
		];
	} finally {
		await app.close();
	}
}

const memory = (bytes: number | undefined): Figure[] =>
	bytes === undefined ? [] : [{ id: 'memory', what: 'objects that the worker holds', value: bytes, unit: 'bytes' }];
