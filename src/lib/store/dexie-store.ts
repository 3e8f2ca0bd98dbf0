/** The port on IndexedDB. Dexie opens, upgrades and watches over the connection; transactions run on it directly (dexie-transaction). */
import Dexie from 'dexie';
import type { Id } from '../domain/model';
import { createDatabase, SCHEMA_VERSION, tableNames } from './dexie-schema';
import { changesFrom, clearProjections, readerOver, shelvesAfter, writerOver } from './dexie-transaction';
import { transact } from './idb-requests';
import { StoreOpenError, type Durability, type Store } from './store';

const OPEN_TIMEOUT = 8_000;

export interface DexieStoreOptions {
	name: string;
	/** Another tab holds an older connection open and has not let go yet. */
	onBlocked?: () => void;
	/** A newer build asks for the database: the connection has been closed; tell the pages to reload. */
	onVersionChange?: () => void;
	/** The browser closed the connection (storage cleared, disk trouble). */
	onClosed?: () => void;
}

/** Installed IndexedDB version in Dexie's counting, 0 when there is no such database. */
async function installedVersion(name: string): Promise<number> {
	if (typeof indexedDB.databases !== 'function') return 0;
	const found = (await indexedDB.databases()).find((database) => database.name === name);
	return (found?.version ?? 0) / 10;
}

function openWithin(database: Dexie, wasBlocked: () => boolean): Promise<unknown> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			database.close();
			const blocked = wasBlocked();
			reject(
				new StoreOpenError(
					blocked ? 'blocked' : 'failed',
					blocked
						? 'Another tab with an older version of the app holds the notebook open.'
						: 'The browser did not open the notebook in time.'
				)
			);
		}, OPEN_TIMEOUT);
		database
			.open()
			.then(resolve, reject)
			.finally(() => {
				clearTimeout(timer);
			});
	});
}

function refuseNewer(installed: number, letGo?: () => void): void {
	if (installed <= SCHEMA_VERSION) return;
	letGo?.();
	throw new StoreOpenError(
		'newer',
		`This notebook was written by a newer version of the app (schema ${String(installed)}, this build knows ${String(SCHEMA_VERSION)}).`
	);
}

/** Opens (or makes) the notebook's database. Rejects with StoreOpenError: `newer`, `blocked` or `failed`. */
export async function openDexieStore(options: DexieStoreOptions): Promise<Store> {
	let blocked = false;
	try {
		const installed = await installedVersion(options.name);
		refuseNewer(installed);
		const database = createDatabase(options.name);
		database.on('blocked', () => {
			blocked = true;
			options.onBlocked?.();
		});
		database.on('versionchange', () => {
			database.close();
			options.onVersionChange?.();
		});
		database.on('close', () => options.onClosed?.());
		await openWithin(database, () => blocked);
		// Another build may have upgraded it between the look and the opening, and Dexie opens what is newer without a word.
		refuseNewer(database.backendDB().version / 10, () => {
			database.close();
		});
		return createDexieStore(database);
	} catch (error) {
		if (error instanceof StoreOpenError) throw error;
		throw new StoreOpenError('failed', error instanceof Error ? error.message : String(error));
	}
}

function createDexieStore(db: Dexie): Store {
	// The connection of this opening: once it is closed every transaction on it is refused.
	const database = db.backendDB();
	const reading = <T>(work: (transaction: IDBTransaction) => Promise<T>): Promise<T> =>
		transact(database, { tables: tableNames, mode: 'readonly', durability: 'default' }, work);
	const writing = <T>(work: (transaction: IDBTransaction) => Promise<T>, durability: Durability): Promise<T> =>
		transact(database, { tables: tableNames, mode: 'readwrite', durability }, work);
	return {
		read: (work) => reading((transaction) => work(readerOver(transaction))),
		write: (work, durability = 'strict') => writing((transaction) => work(writerOver(transaction)), durability),
		async eachShelf(visit) {
			for (let last = ''; ;) {
				const page = await reading((transaction) => shelvesAfter(transaction, last));
				if (!page.length) return;
				last = page.at(-1)?.id ?? last;
				await visit(page);
			}
		},
		async eachChange(visit) {
			let last = '';
			let told = new Set<Id>(); // those of the last stamp: two devices may have made one
			for (;;) {
				const page = await reading((transaction) => changesFrom(transaction, last, told));
				if (!page.length) return;
				const stamp = page.at(-1)?.hlc ?? last;
				const here = page.filter(({ hlc }) => hlc === stamp).map(({ id }) => id);
				told = new Set(stamp === last ? [...told, ...here] : here);
				last = stamp;
				await visit(page);
			}
		},
		clearShelves: () => writing(clearProjections, 'strict'),
		close: () => {
			db.close();
		}
	};
}

/** Removes a notebook's database; for tests and for a person who asks for it. */
export const deleteDexieStore = (name: string): Promise<void> => Dexie.delete(name);
