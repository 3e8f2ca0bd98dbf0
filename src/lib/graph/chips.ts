/** "+37" at a node whose neighbours are not all drawn: where it stands, and whether a pointer is on it. Pure. */
import type { Point } from './layout';
import { meets, type Rect } from './placing';
import type { Scene, SceneNode } from './scene';
import { nodeScale, toScreen, type View } from './view';

export const CHIP_HEIGHT = 15;
const DIGIT = 6.6;

export const chipText = ({ folded }: SceneNode): string => `+${folded}`;

/** Above and right of the node; px of the screen. */
export function chipOf(node: SceneNode, view: View): Rect {
	const { x, y } = toScreen(view, node);
	const reach = node.radius * nodeScale(view.k);
	return {
		x: x + reach * 0.6,
		y: y - reach * 0.6 - CHIP_HEIGHT,
		width: chipText(node).length * DIGIT + 9,
		height: CHIP_HEIGHT
	};
}

/** The node whose chip is under a pointer; the one drawn last is on top. */
export function chipAt(scene: Scene, view: View, point: Point, reach = 0): SceneNode | null {
	const dot = { x: point.x - reach, y: point.y - reach, width: reach * 2 + 0.01, height: reach * 2 + 0.01 };
	return scene.nodes.findLast((node) => node.folded > 0 && meets(chipOf(node, view), dot)) ?? null;
}
