/** The database as a chain of versions, each with its upgrade beside it. A new build only ever adds a version. */
import Dexie, { type Table, type Transaction } from 'dexie';
import type { Id, Shelf } from '../domain/model';
import type { ChangeHead } from './store';

/** Dexie multiplies by ten: version 1 is IndexedDB's 10. Compared with what is installed, for Dexie opens a newer database without a word. */
export const SCHEMA_VERSION = 1;

/** A change's head with the one derived field that an index needs (J6). */
export interface StoredHead extends ChangeHead {
	idem?: string;
}

/** Rows of a shelf beyond its first page: a thing with thousands of facts is written a page at a time. */
export interface StoredPage {
	shelf: Id;
	page: number;
	/** Packed (dexie-packing). */
	rows: string;
}

/** A shelf's first page; `pages` counts those beyond it. */
export interface StoredShelf extends Omit<Shelf, 'rows'> {
	/** Packed (dexie-packing). */
	rows: string;
	pages?: number;
}

export interface Tables {
	shelves: Table<StoredShelf, Id>;
	pages: Table<StoredPage, [Id, number]>;
	changes: Table<StoredHead, Id>;
	/** Packed (dexie-packing). */
	claims: Table<{ id: Id; claims: string }, Id>;
	meta: Table<{ key: string; value: unknown }, string>;
}

export const tableNames: (keyof Tables)[] = ['shelves', 'pages', 'changes', 'claims', 'meta'];

/**
 * The tables of one transaction. Bound to it explicitly: found by Dexie's zone alone, a call after a few native awaits
 * would silently run in a transaction of its own.
 */
export const tablesOf = (transaction: Transaction): Tables =>
	// The one schema below says what each table holds.
	Object.fromEntries(tableNames.map((name) => [name, transaction.table<unknown, unknown>(name)])) as unknown as Tables;

/** The database itself, not yet opened. */
export function createDatabase(name: string, durability: 'strict' | 'relaxed'): Dexie {
	const database = new Dexie(name, { chromeTransactionDurability: durability, cache: 'disabled', autoOpen: false });
	database.version(1).stores({
		shelves: 'id, *keys, *links',
		pages: '[shelf+page]',
		changes: 'id, hlc, session, idem, *undoes',
		claims: 'id',
		meta: 'key'
	});
	return database;
}
