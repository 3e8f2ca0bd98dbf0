/** Notebooks for tests: on the memory store or on Dexie over fake-indexeddb, with a clock and random bits that repeat. */
import {
	createNotebook,
	type Caller,
	type Env,
	type Notebook,
	type TransferPort
} from '../../src/lib/notebook/notebook';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import { openDexieStore } from '../../src/lib/store/dexie-store';
import type { Store } from '../../src/lib/store/store';
import {
	collectBlob,
	journalToNdjson,
	memoryToJsonl,
	openImport,
	portableBlob,
	portableFiles
} from '../../src/lib/transfer';

export const START = Date.UTC(2026, 0, 1);

/** A clock that a test moves by hand; each look moves it a millisecond on, as time does. */
export interface TestEnv extends Env {
	at: number;
}

export const transferPort: TransferPort = {
	open: openImport,
	journal: (changes) => collectBlob(journalToNdjson(changes, {}), 'application/x-ndjson'),
	memory: (entities, relations) => collectBlob(memoryToJsonl(entities, relations), 'application/x-ndjson'),
	portable: portableBlob,
	portableFiles
};

export function createTestEnv(seed = 1): TestEnv {
	let state = seed >>> 0 || 1;
	const next = (): number => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return state >>> 0;
	};
	return {
		at: START,
		now() {
			return this.at++;
		},
		fillRandom(bytes) {
			for (let i = 0; i < bytes.length; i++) bytes[i] = next() & 255;
		},
		breathe: () => new Promise((resolve) => setTimeout(resolve, 0)),
		transfer: transferPort
	};
}

export const person: Caller = { who: 'person', session: '00000000-0000-7000-8000-000000000001' };
export const agent = (
	name: string,
	session = `00000000-0000-7000-8000-0000000000${name.length.toString(16).padStart(2, '0')}`
): Caller => ({
	who: `agent:${name}`,
	session
});

export interface Opened {
	notebook: Notebook;
	store: Store;
	env: TestEnv;
}

export async function openNotebook(store: Store = createMemoryStore(), env = createTestEnv()): Promise<Opened> {
	const notebook = await createNotebook(store, env);
	await notebook.ready;
	return { notebook, store, env };
}

let databases = 0;

/** The stores a rule must hold on. Dexie's needs an IndexedDB: a browser's, or `fake-indexeddb/auto` imported by the test. */
export const stores: [name: string, open: () => Promise<Store>][] = [
	['memory store', () => Promise.resolve(createMemoryStore())],
	['Dexie', () => openDexieStore({ name: `test-${String(++databases)}-${Math.random().toString(36).slice(2)}` })]
];
