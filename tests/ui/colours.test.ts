/** The page's colours have one source, the tokens; what cannot read them says the same. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Light, dark by the system, dark by choice. */
const papers = [...read('src/lib/ui/tokens.css').matchAll(/--paper: (#\w+);/gu)].map(([, colour]) => colour);
const [light, dark] = papers;

test('the two darks are one', () => {
	expect(papers).toEqual([light, dark, dark]);
});

test('the page before its styles have come', () => {
	const metas = [...read('src/app.html').matchAll(/scheme: (\w+)\)" content="(#\w+)"/gu)].map(([, ...both]) => both);
	expect(metas).toEqual([
		['light', light],
		['dark', dark]
	]);
});

test('the installed app, and its icons', () => {
	const manifest = JSON.parse(read('static/manifest.webmanifest')) as Record<string, string>;
	expect([manifest['background_color'], manifest['theme_color']]).toEqual([light, light]);
	for (const icon of ['icon', 'icon-maskable', 'favicon']) expect(read(`static/${icon}.svg`)).toContain(light);
});

test('nowhere else', () => {
	expect(read('src/lib/ui/state/preferences.svelte.ts')).not.toMatch(/#[0-9a-f]{6}/u);
	expect(read('static/theme.js')).not.toMatch(/#[0-9a-f]{6}/u);
});
