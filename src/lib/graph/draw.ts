/**
 * Draws a scene on a 2D canvas: edges, nodes, names. Reads the scene and changes nothing; colours and fonts are given.
 * Works on a page's canvas and on an OffscreenCanvas.
 */
import { curveOf, type Curve } from './curve';
import { cornersOf, DASHES, isDoubtful } from './look';
import { areFew, drawChip, drawName, drawPlate, drawRelations, drawTag } from './draw-text';
import { placeAlso, placeLabels, type PlacedLabel } from './placing';
import type { Scene, SceneEdge, SceneNode } from './scene';
import { nodeScale, toScreen, type Size, type View } from './view';

/** What a picture is drawn with; `SvgPen` writes the same strokes as a file. */
export type Pen = Pick<
	OffscreenCanvasRenderingContext2D,
	| 'clearRect'
	| 'beginPath'
	| 'closePath'
	| 'moveTo'
	| 'lineTo'
	| 'quadraticCurveTo'
	| 'arc'
	| 'roundRect'
	| 'fill'
	| 'stroke'
	| 'setLineDash'
	| 'fillText'
	| 'strokeText'
	| 'fillStyle'
	| 'strokeStyle'
	| 'lineWidth'
	| 'lineCap'
	| 'lineJoin'
	| 'globalAlpha'
	| 'font'
	| 'textAlign'
	| 'textBaseline'
>;

/** Resolved colours. `hues`: one per shape, as outline and as fill. */
export interface Palette {
	ground: string;
	ink: string;
	ink2: string;
	ink3: string;
	edge: string;
	accent: string;
	line: string;
	hues: readonly { line: string; fill: string }[];
}

export interface Fonts {
	name: string;
	strong: string;
	relation: string;
}

/** What stands out now. */
export interface Lit {
	/** Under the pointer or the keyboard: it and its neighbours stay, the rest steps back. */
	node?: SceneNode | null;
	edge?: SceneEdge | null;
	/** Ringed: the keyboard is on it. */
	focus?: SceneNode | null;
	selected?: string | null;
}

export interface Picture {
	scene: Scene;
	view: View;
	size: Size;
	palette: Palette;
	fonts: Fonts;
	lit: Lit;
}

/** How much of what steps back is still seen. */
export const FAINT = 0.28;

/** Draws everything; answers where the names are, for finding them under a pointer. */
export function draw(pen: Pen, picture: Picture): PlacedLabel[] {
	const { scene, view, size, lit } = picture;
	pen.clearRect(0, 0, size.width, size.height);
	pen.lineJoin = 'round';
	pen.lineCap = 'round';
	const placing = placeLabels(scene, view, size);
	const near = standing(scene, lit);
	const curves = scene.edges.flatMap((edge) => {
		const curve = curveOf(edge, view);
		return curve ? [{ edge, curve, lit: isLit(edge, lit) }] : [];
	});
	for (const each of curves) if (!each.lit) drawEdge(pen, picture, each.edge, each.curve, near ? 'faint' : 'plain');
	for (const each of curves) if (each.lit) drawEdge(pen, picture, each.edge, each.curve, 'lit');
	for (const node of scene.nodes) drawNode(pen, picture, node, near !== null && !near.has(node));
	for (const label of placing.labels) drawName(pen, picture, label, near !== null && !near.has(label.node));
	for (const node of scene.nodes) if (node.folded > 0) drawChip(pen, picture, node, near !== null && !near.has(node));
	if (!near) {
		if (areFew(picture)) drawRelations(pen, picture, placing, curves);
		return placing.labels;
	}
	const also = placeAlso(scene, view, size, near, placing.labels);
	for (const label of also.labels) drawPlate(pen, picture, label);
	const labels = [...placing.labels, ...also.labels];
	if (lit.node) drawTag(pen, picture, lit.node, labels);
	drawRelations(
		pen,
		picture,
		also,
		curves.filter((each) => each.lit)
	);
	return labels;
}

/** The nodes that stay in full colour; null when nothing is singled out. */
function standing(scene: Scene, { node, edge }: Lit): Set<SceneNode> | null {
	if (edge) return new Set([edge.source, edge.target]);
	if (!node) return null;
	const near = new Set([node]);
	for (const { source, target } of scene.edges) {
		if (source === node) near.add(target);
		if (target === node) near.add(source);
	}
	return near;
}

const isLit = (edge: SceneEdge, lit: Lit): boolean =>
	lit.edge ? edge === lit.edge : lit.node ? edge.source === lit.node || edge.target === lit.node : false;

type Tone = 'plain' | 'faint' | 'lit';

/** From so many edges on they fade, so that the nodes stay in front of them. */
const MANY_EDGES = 200;
const fading = (edges: number): number => Math.max(0.35, Math.min(1, Math.sqrt(MANY_EDGES / Math.max(1, edges))));

function drawEdge(pen: Pen, { scene, view, palette }: Picture, edge: SceneEdge, curve: Curve, tone: Tone): void {
	pen.globalAlpha = tone === 'lit' ? 1 : fading(scene.edges.length) * (tone === 'faint' ? FAINT * 1.6 : 1);
	pen.strokeStyle = tone === 'lit' ? palette.accent : palette.edge;
	pen.lineWidth = (tone === 'lit' ? 1.6 : 1.15) * Math.max(0.7, Math.min(1, nodeScale(view.k)));
	pen.setLineDash(isDoubtful(edge) ? [...DASHES] : []);
	pen.beginPath();
	pen.moveTo(curve.from.x, curve.from.y);
	pen.quadraticCurveTo(curve.via.x, curve.via.y, curve.to.x, curve.to.y);
	pen.stroke();
	pen.setLineDash([]);
	const arrow = 6.5 * nodeScale(view.k);
	if (curve.length > arrow * 2 && arrow > 3.2) drawArrow(pen, curve, arrow);
	pen.globalAlpha = 1;
}

function drawArrow(pen: Pen, { to, heading }: Curve, length: number): void {
	const wing = (side: number): [number, number] => [
		to.x - Math.cos(heading + side * 0.42) * length,
		to.y - Math.sin(heading + side * 0.42) * length
	];
	pen.fillStyle = pen.strokeStyle;
	pen.beginPath();
	pen.moveTo(to.x, to.y);
	pen.lineTo(...wing(1));
	pen.lineTo(...wing(-1));
	pen.closePath();
	pen.fill();
}

function outline(pen: Pen, node: SceneNode, view: View, radius: number): void {
	const { x, y } = toScreen(view, node);
	const corners = cornersOf(node.look.shape);
	pen.beginPath();
	if (corners.length) for (const [cx, cy] of corners) pen.lineTo(x + cx * radius, y + cy * radius);
	else pen.arc(x, y, radius, 0, Math.PI * 2);
	pen.closePath();
}

/** Colours of a node: what the picture is about is filled whole, what has no type is hollow. */
function colours({ look, centre }: SceneNode, palette: Palette): { line: string; fill: string } {
	const hue = palette.hues[look.hue] ?? { line: palette.ink3, fill: palette.ground };
	return centre ? { line: hue.line, fill: hue.line } : hue;
}

function drawNode(pen: Pen, { view, palette, lit }: Picture, node: SceneNode, faint: boolean): void {
	const radius = node.radius * nodeScale(view.k);
	const { line, fill } = colours(node, palette);
	outline(pen, node, view, radius);
	pen.fillStyle = palette.ground; // edges behind do not shine through
	pen.fill();
	pen.globalAlpha = faint ? FAINT : 1;
	pen.fillStyle = fill;
	pen.fill();
	pen.strokeStyle = line;
	pen.lineWidth = Math.max(1, 1.5 * nodeScale(view.k));
	pen.stroke();
	pen.globalAlpha = 1;
	if (node.id === lit.selected) drawRing(pen, picture(node, view, radius + 4.5), palette.accent, 1.5);
	if (node === lit.focus) drawRing(pen, picture(node, view, radius + 5), palette.accent, 2.5);
}

const picture = (node: SceneNode, view: View, radius: number) => ({ ...toScreen(view, node), radius });

function drawRing(pen: Pen, at: { x: number; y: number; radius: number }, colour: string, width: number): void {
	pen.beginPath();
	pen.arc(at.x, at.y, at.radius, 0, Math.PI * 2);
	pen.strokeStyle = colour;
	pen.lineWidth = width;
	pen.stroke();
}
