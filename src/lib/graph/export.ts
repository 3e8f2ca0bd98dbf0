/** A picture to take away: the whole scene in a frame of its own, under its title. The same for SVG and PNG. */
import { draw, type Fonts, type Palette, type Pen } from './draw';
import type { Scene } from './scene';
import { SvgPen } from './svg';
import { fitted, panned, type Size } from './view';

export interface Exported {
	scene: Scene;
	palette: Palette;
	fonts: Fonts;
	title: string;
	/** Of the picture below its title. */
	size: Size;
}

const HEAD = 44;
const RIM = 20;

export const frameOf = ({ size }: Exported): Size => ({ width: size.width, height: size.height + HEAD });

/** Nothing stands out; draws below the title. */
export function drawExport(pen: Pen, { scene, palette, fonts, title, size }: Exported): void {
	const view = panned(fitted(scene, size), 0, HEAD);
	const frame = { width: size.width, height: size.height + HEAD };
	draw(pen, { scene, view, size: frame, palette, fonts, lit: {} });
	pen.font = fonts.strong;
	pen.textAlign = 'start';
	pen.textBaseline = 'middle';
	pen.fillStyle = palette.ink;
	pen.fillText(title, RIM, HEAD / 2);
}

export function svgOf(picture: Exported): string {
	const pen = new SvgPen();
	drawExport(pen, picture);
	return pen.file(frameOf(picture), picture.title, picture.palette.ground);
}

const RESERVED = /[\\/:*?"<>|\p{Cc}\s]+/gu;

/** A file's name without its ending, from what the picture is about. */
export function fileStem(names: readonly string[]): string {
	const stem = names
		.join('-')
		.normalize('NFC')
		.replace(RESERVED, '-')
		.replace(/^[-.]+/, '');
	return (
		Array.from(stem)
			.slice(0, 60)
			.join('')
			.replace(/[-.]+$/, '') || 'graph'
	);
}
