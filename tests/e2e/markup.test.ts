/** Markup in names, types, facts, values, notes, relations and files is text on every screen: nothing of it runs, loads or becomes an element. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { chooseInImport, runImport } from './support/import-screen';
import { openTab, type Tab } from './support/tabs';
import { rowsOf, ThingScreen } from './support/thing-screen';

const said = strings.thing;

/** Would load a picture and run a script: both would be seen. Short, for some screens show only the beginning of a long text. */
const evil = (what: string): string => `<img src=x onerror=pwned=1>${what}`;

const it = {
	name: evil('Eve'),
	type: evil('type'),
	alias: evil('alias'),
	description: evil('description'),
	fact: evil('fact'),
	attribute: evil('attribute'),
	value: evil('value'),
	relation: evil('relation'),
	other: evil('Other'),
	context: evil('context'),
	note: evil('note')
};

/** Nothing of it became more than text. */
async function isHarmless({ page, complaints }: Tab): Promise<void> {
	await expect(page.locator('img[src=x]')).toHaveCount(0);
	expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
	expect(complaints).toEqual([]);
}

async function shows(within: Locator, ...texts: string[]): Promise<void> {
	for (const text of texts) await expect(within).toContainText(text);
}

/** Through the page, as far as its forms go. */
async function writeIt({ keys, page }: Tab): Promise<void> {
	const here = new ThingScreen(page);
	const toasts = page.locator('.toasts');
	await page.goto(`/thing?name=${encodeURIComponent(it.name)}`);
	await keys.write(page.getByLabel(/^A fact about/), it.fact);
	await keys.press('Enter');
	await expect(here.fact(it.fact)).toBeVisible();
	await here.addValue(keys, it.attribute, it.value);
	await shows(toasts, strings.box.saved.value(it.attribute, it.value));
	await keys.press('Escape', 'r');
	await keys.write(page.getByRole('combobox', { name: said.relation }), it.relation);
	await keys.press('Tab');
	await keys.write(page.getByRole('combobox', { name: said.other }), it.other);
	await keys.press('Enter');
	await expect(page.getByRole('link', { name: it.other }).first()).toBeVisible();
	await keys.press('Escape');
	await keys.enter(page.getByRole('button', { name: strings.edit(said.type), exact: true }));
	await keys.write(page.getByRole('textbox', { name: said.type }), it.type);
	await keys.press('Enter');
	await shows(toasts, it.type);
}

/** The rest through the door: a name, a description, a note, a conflict with what an older look saw. */
async function writeTheRest(page: Page): Promise<void> {
	const entity = { entity: it.name };
	await call(page, 'add_alias', { ...entity, alias: it.alias });
	await call(page, 'set_entity', { ...entity, description: it.description });
	await call(page, 'add_note', { title: it.note, text: `${it.note} of [[${it.name}]]` });
	await call(page, 'relate_entities', {
		fromEntity: it.other,
		relation: it.relation,
		toEntity: it.name,
		context: it.context
	});
	await call(page, 'remember', {
		facts: [
			{
				entity: it.other,
				content: `${it.fact} elsewhere`,
				mentions: [{ entity: it.name, role: it.relation }],
				source: it.note
			}
		]
	});
	const slot = { ...entity, attribute: it.attribute };
	const found = await call(page, 'memory_fact_get', slot);
	const version =
		found.ok && 'record' in found.value && found.value.record?.kind === 'single' ? found.value.record.version : '';
	await call(page, 'memory_fact_set', { ...slot, value: evil('newer') });
	const late = await call(page, 'memory_fact_set', { ...slot, value: evil('late'), expected_version: version });
	expect(late).toMatchObject({ value: { action: 'contested' } });
}

test('markup in every field is text on every screen', async ({ context, baseURL }) => {
	const tab = await openTab(context, baseURL);
	const { page, keys } = tab;
	const here = new ThingScreen(page);
	const main = page.getByRole('main');
	await writeIt(tab);
	await writeTheRest(page);

	await test.step('the page of the thing', async () => {
		await expect(page).toHaveTitle(strings.title(it.name));
		await expect(here.title).toContainText(it.name);
		await shows(
			main,
			it.type,
			it.alias,
			it.description,
			it.fact,
			it.attribute,
			evil('newer'),
			evil('late'),
			it.relation,
			it.note
		);
		await shows(here.mentions, `${it.fact} elsewhere`, it.other, it.relation);
		const slot = main.locator('[data-attribute]');
		await keys.take(
			slot.getByRole('button', { name: said.valueOptions(it.attribute) }),
			said.showHistory(it.attribute)
		);
		await expect(slot.getByRole('listitem')).toContainText([evil('late'), evil('newer'), it.value]);
		await isHarmless(tab);
	});
	await test.step('its graph', async () => {
		await keys.enter(here.around.getByRole('link', { name: said.openGraph }));
		await expect(page.getByRole('application')).toHaveAccessibleName(/<img.*Eve/);
		await expect.poll(() => rowsOf(page.getByRole('table'))).toContain([it.name, it.relation, it.other].join(' · '));
		await shows(page.getByRole('table'), it.context);
		await isHarmless(tab);
	});
	await test.step('the box', async () => {
		await keys.palette();
		await keys.type(it.name.slice(0, -1));
		await shows(keys.chosen, it.name, it.type);
		await keys.press('Escape');
		await keys.type('fact elsewhere');
		await shows(page.getByRole('dialog'), `${it.fact} elsewhere`);
		await keys.press('Escape');
		await keys.type(`@${it.name} · ${it.attribute}: ${it.value}`);
		await shows(page.getByRole('dialog'), it.attribute, it.value);
		await isHarmless(tab);
		await keys.press('Escape', 'Escape');
	});
	await test.step('the list of things, Home, Review, History', async () => {
		await keys.go(strings.nav.things);
		await shows(main, it.name, it.type, it.other);
		await isHarmless(tab);
		await keys.go(strings.nav.home);
		await shows(main, it.attribute, evil('late'));
		await isHarmless(tab);
		await keys.go(strings.nav.review);
		await shows(main, it.attribute, it.name, evil('newer'), evil('late'));
		await isHarmless(tab);
		await keys.press('2');
		await shows(page.locator('.toasts'), evil('late'));
		await keys.go(strings.nav.history);
		await shows(main, it.fact, it.attribute, it.value, it.relation, it.alias, it.description);
		await isHarmless(tab);
	});
	await test.step('a file', async () => {
		const entity = (name: string) =>
			JSON.stringify({ type: 'entity', name, entityType: it.type, observations: [it.fact], [it.note]: 1 });
		const text = [entity(evil('Eva')), entity(it.name), `${it.note} is no JSON`].join('\n');
		await chooseInImport(keys, { name: `${it.note}.jsonl`, text });
		await shows(main, evil('Eva'), it.type, it.fact, `${it.note} is no JSON`, it.note);
		await isHarmless(tab);
		await runImport(keys);
		await shows(main, it.note);
		await isHarmless(tab);
	});
});
