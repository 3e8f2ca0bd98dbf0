/** What a notebook needs of the world: time and randomness, handed in so that a run can be repeated. */
import { uuidv7, type Clock } from '../domain/clock';
import type { Id } from '../domain/model';
import type { FormatId } from '../domain/formats';
import type { ImportReading } from '../domain/import-item';
import type { Change } from '../domain/model';
import type { Portable } from '../domain/portable';
import type { ImportSource } from './import-look-up';
import type { StorageFacts } from './context';

/** Formats, handed in by the root: the notebook knows names, not files. */
export interface TransferPort {
	open(source: ImportSource, options?: { name?: string }): Promise<ImportReading>;
	/** Lossless journal, one line a change; `changes` is pulled page by page. */
	journal(changes: AsyncIterable<Change>): Promise<Blob>;
	memory(
		entities: AsyncIterable<{ name: string; type: string | null; observations: string[] }>,
		relations: AsyncIterable<{ from: string; relation: string; to: string }>
	): Promise<Blob>;
	/** Things and notes in a format of other programs. Stops when `source` throws. */
	portable(format: PortableFormat, source: Portable): Promise<Blob>;
	/** The same as files, one after the other: for a folder. */
	portableFiles(
		format: FolderFormat,
		source: Portable
	): AsyncIterable<{ path: string; text: string | AsyncIterable<string> }>;
}

export type PortableFormat = Exclude<FormatId, 'journal' | 'memory'>;
export type FolderFormat = 'markdown' | 'csv';

export interface Env {
	/** Milliseconds since the epoch. */
	now(): number;
	fillRandom(bytes: Uint8Array<ArrayBuffer>): void;
	/** Lets other work have its turn in the middle of long work. */
	breathe(): Promise<void>;
	/** The same between turns of work that nobody waits for: longer, so that others find the thread free. Absent: as `breathe`. */
	rest?(): Promise<void>;
	/** So long that calls which follow each other are one burst. Absent: as `breathe`. */
	lull?(): Promise<void>;
	transfer?: TransferPort;
	/** Where the store lives; absent: in memory. */
	storage?(): StorageFacts;
}

const MOST_IN_A_MS = 0xfff;

/**
 * UUIDv7 that grow from call to call, those of one millisecond by a counter (RFC 9562, 6.2): of two facts of one time the later said is newer.
 * Random bytes come from a pool: an import makes a hundred thousand.
 */
export function createIds(env: Env): () => Id {
	const pool = new Uint8Array(10 * 1024);
	let at = pool.length;
	let ms = 0;
	let count = 0;
	return () => {
		if (at >= pool.length) {
			env.fillRandom(pool);
			at = 0;
		}
		const now = Math.floor(env.now());
		if (now > ms) {
			ms = now;
			count = (((pool[at] ?? 0) & 7) << 8) | (pool[at + 1] ?? 0);
		} else if (++count > MOST_IN_A_MS) {
			ms++;
			count = 0;
		}
		pool[at] = count >> 8;
		pool[at + 1] = count & 0xff;
		const id = uuidv7(ms, pool, at);
		at += 10;
		return id;
	};
}

export interface Tools {
	env: Env;
	clock: Clock;
	newId: () => Id;
}
