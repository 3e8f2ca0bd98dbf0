/** The world as a worker's notebook needs it: time, randomness, turns for other work, and the formats of files. */
import type { Env, TransferPort } from '../notebook/notebook';
import { collectBlob, journalToNdjson, memoryToJsonl, openImport } from '../transfer';

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
	memory: (entities, relations) => collectBlob(memoryToJsonl(entities, relations), 'application/x-ndjson')
};

export const workerEnv: Env = {
	now: () => Date.now(),
	fillRandom: (bytes) => void crypto.getRandomValues(bytes),
	breathe: createBreathing(),
	transfer,
	/** What the browser has promised and how much room there is, only the page can ask. */
	storage: () => ({ kind: 'indexeddb', persisted: null, usage_bytes: null, quota_bytes: null })
};
