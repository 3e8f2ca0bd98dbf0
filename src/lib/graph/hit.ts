/** What lies under a pointer, and which neighbour lies in a direction. Screen px in, nodes and edges out. Pure. */
import { curveOf, distanceTo } from './curve';
import type { Point } from './layout';
import { meets, type PlacedLabel } from './placing';
import type { Scene, SceneEdge, SceneNode } from './scene';
import { nodeScale, toScreen, type View } from './view';

/** Fingers are broader than a mouse's tip, px. */
export const REACH = { mouse: 5, touch: 16 } as const;

/** The nearest node within reach; else the one whose name is there. */
export function nodeAt(
	scene: Scene,
	view: View,
	labels: readonly PlacedLabel[],
	point: Point,
	reach: number = REACH.mouse
): SceneNode | null {
	let best: SceneNode | null = null;
	let least = Infinity;
	for (const node of scene.nodes) {
		const at = toScreen(view, node);
		const away = Math.hypot(at.x - point.x, at.y - point.y) - node.radius * nodeScale(view.k);
		if (away > reach || away >= least) continue;
		best = node;
		least = away;
	}
	const dot = { x: point.x, y: point.y, width: 0.01, height: 0.01 };
	return best ?? labels.find((label) => meets(label, dot))?.node ?? null;
}

export function edgeAt(scene: Scene, view: View, point: Point, reach: number = REACH.mouse): SceneEdge | null {
	let best: SceneEdge | null = null;
	let least: number = reach;
	for (const edge of scene.edges) {
		const curve = curveOf(edge, view);
		if (!curve) continue;
		const away = distanceTo(curve, point);
		if (away > least) continue;
		best = edge;
		least = away;
	}
	return best;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

const headings: Record<Direction, Point> = {
	left: { x: -1, y: 0 },
	right: { x: 1, y: 0 },
	up: { x: 0, y: -1 },
	down: { x: 0, y: 1 }
};

/** Within 75° of the direction: near and straight ahead counts least. */
function nearestAhead(from: SceneNode, nodes: Iterable<SceneNode>, direction: Direction): SceneNode | null {
	const { x: hx, y: hy } = headings[direction];
	let best: SceneNode | null = null;
	let least = Infinity;
	for (const node of nodes) {
		const [dx, dy] = [node.x - from.x, node.y - from.y];
		const far = Math.hypot(dx, dy);
		const ahead = dx * hx + dy * hy;
		if (node === from || ahead < far * 0.26) continue;
		const cost = far * (1 + 1.5 * (1 - ahead / far));
		if (cost >= least) continue;
		best = node;
		least = cost;
	}
	return best;
}

export function neighboursOf(scene: Scene, node: SceneNode): Set<SceneNode> {
	const found = new Set<SceneNode>();
	for (const { source, target } of scene.edges) {
		if (source === node) found.add(target);
		if (target === node) found.add(source);
	}
	return found;
}

/** The neighbour in a direction; where there is none, the nearest node of all that way, so that every node can be reached. */
export function stepFrom(scene: Scene, node: SceneNode, direction: Direction): SceneNode | null {
	return nearestAhead(node, neighboursOf(scene, node), direction) ?? nearestAhead(node, scene.nodes, direction);
}
