/** Reads the look of the page for a canvas: CSS custom properties as resolved colours, fonts as the page has them. */
import type { Fonts, Palette } from '../../graph/draw';
import { shapes } from '../../graph/look';
import type { Lettering } from '../../graph/scene';

export interface Theme {
	palette: Palette;
	fonts: Fonts;
	lettering: Lettering;
}

/** @param host where the custom properties are looked up; @param pen measures texts */
export function readTheme(host: HTMLElement, pen: CanvasRenderingContext2D): Theme {
	const probe = document.createElement('span');
	probe.hidden = true;
	host.append(probe);
	const resolved = (value: string): string => {
		probe.style.color = value;
		return getComputedStyle(probe).color;
	};
	const palette: Palette = {
		ground: resolved('var(--surface)'),
		ink: resolved('var(--ink)'),
		ink2: resolved('var(--ink-2)'),
		ink3: resolved('var(--ink-3)'),
		edge: resolved('var(--graph-edge)'),
		accent: resolved('var(--accent)'),
		line: resolved('var(--line-strong)'),
		hues: shapes.map((_, hue) => ({
			line: resolved(`var(--graph-${hue})`),
			fill: resolved(`color-mix(in oklab, var(--graph-${hue}) 42%, var(--surface))`)
		}))
	};
	probe.remove();
	const { fontFamily, fontSize } = getComputedStyle(host);
	const px = Number.parseFloat(fontSize);
	const fonts: Fonts = {
		name: `450 ${px}px ${fontFamily}`,
		strong: `650 ${px * 1.06}px ${fontFamily}`,
		relation: `400 ${px * 0.9}px ${fontFamily}`
	};
	return { palette, fonts, lettering: letteringOf(fonts, pen, Math.round(px * 1.28)) };
}

function letteringOf(fonts: Fonts, pen: CanvasRenderingContext2D, lineHeight: number): Lettering {
	const measured =
		(font: string) =>
		(text: string): number => {
			pen.font = font;
			return pen.measureText(text).width;
		};
	return {
		name: measured(fonts.name),
		strong: measured(fonts.strong),
		relation: measured(fonts.relation),
		lineHeight
	};
}

/** Calls back when the theme may have changed: by the system, or by the person (an attribute of the root). */
export function watchTheme(changed: () => void): () => void {
	const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'].map((query) =>
		matchMedia(query)
	);
	for (const query of queries) query.addEventListener('change', changed);
	const observer = new MutationObserver(changed);
	observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] });
	const endResolution = watchResolution(changed);
	return () => {
		endResolution();
		for (const query of queries) query.removeEventListener('change', changed);
		observer.disconnect();
	};
}

/** Another screen, another zoom of the page: a canvas must be painted anew to stay crisp. */
function watchResolution(changed: () => void): () => void {
	let query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
	const again = (): void => {
		query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
		query.addEventListener('change', again, { once: true });
		changed();
	};
	query.addEventListener('change', again, { once: true });
	return () => query.removeEventListener('change', again);
}

export const stillPlease = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
