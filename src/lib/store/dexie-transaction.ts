/**
 * One transaction of the store, on the IndexedDB beneath Dexie: the tables and indexes are those of dexie-schema. Dexie's own tables cost
 * as much as the look-up itself (measured: 0.38 ms for one record against 0.17), and its zones are lost after native awaits.
 */
import type { Change, Id, Shelf } from '../domain/model';
import { packClaims, unpackClaims } from './dexie-packing';
import { dropPages, joinPages, splitPages } from './dexie-pages';
import type { StoredClaims, StoredHead, StoredMeta, StoredShelf, TableName } from './dexie-schema';
import { answerOf, walk } from './idb-requests';
import { idempotencyScope, type ChangeHead, type StoreReader, type StoreWriter } from './store';

/** Shelves a page of the whole. */
const SHELVES = 500;
/** Changes a page of the journal: one of an import holds thousands of claims. */
const CHANGES = 50;

const byId = (a: { id: Id }, b: { id: Id }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

// The schema says what each table holds: here the records get their types back.
const table = (transaction: IDBTransaction, name: TableName): IDBObjectStore => transaction.objectStore(name);
const recordOf = <T>(store: IDBObjectStore | IDBIndex, key: IDBValidKey): Promise<T | undefined> =>
	answerOf(store.get(key) as IDBRequest<T | undefined>);
const recordsOf = <T>(
	store: IDBObjectStore | IDBIndex,
	range: IDBValidKey | IDBKeyRange,
	most?: number
): Promise<T[]> => answerOf(store.getAll(range, most) as IDBRequest<T[]>);

/** All requests are made before the first is awaited: they travel together. */
const each = <K, T>(keys: readonly K[], request: (key: K) => Promise<T>): Promise<T[]> =>
	Promise.all(keys.map(request));

/** Each record once, by id. */
const distinct = <T extends { id: Id }>(lists: readonly T[][]): T[] =>
	[...new Map(lists.flat().map((record) => [record.id, record])).values()].sort(byId);

const present = <T>(list: (T | undefined)[]): T[] => list.filter((one) => one !== undefined);

const storedHead = (head: ChangeHead): StoredHead =>
	head.idempotency_key === undefined
		? head
		: { ...head, idem: idempotencyScope(head.who, head.operation, head.idempotency_key) };

export function readerOver(transaction: IDBTransaction): StoreReader {
	const shelves = table(transaction, 'shelves');
	const changes = table(transaction, 'changes');
	const claims = table(transaction, 'claims');
	const meta = table(transaction, 'meta');
	const whole = (stored: (StoredShelf | undefined)[]) => joinPages(transaction, stored);
	return {
		shelf: async (id) => (await whole([await recordOf<StoredShelf>(shelves, id)]))[0],
		shelves: async (ids) => whole(await each(ids, (id) => recordOf<StoredShelf>(shelves, id))),
		shelvesByKeys: async (keys) =>
			present(await whole(distinct(await each(keys, (key) => recordsOf<StoredShelf>(shelves.index('keys'), key))))),
		linking: async (id) => ((await answerOf(shelves.index('links').getAllKeys(id))) as Id[]).sort(),
		head: (id) => recordOf<ChangeHead>(changes, id),
		heads: (ids) => each(ids, (id) => recordOf<ChangeHead>(changes, id)),
		claims: async (ids) => {
			const found = await each(ids, (id) => recordOf<StoredClaims>(claims, id));
			return found.map((record) => record && unpackClaims(record.claims));
		},
		undoesOf: async (ids) => distinct(await each(ids, (id) => recordsOf<ChangeHead>(changes.index('undoes'), id))),
		headByIdempotency: (scope) => recordOf<ChangeHead>(changes.index('idem'), scope),
		sessionChanges: async (session) =>
			(await recordsOf<ChangeHead>(changes.index('session'), session))
				.sort((a, b) => (a.hlc < b.hlc ? -1 : a.hlc > b.hlc ? 1 : byId(a, b)))
				.map(({ id }) => id),
		headsBefore: (before, limit) => {
			const range = before === undefined ? null : IDBKeyRange.upperBound(before.hlc);
			const isPast = ({ hlc, id }: ChangeHead) => before !== undefined && hlc === before.hlc && id >= before.id;
			return walk<ChangeHead>(changes.index('hlc').openCursor(range, 'prev'), limit, isPast);
		},
		countChanges: () => answerOf(changes.count()),
		meta: async (key) => (await recordOf<StoredMeta>(meta, key))?.value
	};
}

/**
 * What is written is not waited for, one by one: what is asked later in the transaction is answered later, and a write that fails takes
 * the whole of it along.
 */
const inOrder =
	<A extends unknown[]>(write: (...args: A) => void) =>
	// An async function: what it throws is a rejection.
	async (...args: A): Promise<void> => {
		write(...args);
		await Promise.resolve();
	};

export function writerOver(transaction: IDBTransaction): StoreWriter {
	return {
		...readerOver(transaction),
		putShelves: inOrder((list) => {
			splitPages(transaction, list);
		}),
		deleteShelf: inOrder((id) => {
			table(transaction, 'shelves').delete(id);
			dropPages(transaction, id);
		}),
		putChange: inOrder((head, claims) => {
			table(transaction, 'changes').put(storedHead(head));
			table(transaction, 'claims').put({ id: head.id, claims: packClaims(claims) } satisfies StoredClaims);
		}),
		setMeta: inOrder((key, value) => {
			table(transaction, 'meta').put({ key, value } satisfies StoredMeta);
		})
	};
}

/** The next shelves after an id, in order of ids. */
export async function shelvesAfter(transaction: IDBTransaction, last: Id): Promise<Shelf[]> {
	const after = IDBKeyRange.lowerBound(last, true);
	return present(await joinPages(transaction, await recordsOf(table(transaction, 'shelves'), after, SHELVES)));
}

/** The next changes from a stamp on, without those of that stamp which were told already. */
export async function changesFrom(transaction: IDBTransaction, last: string, told: ReadonlySet<Id>): Promise<Change[]> {
	const from = IDBKeyRange.lowerBound(last);
	const index = table(transaction, 'changes').index('hlc');
	const heads = (await recordsOf<StoredHead>(index, from, CHANGES + told.size)).filter(({ id }) => !told.has(id));
	const claims = await each(heads, ({ id }) => recordOf<StoredClaims>(table(transaction, 'claims'), id));
	return heads.map(({ gist: _gist, idem: _idem, ...head }, i) => ({
		...head,
		claims: unpackClaims(claims[i]?.claims ?? '[]')
	}));
}

export function clearProjections(transaction: IDBTransaction): Promise<void> {
	table(transaction, 'shelves').clear();
	return answerOf(table(transaction, 'pages').clear());
}
