/** Projections are caches of the journal (J7): here they are dropped and made anew from it. */
import type { Store } from '../store/store';
import { Bench } from './bench';
import { project } from './journal';

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
