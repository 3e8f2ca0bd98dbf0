/** Rows declared the same (N6) as memory has them: one thing under the name of its primary (N3). */
import type { Id } from '../domain/model';
import { byStanding, type NamedRow } from '../domain/resolve';
import type { NameEntry, NameIndex } from './name-index';

/** An entry as look-up takes it. */
export const rowOfEntry = (entry: NameEntry): NamedRow & { readonly state: NameEntry } => ({
	id: entry.id,
	state: entry,
	weight: entry.weight,
	...(entry.same && { same: entry.same })
});

/** The living rows of one thing, its primary first; nearly always itself alone. None of them: it does not live. */
export function kindred(names: NameIndex, id: Id): NameEntry[] {
	const own = names.get(id);
	if (!own?.same?.length) return own ? [own] : [];
	const rows = [id, ...own.same].map((each) => names.get(each)).filter((entry) => entry !== undefined);
	// Nothing was asked for by name: the heaviest speaks for all.
	return byStanding(rows.map(rowOfEntry), '').map(({ state }) => state);
}

/** The row that speaks for a thing, itself when nobody declared anything. */
export const primaryOf = (names: NameIndex, id: Id): NameEntry | undefined => kindred(names, id)[0];
