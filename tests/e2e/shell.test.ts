import { expect, test, type Page } from '@playwright/test';

/** Everything a page may complain of: its console, failed requests, resources its policy blocked, requests to elsewhere. */
async function collectComplaints(page: Page, origin: string): Promise<string[]> {
	const complaints: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
	});
	page.on('pageerror', (error) => complaints.push(String(error)));
	page.on('requestfailed', (request) => complaints.push(`${request.url()} ${request.failure()?.errorText ?? ''}`));
	page.on('request', (request) => {
		if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
			complaints.push(request.url());
	});
	await page.addInitScript(() => {
		addEventListener('securitypolicyviolation', (event) => {
			console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
		});
	});
	return complaints;
}

test('the app opens without a complaint', async ({ page, baseURL }) => {
	const complaints = await collectComplaints(page, baseURL ?? '');
	await page.goto('/');
	await expect(page.getByRole('heading').first()).toBeVisible();
	await page.waitForLoadState('networkidle');
	expect(complaints).toEqual([]);
});

test('an unknown address is answered by the app itself, within the policy', async ({ page, baseURL }) => {
	const complaints = await collectComplaints(page, baseURL ?? '');
	await page.goto('/a/path/that/nobody/knows');
	await expect(page.getByRole('heading').first()).toBeVisible();
	expect(complaints.filter((text) => !text.includes('Not found: /a/path'))).toEqual([]);
});
