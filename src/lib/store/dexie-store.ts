/** The port on IndexedDB by Dexie. One strict connection; a relaxed one is opened for the middle of a bulk import (safekeeping, write path 1). */
import Dexie from 'dexie';
import type { Change, Id, Shelf } from '../domain/model';
import {
	createDatabase,
	SCHEMA_VERSION,
	tableNames,
	tablesOf,
	type StoredHead,
	type StoredShelf,
	type Tables
} from './dexie-schema';
import { packClaims, unpackClaims } from './dexie-packing';
import { dropPages, joinPages, splitPages } from './dexie-pages';
import { idempotencyScope, StoreOpenError, type ChangeHead, type Store, type StoreWriter } from './store';

const PAGE = 500;
const CHANGES = 50;
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
		const database = createDatabase(options.name, 'strict');
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

function transactionOver(db: Tables): StoreWriter {
	const whole = (shelves: (StoredShelf | undefined)[]) => joinPages(db, shelves);
	return {
		shelf: async (id) => (await whole([await db.shelves.get(id)]))[0],
		shelves: async (ids) => whole(await db.shelves.bulkGet([...ids])),
		shelvesByKeys: async (keys) => {
			// One getAll a key: a cursor over `anyOf` costs a step for each row.
			const found = await Promise.all(keys.map((key) => db.shelves.where('keys').equals(key).toArray()));
			const byId = new Map(found.flat().map((shelf) => [shelf.id, shelf]));
			return present(await whole([...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))));
		},
		linking: async (id) => (await db.shelves.where('links').equals(id).primaryKeys()).sort(),
		head: (id) => db.changes.get(id),
		heads: (ids) => db.changes.bulkGet([...ids]),
		claims: async (ids) => (await db.claims.bulkGet([...ids])).map((record) => record && unpackClaims(record.claims)),
		undoesOf: (ids) => db.changes.where('undoes').anyOf(ids).distinct().sortBy('id'),
		headByIdempotency: (scope) => db.changes.where('idem').equals(scope).first(),
		sessionChanges: async (session) =>
			(await db.changes.where('session').equals(session).sortBy('hlc')).map(({ id }) => id),
		headsBefore: (before, limit) =>
			(before === undefined ? db.changes.orderBy('hlc') : db.changes.where('hlc').below(before))
				.reverse()
				.limit(limit)
				.toArray(),
		countChanges: () => db.changes.count(),
		meta: async (key) => (await db.meta.get(key))?.value,
		putShelves: (shelves) => splitPages(db, shelves),
		deleteShelf: async (id) => {
			await db.shelves.delete(id);
			await dropPages(db, id);
		},
		putChange: async (head, claims) => {
			await db.changes.put(storedHead(head));
			await db.claims.put({ id: head.id, claims: packClaims(claims) });
		},
		setMeta: async (key, value) => {
			await db.meta.put({ key, value });
		}
	};
}

async function shelvesAfter(tables: Tables, last: Id): Promise<Shelf[]> {
	const stored: StoredShelf[] = await tables.shelves.where(':id').above(last).limit(PAGE).toArray();
	return present(await joinPages(tables, stored));
}

const present = <T>(list: (T | undefined)[]): T[] => list.filter((each) => each !== undefined);

const storedHead = (head: ChangeHead): StoredHead =>
	head.idempotency_key === undefined
		? head
		: { ...head, idem: idempotencyScope(head.who, head.operation, head.idempotency_key) };

const changeOf = ({ gist: _gist, idem: _idem, ...head }: StoredHead, claims: Change['claims']): Change => ({
	...head,
	claims
});

/** Resolves after the transaction's complete event; whatever `work` throws aborts it whole. `!`: never part of another, whatever the zone says. */
const transact = async <T>(database: Dexie, mode: 'r' | 'rw', work: (tables: Tables) => Promise<T>): Promise<T> =>
	database.transaction<T>(`${mode}!`, tableNames, (transaction) => work(tablesOf(transaction)));

/** @param onGone the connection was closed, or never opened: the next write needs another. */
async function openRelaxed(name: string, onGone: () => void): Promise<Dexie> {
	const second = createDatabase(name, 'relaxed');
	second.on('close', onGone);
	second.on('versionchange', () => {
		onGone();
		second.close();
	});
	try {
		await second.open();
	} catch (error) {
		onGone();
		throw error;
	}
	return second;
}

function createDexieStore(db: Dexie): Store {
	/** Stays open beside the strict one: the person's writes go on in the middle of an import. */
	let relaxed: Promise<Dexie> | undefined;
	const relaxedDatabase = () =>
		(relaxed ??= openRelaxed(db.name, () => {
			relaxed = undefined;
		}));
	const reading = <T>(work: (tables: Tables) => Promise<T>): Promise<T> => transact(db, 'r', work);
	const writing = <T>(database: Dexie, work: (tables: Tables) => Promise<T>): Promise<T> =>
		transact(database, 'rw', work);
	return {
		read: (work) => reading((tables) => work(transactionOver(tables))),
		async write(work, durability = 'strict') {
			const inTransaction = (tables: Tables) => work(transactionOver(tables));
			return writing(durability === 'relaxed' ? await relaxedDatabase() : db, inTransaction);
		},
		async eachShelf(visit) {
			for (let last = ''; ;) {
				const page = await reading<Shelf[]>((tables) => shelvesAfter(tables, last));
				if (!page.length) return;
				last = page.at(-1)?.id ?? last;
				await visit(page);
			}
		},
		async eachChange(visit) {
			let last = '';
			let told = new Set<Id>(); // those of the last stamp: two devices may have made one
			for (;;) {
				const page = await reading<Change[]>(async (tables) => {
					const from = tables.changes.where('hlc').aboveOrEqual(last);
					const stored: StoredHead[] = await from.limit(CHANGES + told.size).toArray();
					const heads = stored.filter(({ id }) => !told.has(id));
					const claims = await tables.claims.bulkGet(heads.map(({ id }) => id));
					return heads.map((head, i) => changeOf(head, unpackClaims(claims[i]?.claims ?? '[]')));
				});
				if (!page.length) return;
				const stamp = page.at(-1)?.hlc ?? last;
				const here = page.filter(({ hlc }) => hlc === stamp).map(({ id }) => id);
				told = new Set(stamp === last ? [...told, ...here] : here);
				last = stamp;
				await visit(page);
			}
		},
		clearShelves: () =>
			writing(db, async (tables) => {
				await tables.shelves.clear();
				await tables.pages.clear();
			}),
		close() {
			db.close();
			void relaxed?.then(
				(second) => {
					second.close();
				},
				() => undefined
			);
		}
	};
}

/** Removes a notebook's database; for tests and for a person who asks for it. */
export const deleteDexieStore = (name: string): Promise<void> => Dexie.delete(name);
