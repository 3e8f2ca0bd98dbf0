/** What of a graph is wanted: by the type of a thing and by the relation. Pure; counts are of what was read, before any filter. */
import type { GraphLink, GraphNode } from './scene';

export interface Filters {
	/** Types left out; '' is what has none. Compared without case. */
	types: readonly string[];
	/** Relations left out. */
	relations: readonly string[];
	/** Days (2024-05-01) within which a relation began or was written, both included; '' for no limit. */
	from: string;
	until: string;
}

export interface Choice {
	/** As first written; '' for no type. */
	value: string;
	count: number;
	on: boolean;
}

export interface Rows {
	nodes: readonly GraphNode[];
	edges: readonly GraphLink[];
}

export const sameWord = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const says = (list: readonly string[], value: string): boolean => list.some((each) => sameWord(each, value));

function choices(values: Iterable<string>, off: readonly string[]): Choice[] {
	const found = new Map<string, Choice>();
	for (const value of values) {
		const key = value.toLowerCase();
		const choice = found.get(key);
		if (choice) choice.count++;
		else found.set(key, { value, count: 1, on: !says(off, value) });
	}
	// What the address leaves out can be taken back, even when nothing of it is here now.
	for (const value of off)
		if (!found.has(value.toLowerCase())) found.set(value.toLowerCase(), { value, count: 0, on: false });
	return [...found.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** From midnight to midnight where the person is. */
function isWithin({ since }: GraphLink, { from, until }: Filters): boolean {
	if (since === undefined) return true;
	const at = new Date(since).getTime();
	if (from !== '' && at < new Date(`${from}T00:00`).getTime()) return false;
	return until === '' || at <= new Date(`${until}T23:59:59.999`).getTime();
}

export const isFiltering = ({ types, relations, from, until }: Filters): boolean =>
	types.length + relations.length > 0 || from !== '' || until !== '';

export const NO_FILTERS: Filters = { types: [], relations: [], from: '', until: '' };

export const typeChoices = ({ nodes }: Rows, { types }: Filters): Choice[] =>
	choices(
		nodes.map(({ type }) => type ?? ''),
		types
	);

export const relationChoices = ({ edges }: Rows, { relations }: Filters): Choice[] =>
	choices(
		edges.map(({ type }) => type),
		relations
	);

/** A list with a value put in, or taken out when it is there. */
export const toggled = (list: readonly string[], value: string): string[] =>
	says(list, value) ? list.filter((each) => !sameWord(each, value)) : [...list, value];

/**
 * What passes. `keep`: ids that no filter hides, for what the picture is about. What is no longer tied to these is hidden, too:
 * a thing stands in a picture because of how one comes to it.
 */
export function filtered({ nodes, edges }: Rows, filters: Filters, keep: readonly string[]): Rows & { hidden: number } {
	const kept = new Set(keep);
	const allowed = new Set(
		nodes.filter(({ id, type }) => kept.has(id) || !says(filters.types, type ?? '')).map(({ id }) => id)
	);
	const tied = edges.filter(
		(edge) =>
			allowed.has(edge.source_id) &&
			allowed.has(edge.target_id) &&
			!says(filters.relations, edge.type) &&
			isWithin(edge, filters)
	);
	const reached = new Set(nodes.filter(({ id }) => kept.has(id)).map(({ id }) => id));
	const near = neighbours(tied);
	for (const id of reached) for (const other of near.get(id) ?? []) reached.add(other); // a set that grows while it is walked
	const left = nodes.filter(({ id }) => reached.has(id));
	return { nodes: left, edges: tied.filter((e) => reached.has(e.source_id)), hidden: nodes.length - left.length };
}

/** The others at each node, in the order of the edges. */
export function neighbours(edges: readonly GraphLink[]): Map<string, Set<string>> {
	const found = new Map<string, Set<string>>();
	const add = (from: string, to: string): void => {
		const set = found.get(from);
		if (set) set.add(to);
		else found.set(from, new Set([to]));
	};
	for (const { source_id, target_id } of edges) {
		if (source_id === target_id) continue;
		add(source_id, target_id);
		add(target_id, source_id);
	}
	return found;
}
