/** The built app in a real Chromium with a profile on the disk, where strict durability is real. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { chromiumFlags, ensureChromium } from '../../scripts/find-chromium.mjs';
import { watchColdStart } from './page/cold-start';

/** Beside the repository's other leavings: the system's folder for such things may be a disk in memory. */
const profiles = fileURLToPath(new URL('../../.cache/bench', import.meta.url));

/** Quiet: no screen of it watches the notebook as closely as Home does. */
const SCREEN = '/settings';

export interface Profile {
	folder: string;
	remove: () => void;
}

export function newProfile(): Profile {
	mkdirSync(profiles, { recursive: true });
	const folder = mkdtempSync(join(profiles, 'profile-'));
	return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

export interface OpenApp {
	context: BrowserContext;
	page: Page;
	version: string;
	close: () => Promise<void>;
}

/** A browser just started, nothing of the app loaded. */
async function startBrowser({ folder }: Profile): Promise<OpenApp> {
	const context = await chromium.launchPersistentContext(folder, {
		executablePath: ensureChromium(),
		args: chromiumFlags,
		headless: true,
		bypassCSP: true, // the benchmark's own script is none of the app's
		serviceWorkers: 'block'
	});
	context.setDefaultTimeout(0); // a large import takes its time
	return {
		context,
		page: context.pages()[0] ?? (await context.newPage()),
		version: context.browser()?.version() ?? 'unknown',
		close: () => context.close()
	};
}

/** The app, its notebook ready and, unless it is wanted at work, at rest, with `window.bench` beside it. */
export async function openApp(profile: Profile, origin: string, script: string, atRest = true): Promise<OpenApp> {
	const app = await startBrowser(profile);
	await app.page.goto(origin + SCREEN);
	await app.page.waitForFunction(() => 'commonplace' in window);
	await app.page.addScriptTag({ content: script });
	await app.page.evaluate(() => window.bench.untilIndexed());
	if (atRest) await app.page.evaluate(() => window.bench.untilIdle());
	return app;
}

/** A new browser on a full notebook: how long until the first answers. */
export async function coldStart(profile: Profile, origin: string, name: string) {
	const app = await startBrowser(profile);
	try {
		await app.page.addInitScript(watchColdStart, name);
		await app.page.goto(origin);
		return await app.page.evaluate(() => window.coldStart);
	} finally {
		await app.close();
	}
}
