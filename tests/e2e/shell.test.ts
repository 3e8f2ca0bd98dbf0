/** The empty app in its shell: it opens, and answers every address, without a complaint of the browser. */
import { expect, test } from '@playwright/test';
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
