/** What the benchmark runs inside the page: bundled to one script, driven from Node by `window.bench`. */
import type { MemoryFileSize } from '../../support/memory-files';
import { makeData, mistyped, pick, seeded, type Data, type WholeRecord } from './data';
import { ask, importFile } from './ours';
import { neighbourhood, openEdges } from './raw-edges';
import { openNames } from './raw-names';
import { contextByName, importRecords, openRecords, putStrict } from './raw-records';
import { byTurns, type Samples } from './sampling';
import { watchTyping, type TypingWatch } from './watch-typing';

const MOST_OBSERVATIONS = 20;
const MOST_NAMES = 10;

let data: Data;
let records: IDBDatabase;
let edges: IDBDatabase;
let scan: ReturnType<typeof openNames>;
let typing: TypingWatch;
let random = seeded(1);

const someOf = (count: number): WholeRecord[] => Array.from({ length: count }, () => pick(random, data.records));

/** Makes the data anew; the same for the same size and seed. */
function prepare(size: MemoryFileSize): { bytes: number; records: number } {
	data = makeData(size);
	random = seeded(size.seed ?? 1);
	return { bytes: data.file.size, records: data.records.length };
}

/** Fills the peers' databases, which are not timed. */
async function openPeers(): Promise<void> {
	records = await openRecords(data.records);
	edges = await openEdges(data.records);
	scan = openNames(data.records);
}

/** Both sides must answer the same before their times mean anything. */
async function agreeOnContexts(count: number): Promise<void> {
	for (const { name } of someOf(count)) {
		const ours = await ask('get_entity_context', { entityName: name, includeRelated: true });
		const peer = await contextByName(records, name, MOST_OBSERVATIONS);
		if (!('o' in ours) || !ours.r)
			throw new Error(`get_entity_context answered nothing about ${name}: ${JSON.stringify(ours)}`);
		const told = [ours.o.length, ours.r.out.length, ours.r.in.length].join();
		const wanted = [peer.o.length, peer.r.out.length, peer.r.in.length].join();
		if (told !== wanted) throw new Error(`About ${name} ours holds ${told}, the plain record ${wanted}.`);
	}
}

async function contexts(count: number, turn: number): Promise<Samples> {
	await agreeOnContexts(Math.min(count, 20));
	return byTurns({
		cases: someOf(count),
		turn,
		ours: ({ name }) => ask('get_entity_context', { entityName: name, includeRelated: true }),
		peer: ({ name }) => contextByName(records, name, MOST_OBSERVATIONS)
	});
}

/** `found`: how many of the meant names each side answered among its first ten. */
async function typos(count: number, turn: number): Promise<Samples & { found: { ours: number; peer: number } }> {
	const found = { ours: 0, peer: 0 };
	const cases = someOf(count).map(({ name }) => ({ name, typed: mistyped(random, name) }));
	const samples = await byTurns({
		cases,
		turn,
		ours: async ({ name, typed }) => {
			const { entities } = await ask('find_entities', { query: typed, limit: MOST_NAMES });
			if (entities.some((each) => each.name === name)) found.ours++;
		},
		peer: ({ name, typed }) => {
			if (scan(typed, MOST_NAMES).includes(name)) found.peer++;
			return Promise.resolve();
		}
	});
	return { ...samples, found };
}

const searchAround = (name: string) =>
	ask('search_relationships', { channel_id: 'default', entities: [name], hops: 2 });

async function agreeOnWalks(count: number): Promise<void> {
	for (const { name } of someOf(count)) {
		const ours = await searchAround(name);
		const peer = await neighbourhood(edges, name, 2);
		const told = ({ nodes, edges }: { nodes: unknown[]; edges: unknown[] }) =>
			`${nodes.length} things and ${edges.length} relations`;
		if (!ours.truncated && told(ours) !== told(peer))
			throw new Error(`Around ${name} ours finds ${told(ours)}, the cursors ${told(peer)}.`);
	}
}

async function walks(count: number, turn: number): Promise<Samples> {
	await agreeOnWalks(Math.min(count, 10));
	return byTurns({
		cases: someOf(count),
		turn,
		ours: ({ name }) => searchAround(name),
		peer: ({ name }) => neighbourhood(edges, name, 2)
	});
}

let written = 0;

async function sets(count: number, turn: number): Promise<Samples> {
	return byTurns({
		cases: someOf(count),
		turn,
		ours: ({ name }) =>
			ask('memory_fact_set', { entity: name, attribute: 'desk', value: `number ${written++} by the window` }),
		peer: (record, i) => putStrict(records, record, { desk: `number ${i} by the window`, updated: Date.now() })
	});
}

/** Likely duplicates are looked for in the background, a quarter of the time: what is timed is a notebook at rest. */
async function untilIdle(): Promise<void> {
	while ((await ask('list_review', { kind: 'duplicate', budget: 1 })).looking) {
		await new Promise((resolve) => setTimeout(resolve, 500));
	}
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
	const began = performance.now();
	const value = await work();
	return { ms: performance.now() - began, value };
}

export const bench = {
	/** A search by words waits for all indexes; what the notebook looks for in the background comes after. */
	untilIndexed: async (): Promise<void> => {
		await ask('memory_search', { query: 'harbour', top_k: 1 });
	},
	untilIdle,
	aName: () => pick(random, data.records).name,
	prepare,
	openPeers,
	importOurs: () => importFile(data.file),
	importPeer: (atOnce: number) => importRecords(data.records, atOnce),
	contexts,
	typos,
	walks,
	sets,
	watchTyping: (): void => {
		typing = watchTyping();
	},
	typingBegins: (text: string): void => typing.begin(text),
	typingEnds: () => typing.end(),
	undoSession: async (session: string) => (await timed(() => ask('undo', { session }))).ms,
	async exportJournal() {
		const { ms, value } = await timed(() => ask('export', { format: 'journal' }));
		return { ms, bytes: value.blob.size };
	}
};

declare global {
	interface Window {
		bench: typeof bench;
	}
}
window.bench = bench;
