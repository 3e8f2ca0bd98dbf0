/** Which rows a name means (N2, N3, N8): exact, then alias, then fold, and nothing when it could be two. Pure; never fuzzy (N4). */
import type { EntityState, Id } from './model';
import { exactKey, foldKey, keysOfName, lookupKeys, sameButForForm, typeKey } from './name';

/** A living entity row as look-up needs it. */
export interface NamedRow {
	id: Id;
	readonly state: Readonly<Pick<EntityState, 'name' | 'type' | 'channel' | 'created'>> & {
		readonly aliases: readonly string[];
	};
	/** Current facts as subject plus current values: what makes it the primary of its namesakes (N3). */
	weight: number;
	/** Other rows declared the same (N6). */
	same?: readonly Id[];
}

export type Stage = 'exact' | 'alias' | 'fold';

export type LookUp<R extends NamedRow> =
	| { found: true; stage: Stage; rows: R[] }
	/** More than one group at the alias or fold stage (N2): all that could be meant. */
	| { found: false; ambiguous: R[] };

/** The keys under which a name may stand in the store; empty for a name that matches nothing (N1). */
export const queryKeys = (name: string): string[] => keysOfName(name);

/** N10: names that mean the person who holds the notebook. */
export const PERSON_NAMES = ['User', 'the user', 'me', 'I'] as const;
const personKeys: ReadonlySet<string> = new Set(PERSON_NAMES.map(exactKey));
export const meansThePerson = (name: string): boolean => personKeys.has(exactKey(name));

const groupKey = (row: NamedRow): string => exactKey(row.state.name);

function oneGroup<R extends NamedRow>(stage: Stage, rows: R[]): LookUp<R> {
	return groupsBy(rows, groupKey).length > 1 ? { found: false, ambiguous: rows } : { found: true, stage, rows };
}

/** Rows that share a key or are declared the same, directly or through others of these; in the order of the first of each. */
function groupsBy<R extends NamedRow>(rows: readonly R[], keyOf: (row: R) => string): R[][] {
	const groups: R[][] = [];
	for (const row of rows) {
		const tied = groups.filter((group) =>
			group.some((each) => keyOf(each) === keyOf(row) || each.same?.includes(row.id) || row.same?.includes(each.id))
		);
		const [first] = tied;
		if (!first) groups.push([row]);
		else {
			first.push(...tied.slice(1).flat(), row);
			for (const other of tied.slice(1)) groups.splice(groups.indexOf(other), 1);
		}
	}
	return groups;
}

/** N3: what is the same: declared so, or rows of one channel with one spelling and one type key. In the order of the first of each. */
export const groupsOfSame = <R extends NamedRow>(rows: readonly R[]): R[][] =>
	groupsBy(rows, ({ state }) => samenessKey(state));

/** N2 over the rows of one channel that share a key with the name (`queryKeys`). */
export function lookUp<R extends NamedRow>(candidates: readonly R[], name: string): LookUp<R> {
	const exact = exactKey(name);
	const fold = foldKey(name);
	const named = exact ? candidates.filter(({ state }) => exactKey(state.name) === exact) : [];
	if (named.length) return { found: true, stage: 'exact', rows: byStanding(named, name) };
	const also = exact ? candidates.filter(({ state }) => state.aliases.some((alias) => exactKey(alias) === exact)) : [];
	if (also.length) return oneGroup('alias', byStanding(withNamesakes(candidates, also), name));
	const near = fold ? candidates.filter(({ state }) => spellings(state).some((each) => foldKey(each) === fold)) : [];
	if (near.length) return oneGroup('fold', byStanding(near, name));
	return { found: false, ambiguous: [] };
}

/** Rows of one exact name are one group: an alias of one reads all its namesakes only when they are candidates too. */
const withNamesakes = <R extends NamedRow>(candidates: readonly R[], rows: R[]): R[] => {
	const keys = new Set(rows.map(groupKey));
	return candidates.filter((row) => keys.has(groupKey(row)));
};

const spellings = (state: NamedRow['state']): string[] => [state.name, ...state.aliases];

/** N3: the row spelled exactly as asked first, else the primary: heaviest, then earliest created, then smallest id. */
export function byStanding<R extends NamedRow>(rows: readonly R[], asked: string): R[] {
	const spelled = asked.trim().normalize('NFC');
	const isSpelled = (row: R): boolean => row.state.name.normalize('NFC') === spelled;
	return [...rows].sort(
		(a, b) =>
			Number(isSpelled(b)) - Number(isSpelled(a)) ||
			b.weight - a.weight ||
			a.state.created - b.state.created ||
			(a.id < b.id ? -1 : 1)
	);
}

/** N3: rows of one channel with one spelling and one type key are the same thing (two devices made both). */
const samenessKey = (state: NamedRow['state']): string =>
	JSON.stringify([state.channel, state.name.normalize('NFC'), state.type === null ? null : typeKey(state.type)]);

export type WritePick<R extends NamedRow> =
	{ row: R; matched_by: Stage; others: R[] } | { create: true; others: R[] } | { ambiguous: R[] };

/** N8: the row a write means. Only an import whose own source holds both makes rows that this would join. */
export function pickForWriting<R extends NamedRow>(
	candidates: readonly R[],
	name: string,
	type: string | null
): WritePick<R> {
	const found = lookUp(candidates, name);
	if (!found.found) {
		const aliased = found.ambiguous.filter((row) =>
			row.state.aliases.some((alias) => exactKey(alias) === exactKey(name))
		);
		return aliased.length > 1 ? { ambiguous: aliased } : { create: true, others: found.ambiguous };
	}
	const rows = found.stage === 'fold' ? found.rows.filter((row) => isSameForm(row, name)) : found.rows;
	if (!rows.length) return { create: true, others: found.rows };
	const row = type === null ? rows[0] : (ofType(rows, type) ?? rows.find((each) => each.state.type === null));
	if (!row) return { create: true, others: rows };
	return { row, matched_by: found.stage, others: found.rows.filter((each) => each !== row) };
}

const ofType = <R extends NamedRow>(rows: readonly R[], type: string): R | undefined =>
	rows.find(({ state }) => state.type !== null && typeKey(state.type) === typeKey(type));

const isSameForm = (row: NamedRow, name: string): boolean =>
	spellings(row.state).some((spelling) => sameButForForm(spelling, name));

/** Keys under which a living entity is found; a removed one has none (E5). */
export const keysOf = (state: EntityState | null): string[] =>
	state && !state.removed ? lookupKeys(state.name, state.aliases) : [];
