/** The ways between two things of a graph that was read: the shortest first, then those one step longer. Pure; the same answer for any order of edges. */
import type { Rows } from './filters';
import type { GraphLink } from './scene';

export interface Way {
	/** Ids, from the first thing to the second. */
	nodes: string[];
	/** One per step; each keeps its own direction. */
	edges: GraphLink[];
}

/** So many ways are shown. */
export const MOST_WAYS = 5;
/** A search in a dense graph ends after so many steps: what was found until then stands. */
const PATIENCE = 20_000;

interface Step {
	to: string;
	edge: GraphLink;
}

/** Per node, one step to each neighbour: of parallel edges the surest, then by name. */
function stepsOf({ nodes, edges }: Rows): (id: string) => Step[] {
	const names = new Map(nodes.map(({ id, name }) => [id, name]));
	const found = new Map<string, Map<string, GraphLink>>();
	const add = (from: string, to: string, edge: GraphLink): void => {
		const steps = found.get(from) ?? new Map<string, GraphLink>();
		found.set(from, steps);
		const before = steps.get(to);
		if (!before || stronger(edge, before)) steps.set(to, edge);
	};
	for (const edge of edges) {
		if (!names.has(edge.source_id) || !names.has(edge.target_id)) continue;
		add(edge.source_id, edge.target_id, edge);
		add(edge.target_id, edge.source_id, edge);
	}
	const key = (id: string): string => `${names.get(id) ?? ''}\n${id}`;
	const sorted = new Map(
		[...found].map(([id, steps]) => [
			id,
			[...steps].map(([to, edge]) => ({ to, edge })).sort((a, b) => (key(a.to) < key(b.to) ? -1 : 1))
		])
	);
	return (id) => sorted.get(id) ?? [];
}

const stronger = (a: GraphLink, b: GraphLink): boolean =>
	a.confidence !== b.confidence
		? a.confidence > b.confidence
		: a.type !== b.type
			? a.type < b.type
			: a.source_id < b.source_id;

/** Steps from each node to `to`. */
function distances(steps: (id: string) => Step[], to: string): Map<string, number> {
	const found = new Map([[to, 0]]);
	for (const [id, far] of found) for (const step of steps(id)) if (!found.has(step.to)) found.set(step.to, far + 1);
	return found;
}

/** At most `MOST_WAYS`; empty when the two do not meet in what was read. */
export function waysBetween(rows: Rows, from: string, to: string): Way[] {
	const steps = stepsOf(rows);
	const left = distances(steps, to);
	const shortest = left.get(from);
	if (shortest === undefined || shortest === 0) return [];
	const ways: Way[] = [];
	let patience = PATIENCE;
	const walk = (way: Way, length: number): void => {
		const here = way.nodes.at(-1) ?? from;
		const room = length - way.edges.length;
		if (room === 0) ways.push({ nodes: [...way.nodes], edges: [...way.edges] });
		for (const step of room ? steps(here) : []) {
			if (ways.length >= MOST_WAYS || --patience < 0) return;
			if (way.nodes.includes(step.to) || (step.to === to) !== (room === 1)) continue;
			if ((left.get(step.to) ?? Infinity) > room - 1) continue;
			way.nodes.push(step.to);
			way.edges.push(step.edge);
			walk(way, length);
			way.nodes.pop();
			way.edges.pop();
		}
	};
	for (const length of [shortest, shortest + 1]) walk({ nodes: [from], edges: [] }, length);
	return ways;
}

/** What a picture of the ways alone holds: their things, and the relations of their steps. */
export function rowsOfWays(rows: Rows, ways: readonly Way[]): Rows {
	const ids = new Set(ways.flatMap(({ nodes }) => nodes));
	const edges = new Set(ways.flatMap((way) => way.edges));
	return { nodes: rows.nodes.filter(({ id }) => ids.has(id)), edges: rows.edges.filter((edge) => edges.has(edge)) };
}
