/** Bad input in the page: what is too long is told where it was typed and stays there, odd names are names, rubbish is called so. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { openTab } from './support/tabs';
import { ThingScreen } from './support/thing-screen';

const said = strings.thing;

/* ---- too long ---- */

const long = (length: number): string => 'long '.repeat(Math.ceil(length / 5)).slice(0, length - 1) + '.';

/** It is said, where it happened, and what was typed still stands in the field. */
async function isToldAndKept(page: Page, field: Locator, typed: string, limit: number): Promise<void> {
	await expect(page.getByRole('main').or(page.getByRole('dialog')).getByRole('alert').last()).toContainText(
		`longer than ${String(limit)} characters`
	);
	await expect(field).toHaveValue(typed);
}

test('too long: said where it was typed, and nothing of it is lost', async ({ context, baseURL }) => {
	const { page, keys } = await openTab(context, baseURL);
	const [name, value, fact] = [long(201), long(4_001), long(20_001)];
	const textbox = (label: string) => page.getByRole('textbox', { name: label, exact: true });
	const combobox = (label: string) => page.getByRole('combobox', { name: label, exact: true });

	await test.step('the person’s name', async () => {
		await keys.tabTo(textbox(strings.first.name));
		await keys.type(name);
		await keys.press('Enter');
		await isToldAndKept(page, textbox(strings.first.name), name, 200);
	});
	await call(page, 'remember', { facts: [{ entity: 'Eve', content: 'Writes at length' }] });
	await keys.open('Eve');
	await test.step('a fact', async () => {
		await keys.press('f');
		await keys.write(page.getByLabel(said.factLabel('Eve')), fact);
		await keys.press('Enter');
		await isToldAndKept(page, page.getByLabel(said.factLabel('Eve')), fact, 20_000);
		await keys.press('Escape');
	});
	await test.step('a value, an attribute', async () => {
		await new ThingScreen(page).addValue(keys, 'motto', value);
		await isToldAndKept(page, textbox(said.value), value, 4_000);
		await keys.press('Shift+Tab');
		await keys.write(combobox(said.attribute), name);
		await keys.press('Enter');
		await isToldAndKept(page, combobox(said.attribute), name, 200);
		await keys.press('Escape');
	});
	await test.step('a relation and its other end', async () => {
		await keys.press('r');
		await keys.write(combobox(said.relation), name);
		await keys.press('Tab');
		await keys.write(combobox(said.other), name);
		await keys.enter(page.getByRole('button', { name: strings.save }));
		await isToldAndKept(page, combobox(said.relation), name, 200);
		await expect(combobox(said.other)).toHaveValue(name);
		await keys.press('Escape');
	});
	await test.step('its name', async () => {
		await keys.enter(page.getByRole('button', { name: strings.edit(said.name), exact: true }));
		await keys.write(textbox(said.name), name);
		await keys.press('Enter');
		await isToldAndKept(page, textbox(said.name), name, 200);
		await keys.press('Escape');
	});
	await test.step('a line of the box', async () => {
		const line = await keys.palette();
		for (const [typed, limit] of [
			[`Eve · motto: ${value}`, 4_000],
			[`Eve ${fact}`, 20_000]
		] as const) {
			await keys.write(line, typed);
			await expect(keys.chosen).toContainText('long long');
			await keys.press('Enter');
			await expect(page.locator('.toast.problem')).toContainText(`longer than ${String(limit)} characters`);
			await keys.enter(page.getByRole('button', { name: strings.box.backToLine }));
			await expect(line).toHaveValue(typed);
		}
	});
});

/* ---- names that are words of the machine ---- */

test('names, attributes and values that mean something to a machine, or that hide or turn text', async ({
	context,
	baseURL
}) => {
	const tab = await openTab(context, baseURL);
	const { page, keys } = tab;
	const here = new ThingScreen(page);
	for (const [name, attribute] of [
		['__proto__', 'constructor'],
		['toString', '__proto__'],
		['zero\u200Bwidth\u202Eturned', 'hasOwnProperty']
	] as const) {
		await page.goto(`/thing?name=${encodeURIComponent(name)}`);
		await keys.write(page.getByLabel(/^A fact about/), 'is a name like any other');
		await keys.press('Enter');
		await expect(here.fact('is a name like any other')).toBeVisible();
		await expect(page).toHaveTitle(strings.title(name));
		await here.addValue(keys, attribute, 'NaN');
		await keys.press('Escape');
		await expect(here.value(attribute)).toContainText('NaN');
	}
	await keys.go(strings.nav.things);
	await expect(page.getByRole('rowheader')).toHaveCount(3);
	expect(tab.complaints).toEqual([]);
});

/* ---- rubbish ---- */

test('a file that is none of ours: nothing is understood, and the page says so', async ({ context, baseURL }) => {
	const { page, keys } = await openTab(context, baseURL);
	const button = page.locator('section', { hasText: strings.first.importWhat }).getByRole('button');
	for (const [name, text] of [
		['shopping.txt', 'milk\nbread\n{"butter": 1}\n'],
		['half.jsonl', '{"type":"entity","name":"half'],
		['picture.png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
		['empty.jsonl', '']
	] as const) {
		await page.goto('/');
		await keys.give(button, { name, text });
		await expect(page.getByRole('alert')).toContainText(`Nothing in "${name}" was understood`);
		await keys.go(strings.nav.home);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(strings.first.title);
	}
});
