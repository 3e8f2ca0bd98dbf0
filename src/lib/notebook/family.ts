/** Which rows a name means over all channels that may be read (N2, N3, N7), wherever the rows come from: the store, or memory. */
import { exactKey, typeKey } from '../domain/name';
import type { Id } from '../domain/model';
import { byStanding, lookUp, queryKeys, type NamedRow, type Stage } from '../domain/resolve';
import { refuse } from '../domain/result';

/** Rows that a name means, in the order N3; or all that could be meant. */
export interface Family<R extends NamedRow> {
	rows: R[];
	stage: Stage | undefined;
	ambiguous: R[];
	/** The name is known, but not under the type asked for: rows are all of them. */
	type_missed: boolean;
}

/** Where rows come from: living ones of what may be read, each once. */
export interface RowSource<R extends NamedRow> {
	/** Those that stand under any of the look-up keys. */
	under(keys: readonly string[]): Promise<R[]> | R[];
	byId(ids: readonly Id[]): Promise<R[]> | R[];
}

/** N2 in every channel of what is found; with what is declared the same (N3). */
export async function familyOf<R extends NamedRow>(
	name: string,
	source: RowSource<R>,
	type?: string
): Promise<Family<R>> {
	const keys = queryKeys(name);
	const rows = keys.length ? await source.under(keys) : [];
	const channels = [...new Set(rows.map(({ state }) => state.channel))];
	const found = channels.map((channel) =>
		lookUp(
			rows.filter(({ state }) => state.channel === channel),
			name
		)
	);
	const hits = found.flatMap((each) => (each.found ? each.rows : []));
	const stage = found.find((each) => each.found)?.stage;
	const ambiguous = hits.length ? [] : found.flatMap((each) => (each.found ? [] : each.ambiguous));
	const own = await withSame(hits, source, name);
	const family = stage === 'exact' || !hits.length ? own : await withNamesakes(own, source);
	return { ...ofType(family, type), stage, ambiguous };
}

/** All that is declared the same as one of these; in the order N3 when there is more than was found. */
export async function withSame<R extends NamedRow>(rows: R[], source: RowSource<R>, asked: string): Promise<R[]> {
	const here = new Set(rows.map(({ id }) => id));
	const missing = [...new Set(rows.flatMap(({ same = [] }) => same))].filter((id) => !here.has(id));
	if (!missing.length) return rows;
	return byStanding([...rows, ...(await source.byId(missing))], asked);
}

/** N3: found by an alias or a form, a thing still brings the namesakes of its name. */
async function withNamesakes<R extends NamedRow>(hits: R[], source: RowSource<R>): Promise<R[]> {
	const [first] = hits;
	if (!first) return hits;
	const key = exactKey(first.state.name);
	const own = new Set(hits.map(({ id }) => id));
	const namesakes = (await source.under([key])).filter(({ id, state }) => !own.has(id) && exactKey(state.name) === key);
	return [...hits, ...(await withSame(byStanding(namesakes, first.state.name), source, first.state.name))];
}

/** Rows of a type among rows of a name, with what is the same as they are; all of them when there is none of it. */
export function ofType<R extends NamedRow>(
	rows: R[],
	type: string | undefined
): Pick<Family<R>, 'rows' | 'type_missed'> {
	if (type === undefined) return { rows, type_missed: false };
	const key = typeKey(type);
	const fitting = new Set(rows.filter(({ state }) => state.type !== null && typeKey(state.type) === key));
	const ids = new Set([...fitting].flatMap(({ id, same = [] }) => [id, ...same]));
	const narrowed = rows.filter(({ id }) => ids.has(id));
	return narrowed.length ? { rows: narrowed, type_missed: false } : { rows, type_missed: rows.length > 0 };
}

/** N9: rename, merge, remove, forget never guess. */
export function theOnly<R extends NamedRow>(
	name: string,
	family: Family<R>,
	near: () => { entity_id: Id; name: string; type: string | null; why: string }[]
): R {
	const rows = family.type_missed ? [] : family.rows;
	const [row, ...others] = rows;
	// Declared the same, they are one thing: its first row stands for it.
	if (row && others.every(({ id }) => row.same?.includes(id))) return row;
	const choices = rows.length ? rows : family.ambiguous;
	if (choices.length)
		throw refuse(
			'ambiguous_name',
			`"${name}" could mean ${String(choices.length)} things.`,
			'Call again with entity_id of the one that is meant.',
			{
				rows: choices.map(({ id, state }) => ({ entity_id: id, name: state.name, type: state.type }))
			}
		);
	throw refuse('not_found', `No entity is named "${name}".`, 'Look at did_you_mean, or search with find_entities.', {
		did_you_mean: near()
	});
}
