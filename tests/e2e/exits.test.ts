/** Exits of the start in the built app (safekeeping, "Start-up"): each is said by the page, and calls answer with it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../scripts/find-chromium.mjs';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { findBarriers } from './support/look';

test.use({ serviceWorkers: 'block' });

/** A page of the same origin without the app. */
const BARE = '/manifest.webmanifest';
const role = { entity: 'Jeff', attribute: 'role' };
const { connection, memory, nav, settings, tryAgain } = strings;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
/** The notebook's own screens are there. */
const isOpen = (page: Page) => expect(page.getByRole('navigation', { name: nav.label }).first()).toBeVisible();

/** As a build of tomorrow would; holds on to nothing. */
const openNewer = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				const request = indexedDB.open('commonplace', 9990);
				request.onsuccess = () => {
					request.result.close();
					resolve();
				};
			})
	);

test('newer: a later version has been here', async ({ page }) => {
	await page.goto(BARE);
	await openNewer(page);
	await page.goto('/');
	const answer = await call(page, 'get_entity', { name: 'Jeff' });
	expect(answer).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } });
	expect(!answer.ok && answer.error.message).toContain('A newer version of Commonplace');
	await expect(heading(page, connection.newer.title)).toBeVisible();
	await expect(button(page, tryAgain)).toBeHidden();
	await page.evaluate(() => indexedDB.deleteDatabase('commonplace'));
	await button(page, connection.reload).click();
	await isOpen(page);
});

test('taken: a newer version opens the notebook in another tab; this one says so, lets go, and offers the reload', async ({
	page,
	context
}) => {
	await page.goto('/');
	await call(page, 'memory_fact_set', { ...role, value: 'designer' });
	const other = await context.newPage();
	await other.goto(BARE);
	await openNewer(other);
	await expect(heading(page, connection.taken.title)).toBeVisible();
	expect(await findBarriers(page)).toEqual([]);
	await expect(button(page, tryAgain)).toBeHidden();
	await button(page, connection.reload).click();
	await expect(heading(page, connection.newer.title)).toBeVisible();
});

test('lost: the worker cannot be loaded; once it can, trying again opens the notebook', async ({ page }) => {
	await page.addInitScript(() => {
		Reflect.deleteProperty(globalThis, 'SharedWorker');
	});
	const worker = '**/*notebook.worker*';
	await page.route(worker, (route) => route.abort());
	await page.goto('/');
	await expect(heading(page, connection.lost.title)).toBeVisible();
	await page.unroute(worker);
	await button(page, tryAgain).click();
	await isOpen(page);
	expect(await call(page, 'memory_fact_set', { ...role, value: 'designer' })).toMatchObject({ ok: true });
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
	await expect(heading(app, connection.blocked.title)).toBeVisible();
	await button(app, tryAgain).click();
	await expect(heading(app, connection.blocked.title)).toBeVisible();
	await page.close();
	await expect.poll(() => call(app, 'get_entity', { name: 'Jeff' }), { timeout: 15_000 }).toMatchObject({ ok: true });
	await isOpen(app);
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
			await expect(heading(page, connection.failed.title)).toBeVisible();
			await button(page, tryAgain).click();
			await expect(heading(page, connection.failed.title)).toBeVisible();
		});
		expect(databases().every((path) => existsSync(path))).toBe(true);
	});

	test('refused: with site data blocked a person can go on with a notebook that is kept nowhere, and knows it', async ({
		baseURL
	}) => {
		mkdirSync(join(profile, 'Default'));
		const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
		writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(blocked));
		await run(baseURL, async (context) => {
			const page = await context.newPage();
			await page.goto('/');
			await expect(heading(page, connection.failed.title)).toBeVisible();
			await button(page, memory.goOn).click();
			const banner = page.getByRole('region', { name: memory.label });
			await expect(banner).toContainText(memory.title);
			expect(await findBarriers(page)).toEqual([]);

			expect(await call(page, 'memory_fact_set', { ...role, value: 'designer' })).toMatchObject({ ok: true });
			expect(await call(page, 'get_overview', {})).toMatchObject({ value: { storage: { kind: 'memory' } } });
			const download = page.waitForEvent('download');
			await button(page, settings.journal).click();
			expect(readFileSync(await (await download).path(), 'utf8')).toContain('designer');

			await page.getByRole('link', { name: settings.title }).first().click();
			await expect(banner).toBeVisible();
			await expect(page.getByRole('region', { name: settings.where })).toContainText(settings.memoryOnly);
			const asked = page.waitForEvent('dialog');
			void page.close({ runBeforeUnload: true });
			await (await asked).accept();
		});
	});
});
