/** The empty app in its shell: it opens, and answers every address, without a complaint of the browser. */
import { expect, test } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { collectComplaints } from './support/complaints';
import { offlineReady } from './support/tabs';

test('the app opens without a complaint', async ({ page, baseURL }) => {
	const complaints = await collectComplaints(page, baseURL ?? '');
	await page.goto('/');
	await expect(page.getByRole('heading').first()).toBeVisible();
	await offlineReady(page);
	expect(complaints).toEqual([]);
});

test('an unknown address is answered by the app itself, within the policy', async ({ page, baseURL }) => {
	const complaints = await collectComplaints(page, baseURL ?? '');
	await page.goto('/a/path/that/nobody/knows');
	await expect(page.getByRole('heading').first()).toBeVisible();
	expect(complaints.filter((text) => !text.includes('Not found: /a/path'))).toEqual([]);
});

test('the browser is asked to keep the data after the first save, once, whatever the number of saves and tabs', async ({
	context
}) => {
	await context.addInitScript(() => {
		const asked = () => Number(localStorage.getItem('test-asked') ?? 0);
		StorageManager.prototype.persist = () => {
			localStorage.setItem('test-asked', String(asked() + 1));
			return Promise.resolve(false);
		};
		StorageManager.prototype.persisted = () => Promise.resolve(false);
	});
	const [one, two] = [await context.newPage(), await context.newPage()];
	const asked = () => one.evaluate(() => localStorage.getItem('test-asked'));
	for (const page of [one, two]) {
		await page.goto('/');
		await call(page, 'get_entity', { name: 'Jeff' });
	}
	expect(await asked()).toBeNull();
	for (const page of [one, two, one]) {
		await call(page, 'memory_fact_set', { entity: 'Jeff', attribute: 'role', value: 'designer' });
		await expect.poll(asked).toBe('1');
	}
	await one.reload();
	await call(one, 'memory_fact_set', { entity: 'Jeff', attribute: 'role', value: 'writer' });
	expect(await asked()).toBe('1');
	await one.evaluate(() => dispatchEvent(new Event('appinstalled')));
	await expect.poll(asked).toBe('2');
});

test('the browser’s bars are of the page’s colour, whatever theme is chosen, and the icon for a home screen is there', async ({
	page,
	request
}) => {
	const theme = () =>
		page.evaluate(() => ({
			metas: [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
				.filter(({ media }) => !media || matchMedia(media).matches)
				.map(({ content }) => content),
			paper: getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()
		}));
	// A click is answered in the next frame.
	const agree = () =>
		expect(async () => {
			const { metas, paper } = await theme();
			expect(metas).toEqual([paper]);
		}).toPass();
	await page.emulateMedia({ colorScheme: 'light' });
	await page.goto('/settings');
	const { themes } = strings.settings;
	await expect(page.getByText(themes.dark, { exact: true })).toBeVisible();
	await agree();
	for (const choice of [themes.dark, themes.light, themes.auto]) {
		await page.getByText(choice, { exact: true }).click();
		await agree();
	}
	await page.emulateMedia({ colorScheme: 'dark' });
	await agree();
	const icon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
	expect((await request.get(String(icon))).headers()['content-type']).toBe('image/png');
});
