/** The page of a thing, and the history, as they were at the end of a day. */
import { expect, test } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { localDay } from '../../src/lib/ui/format';
import { call } from '../support/script-door';
import { findBarriers } from './support/look';

const { thing, history, time } = strings;
const DAY = 86_400_000;

test('a thing is read as it was, nothing of it can be changed there, and the way back is one click', async ({
	page
}) => {
	await page.goto('/');
	await call(page, 'load_sample', {});
	const found = await call(page, 'find_entities', { query: 'Ada Lovelace' });
	const id = found.ok ? (found.value.entities[0]?.id ?? '') : '';
	await page.goto(`/thing/${id}`);
	const residence = page.locator('[data-attribute="residence"]');
	await expect(residence).toContainText('St James');
	// The sample's own days: a value three weeks ago, a second claim today.
	const day = localDay(Date.now() - 14 * DAY);
	await page.getByLabel(thing.asOf).fill(day);
	await expect(page).toHaveURL(new RegExp(`at=${day}`));
	await expect(residence).toContainText('Ockham Park');
	await expect(residence).not.toContainText('St James');
	await expect(page.getByRole('button', { name: thing.addFact })).toHaveCount(0);
	await page.keyboard.press('f');
	await expect(page.getByLabel(thing.factLabel('Ada Lovelace'))).toHaveCount(0);
	expect(await findBarriers(page)).toEqual([]);
	await page.reload();
	await expect(residence).not.toContainText('St James');
	await page.getByRole('button', { name: time.backToNow }).click();
	await expect(residence).toContainText('St James');

	await page.getByLabel(thing.asOf).fill('1999-12-31');
	await expect(page.getByText(/was not here yet/)).toBeVisible();
});

test('the history ends at a day, and its links lead to things as they were', async ({ page }) => {
	await page.goto('/');
	await call(page, 'load_sample', {});
	await page.goto('/history');
	const list = page.getByRole('main');
	await expect(list).toContainText('St James');
	const day = localDay(Date.now() - 14 * DAY);
	await page.getByLabel(history.upTo).fill(day);
	await expect(list).toContainText('Ockham Park');
	await expect(list).not.toContainText('St James');
	await list.getByRole('link', { name: /residence: Ockham Park/ }).click();
	await expect(page).toHaveURL(new RegExp(`/thing/.*at=${day}`));
	await expect(page.locator('[data-attribute="residence"]')).not.toContainText('St James');
});
