/**
 * A pen that writes SVG: `draw` moves it as it moves a canvas', so that a file shows what the screen shows. Text stays text,
 * and what people wrote is escaped. Pure.
 */
import type { Pen } from './draw';
import type { Size } from './view';

type Style = Pen['fillStyle'];

/** What XML 1.0 has no room for: control characters, lone surrogates, U+FFFE and U+FFFF. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeXml = (text: string): string =>
	text.replace(UNWRITABLE, '\u{FFFD}').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const n = (value: number): string => String(Math.round(value * 100) / 100);

/** A canvas' font (`450 11.5px a, b`) as attributes. */
function fontOf(font: string): string {
	const [, weight = '400', size = '12', family = 'sans-serif'] = /^(\d+) ([\d.]+)px (.+)$/s.exec(font) ?? [];
	return `font-weight="${weight}" font-size="${n(Number(size))}" font-family="${escapeXml(family)}"`;
}

const ANCHORS: Partial<Record<CanvasTextAlign, string>> = { center: 'middle', right: 'end', end: 'end' };

export class SvgPen implements Pen {
	fillStyle: Style = '#000';
	strokeStyle: Style = '#000';
	lineWidth = 1;
	lineCap: CanvasLineCap = 'butt';
	lineJoin: CanvasLineJoin = 'miter';
	globalAlpha = 1;
	font = '400 12px sans-serif';
	textAlign: CanvasTextAlign = 'start';
	textBaseline: CanvasTextBaseline = 'alphabetic';
	private path = '';
	private dashes: number[] = [];
	private readonly written: string[] = [];

	clearRect(): void {
		this.written.length = 0;
	}

	beginPath(): void {
		this.path = '';
	}

	closePath(): void {
		this.path += 'Z';
	}

	moveTo(x: number, y: number): void {
		this.path += `M${n(x)} ${n(y)}`;
	}

	/** As on a canvas, the first line of a path only moves there. */
	lineTo(x: number, y: number): void {
		this.path += `${this.path === '' ? 'M' : 'L'}${n(x)} ${n(y)}`;
	}

	quadraticCurveTo(cx: number, cy: number, x: number, y: number): void {
		this.path += `Q${n(cx)} ${n(cy)} ${n(x)} ${n(y)}`;
	}

	/** Whole circles only: nothing else is drawn. */
	arc(x: number, y: number, radius: number): void {
		const [r, wide] = [n(radius), n(radius * 2)];
		this.path += `M${n(x - radius)} ${n(y)}a${r} ${r} 0 1 0 ${wide} 0a${r} ${r} 0 1 0 -${wide} 0`;
	}

	roundRect(
		x: number,
		y: number,
		w: number,
		h: number,
		radii?: number | DOMPointInit | Iterable<number | DOMPointInit>
	): void {
		const r = Math.min(typeof radii === 'number' ? radii : 0, w / 2, h / 2);
		const corner = (dx: number, dy: number): string => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`;
		this.path +=
			`M${n(x + r)} ${n(y)}h${n(w - 2 * r)}${corner(r, r)}v${n(h - 2 * r)}${corner(-r, r)}` +
			`h${n(2 * r - w)}${corner(-r, -r)}v${n(2 * r - h)}${corner(r, -r)}Z`;
	}

	setLineDash(dashes: Iterable<number>): void {
		this.dashes = [...dashes];
	}

	fill(): void {
		this.written.push(`<path d="${this.path}" fill="${this.colour(this.fillStyle)}"${this.veil()}/>`);
	}

	stroke(): void {
		const dashed = this.dashes.length ? ` stroke-dasharray="${this.dashes.join(' ')}"` : '';
		this.written.push(`<path d="${this.path}" fill="none" ${this.line()}${dashed}${this.veil()}/>`);
	}

	fillText(text: string, x: number, y: number): void {
		this.text(text, x, y, `fill="${this.colour(this.fillStyle)}"`);
	}

	/** A halo: the same words again, which a reader of the file need not hear twice. */
	strokeText(text: string, x: number, y: number): void {
		this.text(text, x, y, `fill="none" ${this.line()} aria-hidden="true"`);
	}

	/** The file, with a title that is read and a ground of its own. */
	file({ width, height }: Size, title: string, ground: string): string {
		const [w, h] = [n(width), n(height)];
		return [
			`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img">`,
			`<title>${escapeXml(title)}</title>`,
			`<rect width="${w}" height="${h}" fill="${escapeXml(ground)}"/>`,
			...this.written,
			'</svg>\n'
		].join('\n');
	}

	private text(text: string, x: number, y: number, look: string): void {
		const anchor = ANCHORS[this.textAlign];
		const align = anchor ? ` text-anchor="${anchor}"` : '';
		const base = this.textBaseline === 'middle' ? ' dominant-baseline="central"' : '';
		this.written.push(
			`<text x="${n(x)}" y="${n(y)}" ${fontOf(this.font)} ${look}${align}${base}${this.veil()}>${escapeXml(text)}</text>`
		);
	}

	private line(): string {
		const { lineWidth, lineCap, lineJoin } = this;
		return `stroke="${this.colour(this.strokeStyle)}" stroke-width="${n(lineWidth)}" stroke-linecap="${lineCap}" stroke-linejoin="${lineJoin}"`;
	}

	/** Gradients and patterns are not drawn with. */
	private colour(style: Style): string {
		return typeof style === 'string' ? escapeXml(style) : 'none';
	}

	private veil(): string {
		return this.globalAlpha < 1 ? ` opacity="${n(this.globalAlpha)}"` : '';
	}
}
