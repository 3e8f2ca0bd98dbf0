/** Notes as one lives with them: written, linked, read, of a day, made into facts; nothing that is typed is lost. */
import { expect, test, type Page } from '@playwright/test';
import { localDay } from '../../src/lib/ui/format';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { collectComplaints } from './support/complaints';
import { findBarriers, findOverflow } from './support/look';

const { notes: words, nav, box } = strings;

const editor = (page: Page) => page.getByRole('textbox', { name: words.text });
const saved = (page: Page) => expect(page.locator('.state')).toHaveText(words.states.saved);

async function known(page: Page): Promise<void> {
	await page.goto('/');
	await call(page, 'remember', {
		facts: [
			{ entity: 'Ada Lovelace', type: 'person', content: 'wrote the first program' },
			{ entity: 'Charles Babbage', type: 'person', content: 'designed engines' }
		]
	});
}

test('a note is written, a name completes, it saves itself and is read with its links; the page’s policy holds', async ({
	page,
	baseURL
}) => {
	const complaints = await collectComplaints(page, baseURL ?? '');
	await known(page);
	await page.keyboard.press('g');
	await page.keyboard.press('n');
	await expect(page.getByText(words.none)).toBeVisible();
	await page.getByRole('link', { name: words.new }).click();
	await page.getByLabel(words.title).fill('On engines');
	await editor(page).click();
	await page.keyboard.type('Met [[Ada Lov');
	const offered = page.getByRole('option', { name: /Ada Lovelace/ });
	await expect(offered).toBeVisible();
	await page.keyboard.press('Enter');
	await page.keyboard.type(' and @Babb');
	await expect(page.getByRole('option', { name: /Charles Babbage/ })).toBeVisible();
	await page.keyboard.press('Enter');
	await page.keyboard.type(', **not** [[Nobody Yet]].\n\n<img src=x onerror="alert(1)"> stays text');
	await saved(page);
	await expect(page).toHaveURL(/\/notes\/[0-9a-f-]{36}$/);
	await expect(editor(page)).toBeFocused();
	const listed = await call(page, 'list_notes', {});
	expect(listed.ok && listed.value.notes).toMatchObject([{ title: 'On engines', kind: 'page' }]);
	const id = listed.ok ? (listed.value.notes[0]?.id ?? '') : '';
	const read = await call(page, 'get_note', { note_id: id });
	expect(read.ok && read.value.note?.text).toContain('Met [[Ada Lovelace]] and [[Charles Babbage]], **not**');

	await page.keyboard.press('ControlOrMeta+e');
	const body = page.locator('.body');
	await expect(body.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', /\/thing\/[0-9a-f-]{36}/);
	await expect(body.getByRole('link', { name: 'Nobody Yet' })).toHaveAttribute('href', /\/thing\?name=Nobody/);
	await expect(body.locator('strong')).toHaveText('not');
	await expect(body).toContainText('<img src=x onerror="alert(1)"> stays text');
	await expect(body.locator('img')).toHaveCount(0);
	expect(await findBarriers(page)).toEqual([]);
	await body.getByRole('link', { name: 'Ada Lovelace' }).click();
	await page.getByRole('link', { name: 'On engines' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('On engines');
	expect(complaints).toEqual([]);
});

test('what is typed survives a page that goes away before it was saved', async ({ page }) => {
	// Nothing that is said to the notebook from now on comes there: as if the page had crashed at the next letter.
	await page.addInitScript(() => {
		for (const prototype of [MessagePort.prototype, Worker.prototype]) {
			const post = prototype.postMessage as (...args: unknown[]) => void;
			prototype.postMessage = function (this: MessagePort & Worker, ...args: unknown[]) {
				if (!(window as { isCrashed?: boolean }).isCrashed) post.apply(this, args);
			};
		}
	});
	await known(page);
	await page.goto('/notes/new');
	await editor(page).click();
	await page.evaluate(() => Object.assign(window, { isCrashed: true }));
	await page.keyboard.type('A thought that is not saved');
	await page.reload();
	await expect(editor(page)).toContainText('A thought that is not saved');
	await saved(page);
	const listed = await call(page, 'list_notes', {});
	expect(listed.ok && listed.value.total).toBe(1);
});

test('a text that somebody else saves meanwhile is told, and overwrites nothing nor is overwritten', async ({
	page
}) => {
	await known(page);
	const made = await call(page, 'add_note', { text: 'first', title: 'Shared', kind: 'page' });
	const note_id = made.ok ? made.value.note_id : '';
	await page.goto(`/notes/${note_id}`);
	await page.getByRole('radio', { name: words.modes.write }).check();
	await expect(editor(page)).toContainText('first');
	// Read and not written here: it is taken over as it comes.
	await call(page, 'correct_note', { note_id, text: 'second' });
	await expect(editor(page)).toContainText('second');
	await editor(page).click();
	await page.keyboard.press('ControlOrMeta+End');
	await page.keyboard.type(' and mine');
	await call(page, 'correct_note', { note_id, text: 'theirs' });
	const told = page.getByRole('alert').filter({ hasText: words.theirs });
	await expect(told).toContainText('theirs');
	await expect(editor(page)).toContainText('second and mine');
	await told.getByRole('button', { name: words.keepMine }).click();
	await saved(page);
	const read = await call(page, 'get_note', { note_id });
	expect(read.ok && read.value.note?.text).toBe('second and mine');
});

test('what is marked becomes a fact, which names where it is from', async ({ page }) => {
	await known(page);
	await page.goto('/notes/new');
	await editor(page).click();
	await page.keyboard.type('Lives in London with [[Charles Babbage]]');
	await page.keyboard.press('ControlOrMeta+a');
	await page.getByRole('button', { name: words.makeFact }).click();
	const dialog = page.getByRole('dialog', { name: words.makeFact });
	await dialog.getByRole('combobox', { name: words.about }).fill('Ada Lov');
	await dialog.getByRole('option', { name: /Ada Lovelace/ }).click();
	await dialog.getByRole('button', { name: strings.save }).click();
	await expect(page.getByRole('region', { name: nav.news })).toContainText(box.saved.fact('Ada Lovelace'));
	const found = await call(page, 'get_entity', { name: 'Charles Babbage' });
	expect(found.ok && found.value.facts.map(({ content }) => content)).toContain(
		'Lives in London with [[Charles Babbage]]'
	);
});

test('of a day there is one note, found again by its day in another tab; the days beside it are one click away', async ({
	page,
	context
}) => {
	await known(page);
	const day = localDay(Date.now());
	await page.goto('/notes');
	await page.getByRole('link', { name: words.today }).click();
	await expect(page).toHaveURL(new RegExp(`/notes/${day}$`));
	await editor(page).click();
	await page.keyboard.type('Rain.');
	await saved(page);
	const other = await context.newPage();
	await other.goto(`/notes/${day}`);
	await expect(other.getByText('Rain.')).toBeVisible();
	await other.getByRole('link', { name: words.dayBefore }).click();
	await expect(other).not.toHaveURL(new RegExp(day));
	const listed = await call(page, 'list_notes', { kind: 'daily' });
	expect(listed.ok && listed.value.notes).toMatchObject([{ title: day }]);
});

test('the picture of notes and what they lead to, and the same as a table; clean for everyone, also small', async ({
	page
}) => {
	await known(page);
	await call(page, 'add_note', { text: 'Met [[Ada Lovelace]]; see [[Plan]]', title: 'Meeting', kind: 'page' });
	await call(page, 'add_note', { text: 'Nothing', title: 'Plan', kind: 'page' });
	await page.goto('/notes');
	await expect(page.getByRole('link', { name: /Meeting/ })).toBeVisible();
	await page.getByRole('searchbox').fill('nothing');
	await expect(page.getByRole('link', { name: /Meeting/ })).toHaveCount(0);
	await page.getByRole('searchbox').fill('');
	await page.getByRole('button', { name: words.showWiki }).click();
	await expect(page.getByRole('table')).toContainText('Ada Lovelace');
	for (const width of [1280, 360]) {
		await page.setViewportSize({ width, height: 780 });
		expect(await findBarriers(page)).toEqual([]);
		expect(await findOverflow(page)).toEqual([]);
	}
	await page.getByRole('table').getByRole('button', { name: 'Meeting' }).first().click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meeting');
	for (const colorScheme of ['light', 'dark'] as const)
		for (const mode of ['read', 'write'] as const) {
			await page.emulateMedia({ colorScheme });
			await page.getByRole('radio', { name: words.modes[mode] }).check();
			expect(await findBarriers(page)).toEqual([]);
			expect(await findOverflow(page)).toEqual([]);
		}
});
