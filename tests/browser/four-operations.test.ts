/** The four operations on the real IndexedDB of a real browser: the same text as on the other stores. */
import { afterEach, describe } from 'vitest';
import { openDexieStore, deleteDexieStore } from '../../src/lib/store/dexie-store';
import type { Store } from '../../src/lib/store/store';
import { entityContextSuite } from '../door/suite-entity-context';
import { factGetSuite } from '../door/suite-fact-get';
import { getEntitySuite } from '../door/suite-get-entity';
import { searchRelationshipsSuite } from '../door/suite-search-relationships';

const opened: { name: string; store: Store }[] = [];

async function open(): Promise<Store> {
	const name = `four-operations-${crypto.randomUUID()}`;
	const store = await openDexieStore({ name });
	opened.push({ name, store });
	return store;
}

afterEach(async () => {
	for (const { name, store } of opened.splice(0)) {
		store.close();
		await deleteDexieStore(name);
	}
});

describe('on IndexedDB in Chromium', () => {
	getEntitySuite(open);
	entityContextSuite(open);
	factGetSuite(open);
	searchRelationshipsSuite(open);
});
