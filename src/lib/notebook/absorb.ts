/** A union of journals (restore, later sync): foreign changes taken in as they are, each once, husks beating content (J3–J5). */
import type { Change, Id } from '../domain/model';
import type { StoreWriter } from '../store/store';
import type { Context } from './context';
import { Bench, type Touched } from './bench';
import { commitChange } from './journal';
import { emptyClaims } from './purge';

const CHANGES_AT_ONCE = 50;

/** Ids of those that are not here yet. */
export async function changesNew(context: Context, changes: readonly Change[]): Promise<Id[]> {
	const ids = [...new Set(changes.map(({ id }) => id))];
	const heads = await context.store.read((tx) => tx.heads(ids));
	return ids.filter((_, i) => heads[i] === undefined);
}

interface Watch {
	isCancelled: () => boolean;
	onProgress: (done: number, total: number) => void;
}

/** Takes changes in, some at a time. @returns ids of those that were not here, and how many were. */
export async function absorbChanges(
	context: Context,
	changes: readonly Change[],
	watch: Watch
): Promise<{ brought: Id[]; known: number }> {
	const brought: Id[] = [];
	let taken = 0;
	for (let i = 0; i < changes.length && !watch.isCancelled(); i += CHANGES_AT_ONCE) {
		const some = changes.slice(i, i + CHANGES_AT_ONCE);
		brought.push(...(await absorbSome(context, some)));
		taken += some.length;
		watch.onProgress(taken, changes.length);
		await context.tools.env.breathe();
	}
	return { brought, known: taken - brought.length };
}

async function absorbSome(context: Context, changes: readonly Change[]): Promise<Id[]> {
	const touched: Touched = new Map();
	const taken = await context.store.write(async (tx) => {
		touched.clear();
		const fresh: Change[] = [];
		for (const change of changes) {
			const bench = new Bench(tx);
			const known = !(await commitChange(tx, bench, change));
			if (known) await takeHusks(tx, bench, change);
			else fresh.push(change);
			for (const [id, each] of bench.touched) {
				const before = touched.get(id);
				touched.set(id, {
					shelf: each.shelf,
					locals: new Set([...(before?.locals ?? []), ...each.locals]),
					named: new Set([...(before?.named ?? []), ...each.named])
				});
			}
		}
		return fresh;
	});
	for (const change of taken) context.tools.clock.see(change.hlc, context.tools.env.now());
	const last = taken.at(-1) ?? changes.at(-1);
	if (last && touched.size) context.announce({ ...last, via: 'import' }, touched); // husks alone, too: indexes must forget
	return taken.map(({ id }) => id);
}

/** J5: a husk beats content of the same id in every union. */
async function takeHusks(tx: StoreWriter, bench: Bench, change: Change): Promise<void> {
	const husks = change.claims.flatMap(({ body }, i) => (body ? [] : [`${change.id}.${String(i)}`]));
	if (husks.length) await emptyClaims(tx, bench, husks);
}
