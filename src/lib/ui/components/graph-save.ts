/** The picture as a file: SVG with its text as text, or PNG at twice the size, so that it is crisp. Loaded when asked for. */
import { drawExport, fileStem, frameOf, svgOf, type Exported } from '../../graph/export';
import { saveFile } from '../save-file';
import type { GraphStage } from './graph-stage';
import { graphStrings as words } from './graph-strings';

const SIZE = { width: 1280, height: 860 };
const CRISP = 2;

/** Nothing happens while nothing is drawn. */
export async function savePicture(stage: GraphStage, kind: 'svg' | 'png', about: readonly string[]): Promise<void> {
	const picture = stage.toExport(words.exported(about.join(', ')), SIZE);
	if (!picture) return;
	const blob = kind === 'svg' ? new Blob([svgOf(picture)], { type: 'image/svg+xml' }) : await pngOf(picture);
	saveFile(blob, `${fileStem(about)}.${kind}`);
}

async function pngOf(picture: Exported): Promise<Blob> {
	const { width, height } = frameOf(picture);
	const canvas = new OffscreenCanvas(width * CRISP, height * CRISP);
	const pen = canvas.getContext('2d');
	if (!pen) throw new Error('This browser has no canvas.');
	pen.scale(CRISP, CRISP);
	drawExport(pen, picture);
	pen.globalCompositeOperation = 'destination-over'; // drawing begins with an empty canvas: the ground comes behind it
	pen.fillStyle = picture.palette.ground;
	pen.fillRect(0, 0, width, height);
	return canvas.convertToBlob({ type: 'image/png' });
}
