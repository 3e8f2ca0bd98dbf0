/** Which names are shown at a zoom, and where: the important first, none on another or on a node. Pure. */
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

export function placeLabels(scene: Scene, view: View, { width, height }: Size): Placing {
	const taken = new Taken();
	const frame = { x: 0, y: 0, width, height };
	const discs = new Map(scene.nodes.map((node) => [node, discOf(node, view)]));
	for (const disc of discs.values()) taken.add(disc);
	const labels: PlacedLabel[] = [];
	for (const node of [...scene.nodes].sort(byWeight)) {
		const own = discs.get(node);
		if (!own || !meets(own, frame)) continue;
		const spot = spots(node, view, scene.lineHeight).find((each) => !taken.meets(each, own));
		if (!spot) continue;
		taken.add(spot);
		labels.push({ node, ...spot });
	}
	const claim = (rect: Rect): boolean => {
		if (taken.meets(rect)) return false;
		taken.add(rect);
		return true;
	};
	return { labels, claim };
}
