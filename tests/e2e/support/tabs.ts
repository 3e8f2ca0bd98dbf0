/** Tabs of one person, on a server that the test may stop. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { OwnServer } from '../../support/own-server';
import { collectComplaints } from './complaints';
import { Keyboard } from './keyboard';

export interface Tab {
	keys: Keyboard;
	page: Page;
	complaints: string[];
}

/** @param origin of the server; what a test is given may be undefined, for Playwright says so */
export async function openTab(context: BrowserContext, origin = ''): Promise<Tab> {
	const page = await context.newPage();
	const complaints = await collectComplaints(page, origin);
	await page.goto(origin);
	return { keys: new Keyboard(page), page, complaints };
}

/** Until the service worker has the whole build and answers for this page. */
export const offlineReady = (page: Page): Promise<void> =>
	expect
		.poll(() =>
			page.evaluate(async () => {
				const registration = await navigator.serviceWorker.getRegistration();
				return registration?.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
			})
		)
		.toBe(true);

/** The server stops, the network goes, the page is loaded anew. */
export async function goOffline({ page }: Tab, server: OwnServer): Promise<void> {
	await offlineReady(page);
	await server.stop();
	await page.context().setOffline(true);
	await page.reload();
	// Before the app is there, nobody hears a key.
	await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}
