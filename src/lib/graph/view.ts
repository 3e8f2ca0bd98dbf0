/** Where the picture stands in its frame: zoom and shift. Screen = world × k + (x, y), px. Pure. */
import type { Box } from './boxes';
import { boxOf, type Scene, type SceneNode } from './scene';
import type { Point } from './layout';

export interface View {
	k: number;
	x: number;
	y: number;
}

export interface Size {
	width: number;
	height: number;
}

const MIN_ZOOM = 0.08;
const MAX_ZOOM = 4;
/** A fitted picture is never blown up more than this. */
const MAX_FIT = 1.25;
const MARGIN = 12;
/** Below this zoom most names find no room. */
const CROWDED = 0.45;

export const toScreen = ({ k, x, y }: View, point: Point): Point => ({ x: point.x * k + x, y: point.y * k + y });
export const toWorld = ({ k, x, y }: View, point: Point): Point => ({ x: (point.x - x) / k, y: (point.y - y) / k });

/** Nodes shrink and grow slower than the space between them. */
export const nodeScale = (k: number): number => Math.min(1.5, Math.max(0.45, Math.sqrt(k)));

const clampZoom = (k: number): number => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, k));

/** Zooms by a factor with one point of the screen staying where it is. */
export function zoomedAt(view: View, factor: number, at: Point): View {
	const k = clampZoom(view.k * factor);
	const world = toWorld(view, at);
	return { k, x: at.x - world.x * k, y: at.y - world.y * k };
}

export const panned = ({ k, x, y }: View, dx: number, dy: number): View => ({ k, x: x + dx, y: y + dy });

interface Extent {
	left: number;
	right: number;
	top: number;
	bottom: number;
}

const boxWithName = (scene: Scene, node: SceneNode): Box => boxOf(node, scene.lineHeight);
const boxAlone = (_: Scene, { radius }: SceneNode): Box => ({ left: radius, right: radius, up: radius, down: radius });

/** What the picture covers at a zoom: names keep their size while places scale. */
function extentAt(scene: Scene, k: number, boxAt: (scene: Scene, node: SceneNode) => Box): Extent {
	const extent = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
	for (const node of scene.nodes) {
		const box = boxAt(scene, node);
		extent.left = Math.min(extent.left, node.x * k - box.left);
		extent.right = Math.max(extent.right, node.x * k + box.right);
		extent.top = Math.min(extent.top, node.y * k - box.up);
		extent.bottom = Math.max(extent.bottom, node.y * k + box.down);
	}
	return extent;
}

/** The largest zoom at which all boxes are inside. */
function fitting(
	scene: Scene,
	{ width, height }: Size,
	margin: number,
	boxAt: (scene: Scene, node: SceneNode) => Box
): View {
	let [k, low, high] = [MAX_FIT, MIN_ZOOM, MAX_FIT];
	for (let i = 0; i < 16; i++) {
		const { left, right, top, bottom } = extentAt(scene, k, boxAt);
		if (right - left <= width - margin * 2 && bottom - top <= height - margin * 2) low = k;
		else high = k;
		k = (low + high) / 2;
	}
	const { left, right, top, bottom } = extentAt(scene, low, boxAt);
	return { k: low, x: (width - left - right) / 2, y: (height - top - bottom) / 2 };
}

/** The whole picture, as large as it may be, in the middle. Where only a few names can be shown anyway, their room does not count. */
export function fitted(scene: Scene, size: Size): View {
	if (!scene.nodes.length) return { k: 1, x: size.width / 2, y: size.height / 2 };
	const named = fitting(scene, size, MARGIN, boxWithName);
	return named.k >= CROWDED ? named : fitting(scene, size, MARGIN * 1.5, boxAlone);
}

/** The least shift that brings a node well into the frame. */
export function revealing(view: View, node: SceneNode, { width, height }: Size): View {
	const { x, y } = toScreen(view, node);
	const rim = Math.min(60, width / 4, height / 4);
	const inside = (at: number, room: number): number => Math.min(room - rim, Math.max(rim, at)) - at;
	return panned(view, inside(x, width), inside(y, height));
}

/** Between two views, for a moving picture. */
export function between(from: View, to: View, part: number): View {
	const mix = (a: number, b: number): number => a + (b - a) * part;
	return { k: from.k * Math.pow(to.k / from.k, part), x: mix(from.x, to.x), y: mix(from.y, to.y) };
}
