/** A person's first five minutes, by each of the five ways to begin. */
import { expect, test, type Page } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { collectComplaints } from './support/complaints';

const { first, import: words, nav, thing, box, undo } = strings;

const way = (page: Page, title: string) => page.locator('section', { has: page.getByRole('heading', { name: title }) });

async function choose(page: Page, title: string, name: string, text: string): Promise<void> {
	const asked = page.waitForEvent('filechooser');
	await way(page, title).getByRole('button', { name: first.choose }).click();
	await (await asked).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
	await expect(page.getByRole('region', { name: words.would })).toBeVisible();
	await page.getByRole('button', { name: words.run, exact: true }).click();
	await expect(page.getByRole('region', { name: words.did })).toBeVisible();
}

let complaints: string[];
test.beforeEach(async ({ page, baseURL }) => {
	complaints = await collectComplaints(page, baseURL ?? '');
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.title);
});
test.afterEach(() => expect(complaints).toEqual([]));

test('with the sample: look around, read a thing, take it out again', async ({ page }) => {
	await way(page, first.sample).getByRole('button', { name: first.sample }).click();
	await expect(page.getByText(first.sampleLoaded).first()).toBeVisible();
	await page.getByRole('main').getByRole('link', { name: 'Ada Lovelace' }).first().click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace');
	await expect(page.getByRole('region', { name: thing.timeline })).toBeVisible();
	await page.keyboard.press('ControlOrMeta+z');
	await expect(page.locator('.toast', { hasText: undo.undone })).toBeVisible();
	await page.goto('/');
	await expect.poll(async () => (await call(page, 'get_entity', { name: 'Ada Lovelace' })).ok).toBe(true);
	const gone = await call(page, 'get_entity', { name: 'Ada Lovelace' });
	expect(gone.ok && gone.value.found).toBe(false);
});

test('with the memory of an agent: a dry run, the import, the first thing', async ({ page }) => {
	const lines = [
		{ type: 'entity', name: 'Harbour office', entityType: 'place', observations: ['Opens at eight'] },
		{ type: 'entity', name: 'Priya', entityType: 'person', observations: ['Keeps the minutes'] },
		{ type: 'relation', from: 'Priya', to: 'Harbour office', relationType: 'works at' }
	];
	await choose(page, first.import, 'memory.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
	await page
		.getByRole('link', { name: words.see })
		.or(page.getByRole('button', { name: words.see }))
		.first()
		.click();
	await page.getByRole('link', { name: 'Priya' }).click();
	await expect(page.getByRole('main')).toContainText('Keeps the minutes');
});

test('with an agent: what to paste, and what happens then', async ({ page }) => {
	await way(page, first.connect).getByRole('link', { name: first.connectHow }).click();
	await expect(page).toHaveURL(/\/agents$/);
	for (const line of ['config claude', 'config codex', 'config cursor', 'config vscode'])
		await expect(page.getByText(line).first()).toBeVisible();
});

test('empty: a name, and the first line', async ({ page }) => {
	await way(page, first.empty).getByRole('textbox', { name: first.name }).fill('Robin');
	await way(page, first.empty).getByRole('button', { name: first.begin }).click();
	await expect(page.getByText(first.welcome('Robin')).first()).toBeVisible();
	const line = page.getByRole('main').getByRole('combobox', { name: box.label });
	await line.fill('Robin · city: Oslo');
	await expect(page.getByRole('option', { selected: true })).toBeVisible();
	await line.press('Enter');
	await expect(page.getByRole('region', { name: nav.news })).toContainText(box.saved.value('city', 'Oslo'));
	const mine = await call(page, 'memory_fact_get', { entity: 'me', attribute: 'city' });
	expect(mine.ok && mine.value.record).toMatchObject({ value: 'Oslo' });
});

test('with a copy: everything is there again, with its history', async ({ page, browser }) => {
	const other = await (await browser.newContext()).newPage();
	await other.goto('/');
	await call(other, 'memory_fact_set', { entity: 'Priya', attribute: 'role', value: 'clerk' });
	await call(other, 'memory_fact_set', { entity: 'Priya', attribute: 'role', value: 'harbour master' });
	const journal = await other.evaluate(async () => {
		const answer = await window.commonplace.export({ format: 'journal' });
		return answer.ok ? answer.value.blob.text() : '';
	});
	await other.context().close();
	await choose(page, first.restore, 'copy.ndjson', journal);
	const versions = await call(page, 'memory_history', { entity: 'Priya', attribute: 'role' });
	expect(versions.ok && versions.value.versions.map(({ value }) => value)).toEqual(['clerk', 'harbour master']);
});
