/** Exits of the start in the built app (safekeeping, "Start-up"): each is said by the page, and calls answer with it. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type BrowserContext } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../scripts/find-chromium.mjs';
import { call } from '../support/script-door';

test.use({ serviceWorkers: 'block' });

/** A page of the same origin without the app. */
const BARE = '/manifest.webmanifest';
const role = { entity: 'Jeff', attribute: 'role' };

test('newer: a later version has been here', async ({ page }) => {
	await page.goto(BARE);
	await page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				const request = indexedDB.open('commonplace', 9990);
				request.onsuccess = () => {
					request.result.close();
					resolve();
				};
			})
	);
	await page.goto('/');
	const answer = await call(page, 'get_entity', { name: 'Jeff' });
	expect(answer).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } });
	expect(!answer.ok && answer.error.message).toContain('A newer version of Commonplace');
	await expect(page.getByRole('heading', { name: /newer/ })).toBeVisible();
});

test('blocked: another tab holds an older connection; when it is closed the page goes on by itself', async ({
	page,
	context
}) => {
	await page.goto(BARE);
	await page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				const request = indexedDB.open('commonplace', 1);
				request.onsuccess = () => {
					Object.assign(window, { held: request.result });
					resolve();
				};
			})
	);
	const app = await context.newPage();
	await app.goto('/');
	const answer = await call(app, 'get_entity', { name: 'Jeff' });
	expect(answer).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } });
	expect(!answer.ok && answer.error.message).toContain('Another tab');
	await expect(app.getByRole('heading', { name: /another tab/i })).toBeVisible();
	await page.close();
	await expect.poll(() => call(app, 'get_entity', { name: 'Jeff' }), { timeout: 15_000 }).toMatchObject({ ok: true });
});

test.describe('with a profile on disk', () => {
	let profile: string;
	test.beforeEach(() => {
		profile = mkdtempSync(join(tmpdir(), 'commonplace-profile-'));
	});
	test.afterEach(() => rmSync(profile, { recursive: true, force: true }));

	async function run<T>(baseURL: string | undefined, work: (context: BrowserContext) => Promise<T>): Promise<T> {
		const executablePath = findChromium();
		const context = await chromium.launchPersistentContext(profile, {
			...(baseURL && { baseURL }),
			...(executablePath && { executablePath }),
			args: chromiumFlags
		});
		try {
			return await work(context);
		} finally {
			await context.close();
		}
	}

	const databases = () => {
		const folder = join(profile, 'Default/IndexedDB');
		return readdirSync(folder).map((name) => join(folder, name));
	};

	async function writeOnce(context: BrowserContext) {
		const page = await context.newPage();
		await page.goto('/');
		await call(page, 'memory_fact_set', { ...role, value: 'designer' });
		await expect.poll(() => page.evaluate(() => localStorage.getItem('cp-marker'))).toContain('"entities":1');
	}

	test('missing: the database is gone and the marker is there, until as much is there again', async ({ baseURL }) => {
		await run(baseURL, writeOnce);
		for (const path of databases()) rmSync(path, { recursive: true });
		await run(baseURL, async (context) => {
			const page = await context.newPage();
			await page.goto('/');
			expect(await call(page, 'get_overview', {})).toMatchObject({ value: { empty: true } });
			const marker = () => page.evaluate(() => localStorage.getItem('cp-marker'));
			await expect.poll(marker).toContain('"missing":true');
			await expect(page.getByRole('heading', { name: /not here/ })).toBeVisible();
			await call(page, 'memory_fact_set', { ...role, value: 'designer' });
			await expect.poll(marker).not.toContain('missing');
		});
	});

	test('failed: the browser cannot open its database', async ({ baseURL }) => {
		await run(baseURL, writeOnce);
		for (const path of databases()) {
			rmSync(path, { recursive: true });
			writeFileSync(path, 'no folder');
		}
		await run(baseURL, async (context) => {
			const page = await context.newPage();
			await page.goto('/');
			const answer = await call(page, 'get_entity', { name: 'Jeff' });
			expect(answer).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } });
			expect(!answer.ok && answer.error.message).toContain('could not open the notebook');
			await expect(page.getByRole('heading', { name: /cannot be opened/ })).toBeVisible();
		});
		expect(databases().every((path) => existsSync(path))).toBe(true);
	});
});
