/** How much is kept, things and not their rows (N6): the sums of the whole notebook as the indexes hold them, those of one channel counted anew. */
import type { Id } from '../domain/model';
import type { StoreReader } from '../store/store';
import type { Indexes } from './indexes';
import { surplusRows } from './kindred';
import { noteOf } from './shelves';

export const tally = (indexes: Indexes) => ({
	entities: indexes.names.size - surplusRows(indexes.names),
	...indexes.totals(),
	relations: indexes.edges.edgeCount,
	notes: indexes.noteIds.size
});

export async function tallyIn(tx: StoreReader, indexes: Indexes, channel: Id): Promise<ReturnType<typeof tally>> {
	const sums = { entities: 0, facts: 0, values: 0, relations: 0, notes: 0 };
	for (const id of indexes.ids()) {
		if (indexes.names.get(id)?.channel !== channel) continue;
		const { facts, values } = indexes.countsOf(id);
		sums.entities++;
		sums.facts += facts;
		sums.values += values;
		sums.relations += indexes.edges.out(id).length;
	}
	for (const shelf of await tx.shelves([...indexes.noteIds])) if (noteOf(shelf)?.channel === channel) sums.notes++;
	sums.entities -= surplusRows(indexes.names, channel);
	return sums;
}
