/** Projections are caches of the journal (J7): they carry a version, and here they are dropped and made anew from it. */
import type { Store } from '../store/store';
import { Bench } from './bench';
import { project } from './journal';

/** Raised when what is kept on shelves changes: a fold, a key, a link. What an older build kept is made anew at the next start. */
const VERSION = 1;
const KEPT = 'projections';
/** In place of a version while shelves are being made: cut off, that begins again at the next start. */
const UNFINISHED = 'unfinished';

/** Makes the projections anew where another build kept them, or where making them was cut off. */
export async function ensureProjections(store: Store): Promise<void> {
	const [kept, changes] = await store.read(async (tx) => [await tx.meta(KEPT), await tx.countChanges()] as const);
	if (kept === VERSION) return;
	if (changes > 0) {
		await store.write((tx) => tx.setMeta(KEPT, UNFINISHED));
		await rebuildProjections(store);
	}
	await store.write((tx) => tx.setMeta(KEPT, VERSION));
}

/**
 * Drops every shelf and replays the whole journal, page by page. Nobody else may write meanwhile. Cut off in the middle it is run again:
 * it never touches the journal.
 * @returns how many changes there were.
 */
export async function rebuildProjections(store: Store): Promise<number> {
	await store.clearShelves();
	let count = 0;
	await store.eachChange(async (changes) => {
		await store.write(async (tx) => {
			for (const change of changes) await project(tx, new Bench(tx), change);
		}, 'relaxed');
		count += changes.length;
	});
	await store.write(() => Promise.resolve()); // strict: the disk has it all
	return count;
}
