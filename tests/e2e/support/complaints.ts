/** Everything a page may complain of: its console, failed requests, what its policy blocked, requests to elsewhere. */
import type { Page } from '@playwright/test';

/** To be called before the page goes anywhere. @returns the list that grows */
export async function collectComplaints(page: Page, origin: string): Promise<string[]> {
	const complaints: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
	});
	page.on('pageerror', (error) => complaints.push(String(error)));
	page.on('requestfailed', (request) => {
		const why = request.failure()?.errorText ?? '';
		// A page that is left does not wait for what it had asked for.
		if (why !== 'net::ERR_ABORTED') complaints.push(`${request.url()} ${why}`);
	});
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
