/** What is IndexedDB's own: opening, pages, durability. On fake-indexeddb and in a real browser. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { deleteDexieStore, openDexieStore, type DexieStoreOptions } from '../../src/lib/store/dexie-store';
import { packRows } from '../../src/lib/store/dexie-packing';
import { PAGE_ROWS } from '../../src/lib/store/dexie-pages';
import type { Store } from '../../src/lib/store/store';
import { claimsOf, headOf, rowsOf, shelfOf, storeContract } from './contract';

let count = 0;
const run = Math.random().toString(36).slice(2);
const freshName = (): string => `contract-${run}-${++count}`;

const names: string[] = [];
const stores: Store[] = [];

async function open(name = freshName(), more: Partial<DexieStoreOptions> = {}): Promise<Store> {
	names.push(name);
	const store = await openDexieStore({ name, ...more });
	stores.push(store);
	return store;
}

/** The database as another program would open it. */
const rawOpen = (name: string, version: number): Promise<IDBDatabase> =>
	new Promise((resolve, reject) => {
		const request = indexedDB.open(name, version);
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error ?? new Error('not opened'));
	});

afterEach(async () => {
	vi.restoreAllMocks();
	for (const store of stores.splice(0)) store.close();
	await Promise.all(names.splice(0).map(deleteDexieStore));
});

/** Keys of what is put into a table meanwhile. */
function watchPuts(table: string): () => unknown[] {
	const spies = (['put', 'add'] as const).map((method) => vi.spyOn(IDBObjectStore.prototype, method));
	return () =>
		spies.flatMap(({ mock }) =>
			mock.calls.flatMap(([record], i) =>
				(mock.contexts[i] as IDBObjectStore).name === table ? [record as unknown] : []
			)
		);
}

export function dexieContract(): void {
	storeContract('IndexedDB', () => open());

	describe('opening', () => {
		test('what was written is there when it is opened again', async () => {
			const name = freshName();
			const one = await open(name);
			await one.write(async (tx) => {
				await tx.putShelves([shelfOf('long', { keys: ['x:l'], rows: rowsOf(600) })]);
				await tx.putChange(headOf('c', 1), claimsOf('c'));
			});
			one.close();
			const two = await open(name);
			expect(await two.read((tx) => tx.shelvesByKeys(['x:l']))).toEqual([
				shelfOf('long', { keys: ['x:l'], rows: rowsOf(600) })
			]);
			expect(await two.read((tx) => tx.head('c'))).toEqual(headOf('c', 1));
		});

		test('a database of a newer build is not touched: newer', async () => {
			const name = freshName();
			names.push(name);
			(await rawOpen(name, 20)).close();
			await expect(openDexieStore({ name })).rejects.toMatchObject({ name: 'StoreOpenError', reason: 'newer' });
			const found = (await indexedDB.databases()).find((each) => each.name === name);
			expect(found?.version).toBe(20);
		});

		test('what cannot be opened says so: failed', async () => {
			vi.spyOn(indexedDB, 'open').mockImplementation(() => {
				throw new DOMException('refused', 'SecurityError');
			});
			await expect(openDexieStore({ name: freshName() })).rejects.toMatchObject({ reason: 'failed' });
		});

		test('a newer build that asks for the database gets it, and this one is told', async () => {
			const name = freshName();
			const onVersionChange = vi.fn();
			vi.spyOn(console, 'warn').mockImplementation(() => undefined); // Dexie says what it does
			const store = await open(name, { onVersionChange });
			await store.write((tx) => tx.setMeta('m', 1), 'relaxed');
			(await rawOpen(name, 20)).close();
			expect(onVersionChange).toHaveBeenCalledOnce();
			await expect(store.read((tx) => tx.meta('m'))).rejects.toThrow();
		});
	});

	describe('pages', () => {
		test('one more fact of a much-described thing writes a page, not the whole', async () => {
			const store = await open();
			await store.write((tx) => tx.putShelves([shelfOf('long', { rows: rowsOf(PAGE_ROWS * 4) })]));
			const pages = watchPuts('pages');
			await store.write(async (tx) => {
				const shelf = await tx.shelf('long');
				if (!shelf) throw new Error('not there');
				Object.assign(shelf.rows, rowsOf(1, 9000));
				await tx.putShelves([shelf]);
			});
			expect(pages()).toEqual([{ shelf: 'long', page: 4, rows: packRows(rowsOf(1, 9000)) }]);
		});

		test('a row changed in the middle writes its own page', async () => {
			const store = await open();
			await store.write((tx) => tx.putShelves([shelfOf('long', { rows: rowsOf(PAGE_ROWS * 4) })]));
			const pages = watchPuts('pages');
			await store.write(async (tx) => {
				const shelf = await tx.shelf('long');
				if (!shelf) throw new Error('not there');
				shelf.rows[`f:${PAGE_ROWS * 2 + 3}`] = { log: ['other.0'], state: null };
				await tx.putShelves([shelf]);
			});
			expect(pages()).toMatchObject([{ shelf: 'long', page: 2 }]);
			expect(pages()).toHaveLength(1);
		});

		test('a small shelf has no pages', async () => {
			const store = await open();
			const pages = watchPuts('pages');
			await store.write((tx) => tx.putShelves([shelfOf('small', { rows: rowsOf(PAGE_ROWS) })]));
			expect(pages()).toEqual([]);
		});
	});

	describe('durability', () => {
		test('strict unless relaxed is asked for', async () => {
			const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
			const store = await open();
			spy.mockClear();
			const asked = () =>
				spy.mock.calls.filter(([, mode]) => mode === 'readwrite').map(([, , options]) => options?.durability);
			await store.write((tx) => tx.setMeta('m', 1));
			await store.write((tx) => tx.setMeta('m', 2), 'relaxed');
			await store.write((tx) => tx.setMeta('m', 3));
			await store.clearShelves();
			expect(asked()).toEqual(['strict', 'relaxed', 'strict', 'strict']);
		});
	});
}
