/** Which names are shown at a zoom, and where: the important first, none on another or on a node. Pure. */
import type { Point } from './layout';
import { LABEL_GAP, type Scene, type SceneNode } from './scene';
import { nodeScale, toScreen, type Size, type View } from './view';

export interface Rect {
	x: number;
	y: number;
	width: number;
	height: number;
}

export interface PlacedLabel extends Rect {
	node: SceneNode;
}

export const meets = (a: Rect, b: Rect): boolean =>
	a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const within = (inner: Rect, outer: Rect): boolean =>
	inner.x >= outer.x &&
	inner.y >= outer.y &&
	inner.x + inner.width <= outer.x + outer.width &&
	inner.y + inner.height <= outer.y + outer.height;

/** Where a name may stand, best first: below, above, right, left of its node. */
function spots(node: SceneNode, view: View, lineHeight: number): Rect[] {
	const { x, y } = toScreen(view, node);
	const reach = node.radius * nodeScale(view.k) * 1.25;
	const [width, height] = [node.width, node.lines.length * lineHeight];
	const size = { width, height };
	return [
		{ x: x - width / 2, y: y + reach + LABEL_GAP - 1, ...size },
		{ x: x - width / 2, y: y - reach - LABEL_GAP + 1 - height, ...size },
		{ x: x + reach + LABEL_GAP, y: y - height / 2, ...size },
		{ x: x - reach - LABEL_GAP - width, y: y - height / 2, ...size }
	];
}

export function discOf(node: SceneNode, view: View): Rect {
	const { x, y } = toScreen(view, node);
	const reach = node.radius * nodeScale(view.k) * 1.2;
	return { x: x - reach, y: y - reach, width: reach * 2, height: reach * 2 };
}

/** Coarse squares of the screen, so that each name is held against its neighbours only. */
class Taken {
	private readonly cells = new Map<string, Rect[]>();
	private readonly size = 64;

	add(rect: Rect): void {
		for (const key of this.keys(rect)) {
			const cell = this.cells.get(key);
			if (cell) cell.push(rect);
			else this.cells.set(key, [rect]);
		}
	}

	meets(rect: Rect, own?: Rect): boolean {
		return this.keys(rect).some((key) => this.cells.get(key)?.some((other) => other !== own && meets(rect, other)));
	}

	private keys({ x, y, width, height }: Rect): string[] {
		const keys: string[] = [];
		for (let i = Math.floor(x / this.size); i <= Math.floor((x + width) / this.size); i++)
			for (let j = Math.floor(y / this.size); j <= Math.floor((y + height) / this.size); j++) keys.push(`${i} ${j}`);
		return keys;
	}
}

export interface Placing {
	labels: PlacedLabel[];
	/** Claims a free place among names and nodes; false when there is none. */
	claim: (rect: Rect) => boolean;
}

/** Most important first: what the picture is about, then the best connected, then by name. */
const byWeight = (a: SceneNode, b: SceneNode): number =>
	Number(b.centre) - Number(a.centre) || b.degree - a.degree || (a.name < b.name ? -1 : 1);

/** Where the edges of each node go: a name stands best where none of them runs. */
function headingsOf(scene: Scene): Map<SceneNode, SceneNode[]> {
	const found = new Map<SceneNode, SceneNode[]>(scene.nodes.map((node) => [node, []]));
	for (const { source, target } of scene.edges) {
		found.get(source)?.push(target);
		found.get(target)?.push(source);
	}
	return found;
}

/** How many of a node's edges would run through a name there. */
function runsThrough(spot: Rect, node: SceneNode, others: readonly SceneNode[], view: View): number {
	const from = toScreen(view, node);
	return others.filter((other) => cuts(spot, from, toScreen(view, other))).length;
}

/** Whether the line from a to b touches a rectangle (Liang–Barsky). */
function cuts({ x, y, width, height }: Rect, a: Point, b: Point): boolean {
	const [dx, dy] = [b.x - a.x, b.y - a.y];
	let [enter, leave] = [0, 1];
	for (const [step, room] of [
		[-dx, a.x - x],
		[dx, x + width - a.x],
		[-dy, a.y - y],
		[dy, y + height - a.y]
	] as const) {
		if (step === 0) {
			if (room < 0) return false;
			continue;
		}
		if (step < 0) enter = Math.max(enter, room / step);
		else leave = Math.min(leave, room / step);
	}
	return enter <= leave;
}

export function placeLabels(scene: Scene, view: View, { width, height }: Size): Placing {
	const taken = new Taken();
	const names = new Taken();
	const below = new Taken(); // where the layout left room for each name: nobody else's when it can be helped
	const frame = { x: 0, y: 0, width, height };
	const headings = headingsOf(scene);
	const seats = [...scene.nodes].sort(byWeight).map((node) => {
		const [disc, places] = [discOf(node, view), spots(node, view, scene.lineHeight)];
		return { node, disc, places, first: places[0] };
	});
	for (const { disc, first } of seats) {
		taken.add(disc);
		if (first) below.add(first);
	}
	const labels: PlacedLabel[] = [];
	for (const { node, disc, places, first } of seats) {
		if (!meets(disc, frame)) continue;
		const free = places.filter((spot) => within(spot, frame) && !taken.meets(spot, disc));
		const polite = free.filter((spot) => !below.meets(spot, first));
		const runs = (spot: Rect): number => runsThrough(spot, node, headings.get(node) ?? [], view);
		// What the picture is about is named even where other nodes lie.
		const must = node.centre ? places.filter((spot) => within(spot, frame) && !names.meets(spot)) : [];
		const spot = leastBy(polite, runs) ?? leastBy(free, runs) ?? leastBy(must, runs);
		if (!spot) continue;
		taken.add(spot);
		names.add(spot);
		labels.push({ node, ...spot });
	}
	return { labels, claim: claimIn(taken) };
}

/** Names that found no place, held against what is singled out only: that may cover the rest. */
export function placeAlso(
	scene: Scene,
	view: View,
	{ width, height }: Size,
	near: ReadonlySet<SceneNode>,
	labels: readonly PlacedLabel[]
): Placing {
	const taken = new Taken();
	const frame = { x: 0, y: 0, width, height };
	const named = new Set(labels.map(({ node }) => node));
	for (const node of near) taken.add(discOf(node, view));
	for (const label of labels) if (near.has(label.node)) taken.add(label);
	const more: PlacedLabel[] = [];
	for (const node of [...near].filter((each) => !named.has(each)).sort(byWeight)) {
		const disc = discOf(node, view);
		const spot = spots(node, view, scene.lineHeight).find((each) => within(each, frame) && !taken.meets(each));
		if (!spot || !meets(disc, frame)) continue;
		taken.add(spot);
		more.push({ node, ...spot });
	}
	return { labels: more, claim: claimIn(taken) };
}

const claimIn =
	(taken: Taken) =>
	(rect: Rect): boolean => {
		if (taken.meets(rect)) return false;
		taken.add(rect);
		return true;
	};

/** The first with the least cost. */
function leastBy<T>(items: readonly T[], cost: (item: T) => number): T | undefined {
	let best: T | undefined;
	let least = Infinity;
	for (const item of items) {
		const its = cost(item);
		if (its >= least) continue;
		best = item;
		least = its;
	}
	return best;
}
