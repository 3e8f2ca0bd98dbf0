/** The words of a picture: names with a halo, relations where there is room, the tag of what is singled out. All text is drawn as text. */
import { chipOf, chipText, CHIP_HEIGHT } from './chips';
import type { Curve } from './curve';
import { FAINT, type Palette, type Pen, type Picture } from './draw';
import { discOf, type PlacedLabel, type Placing, type Rect } from './placing';
import type { SceneEdge, SceneNode } from './scene';

/** So few edges, and so much room, that all relations may be named. */
const FEW_EDGES = 16;
const ROOMY = 480;

/** Text with a halo of the ground, so that it reads over edges. */
function write(pen: Pen, palette: Palette, text: string, x: number, y: number, colour: string): void {
	pen.strokeStyle = palette.ground;
	pen.lineWidth = 3.5;
	pen.strokeText(text, x, y);
	pen.fillStyle = colour;
	pen.fillText(text, x, y);
}

export function drawName(pen: Pen, { palette, fonts, scene }: Picture, label: PlacedLabel, faint: boolean): void {
	const { node } = label;
	pen.globalAlpha = faint ? FAINT : 1;
	pen.font = node.centre ? fonts.strong : fonts.name;
	pen.textAlign = 'center';
	pen.textBaseline = 'middle';
	node.lines.forEach((line, index) => {
		const y = label.y + (index + 0.5) * scene.lineHeight;
		write(pen, palette, line, label.x + label.width / 2, y, node.centre ? palette.ink : palette.ink2);
	});
	pen.globalAlpha = 1;
}

/** Over what has stepped back: the ground's colour behind a text, so that it reads. */
function drawGround(pen: Pen, { ground }: Palette, { x, y, width, height }: Rect): void {
	pen.beginPath();
	pen.roundRect(x, y, width, height, 4);
	pen.globalAlpha = 0.85;
	pen.fillStyle = ground;
	pen.fill();
	pen.globalAlpha = 1;
}

export function drawPlate(pen: Pen, picture: Picture, label: PlacedLabel): void {
	const { x, y, width, height } = label;
	drawGround(pen, picture.palette, { x: x - 4, y: y - 1, width: width + 8, height: height + 2 });
	drawName(pen, picture, label, false);
}

export interface Drawn {
	edge: SceneEdge;
	curve: Curve;
	lit: boolean;
}

export const areFew = ({ scene, size }: Picture): boolean => scene.edges.length <= FEW_EDGES && size.width >= ROOMY;

/** The names of relations, where there is room; the one under the pointer always. */
export function drawRelations(
	pen: Pen,
	{ palette, fonts, scene, lit }: Picture,
	{ claim }: Placing,
	drawn: readonly Drawn[]
): void {
	pen.font = fonts.relation;
	pen.textAlign = 'center';
	pen.textBaseline = 'middle';
	for (const { edge, curve, lit: isLit } of drawn) {
		const { x, y } = curve.middle;
		const [width, height] = [edge.width + 4, scene.lineHeight - 2];
		const rect: Rect = { x: x - width / 2, y: y - height / 2, width, height };
		if (edge.label === '' || (edge !== lit.edge && (curve.length < 26 || !claim(rect)))) continue;
		if (isLit) drawGround(pen, palette, rect);
		write(pen, palette, edge.label, x, y, isLit ? palette.accent : palette.ink3);
	}
}

/** The singled-out node's name on a tag of its own, when the picture has no room for it. */
export function drawTag(
	pen: Pen,
	{ palette, fonts, scene, view, size }: Picture,
	node: SceneNode,
	labels: PlacedLabel[]
): void {
	if (labels.some((label) => label.node === node)) return;
	const disc = discOf(node, view);
	const [width, height] = [node.width + 14, node.lines.length * scene.lineHeight + 8];
	const x = Math.min(size.width - width - 4, Math.max(4, disc.x + disc.width / 2 - width / 2));
	const below = disc.y + disc.height + 6;
	const y = below + height > size.height ? disc.y - height - 6 : below;
	pen.beginPath();
	pen.roundRect(x, y, width, height, 6);
	pen.fillStyle = palette.ground;
	pen.fill();
	pen.strokeStyle = palette.line;
	pen.lineWidth = 1;
	pen.stroke();
	pen.font = node.centre ? fonts.strong : fonts.name;
	pen.textAlign = 'center';
	pen.textBaseline = 'middle';
	pen.fillStyle = palette.ink;
	node.lines.forEach((line, i) => pen.fillText(line, x + width / 2, y + 4 + (i + 0.5) * scene.lineHeight));
}

/** How many neighbours are folded into a node. */
export function drawChip(pen: Pen, { palette, fonts, view }: Picture, node: SceneNode, faint: boolean): void {
	const { x, y, width, height } = chipOf(node, view);
	pen.globalAlpha = faint ? FAINT : 1;
	pen.beginPath();
	pen.roundRect(x, y, width, height, CHIP_HEIGHT / 2);
	pen.fillStyle = palette.ground;
	pen.fill();
	pen.strokeStyle = palette.line;
	pen.lineWidth = 1;
	pen.stroke();
	pen.font = fonts.relation;
	pen.textAlign = 'center';
	pen.textBaseline = 'middle';
	pen.fillStyle = palette.ink2;
	pen.fillText(chipText(node), x + width / 2, y + height / 2 + 0.5);
	pen.globalAlpha = 1;
}
