/** The shelves that one transaction has in hand. */
import type { Id, Kin, Row, Shelf } from '../domain/model';
import { CHANNELS_SHELF } from '../domain/subject';
import type { StoreReader, StoreWriter } from '../store/store';
import { newShelf, refreshShelf, seeNamed, settleReplaced } from './shelves';

/** Rows of shelves that a commit touched. */
export type Touched = Map<Id, TouchedShelf>;

export interface TouchedShelf {
	shelf: Shelf;
	locals: Set<string>;
	/** Entities that those rows name, or named before. */
	named: Set<Id>;
}

const nothing = { state: null };

/** The shelves of one transaction: read once, changed in memory, put at the end. */
export class Bench {
	readonly touched: Touched = new Map();
	#shelves = new Map<Id, Shelf>();
	/** Touched since they were last put. */
	#dirty = new Set<Id>();

	constructor(
		readonly tx: StoreReader,
		/** Ids that cannot be in the store yet, made in this transaction. */
		readonly fresh: Set<Id> = new Set()
	) {}

	async fetch(ids: Iterable<Id>): Promise<void> {
		const wanted = [...new Set(ids)].filter((id) => !this.#shelves.has(id) && !this.fresh.has(id));
		if (!wanted.length) return;
		const found = await this.tx.shelves(wanted);
		found.forEach((shelf) => shelf && this.#shelves.set(shelf.id, shelf));
	}

	hold(shelf: Shelf): Shelf {
		const held = this.#shelves.get(shelf.id);
		if (held) return held;
		this.#shelves.set(shelf.id, shelf);
		return shelf;
	}

	get(id: Id): Shelf | undefined {
		return this.#shelves.get(id);
	}

	open(id: Id, kind: Shelf['kind']): Shelf {
		return this.#shelves.get(id) ?? this.hold(newShelf(id, kind));
	}

	/** Replaces a row. The shelf must have been fetched. */
	setRow(id: Id, kind: Shelf['kind'], local: string, row: Row): void {
		const shelf = this.open(id, kind);
		const touched = this.#touch(shelf);
		touched.locals.add(local);
		for (const { state } of [shelf.rows[local] ?? nothing, row])
			seeNamed(local, state, (other) => touched.named.add(other));
		shelf.rows[local] = row;
	}

	/** Where an entity stands among others (N6); what says nothing is left out. */
	setKin(id: Id, kin: Kin): void {
		const shelf = this.open(id, 'entity');
		if (JSON.stringify(kin) === JSON.stringify(shelf.kin ?? { same: [], pairs: [] })) return;
		const { kin: _old, ...rest } = shelf;
		const next: Shelf = kin.same.length || kin.pairs.length ? { ...rest, kin } : rest;
		this.#shelves.set(id, next);
		const touched = this.#touch(next);
		touched.shelf = next;
		touched.locals.add('d');
		for (const other of shelf.kin?.same ?? []) touched.named.add(other);
	}

	#touch(shelf: Shelf): TouchedShelf {
		this.#dirty.add(shelf.id);
		const touched = this.touched.get(shelf.id) ?? { shelf, locals: new Set(), named: new Set() };
		this.touched.set(shelf.id, touched);
		return touched;
	}

	/** Puts what was touched since the last time, keys and links made anew. @returns entities that its rows name now, and those they name no more. */
	async put(tx: StoreWriter): Promise<{ linked: Set<Id>; dropped: Set<Id> }> {
		const fresh: Shelf[] = [];
		const linked = new Set<Id>();
		const dropped = new Set<Id>();
		for (const id of this.#dirty) {
			const each = this.touched.get(id);
			if (!each) continue;
			const before = new Set(each.shelf.links);
			for (const local of settleReplaced(each.shelf)) {
				each.locals.add(local);
				seeNamed(local, each.shelf.rows[local]?.state ?? null, (other) => each.named.add(other));
			}
			each.shelf = refreshShelf(each.shelf);
			for (const other of each.shelf.links) if (!before.delete(other)) linked.add(other);
			for (const other of before) dropped.add(other);
			this.#shelves.set(each.shelf.id, each.shelf);
			fresh.push(each.shelf);
		}
		this.#dirty.clear();
		if (fresh.length) await tx.putShelves(fresh);
		return { linked, dropped };
	}
}

export const shelfKindOf = (subject: string): Shelf['kind'] =>
	subject.startsWith('n:') ? 'note' : subject.startsWith('c:') ? CHANNELS_SHELF : 'entity';
