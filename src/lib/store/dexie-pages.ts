/**
 * A shelf of a few hundred rows is one record; beyond that its rows go on in pages, so that one more fact about a much-described thing
 * writes a page and not the whole. Which page a row lies on is remembered beside the shelf while it is in memory.
 */
import type { Row, Shelf } from '../domain/model';
import { packRows, packShelf, unpackRows, unpackShelf } from './dexie-packing';
import type { StoredPage, StoredShelf } from './dexie-schema';
import { answerOf } from './idb-requests';

export const PAGE_ROWS = 256;

interface Placement {
	/** Page of each row that is not on the first. */
	pageOf: Map<string, number>;
	/** Rows as read, to tell which pages a write touches. */
	asRead: Map<string, Row>;
	pages: number;
}

/** Only shelves with further pages have an entry. Rows are replaced in place, never mutated. */
const placements = new WeakMap<Shelf['rows'], Placement>();

/** Reads the further pages of those shelves that have some. Order and gaps stay. */
export async function joinPages(
	transaction: IDBTransaction,
	shelves: readonly (StoredShelf | undefined)[]
): Promise<(Shelf | undefined)[]> {
	const joined: (Shelf | undefined)[] = [];
	for (const stored of shelves)
		joined.push(stored && (stored.pages ? await joinOne(transaction, stored, stored.pages) : unpackShelf(stored)));
	return joined;
}

const pagesOf = (shelf: string, from: number, to: number): IDBKeyRange => IDBKeyRange.bound([shelf, from], [shelf, to]);

async function joinOne(transaction: IDBTransaction, stored: StoredShelf, pages: number): Promise<Shelf> {
	const shelf = unpackShelf(stored);
	// The schema says what the table holds.
	const request = transaction.objectStore('pages').getAll(pagesOf(shelf.id, 1, pages)) as IDBRequest<StoredPage[]>;
	const further = await answerOf(request);
	const { rows } = shelf;
	const pageOf = new Map<string, number>();
	for (const page of further)
		for (const [local, row] of Object.entries(unpackRows(page.rows))) {
			rows[local] = row;
			pageOf.set(local, page.page);
		}
	placements.set(rows, { pageOf, asRead: new Map(Object.entries(rows)), pages });
	return shelf;
}

/** Writes shelves; of one with pages, its first page and those whose rows changed. */
export function splitPages(transaction: IDBTransaction, shelves: readonly Shelf[]): void {
	for (const shelf of shelves) {
		const placement = placements.get(shelf.rows);
		if (!placement && countAtMost(shelf.rows, PAGE_ROWS)) transaction.objectStore('shelves').put(packShelf(shelf));
		else splitOne(transaction, shelf, placement ?? { pageOf: new Map(), asRead: new Map(), pages: 0 });
	}
}

function countAtMost(rows: Shelf['rows'], most: number): boolean {
	let count = 0;
	for (const _ in rows) if (++count > most) return false;
	return true;
}

function splitOne(transaction: IDBTransaction, shelf: Shelf, placement: Placement): void {
	const byPage = new Map<number, Shelf['rows']>([[0, {}]]);
	const dirty = new Set<number>();
	let pages = placement.pages;
	let room = PAGE_ROWS - countOn(placement, pages, shelf.rows);
	const fresh: string[] = [];
	const place = (local: string, row: Row, page: number) => {
		const rows = byPage.get(page) ?? {};
		rows[local] = row;
		byPage.set(page, rows);
		if (placement.asRead.get(local) !== row) dirty.add(page);
	};
	for (const [local, row] of Object.entries(shelf.rows)) {
		if (placement.asRead.has(local)) place(local, row, placement.pageOf.get(local) ?? 0);
		else fresh.push(local);
	}
	for (const local of fresh) {
		const row = shelf.rows[local];
		if (!row) continue;
		if (local === 'e') {
			place(local, row, 0);
			continue;
		}
		if (room <= 0) {
			pages++;
			room = PAGE_ROWS;
		}
		room--;
		place(local, row, pages);
	}
	transaction.objectStore('shelves').put(packShelf({ ...shelf, rows: byPage.get(0) ?? {} }, pages));
	for (const page of dirty) {
		if (page === 0) continue;
		const stored: StoredPage = { shelf: shelf.id, page, rows: packRows(byPage.get(page) ?? {}) };
		transaction.objectStore('pages').put(stored);
	}
}

function countOn(placement: Placement, page: number, rows: Shelf['rows']): number {
	let count = 0;
	for (const local of placement.asRead.keys())
		if (local in rows && (placement.pageOf.get(local) ?? 0) === page) count++;
	return count;
}

export function dropPages(transaction: IDBTransaction, shelf: string): void {
	transaction.objectStore('pages').delete(pagesOf(shelf, 0, Infinity));
}
