/** An edge as a curve on the screen: from rim to rim of its nodes, bowed, with the heading of its arrow. Pure. */
import type { Point } from './layout';
import type { SceneEdge } from './scene';
import { nodeScale, toScreen, type View } from './view';

export interface Curve {
	from: Point;
	/** Control point of a quadratic curve. */
	via: Point;
	to: Point;
	/** Direction at the tip, radians. */
	heading: number;
	middle: Point;
	/** px, roughly */
	length: number;
}

/** Air between a node and the end of an edge, px. */
const AIR = 3;

function toward(from: Point, to: Point, by: number): Point {
	const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
	return { x: from.x + ((to.x - from.x) / far) * by, y: from.y + ((to.y - from.y) / far) * by };
}

export const pointAt = ({ from, via, to }: Pick<Curve, 'from' | 'via' | 'to'>, t: number): Point => {
	const u = 1 - t;
	return {
		x: u * u * from.x + 2 * u * t * via.x + t * t * to.x,
		y: u * u * from.y + 2 * u * t * via.y + t * t * to.y
	};
};

/** Null when the nodes touch: there is nothing to draw between them. */
export function curveOf(edge: SceneEdge, view: View): Curve | null {
	const scale = nodeScale(view.k);
	const [a, b] = [toScreen(view, edge.source), toScreen(view, edge.target)];
	const [dx, dy] = [b.x - a.x, b.y - a.y];
	const far = Math.hypot(dx, dy);
	const [rimA, rimB] = [edge.source.radius * scale * 1.15 + AIR, edge.target.radius * scale * 1.15 + AIR];
	if (far <= rimA + rimB + 2) return null;
	const bow = edge.bend * Math.min(1, view.k + 0.2) * Math.min(1, far / 120);
	const via = { x: (a.x + b.x) / 2 - (dy / far) * bow, y: (a.y + b.y) / 2 + (dx / far) * bow };
	const [from, to] = [toward(a, via, rimA), toward(b, via, rimB)];
	const heading = Math.atan2(to.y - via.y, to.x - via.x);
	return { from, via, to, heading, middle: pointAt({ from, via, to }, 0.5), length: far - rimA - rimB };
}

/** How far a point is from the curve, px. */
export function distanceTo(curve: Curve, point: Point): number {
	let least = Infinity;
	let before = curve.from;
	const pieces = 12;
	for (let i = 1; i <= pieces; i++) {
		const next = pointAt(curve, i / pieces);
		least = Math.min(least, distanceToLine(before, next, point));
		before = next;
	}
	return least;
}

function distanceToLine(a: Point, b: Point, point: Point): number {
	const [dx, dy] = [b.x - a.x, b.y - a.y];
	const along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1);
	const t = Math.min(1, Math.max(0, along));
	return Math.hypot(point.x - a.x - dx * t, point.y - a.y - dy * t);
}
