/**
 * The subgraph around named things (E3, E4). Pure: it walks a view of the graph whose nodes are groups of the *same*
 * and knows nothing of how edges are kept. The same answer whatever the order of edges or of the named things.
 */
import type { Id } from './model';
import { byName, byStrength, compareText, otherEnd, shortestPaths, type GraphPath } from './shortest-path';

export { MAX_PATH_EDGES, type GraphPath } from './shortest-path';
export { describeSubgraph, type SubgraphWords } from './subgraph-text';

export interface GraphEdge {
	readonly source: Id;
	readonly target: Id;
	readonly relationKey: string;
	/** 0–1 */
	readonly confidence: number;
	/** When it was first written (ms): of equal edges of a group the older speaks. */
	readonly at?: number;
}

/** The graph as it is walked. `neighbours`: every edge at the node, whichever end it is; equal edges may come more than once. */
export interface GraphView<E extends GraphEdge = GraphEdge> {
	neighbours(id: Id): Iterable<E>;
	name(id: Id): string;
}

export interface SubgraphCaps {
	nodes: number;
	edges: number;
}

/** E4, for agents. */
export const AGENT_CAPS: SubgraphCaps = { nodes: 100, edges: 300 };

export interface SubgraphQuery {
	/** Named things, resolved. */
	seeds: readonly Id[];
	/** 1–4, clamped by the caller. */
	hops: number;
	caps: SubgraphCaps;
}

export interface Subgraph<E extends GraphEdge = GraphEdge> {
	/** The named things as given, each once. */
	seeds: Id[];
	/** Seeds first, then what lies on paths, then the rest: nearest, best connected, name. */
	nodes: Id[];
	/** Both ends among `nodes`; those of paths first, then nearest, most confident, by name. */
	edges: E[];
	/** Something of the neighbourhood was left out (E4). */
	truncated: boolean;
	/** One for every two seeds that are connected by at most `MAX_PATH_EDGES`. */
	paths: GraphPath<E>[];
}

interface Surroundings {
	/** Edges to the nearest seed. */
	distance: Map<Id, number>;
	/** Every neighbour of a node here belongs to the union as well: the walk ended before the last hop. */
	early: boolean;
}

/** Union of the seeds' neighbourhoods. Stops at the level that is more than `enough`: what is farther cannot stay (E4). */
function surroundings(view: GraphView, seeds: Id[], hops: number, enough: number): Surroundings {
	const distance = new Map(seeds.map((id) => [id, 0]));
	let level = seeds;
	let hop = 0;
	while (hop < hops && level.length && distance.size <= enough) {
		hop++;
		const next: Id[] = [];
		for (const id of level)
			for (const edge of view.neighbours(id)) {
				const other = otherEnd(edge, id);
				if (distance.has(other)) continue;
				distance.set(other, hop);
				next.push(other);
			}
		level = next;
	}
	return { distance, early: hop < hops };
}

/** Distance of what lies on a path: as walked, else from the nearer end of its path. */
function pathDistances(paths: GraphPath[], distance: Map<Id, number>): Map<Id, number> {
	const found = new Map<Id, number>();
	for (const { nodes } of paths)
		nodes.forEach((id, index) => {
			const along = Math.min(index, nodes.length - 1 - index);
			found.set(id, distance.get(id) ?? Math.min(along, found.get(id) ?? along));
		});
	return found;
}

/** How many others of the subgraph, before the caps, a node is tied to. */
function connections(view: GraphView, id: Id, inside: (id: Id) => boolean): number {
	const others = new Set<Id>();
	for (const edge of view.neighbours(id)) others.add(otherEnd(edge, id));
	others.delete(id);
	let count = 0;
	for (const other of others) if (inside(other)) count++;
	return count;
}

/** E4: of what need not stay, as many as there is room for: the nearest, best connected, first by name. */
function chosen(view: GraphView, ids: Id[], around: Surroundings, onPath: Map<Id, number>, room: number): Id[] {
	if (!room) return [];
	const inside = (id: Id): boolean => around.early || around.distance.has(id) || onPath.has(id);
	const rows = ids.map((id) => ({
		id,
		name: view.name(id),
		distance: around.distance.get(id) ?? 0,
		ties: connections(view, id, inside)
	}));
	rows.sort((a, b) => a.distance - b.distance || b.ties - a.ties);
	const last = rows[room - 1] ?? rows.at(-1);
	const hopeful = rows.filter(({ distance, ties }) => last && (distance < last.distance || ties >= last.ties));
	hopeful.sort(
		(a, b) => a.distance - b.distance || b.ties - a.ties || compareText(a.name, b.name) || compareText(a.id, b.id)
	);
	return hopeful.slice(0, room).map(({ id }) => id);
}

const edgeKey = (edge: GraphEdge): string => `${edge.source}\n${edge.target}\n${edge.relationKey}`;

/** Every edge between the kept nodes once, in the order in which the cap cuts. */
function edgesWithin<E extends GraphEdge>(view: GraphView<E>, kept: Map<Id, number>, paths: GraphPath<E>[]): E[] {
	const strength = byStrength(view);
	const found = new Map<string, E>();
	for (const id of kept.keys())
		for (const edge of view.neighbours(id)) {
			if (edge.source !== id || edge.target === id || !kept.has(edge.target)) continue;
			const key = edgeKey(edge);
			const before = found.get(key);
			if (!before || strength(edge, before) < 0) found.set(key, edge);
		}
	const onPath = new Set(paths.flatMap(({ edges }) => edges.map(edgeKey)));
	const rank = ([key, edge]: [string, E]) => {
		const ends = [kept.get(edge.source) ?? 0, kept.get(edge.target) ?? 0];
		return { edge, far: Math.max(...ends), near: Math.min(...ends), aside: onPath.has(key) ? 0 : 1 };
	};
	return [...found]
		.map(rank)
		.sort((a, b) => a.aside - b.aside || a.far - b.far || a.near - b.near || strength(a.edge, b.edge))
		.map(({ edge }) => edge);
}

/** E3, E4. Seeds need not have edges; nothing is looked up by name here. */
export function subgraph<E extends GraphEdge>(view: GraphView<E>, query: SubgraphQuery): Subgraph<E> {
	const { hops, caps } = query;
	const seeds = [...new Set(query.seeds)];
	const paths = shortestPaths(view, seeds);
	const must = new Set([...seeds, ...paths.flatMap(({ nodes }) => nodes)]);
	const around = surroundings(view, seeds, hops, Math.max(caps.nodes, must.size));
	const onPath = pathDistances(paths, around.distance);
	const names = byName(view);

	const between = [...must].slice(seeds.length);
	between.sort((a, b) => (onPath.get(a) ?? 0) - (onPath.get(b) ?? 0) || names(a, b));
	const others = [...around.distance.keys()].filter((id) => !must.has(id));
	const room = Math.max(0, caps.nodes - must.size);
	const nodes = [...seeds, ...between, ...chosen(view, others, around, onPath, room)];

	const kept = new Map(nodes.map((id) => [id, around.distance.get(id) ?? onPath.get(id) ?? 0]));
	const edges = edgesWithin(view, kept, paths);
	const truncated = others.length > room || edges.length > caps.edges;
	return { seeds, nodes, edges: edges.slice(0, caps.edges), truncated, paths };
}
