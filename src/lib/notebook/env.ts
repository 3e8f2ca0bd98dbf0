/** What a notebook needs of the world: time and randomness, handed in so that a run can be repeated. */
import { uuidv7, type Clock } from '../domain/clock';
import type { Id } from '../domain/model';
import type { ImportReading } from '../domain/import-item';
import type { Change } from '../domain/model';
import type { StorageFacts } from './context';

/** Formats, handed in by the root: the notebook knows names, not files. */
export interface TransferPort {
	open(source: Blob | string, options?: { name?: string }): Promise<ImportReading>;
	/** Lossless journal, one line a change; `changes` is pulled page by page. */
	journal(changes: AsyncIterable<Change>): Promise<Blob>;
	memory(
		entities: AsyncIterable<{ name: string; type: string | null; observations: string[] }>,
		relations: AsyncIterable<{ from: string; relation: string; to: string }>
	): Promise<Blob>;
}

export interface Env {
	/** Milliseconds since the epoch. */
	now(): number;
	fillRandom(bytes: Uint8Array<ArrayBuffer>): void;
	/** Lets other work have its turn in the middle of long work. */
	breathe(): Promise<void>;
	transfer?: TransferPort;
	/** Where the store lives; absent: in memory. */
	storage?(): StorageFacts;
}

/** UUIDv7 from a pool of random bytes: an import makes a hundred thousand. */
export function createIds(env: Env): () => Id {
	const pool = new Uint8Array(10 * 1024);
	let at = pool.length;
	return () => {
		if (at >= pool.length) {
			env.fillRandom(pool);
			at = 0;
		}
		const id = uuidv7(env.now(), pool, at);
		at += 10;
		return id;
	};
}

export interface Tools {
	env: Env;
	clock: Clock;
	newId: () => Id;
}
