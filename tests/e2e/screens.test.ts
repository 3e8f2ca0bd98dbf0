/**
 * Every screen in both themes, wide and narrow: nothing that axe holds against WCAG 2.2 AA, no complaint of the browser, nothing
 * wider than a small phone. One page a theme walks through all of them.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { duplicatesFile } from '../support/memory-files';
import { call } from '../support/script-door';
import { collectComplaints } from './support/complaints';
import { findBarriers, findOverflow } from './support/look';

// One walk is many screens.
test.describe.configure({ timeout: 400_000 });
// A trace would keep every screen whole at every step; what is found says where it is.
test.use({ trace: 'off' });

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 360, height: 740 };

interface Screen {
	name: string;
	/** Where it is; absent: it comes by what is done. */
	path?: string;
	/** What is done there. */
	act?: (page: Page) => Promise<unknown>;
	/** Stands there when the screen is all there. */
	shows: (page: Page) => Locator;
	/** Other than both. */
	sizes?: { width: number; height: number }[];
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first();
const press = (key: string) => (page: Page) => page.keyboard.press(key);
const text = (what: string) => (page: Page) => page.getByText(what).first();

const { nav, home, first, thing, review, error } = strings;
const words = strings.import;
const field = (name: string) => (page: Page) => page.getByRole('textbox', { name });

const empty: Screen[] = [
	{ name: 'first run', path: '/', shows: heading(first.title) },
	{ name: 'no things', path: '/things', shows: text(strings.things.none) },
	{ name: 'no graph', path: '/graph', shows: heading(nav.graph) },
	{ name: 'nothing to review', path: '/review', shows: text(review.empty) },
	{ name: 'no history', path: '/history', shows: text(strings.history.empty) },
	{ name: 'import', path: '/import', shows: text(words.kinds) },
	{
		name: 'import, the report',
		act: (page) =>
			page
				.locator('input[type=file]')
				.first()
				.setInputFiles({
					name: 'memory.jsonl',
					mimeType: 'application/json',
					buffer: Buffer.from(
						`${duplicatesFile()}\nno JSON at all, and a long line at that: ${'x'.repeat(300)}\n{"type":"_aim"}`
					)
				}),
		shows: heading(words.would)
	},
	{
		name: 'import, done',
		act: async (page) => {
			await page.getByRole('button', { name: words.run, exact: true }).click();
			await expect(heading(words.did)(page)).toBeVisible();
		},
		shows: heading(words.did)
	},
	{
		name: 'import, undone',
		act: (page) => page.getByRole('button', { name: words.undo }).click(),
		shows: text(words.undone)
	},
	{
		name: 'import, not understood',
		path: '/import',
		act: (page) =>
			page
				.locator('input[type=file]')
				.first()
				.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('‰PNG') }),
		shows: (page) => page.getByRole('alert')
	},
	{ name: 'a name that nothing has', path: '/thing?name=Nobody%20Special', shows: heading('Nobody Special') },
	{ name: 'a thing that is gone', path: '/thing/00000000-0000-7000-8000-000000000000', shows: heading(thing.gone) },
	{ name: 'no such page', path: '/no/such/page', shows: heading(error.notFound) },
	{ name: 'settings', path: '/settings', shows: heading(strings.settings.where) }
];

/** @param ada the id of the thing that has the most to show */
const full = (ada: string): Screen[] => [
	{ name: 'home', path: '/', shows: heading(home.waiting) },
	{
		name: 'home, something typed',
		act: async (page) => {
			await page.getByRole('main').getByRole('combobox').fill('Ada Lovelace · residence: Marylebone');
		},
		shows: (page) => page.getByRole('option').first()
	},
	{ name: 'things', path: '/things', shows: (page) => page.getByRole('rowheader', { name: 'Ada Lovelace' }) },
	{ name: 'a thing', path: `/thing/${ada}`, shows: (page) => page.getByRole('application') },
	{
		name: 'a thing, its history and relations in words',
		act: async (page) => {
			await page.getByRole('button', { name: thing.showHistory('born') }).click();
			await page.getByRole('button', { name: thing.asTable }).click();
			await page.getByRole('button', { name: thing.showPast }).click();
			await expect(page.locator('[data-attribute=born]').getByRole('listitem').first()).toBeVisible();
		},
		shows: (page) => page.getByRole('table')
	},
	{
		name: 'a thing, a fact being added',
		act: async (page) => {
			await press('f')(page);
			await page.keyboard.insertText('Wrote to @Charles');
		},
		shows: (page) => page.getByRole('option', { name: 'Charles Babbage' })
	},
	{ name: 'a thing, a value being added', path: `/thing/${ada}`, act: press('v'), shows: field(thing.value) },
	{
		name: 'a thing, a relation being added',
		act: async (page) => {
			await page.getByRole('button', { name: strings.close, exact: true }).click();
			await press('r')(page);
		},
		shows: (page) => page.getByRole('combobox', { name: thing.other })
	},
	{
		name: 'a thing, its name being edited',
		act: (page) => page.getByRole('button', { name: strings.edit(thing.name), exact: true }).click(),
		shows: field(thing.name)
	},
	{
		name: 'a thing, its menu',
		path: `/thing/${ada}`,
		act: async (page) => {
			await page.getByRole('button', { name: thing.actions }).focus();
			await press('Enter')(page);
		},
		shows: (page) => page.getByRole('menuitem').first()
	},
	{
		name: 'a thing, the palette over it',
		path: `/thing/${ada}`,
		act: openPalette,
		shows: (page) => page.getByRole('option').first()
	},
	{
		name: 'a thing, the shortcuts over it',
		path: `/thing/${ada}`,
		act: press('?'),
		shows: heading(strings.shortcuts.title)
	},
	{
		name: 'a thing, more rooms',
		path: `/thing/${ada}`,
		act: async (page) => {
			await page.setViewportSize(NARROW);
			await page.getByRole('button', { name: nav.more, exact: true }).click();
		},
		shows: (page) => page.getByRole('dialog', { name: nav.more }),
		sizes: [NARROW]
	},
	{
		name: 'graph',
		path: '/graph?of=Ada%20Lovelace&of=Science%20Museum',
		shows: (page) => page.getByRole('table')
	},
	{
		name: 'review, settled with a key',
		path: '/review',
		act: async (page) => {
			await expect(page.getByRole('main').getByRole('button', { name: 'Take' }).first()).toBeVisible();
			await press('2')(page);
			// At once: the toast goes by itself, and looking the page through takes longer on a busy machine.
			await expect(page.getByRole('button', { name: strings.undo.undo })).toBeVisible();
		},
		shows: (page) => page.getByRole('heading', { level: 1 })
	},
	{ name: 'notes', path: '/notes', shows: heading(strings.notes.heading) },
	{ name: 'a note that is begun', path: '/notes/new', shows: (page) => page.getByLabel(strings.notes.title) },
	{ name: 'history', path: '/history', shows: heading(strings.time.today) },
	{ name: 'history of one thing', path: `/history?of=${ada}`, shows: heading(strings.time.today) },
	{ name: 'settings', path: '/settings', shows: heading(strings.settings.where) }
];

async function openPalette(page: Page) {
	await page.keyboard.press('ControlOrMeta+k');
	await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
	await page.keyboard.insertText('Ada');
}

async function look(page: Page, { name, path, act, shows, sizes }: Screen) {
	await test.step(name, async () => {
		await page.setViewportSize(WIDE);
		if (path) await page.goto(path);
		if (act) {
			await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
			await act(page);
		}
		for (const size of sizes ?? [WIDE, NARROW]) {
			await page.setViewportSize(size);
			await expect(shows(page)).toBeVisible();
			const where = `${name}, ${String(size.width)} px`;
			expect.soft(await findBarriers(page), where).toEqual([]);
			expect.soft(await findOverflow(page), where).toEqual([]);
		}
	});
}

for (const colorScheme of ['light', 'dark'] as const)
	test.describe(colorScheme, () => {
		test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

		test('every screen, wide and narrow: no barrier, no complaint, nothing sticks out', async ({ page, baseURL }) => {
			const complaints = await collectComplaints(page, baseURL ?? '');
			for (const screen of empty) await look(page, screen);
			await page.goto('/');
			expect(await call(page, 'load_sample', {})).toMatchObject({ ok: true });
			const found = await call(page, 'get_entity', { name: 'Ada Lovelace' });
			for (const screen of full((found.ok && found.value.entity?.id) || '')) await look(page, screen);
			expect(complaints.filter((complaint) => !complaint.includes('/no/such/page'))).toEqual([]);
		});
	});

test('right to left: nothing sticks out, and what somebody wrote keeps its own direction', async ({ page }) => {
	await page.addInitScript(() => {
		addEventListener('DOMContentLoaded', () => (document.documentElement.dir = 'rtl'));
	});
	await page.goto('/');
	expect(await call(page, 'load_sample', {})).toMatchObject({ ok: true });
	const found = await call(page, 'get_entity', { name: 'Ada Lovelace' });
	const id = (found.ok && found.value.entity?.id) || '';
	for (const path of ['/', `/thing/${id}`, '/things', '/review', '/history', '/graph?of=Ada%20Lovelace', '/settings'])
		for (const size of [WIDE, NARROW]) {
			await page.setViewportSize(size);
			await page.goto(path);
			await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
			expect.soft(await findOverflow(page), `${path}, ${String(size.width)} px`).toEqual([]);
		}
	await page.goto(`/thing/${id}`);
	const value = page.locator('[data-attribute="residence"] b').first();
	expect(await value.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
});

test('words as long as they may be, without a space: nothing sticks out on a small phone', async ({ page }) => {
	const endless = (mark: string, length = 200) => `${mark}${'x'.repeat(length - mark.length)}`;
	const [name, other, attribute] = [endless('Name'), endless('Other'), endless('attribute')];
	const slot = { entity: name, attribute };
	await page.setViewportSize(NARROW);
	await page.goto('/');
	const made = await call(page, 'remember', {
		facts: [
			{
				entity: name,
				type: endless('type'),
				content: endless('Fact', 3_000),
				mentions: [{ entity: other, role: endless('role') }]
			}
		],
		relations: [{ from: name, relation: endless('relation'), to: other, context: endless('context') }],
		values: [{ ...slot, value: endless('Value', 1_000) }]
	});
	const id = made.ok ? (made.value.facts[0]?.entity_id ?? '') : '';
	await call(page, 'add_alias', { entity: name, alias: endless('Alias') });
	await call(page, 'add_note', { title: endless('Title'), text: `[[${name}]] ${endless('Note', 1_000)}` });
	await call(page, 'memory_set_add', { entity: name, attribute: endless('set'), member: endless('Member', 500) });
	await call(page, 'memory_fact_set', { ...slot, value: endless('Late', 1_000), expected_version: 'one long gone' });
	const main = page.getByRole('main');
	const found = main.getByText(name).first();
	for (const [path, shown] of [
		['/', found],
		['/things', found],
		[`/thing/${id}`, page.getByText(endless('Member', 500)).first()],
		[`/graph?of=${name}`, page.getByRole('table')],
		['/review', page.getByText(endless('Late', 1_000)).first()],
		['/history', main.getByText('Name').first()],
		[`/thing?name=${endless('Nothing')}`, page.getByRole('heading', { name: endless('Nothing') })]
	] as const) {
		await page.goto(path);
		await expect(shown).toBeVisible();
		expect.soft(await findOverflow(page), path.slice(0, 20)).toEqual([]);
	}
	await openPalette(page);
	await page.keyboard.insertText(`${name} · ${attribute}: ${endless('Value', 1_000)}`);
	await expect(page.getByRole('option').first()).toBeVisible();
	expect.soft(await findOverflow(page), 'the palette').toEqual([]);
});
