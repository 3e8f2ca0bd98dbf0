/** The world as a worker's notebook needs it: time, randomness, turns for other work, and the formats of files. */
import type { Env, TransferPort } from '../notebook/notebook';
import { collectBlob, journalToNdjson, memoryToJsonl, openImport, portableBlob, portableFiles } from '../transfer';

/** A message to itself comes after those that wait already: calls get their turn in the middle of long work. */
function createBreathing(): () => Promise<void> {
	const { port1, port2 } = new MessageChannel();
	const waiting: (() => void)[] = [];
	port1.onmessage = () => waiting.shift()?.();
	return () =>
		new Promise((resolve) => {
			waiting.push(resolve);
			port2.postMessage(null);
		});
}

const transfer: TransferPort = {
	open: openImport,
	journal: (changes) =>
		collectBlob(
			journalToNdjson(changes, { app: 'Commonplace', written: new Date().toISOString() }),
			'application/x-ndjson'
		),
	memory: (entities, relations) => collectBlob(memoryToJsonl(entities, relations), 'application/x-ndjson'),
	portable: portableBlob,
	portableFiles
};

type StorageFacts = ReturnType<NonNullable<Env['storage']>>;

/** What the browser last said of its storage; each look has it asked again, for the answer takes a while. */
function createStorageFacts(): () => StorageFacts {
	let facts: StorageFacts = { kind: 'indexeddb', persisted: null, usage_bytes: null, quota_bytes: null };
	const ask = async () => {
		const [persisted, { usage = null, quota = null }] = await Promise.all([
			navigator.storage.persisted(),
			navigator.storage.estimate()
		]);
		facts = { ...facts, persisted, usage_bytes: usage, quota_bytes: quota };
	};
	const refresh = () => void ask().catch(() => undefined); // it does not say
	refresh();
	return () => {
		refresh();
		return facts;
	};
}

/** ms: three times as long as a turn of work in the background takes. */
const REST = 12;
/** ms: an agent that thinks between two calls takes longer. */
const LULL = 250;

const after = (ms: number) => (): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Of a notebook that is kept nowhere: it has no storage to speak of. */
export const memoryEnv: Env = {
	now: () => Date.now(),
	fillRandom: (bytes) => void crypto.getRandomValues(bytes),
	breathe: createBreathing(),
	rest: after(REST),
	lull: after(LULL),
	transfer
};

export const workerEnv: Env = { ...memoryEnv, storage: createStorageFacts() };
