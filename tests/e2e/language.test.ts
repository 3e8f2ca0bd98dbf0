/** The app in a second language: the browser's by itself, or the one chosen in Settings. */
import { expect, test } from '@playwright/test';
import { german } from '../../src/lib/ui/german';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { findBarriers, findOverflow } from './support/look';

test.use({ locale: 'de-DE' });

const sizes = [
	{ width: 1280, height: 800 },
	{ width: 360, height: 740 }
];

test('a browser that asks for German gets it, on every screen without anything sticking out; the choice is kept', async ({
	page
}) => {
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(german.first.title);
	expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
	expect(await call(page, 'load_sample', {})).toMatchObject({ ok: true });
	const found = await call(page, 'get_entity', { name: 'Ada Lovelace' });
	const id = (found.ok && found.value.entity?.id) || '';
	for (const path of ['/', `/thing/${id}`, '/things', '/review', '/history', '/agents', '/import', '/settings'])
		for (const size of sizes) {
			await page.setViewportSize(size);
			await page.goto(path);
			await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
			const where = `${path}, ${String(size.width)} px`;
			expect.soft(await findOverflow(page), where).toEqual([]);
			expect.soft(await findBarriers(page), where).toEqual([]);
		}

	await page.getByLabel(german.settings.language).selectOption('en');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(strings.settings.title);
	await page.reload();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(strings.settings.title);
	await page.getByLabel(strings.settings.language).selectOption('de');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(german.settings.title);
});
