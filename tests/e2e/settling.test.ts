/** What a person decides on the screens: how much a fact counts, and which text of a note stands that was written in two places. */
import { expect, test, type Page } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { findBarriers } from './support/look';

const { nav, review, thing, undo } = strings;

const toast = (page: Page) => page.getByRole('region', { name: nav.news });

test('a fact is called important: it comes first and says so; undo puts it back', async ({ page }) => {
	await page.goto('/');
	const facts = ['likes tea', 'runs the office'].map((content) => ({ entity: 'Jeff', content }));
	await call(page, 'remember', { facts });
	const found = await call(page, 'find_entities', { query: 'Jeff' });
	await page.goto(`/thing/${found.ok ? (found.value.entities[0]?.id ?? '') : ''}`);
	const about = page.getByRole('region', { name: new RegExp(thing.about('Jeff')) }).getByRole('listitem');
	await expect(about).toHaveCount(2);
	const last = await about.nth(1).locator('.text').innerText();

	await about.nth(1).getByRole('button', { name: thing.factOptions }).click();
	await page.getByRole('menuitem', { name: thing.weigh.important }).click();
	await expect(about.first()).toContainText(last);
	await expect(about.first()).toContainText(thing.weight.important);
	await about.first().getByRole('button', { name: thing.factOptions }).click();
	await expect(page.getByRole('menuitem', { name: thing.weigh.important })).toBeHidden();
	await expect(page.getByRole('menuitem', { name: thing.weigh.ordinary })).toBeVisible();
	await page.keyboard.press('Escape');
	await toast(page).getByRole('button', { name: undo.undo }).click();
	await expect(about.nth(1)).toContainText(last);
	await expect(page.getByText(thing.weight.important, { exact: true })).toHaveCount(0);
});

const journal = (page: Page): Promise<string> =>
	page.evaluate(async () => {
		const answer = await window.commonplace.export({ format: 'journal' });
		return answer.ok ? answer.value.blob.text() : '';
	});

async function take(page: Page, source: string): Promise<void> {
	const preview = await call(page, 'import_preview', { source, name: 'journal.ndjson' });
	await call(page, 'import_run', { preview_id: preview.ok ? preview.value.preview_id : '' });
}

test('a note written on two devices is settled by key, one text or both, and each can be undone', async ({
	browser
}) => {
	const [desk, phone] = await Promise.all(
		[0, 1].map(async () => {
			const page = await (await browser.newContext()).newPage();
			await page.goto('/');
			return page;
		})
	);
	if (!desk || !phone) throw new Error('two pages were asked for');
	const made = await call(desk, 'add_note', { text: 'The base', title: 'Plan' });
	const note_id = made.ok ? made.value.note_id : '';
	await take(phone, await journal(desk));
	await call(desk, 'correct_note', { note_id, text: 'Mine, at the desk' });
	await call(phone, 'correct_note', { note_id, text: 'Theirs, on the phone' });
	await take(desk, await journal(phone));

	await desk.goto('/review');
	const item = desk.getByRole('listitem').filter({ hasText: review.fork });
	for (const text of ['Plan', 'Mine, at the desk', 'Theirs, on the phone']) await expect(item).toContainText(text);
	expect(await findBarriers(desk)).toEqual([]);
	const text = async () => {
		const note = await call(desk, 'get_note', { note_id });
		return note.ok ? note.value.note?.text : undefined;
	};
	for (const [key, said, stands] of [
		['1', review.united.keep, /^Theirs, on the phone$/],
		['2', review.united.take, /^Mine, at the desk$/],
		['3', review.united.both, /^Theirs, on the phone\n\n---\n\nMine, at the desk$/]
	] as const) {
		await expect(item).toBeVisible();
		await expect(item.locator('kbd', { hasText: key })).toBeVisible();
		await desk.keyboard.press(key);
		await expect(toast(desk)).toContainText(said);
		await expect(item).toBeHidden();
		expect(await text()).toMatch(stands);
		await toast(desk).getByRole('button', { name: undo.undo }).click();
	}
	await expect(item).toBeVisible();
});
