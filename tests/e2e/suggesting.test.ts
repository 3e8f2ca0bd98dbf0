/** What is offered while one types: the thing that was chosen comes first the next time, and names complete within a text, by keyboard alone. */
import { expect, test, type Page } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { Keyboard } from './support/keyboard';
import { findBarriers } from './support/look';

const { thing, box } = strings;

const remember = (page: Page, ...names: string[]) =>
	call(page, 'remember', { facts: names.map((entity) => ({ entity, type: 'place', content: 'A harbour' })) });
const offered = (page: Page) => page.getByRole('option', { selected: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function openThing(page: Page, name: string): Promise<void> {
	const found = await call(page, 'find_entities', { query: name });
	await page.goto(`/thing/${found.ok ? (found.value.entities[0]?.id ?? '') : ''}`);
	await expect(heading(page)).toHaveText(name);
}

test('of equals, what was chosen is the first offered the next time, after a reload too', async ({ page }) => {
	const keys = new Keyboard(page);
	await page.goto('/');
	await remember(page, 'Harbour A', 'Harbour B', 'Harbour C');
	await keys.palette();
	await keys.type('harb');
	await expect(keys.options.filter({ hasText: 'Harbour' })).toHaveText([/Harbour A/, /Harbour B/, /Harbour C/]);
	await keys.press('ArrowDown', 'ArrowDown', 'Enter');
	await expect(heading(page)).toHaveText('Harbour C');

	await expect(async () => {
		await keys.palette();
		await keys.type('harb');
		await expect(keys.options.filter({ hasText: 'Harbour' })).toHaveText([/Harbour C/, /Harbour A/, /Harbour B/], {
			timeout: 1_000
		});
	}).toPass();
	await page.reload();
	await expect(heading(page)).toHaveText('Harbour C');
	await keys.palette();
	await keys.type('harb');
	await expect(offered(page)).toContainText('Harbour C');

	// Somebody who looks at a thing changes nothing.
	const changes = await call(page, 'list_changes', {});
	expect(changes.ok && changes.value.changes.length).toBe(1);
});

test('in a fact, a name begun with @ or [[ is completed by keyboard; what completes it comes first the next time', async ({
	page
}) => {
	const keys = new Keyboard(page);
	await page.goto('/');
	await remember(page, 'Harbour A', 'Harbour B', 'Ferry');
	await openThing(page, 'Ferry');
	await keys.press('f');
	const field = page.getByLabel(thing.factLabel('Ferry'));
	await expect(field).toBeFocused();
	await keys.type('Leaves [[Harb');
	await expect(offered(page)).toContainText('Harbour A');
	await expect(offered(page)).toContainText('place');
	expect(await findBarriers(page)).toEqual([]);
	await keys.press('ArrowDown');
	await expect(offered(page)).toContainText('Harbour B');
	await keys.press('Enter');
	await expect(field).toHaveValue('Leaves [[Harbour B]] ');
	await keys.type('for @Harb');
	await expect(offered(page)).toContainText('Harbour B');
	await keys.press('Escape');
	await expect(page.getByRole('option')).toHaveCount(0);
	await expect(field).toHaveValue('Leaves [[Harbour B]] for @Harb');
	await keys.type('our A');
	await keys.press('Enter', 'Escape');

	const about = page.getByRole('region', { name: new RegExp(thing.about('Ferry')) });
	await expect(about).toContainText('Leaves Harbour B for Harbour A');
	await about.getByRole('link', { name: 'Harbour B' }).click();
	await expect(heading(page)).toHaveText('Harbour B');
});

test('in the line of the palette a name completes too, and the rest of it reads as ever', async ({ page }) => {
	const keys = new Keyboard(page);
	await page.goto('/');
	await remember(page, 'Harbour A', 'Harbour B');
	const line = await keys.palette();
	await keys.type('Lunch at @Harb');
	await expect(keys.options).toHaveText([/Harbour A/, /Harbour B/]);
	await keys.press('ArrowDown', 'Enter');
	await expect(line).toHaveValue('Lunch at @Harbour B ');
	await keys.type('with @Harbo');
	await expect(keys.chosen).toContainText('Harbour B');
	await keys.press('Escape');
	await expect(line).toHaveValue('Lunch at @Harbour B with @Harbo');
	await keys.press('ControlOrMeta+a');
	await keys.type('Lunch at @Harbour B, at noon');
	await keys.press('ArrowUp');
	await expect(keys.chosen).toContainText(box.kind.note);
	await keys.press('Enter');
	await expect(line).toHaveCount(0); // the palette is left at once
	await expect(page.getByRole('region', { name: strings.nav.news })).toContainText(box.saved.note);
	const notes = await call(page, 'list_notes', {});
	expect(notes.ok && notes.value.notes.map(({ excerpt }) => excerpt)).toEqual(['Lunch at [[Harbour B]], at noon']);
});
