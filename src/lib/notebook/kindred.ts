/** Rows declared the same (N6) as memory has them: one thing under the name of its primary (N3). */
import type { Id } from '../domain/model';
import { byStanding, type NamedRow } from '../domain/resolve';
import type { RowSource } from './family';
import type { NameEntry, NameIndex } from './name-index';

/** An entry as look-up takes it. */
export const rowOfEntry = (entry: NameEntry): NamedRow & { readonly state: NameEntry } => ({
	id: entry.id,
	state: entry,
	weight: entry.weight,
	...(entry.same && { same: entry.same })
});

/** Rows as memory has them, of the channels that are wanted: for look-ups that ask the store for nothing. */
export function rowsInMemory(names: NameIndex, isWanted: (channel: Id) => boolean): RowSource<NamedRow> {
	const wanted = (entries: readonly (NameEntry | undefined)[]): NamedRow[] =>
		entries.flatMap((entry) => (entry && isWanted(entry.channel) ? [rowOfEntry(entry)] : []));
	return {
		under: (keys) => wanted(names.under(keys)),
		byId: (ids) => wanted(ids.map((id) => names.get(id)))
	};
}

/**
 * The living rows of one thing, its primary first; nearly always itself alone. None of them: it does not live, or the row named is in no
 * channel that is wanted.
 */
export function kindred(names: NameIndex, id: Id, isWanted: (channel: Id) => boolean = () => true): NameEntry[] {
	const own = names.get(id);
	if (!own || !isWanted(own.channel)) return [];
	if (!own.same?.length) return [own];
	const rows = [id, ...own.same]
		.map((each) => names.get(each))
		.filter((entry) => entry !== undefined && isWanted(entry.channel)) as NameEntry[];
	// Nothing was asked for by name: the heaviest speaks for all.
	return byStanding(rows.map(rowOfEntry), '').map(({ state }) => state);
}

/** The row that speaks for a thing, itself when nobody declared anything. */
export const primaryOf = (names: NameIndex, id: Id): NameEntry | undefined => kindred(names, id)[0];

/** Things of more than one living row, each once, its primary first; of one channel, or all. What counts things by rows is put right by these. */
export function* families(names: NameIndex, channel?: Id): Generator<NameEntry[]> {
	const seen = new Set<Id>();
	for (const id of names.inFamilies()) {
		if (seen.has(id)) continue;
		const rows = kindred(names, id);
		for (const row of rows) seen.add(row.id);
		// A family lives in one channel (N7).
		if (rows.length > 1 && (channel === undefined || rows[0]?.channel === channel)) yield rows;
	}
}

/** How many more rows there are than things. */
export function surplusRows(names: NameIndex, channel?: Id): number {
	let surplus = 0;
	for (const rows of families(names, channel)) surplus += rows.length - 1;
	return surplus;
}
