/**
 * One shortest path between two nodes of an undirected graph (E3): search from both ends, ties by the least confidence
 * on the way, then by names. Pure; the same answer for any order of edges or ends.
 */
import type { Id } from './model';
import type { GraphEdge, GraphView } from './subgraph';

/** E3: a path longer than this many edges is none. */
export const MAX_PATH_EDGES = 8;

export interface GraphPath<E extends GraphEdge = GraphEdge> {
	from: Id;
	to: Id;
	/** `from` first, `to` last. */
	nodes: Id[];
	/** One per step; each keeps its own direction. */
	edges: E[];
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By name, then id: the last tie-break everywhere. Code units, so that every machine agrees. */
export const byName =
	(view: { name(id: Id): string }) =>
	(a: Id, b: Id): number =>
		compareText(view.name(a), view.name(b)) || compareText(a, b);

/** The strongest of parallel edges first: confidence, relation, direction, then the one written first. */
export const byStrength = (view: { name(id: Id): string }) => {
	const names = byName(view);
	return (a: GraphEdge, b: GraphEdge): number =>
		b.confidence - a.confidence ||
		compareText(a.relationKey, b.relationKey) ||
		names(a.source, b.source) ||
		names(a.target, b.target) ||
		(a.at ?? 0) - (b.at ?? 0);
};

export const otherEnd = (edge: GraphEdge, id: Id): Id => (edge.source === id ? edge.target : edge.source);

/** What lies around one node, grown level by level as far as somebody asks, and shared by all its pairs. */
class Ball<E extends GraphEdge> {
	readonly depth: Map<Id, number>;
	private readonly levels: Id[][];

	constructor(
		private readonly view: GraphView<E>,
		readonly centre: Id
	) {
		this.depth = new Map([[centre, 0]]);
		this.levels = [[centre]];
	}

	level(radius: number): Id[] {
		while (this.levels.length <= radius) this.levels.push(this.next());
		return this.levels[radius] ?? [];
	}

	private next(): Id[] {
		const found: Id[] = [];
		for (const id of this.levels.at(-1) ?? [])
			for (const edge of this.view.neighbours(id)) {
				const other = otherEnd(edge, id);
				if (this.depth.has(other)) continue;
				this.depth.set(other, this.levels.length);
				found.push(other);
			}
		return found;
	}
}

/** The first levels that touch: their sum is the distance. */
function meet<E extends GraphEdge>(a: Ball<E>, b: Ball<E>): { i: number; j: number; nodes: Id[] } | null {
	for (let i = 0, j = 0; ;) {
		const [left, right] = [a.level(i), b.level(j)];
		if (!left.length || !right.length) return null;
		const nodes =
			left.length <= right.length
				? left.filter((id) => b.depth.get(id) === j)
				: right.filter((id) => a.depth.get(id) === i);
		if (nodes.length) return { i, j, nodes };
		if (i + j >= MAX_PATH_EDGES) return null;
		if (left.length <= right.length) i++;
		else j++;
	}
}

/** The nodes that lie on any shortest path, by their distance from `a`. */
function layersBetween<E extends GraphEdge>(view: GraphView<E>, a: Ball<E>, b: Ball<E>): Set<Id>[] | null {
	const met = meet(a, b);
	if (!met) return null;
	const toward = (from: Set<Id>, depth: Map<Id, number>, want: number): Set<Id> => {
		const found = new Set<Id>();
		for (const id of from)
			for (const edge of view.neighbours(id)) {
				const other = otherEnd(edge, id);
				if (depth.get(other) === want) found.add(other);
			}
		return found;
	};
	const middle = new Set(met.nodes);
	const before: Set<Id>[] = [];
	for (let k = met.i, layer = middle; k > 0; k--) before.unshift((layer = toward(layer, a.depth, k - 1)));
	const after: Set<Id>[] = [];
	for (let k = met.j, layer = middle; k > 0; k--) after.push((layer = toward(layer, b.depth, k - 1)));
	return [...before, middle, ...after];
}

/** For each node of the layers: the best least confidence of a way from it to the end. */
function bestToEnd<E extends GraphEdge>(view: GraphView<E>, layers: Set<Id>[]): Map<Id, number> {
	const best = new Map<Id, number>();
	for (const id of layers.at(-1) ?? []) best.set(id, Infinity);
	for (let k = layers.length - 2; k >= 0; k--)
		for (const id of layers[k] ?? []) best.set(id, bestStep(view, id, layers[k + 1], best));
	return best;
}

function bestStep<E extends GraphEdge>(
	view: GraphView<E>,
	id: Id,
	next: Set<Id> | undefined,
	best: Map<Id, number>
): number {
	let most = -Infinity;
	for (const edge of view.neighbours(id)) {
		const other = otherEnd(edge, id);
		if (next?.has(other)) most = Math.max(most, Math.min(edge.confidence, best.get(other) ?? -Infinity));
	}
	return most;
}

/** Walks the layers: every step keeps the least confidence at its best, and goes to the first name that does. */
function walk<E extends GraphEdge>(view: GraphView<E>, layers: Set<Id>[], start: Id): { nodes: Id[]; edges: E[] } {
	const best = bestToEnd(view, layers);
	const least = best.get(start) ?? -Infinity;
	const [names, strength] = [byName(view), byStrength(view)];
	const nodes = [start];
	const edges: E[] = [];
	for (const next of layers.slice(1)) {
		const here = nodes.at(-1) ?? start;
		let step: { edge: E; to: Id } | undefined;
		for (const edge of view.neighbours(here)) {
			const to = otherEnd(edge, here);
			if (!next.has(to) || Math.min(edge.confidence, best.get(to) ?? -Infinity) < least) continue;
			const order = step ? names(to, step.to) || strength(edge, step.edge) : -1;
			if (order < 0) step = { edge, to };
		}
		if (!step) break;
		nodes.push(step.to);
		edges.push(step.edge);
	}
	return { nodes, edges };
}

/** One shortest path for every two of the ids that have one (E3), in the order of the ids: (0,1), (0,2), … (1,2) … */
export function shortestPaths<E extends GraphEdge>(view: GraphView<E>, ids: Id[]): GraphPath<E>[] {
	const names = byName(view);
	const balls = ids.map((id) => new Ball(view, id));
	return balls.flatMap((from, index) =>
		balls.slice(index + 1).flatMap((to) => {
			const turned = names(from.centre, to.centre) > 0; // always searched from the first name on
			const [a, b] = turned ? [to, from] : [from, to];
			const layers = layersBetween(view, a, b);
			if (!layers) return [];
			const { nodes, edges } = walk(view, layers, a.centre);
			if (turned) [nodes, edges].forEach((list) => list.reverse());
			return [{ from: from.centre, to: to.centre, nodes, edges }];
		})
	);
}
