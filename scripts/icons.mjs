/**
 * Draws the PNG icons of the installed app from the SVGs beside them: `node scripts/icons.mjs`, after one of them was changed.
 * The results are committed, so that a build needs no browser.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { chromiumFlags, findChromium } from './find-chromium.mjs';
import { root } from './source-hash.mjs';

const folder = join(root, 'static');

/** Apple's is cut to its own shape and shows no transparency, so it is the full-bleed drawing. */
const drawings = [
	{ from: 'icon.svg', to: 'icon-192.png', size: 192 },
	{ from: 'icon.svg', to: 'icon-512.png', size: 512 },
	{ from: 'icon-maskable.svg', to: 'icon-maskable-512.png', size: 512 },
	{ from: 'icon-maskable.svg', to: 'apple-touch-icon.png', size: 180 }
];

const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumFlags });
try {
	for (const { from, to, size } of drawings) {
		const page = await browser.newPage({ viewport: { width: size, height: size } });
		const svg = readFileSync(join(folder, from), 'base64');
		await page.setContent(
			`<style>body { margin: 0 } img { display: block }</style><img width="${String(size)}" src="data:image/svg+xml;base64,${svg}">`
		);
		await page.screenshot({ path: join(folder, to), omitBackground: true });
		await page.close();
		console.log(`${to} ${String(size)} × ${String(size)}`);
	}
} finally {
	await browser.close();
}
