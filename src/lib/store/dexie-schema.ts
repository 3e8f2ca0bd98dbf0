/** The database as a chain of versions, each with its upgrade beside it. A new build only ever adds a version. */
import Dexie from 'dexie';
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

export interface StoredClaims {
	id: Id;
	/** Packed (dexie-packing). */
	claims: string;
}

export interface StoredMeta {
	key: string;
	value: unknown;
}

export const tableNames = ['shelves', 'pages', 'changes', 'claims', 'meta'] as const;
export type TableName = (typeof tableNames)[number];

/** The database itself, not yet opened. */
export function createDatabase(name: string): Dexie {
	const database = new Dexie(name, { cache: 'disabled', autoOpen: false });
	database.version(1).stores({
		shelves: 'id, *keys, *links',
		pages: '[shelf+page]',
		changes: 'id, hlc, session, idem, *undoes',
		claims: 'id',
		meta: 'key'
	});
	return database;
}
