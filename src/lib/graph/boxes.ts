/**
 * Nodes with their names as boxes that must not lie on each other: a force for the simulation and a last pass that
 * leaves none overlapping. Knows nothing of edges.
 */

/** How far a node with its name reaches from its position, in px at zoom 1. */
export interface Box {
	left: number;
	right: number;
	up: number;
	down: number;
}

export interface Boxed {
	x: number;
	y: number;
	box: Box;
	/** Stays where it is; others make way. */
	pinned: boolean;
}

/** Air between two boxes, px. */
export const GAP = 4;

/** How far `b` must move along each axis to get clear of `a`; null when it is. */
function overlap(a: Boxed, b: Boxed): { x: number; y: number } | null {
	const right = a.x + a.box.right + GAP - (b.x - b.box.left);
	const left = b.x + b.box.right + GAP - (a.x - a.box.left);
	if (right <= 0 || left <= 0) return null;
	const down = a.y + a.box.down + GAP - (b.y - b.box.up);
	const up = b.y + b.box.down + GAP - (a.y - a.box.up);
	if (down <= 0 || up <= 0) return null;
	return { x: right < left ? right : -left, y: down < up ? down : -up };
}

/**
 * Calls back for each overlapping pair with the cheaper way out for `b`. Sweeps from left to right.
 * @param wide how much cheaper a way sideways is than one up or down: names are wide, and would all pile up into a column
 */
export function eachOverlap<B extends Boxed>(
	nodes: B[],
	wide: number,
	apart: (a: B, b: B, dx: number, dy: number) => void
): void {
	const byLeft = [...nodes].sort((a, b) => a.x - a.box.left - (b.x - b.box.left));
	byLeft.forEach((a, index) => {
		const end = a.x + a.box.right + GAP;
		for (let i = index + 1; i < byLeft.length; i++) {
			const b = byLeft[i];
			if (!b || b.x - b.box.left >= end) break;
			const way = overlap(a, b);
			if (!way) continue;
			if (Math.abs(way.x) < Math.abs(way.y) * wide) apart(a, b, way.x, 0);
			else apart(a, b, 0, way.y);
		}
	});
}

/** How two nodes share a way: none for the pinned, half each otherwise. */
function shares(a: Boxed, b: Boxed): [number, number] {
	if (a.pinned === b.pinned) return a.pinned ? [0, 0] : [0.5, 0.5];
	return a.pinned ? [0, 1] : [1, 0];
}

/** One pass: every overlapping pair moves apart. Answers whether there was any that could. */
function pass(nodes: Boxed[], wide: number): boolean {
	let moved = false;
	eachOverlap(nodes, wide, (a, b, dx, dy) => {
		const [shareA, shareB] = shares(a, b);
		if (!shareA && !shareB) return;
		const more = 1.02; // a little too far, so that chains of boxes come to rest
		a.x -= dx * shareA * more;
		a.y -= dy * shareA * more;
		b.x += dx * shareB * more;
		b.y += dy * shareB * more;
		moved = true;
	});
	return moved;
}

/** Moves nodes until no two boxes overlap. Deterministic. */
export function separate(nodes: Boxed[], wide: number): void {
	const [passes, patience, stretch] = [600, 8, 1.03];
	for (let i = 1; i <= passes; i++) {
		if (!pass(nodes, wide)) return;
		if (i % patience === 0) spread(nodes, stretch);
	}
	settleBelow(nodes);
}

/** Pushing alone takes long through a crowd: all a little farther from the middle, which keeps the shape. */
function spread(nodes: Boxed[], by: number): void {
	for (const node of nodes) {
		if (node.pinned) continue;
		node.x *= by;
		node.y *= by;
	}
}

/** Last resort, for what is wedged between pinned ones: rows below everything. */
function settleBelow(nodes: Boxed[]): void {
	const wedged = new Set<Boxed>();
	eachOverlap(nodes, 1, (a, b) => {
		if (!b.pinned) wedged.add(b);
		else if (!a.pinned) wedged.add(a);
	});
	let bottom = Math.max(...nodes.map(({ y, box }) => y + box.down));
	for (const node of wedged) {
		node.y = bottom + GAP + node.box.up;
		bottom = node.y + node.box.down;
	}
}
