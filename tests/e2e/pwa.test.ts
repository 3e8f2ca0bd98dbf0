/** The app as an installed one: offline with the server stopped, changing over to a new build, installable. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { filesBelow } from '../../scripts/source-hash.mjs';
import { anotherBuild, builtFolder, ownServer, type OwnServer } from '../support/own-server';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { offlineReady } from './support/tabs';

let server: OwnServer;
let folder: string;

test.beforeEach(async () => {
	folder = await builtFolder();
	server = await ownServer();
	await server.start(folder);
});
test.afterEach(() => server.stop());

const updateWaits = (page: Page) =>
	expect
		.poll(() => page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration())?.waiting), {
			timeout: 15_000
		})
		.toBe(true);

const role = { entity: 'Jeff', attribute: 'role' };

test('offline after the first load, with the server stopped: reload, second tab, unknown deep link, writes', async ({
	page,
	context
}) => {
	await page.goto(server.origin);
	await call(page, 'memory_fact_set', { ...role, value: 'designer' });
	await offlineReady(page);
	await server.stop();
	await page.reload();
	expect(await call(page, 'memory_fact_get', role)).toMatchObject({ value: { record: { value: 'designer' } } });
	const second = await context.newPage();
	await second.goto(`${server.origin}/a/path/that/nobody/knows?with=query`);
	expect(await call(second, 'memory_fact_set', { ...role, value: 'writer' })).toMatchObject({ ok: true });
	expect(await call(page, 'memory_fact_get', role)).toMatchObject({ value: { record: { value: 'writer' } } });
	await expect(second.getByRole('heading').first()).toBeVisible();
});

test('the whole build is in one cache', async ({ page }) => {
	await page.goto(server.origin);
	await offlineReady(page);
	const cached = await page.evaluate(async () => {
		const names = await caches.keys();
		const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
		return { names, paths: lists.flat().map(({ url }) => new URL(url).pathname) };
	});
	expect(cached.names).toEqual([expect.stringMatching(/^commonplace-/)]);
	const app = join(folder, 'app');
	// The browser gets these by themselves, or packed, or never asks for them.
	const apart = /\.(br|gz)$|^(200\.html|service-worker\.js|_app\/version\.json|_app\/env\.js)$/;
	const files = filesBelow('.', app)
		.map((path) => path.replace(/^\.\//, ''))
		.filter((path) => !apart.test(path))
		.map((path) => `/${path}`.replace(/\/index\.html$/, '/').replace(/\.html$/, ''));
	expect(cached.paths.sort()).toEqual(files.sort());
});

test('a new build waits, is offered, and takes every tab over; its cache is the only one', async ({
	page,
	context
}) => {
	await page.goto(server.origin);
	await call(page, 'memory_fact_set', { ...role, value: 'designer' });
	await offlineReady(page);
	const second = await context.newPage();
	await second.goto(server.origin);
	const next = anotherBuild(folder, '9.9.9-test');
	try {
		await server.start(next.folder);
		const build = (tab: Page) => tab.locator('meta[name=test-build]').count();
		await page.reload();
		await updateWaits(page);
		// Until the person says so it is the old build, whole.
		await page.reload();
		expect(await build(page)).toBe(0);
		const reloaded = [page, second].map((tab) => tab.waitForEvent('load'));
		await page.getByRole('button', { name: 'Update now' }).click();
		await Promise.all(reloaded);
		expect(await Promise.all([page, second].map(build))).toEqual([1, 1]);
		expect(await call(second, 'memory_fact_get', role)).toMatchObject({ value: { record: { value: 'designer' } } });
		await expect.poll(() => page.evaluate(() => window.caches.keys())).toEqual(['commonplace-9.9.9-test']);
	} finally {
		next.remove();
	}
});

test('a page that is older than its notebook takes the waiting build by itself, and does not go round in circles', async ({
	page
}) => {
	await page.goto(server.origin);
	await offlineReady(page);
	const next = anotherBuild(folder, '9.9.9-test');
	try {
		await server.start(next.folder);
		await page.goto(`${server.origin}/manifest.webmanifest`);
		await page.evaluate(() => new Promise((resolve) => (indexedDB.open('commonplace', 9990).onsuccess = resolve)));
		await page.goto(server.origin);
		await expect(page.locator('meta[name=test-build]')).toHaveCount(1, { timeout: 20_000 });
		// This build does not know that schema either: it says so and stays.
		await expect(page.getByRole('heading', { name: /newer/ })).toBeVisible();
		let loads = 0;
		page.on('load', () => loads++);
		await page.waitForTimeout(1_500);
		expect(loads).toBe(0);
	} finally {
		next.remove();
	}
});

test('the first load is at most 150 KB of compressed script; editor, pictures and formats come when they are used', async ({
	browser
}) => {
	const context = await browser.newContext({ serviceWorkers: 'block' });
	const page = await context.newPage();
	const scripts = new Map<string, Promise<Buffer>>();
	page.on('response', (response) => {
		if (response.url().endsWith('.js')) scripts.set(response.url(), response.body());
	});
	await page.goto(server.origin);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await page.waitForFunction(() => 'commonplace' in window);
	await page.waitForTimeout(1_500); // what it still loads by itself
	const bodies = await Promise.all(scripts.values());
	const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
	expect(bodies.length).toBeGreaterThan(5);
	expect(bytes).toBeLessThanOrEqual(150_000);
	await context.close();
});

test('what is shared to it, and the shortcut, stand in the line: nothing is saved unasked, a reload does not ask again', async ({
	page
}) => {
	const palette = page.getByRole('dialog', { name: strings.box.palette });
	await page.goto(`${server.origin}/?title=News&text=${encodeURIComponent('Jeff works\nat Acme')}&url=`);
	await expect(palette.getByRole('combobox')).toHaveValue('News Jeff works at Acme');
	await expect(page).toHaveURL(`${server.origin}/`);
	await page.reload();
	await expect(page.getByRole('heading').first()).toBeVisible();
	await expect(palette).toBeHidden();
	const overview = await call(page, 'get_overview', {});
	expect(overview.ok && overview.value.changes).toBe(0);
	await page.goto(`${server.origin}/?capture=1`);
	await expect(palette.getByRole('combobox')).toBeFocused();
	await page.goto(`${server.origin}/?capture=${encodeURIComponent('web+commonplace:Jeff%20likes%20tea')}`);
	await expect(palette.getByRole('combobox')).toHaveValue('Jeff likes tea');
	await palette.getByRole('combobox').press('Enter');
	await expect.poll(async () => (await call(page, 'get_entity', { name: 'Jeff' })).ok).toBe(true);
});

test('installable: the browser finds nothing missing in the manifest', async ({ page, context }) => {
	await page.goto(server.origin);
	await offlineReady(page);
	const session = await context.newCDPSession(page);
	const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
	// A private window is the one thing that a test cannot help.
	expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
	const { errors, url, data } = await session.send('Page.getAppManifest');
	expect(errors).toEqual([]);
	expect(url).toBe(`${server.origin}/manifest.webmanifest`);
	const manifest = JSON.parse(data ?? '{}') as {
		icons: { src: string }[];
		shortcuts: { url: string }[];
		share_target: { action: string; params: Record<string, string> };
	};
	expect(manifest.share_target).toMatchObject({ action: '/', params: { title: 'title', text: 'text', url: 'url' } });
	for (const { src } of manifest.icons) expect((await page.request.get(server.origin + src)).ok()).toBe(true);
});
