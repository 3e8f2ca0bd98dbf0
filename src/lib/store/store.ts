/**
 * The port: what a notebook needs of a place that remembers. Adapters: memory-store (tests, "memory only"), dexie-store (IndexedDB).
 * One suite holds them all (tests/store/contract.ts). A transaction sees its own writes; inside one, await nothing but its methods.
 */
import type { Change, Claim, Id, Shelf } from '../domain/model';

/** What a change did, short enough for a list; purged with it (J5). */
export interface Gist {
	/** Entities it names, at most 12. */
	entities: { id: Id; name: string }[];
	/** What it says, at most 4 lines. */
	lines: {
		kind: 'entity' | 'fact' | 'value' | 'relation' | 'note' | 'channel';
		verb: string;
		text: string;
		entity?: Id;
	}[];
	/** Claims by kind of subject. */
	counts: Record<string, number>;
}

/** A change without its claims: what lists, undo and idempotency look at. */
export interface ChangeHead extends Omit<Change, 'claims'> {
	gist: Gist;
}

/** Where a change stands among all: two devices may have made one stamp. */
export type Place = Pick<ChangeHead, 'hlc' | 'id'>;

export interface StoreReader {
	shelf(id: Id): Promise<Shelf | undefined>;
	/** In the order asked. */
	shelves(ids: readonly Id[]): Promise<(Shelf | undefined)[]>;
	/** Entity shelves with any of these look-up keys, each once, by id. */
	shelvesByKeys(keys: readonly string[]): Promise<Shelf[]>;
	/** Ids of the shelves with a row that names this entity, in order. */
	linking(id: Id): Promise<Id[]>;
	head(id: Id): Promise<ChangeHead | undefined>;
	heads(ids: readonly Id[]): Promise<(ChangeHead | undefined)[]>;
	claims(ids: readonly Id[]): Promise<(Claim[] | undefined)[]>;
	/** Changes whose `undoes` name any of these, by id. */
	undoesOf(ids: readonly Id[]): Promise<ChangeHead[]>;
	/** @param scope who, operation and key (J6), as `idempotencyScope` makes it. */
	headByIdempotency(scope: string): Promise<ChangeHead | undefined>;
	/** Ids in order of their stamps. */
	sessionChanges(session: Id): Promise<Id[]>;
	/** Newest first, of one stamp by id, strictly before a place. */
	headsBefore(before: Place | undefined, limit: number): Promise<ChangeHead[]>;
	countChanges(): Promise<number>;
	meta(key: string): Promise<unknown>;
}

export interface StoreWriter extends StoreReader {
	putShelves(shelves: readonly Shelf[]): Promise<void>;
	deleteShelf(id: Id): Promise<void>;
	putChange(head: ChangeHead, claims: readonly Claim[]): Promise<void>;
	setMeta(key: string, value: unknown): Promise<void>;
}

/** `strict` resolves when the disk has it; `relaxed` is for the middle of a bulk import. */
export type Durability = 'strict' | 'relaxed';

export interface Store {
	read<T>(work: (tx: StoreReader) => Promise<T>): Promise<T>;
	/** All or nothing: resolves after the commit; when `work` or the commit fails, nothing is changed and it rejects. */
	write<T>(work: (tx: StoreWriter) => Promise<T>, durability?: Durability): Promise<T>;
	/** Every shelf, page by page in order of ids, outside of any transaction. */
	eachShelf(visit: (page: Shelf[]) => void | Promise<void>): Promise<void>;
	/** Every change with its claims in order of stamps, page by page. */
	eachChange(visit: (page: Change[]) => void | Promise<void>): Promise<void>;
	/** Removes all projections, for a rebuild (J7). */
	clearShelves(): Promise<void>;
	close(): void;
}

/** J6: scoped to (person or agent name, operation). */
export const idempotencyScope = (who: string, operation: string, key: string): string =>
	JSON.stringify([who, operation, key]);

/** Why a store could not be opened: each has its own screen (safekeeping, "Start-up"). */
export class StoreOpenError extends Error {
	constructor(
		readonly reason: 'blocked' | 'newer' | 'failed',
		message: string
	) {
		super(message);
		this.name = 'StoreOpenError';
	}
}
