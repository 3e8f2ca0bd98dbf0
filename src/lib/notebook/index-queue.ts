/**
 * Shelves that wait to be indexed, for a bulk import would otherwise hold every reader up: names before words, since they are cheap and
 * are what is asked for.
 */
import type { Id } from '../domain/model';
import type { ShelfDigest } from './shelf-digest';

/** So much is indexed before others have their turn. */
const ROWS_AT_ONCE = 400;

interface Work {
	/** Names, relations, counts. */
	names: (shelf: ShelfDigest) => void;
	/** Words of facts, values, notes. */
	words: (shelf: ShelfDigest) => void;
	breathe: () => Promise<void>;
}

export type IndexQueue = ReturnType<typeof createIndexQueue>;

export function createIndexQueue({ names, words, breathe }: Work) {
	const waitingNames = new Map<Id, ShelfDigest>();
	const waitingWords = new Map<Id, ShelfDigest>();
	let naming: Promise<void> | undefined;
	let draining: Promise<void> | undefined;
	let paused = false;

	/** What is added meanwhile is done as well. */
	async function drain(queue: Map<Id, ShelfDigest>, index: (shelf: ShelfDigest) => void): Promise<void> {
		let rows = 0;
		for (const [id, shelf] of queue) {
			queue.delete(id);
			index(shelf);
			rows += 1 + shelf.documents.length;
			if (rows < ROWS_AT_ONCE) continue;
			rows = 0;
			await breathe();
		}
	}

	async function drainNames(): Promise<void> {
		await drain(waitingNames, names);
		naming = undefined;
	}

	async function drainAll(): Promise<void> {
		while (waitingNames.size || waitingWords.size) {
			await namesSettled();
			await drain(waitingWords, words);
		}
		draining = undefined;
	}

	const namesSettled = (): Promise<void> =>
		(naming ??= waitingNames.size ? drainNames() : undefined) ?? Promise.resolve();
	const settled = (): Promise<void> =>
		(draining ??= waitingNames.size || waitingWords.size ? drainAll() : undefined) ?? Promise.resolve();

	return {
		/** Whether a shelf waits: then a newer state of it must wait behind. */
		holds: (id: Id): boolean => waitingWords.has(id),
		add(shelf: ShelfDigest): void {
			waitingNames.set(shelf.id, shelf);
			waitingWords.set(shelf.id, shelf);
		},
		/** Begins, unless it is held back. */
		start(): void {
			if (!paused) void settled();
		},
		/** Holds indexing back while a bulk import has the thread; whoever asks for what is indexed has it done all the same. */
		pause(on: boolean): void {
			paused = on;
			if (!on) void settled();
		},
		/** Whether names and relations of everything committed so far are there. */
		get namesKnown(): boolean {
			return waitingNames.size === 0;
		},
		/** Whether words are too. */
		get allKnown(): boolean {
			return waitingNames.size === 0 && waitingWords.size === 0;
		},
		namesSettled,
		settled
	};
}
