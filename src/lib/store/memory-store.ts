/** The port in memory: for tests, and for a browser that refuses IndexedDB. Transactions run one after the other over copies. */
import type { Change, Claim, Id, Shelf } from '../domain/model';
import { idempotencyScope, type ChangeHead, type Place, type Store, type StoreReader, type StoreWriter } from './store';

interface Tables {
	shelves: Map<Id, Shelf>;
	heads: Map<Id, ChangeHead>;
	claims: Map<Id, Claim[]>;
	meta: Map<string, unknown>;
}

const PAGE = 500;
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
const byStamp = (a: Place, b: Place): number => (a.hlc < b.hlc ? -1 : a.hlc > b.hlc ? 1 : byId(a, b));
const copy = <T>(value: T): T => (value === undefined ? value : structuredClone(value));

/** Reads through the writes of one transaction to the tables below. */
function overlay<K, V>(below: Map<K, V>) {
	const above = new Map<K, V | undefined>();
	return {
		get: (key: K): V | undefined => copy(above.has(key) ? above.get(key) : below.get(key)),
		set: (key: K, value: V) => void above.set(key, copy(value)),
		remove: (key: K) => void above.set(key, undefined),
		*values(): Iterable<V> {
			for (const [key, value] of below) if (!above.has(key)) yield value;
			for (const value of above.values()) if (value !== undefined) yield value;
		},
		settle() {
			for (const [key, value] of above) {
				if (value === undefined) below.delete(key);
				else below.set(key, value);
			}
		}
	};
}

export function createMemoryStore(): Store {
	const tables: Tables = { shelves: new Map(), heads: new Map(), claims: new Map(), meta: new Map() };
	let queue: Promise<unknown> = Promise.resolve();
	const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
		const turn = queue.then(work, work);
		queue = turn.catch(() => undefined);
		return turn;
	};

	function begin(): { tx: StoreWriter; settle: () => void } {
		const shelves = overlay(tables.shelves);
		const heads = overlay(tables.heads);
		const claims = overlay(tables.claims);
		const meta = overlay(tables.meta);
		const some = <T extends { id: string }>(all: Iterable<T>, wanted: (each: T) => boolean): T[] =>
			copy([...all].filter(wanted)).sort(byId);
		const now = <T>(value: T): Promise<T> => Promise.resolve(value);
		const after = (work: () => void): Promise<void> => Promise.resolve().then(work);
		const tx: StoreWriter = {
			shelf: (id) => now(shelves.get(id)),
			shelves: (ids) => now(ids.map((id) => shelves.get(id))),
			shelvesByKeys: (keys) => now(some(shelves.values(), (shelf) => shelf.keys.some((key) => keys.includes(key)))),
			linking: (id) => now(some(shelves.values(), (shelf) => shelf.links.includes(id)).map((shelf) => shelf.id)),
			head: (id) => now(heads.get(id)),
			heads: (ids) => now(ids.map((id) => heads.get(id))),
			claims: (ids) => now(ids.map((id) => claims.get(id))),
			undoesOf: (ids) => now(some(heads.values(), (head) => head.undoes?.some((id) => ids.includes(id)) ?? false)),
			headByIdempotency: (scope) =>
				now(
					some(
						heads.values(),
						(head) =>
							head.idempotency_key !== undefined &&
							idempotencyScope(head.who, head.operation, head.idempotency_key) === scope
					)[0]
				),
			sessionChanges: (session) =>
				now(
					some(heads.values(), (head) => head.session === session)
						.sort(byStamp)
						.map(({ id }) => id)
				),
			headsBefore: (before, limit) =>
				now(
					some(heads.values(), (head) => before === undefined || byStamp(head, before) < 0)
						.sort((a, b) => byStamp(b, a))
						.slice(0, limit)
				),
			countChanges: () => now([...heads.values()].length),
			meta: (key) => now(meta.get(key)),
			putShelves: (list) =>
				after(() => {
					list.forEach((shelf) => {
						shelves.set(shelf.id, shelf);
					});
				}),
			deleteShelf: (id) =>
				after(() => {
					shelves.remove(id);
				}),
			putChange: (head, list) => {
				heads.set(head.id, head);
				claims.set(head.id, [...list]);
				return now(undefined);
			},
			setMeta: (key, value) =>
				after(() => {
					meta.set(key, value);
				})
		};
		const settle = () =>
			[shelves, heads, claims, meta].forEach((table) => {
				table.settle();
			});
		return { tx, settle };
	}

	return {
		read: <T>(work: (tx: StoreReader) => Promise<T>) => inTurn(() => work(begin().tx)),
		write: <T>(work: (tx: StoreWriter) => Promise<T>) =>
			inTurn(async () => {
				const { tx, settle } = begin();
				const value = await work(tx);
				settle();
				return value;
			}),
		async eachShelf(visit) {
			const all = copy([...tables.shelves.values()].sort(byId));
			for (let i = 0; i < all.length; i += PAGE) await visit(all.slice(i, i + PAGE));
		},
		async eachChange(visit) {
			const all = copy([...tables.heads.values()].sort(byStamp)).map(({ gist: _gist, ...head }): Change => ({
				...head,
				claims: copy(tables.claims.get(head.id) ?? [])
			}));
			for (let i = 0; i < all.length; i += PAGE) await visit(all.slice(i, i + PAGE));
		},
		clearShelves: () =>
			inTurn(() => {
				tables.shelves.clear();
				return Promise.resolve();
			}),
		close: () => undefined
	};
}
