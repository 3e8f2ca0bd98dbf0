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

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

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
	/** Of every node found: the edges that lead one level back. */
	private readonly back = new Map<Id, E[]>();

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

	stepsBack(id: Id): Step<E>[] {
		return (this.back.get(id) ?? []).map((edge) => ({ from: id, edge, to: otherEnd(edge, id) }));
	}

	private next(): Id[] {
		const found: Id[] = [];
		for (const id of this.levels.at(-1) ?? [])
			for (const edge of this.view.neighbours(id)) {
				const other = otherEnd(edge, id);
				const depth = this.depth.get(other);
				if (depth === this.levels.length) this.back.get(other)?.push(edge);
				if (depth !== undefined) continue;
				this.depth.set(other, this.levels.length);
				this.back.set(other, [edge]);
				found.push(other);
			}
		return found;
	}
}

interface Step<E extends GraphEdge> {
	from: Id;
	edge: E;
	to: Id;
}

/** The first levels that touch: `i` and `j` edges away, their sum is the distance. */
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

/** From the nodes where two balls met back to the centre of one: the steps of all shortest ways, level by level. */
function waysBack<E extends GraphEdge>(ball: Ball<E>, nodes: Id[], depth: number): Step<E>[][] {
	const levels: Step<E>[][] = [];
	for (let ids = new Set(nodes), k = depth; k > 0; k--) {
		const steps = [...ids].flatMap((id) => ball.stepsBack(id));
		levels.push(steps);
		ids = new Set(steps.map(({ to }) => to));
	}
	return levels;
}

/** The steps of all shortest paths from `a` to `b`: first, second, … */
function stepsBetween<E extends GraphEdge>(a: Ball<E>, b: Ball<E>): Step<E>[][] | null {
	const met = meet(a, b);
	if (!met) return null;
	const toA = waysBack(a, met.nodes, met.i);
	const fromA = toA.reverse().map((steps) => steps.map(({ from, edge, to }) => ({ from: to, edge, to: from })));
	return [...fromA, ...waysBack(b, met.nodes, met.j)];
}

/** The least confidence on the best way from each node to the end. */
function bestToEnd<E extends GraphEdge>(levels: Step<E>[][]): (id: Id) => number {
	const best = new Map<Id, number>();
	for (const [index, steps] of [...levels].reverse().entries())
		for (const { from, edge, to } of steps) {
			const least = Math.min(edge.confidence, index ? (best.get(to) ?? -Infinity) : Infinity);
			best.set(from, Math.max(least, best.get(from) ?? -Infinity));
		}
	return (id) => best.get(id) ?? Infinity;
}

/** Walks the steps: each keeps the least confidence at its best, and goes to the first name that does. */
function walk<E extends GraphEdge>(view: GraphView<E>, levels: Step<E>[][], start: Id): { nodes: Id[]; edges: E[] } {
	const best = bestToEnd(levels);
	const least = best(start);
	const [names, strength] = [byName(view), byStrength(view)];
	const nodes = [start];
	const edges: E[] = [];
	for (const steps of levels) {
		const here = nodes.at(-1);
		const [step] = steps
			.filter(({ from, edge, to }) => from === here && Math.min(edge.confidence, best(to)) >= least)
			.sort((a, b) => names(a.to, b.to) || strength(a.edge, b.edge));
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
			const levels = stepsBetween(a, b);
			if (!levels) return [];
			const { nodes, edges } = walk(view, levels, a.centre);
			if (turned) [nodes, edges].forEach((list) => list.reverse());
			return [{ from: from.centre, to: to.centre, nodes, edges }];
		})
	);
}
