/** The graph answers questions: around one or more things, filtered, between two, folded; by keyboard; as a file; and as a table. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { graphStrings } from '../../src/lib/ui/components/graph-strings';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { findBarriers } from './support/look';

const words = strings.graph;
const picture = (page: Page) => page.getByRole('application');
const table = (page: Page) => page.getByRole('table');
const rows = (page: Page) => table(page).getByRole('row');

type Triple = [from: string, relation: string, to: string];

const typeOf = (name: string, type: string) => (name.startsWith('Co ') ? 'company' : type);

/** In portions: a call takes at most so much. */
async function relate(page: Page, triples: Triple[], type = 'person'): Promise<void> {
	for (let at = 0; at < triples.length; at += 20) {
		const some = triples.slice(at, at + 20);
		const names = [...new Set(some.flatMap(([from, , to]) => [from, to]))];
		const said = await call(page, 'remember', {
			facts: names.map((entity) => ({ entity, type: typeOf(entity, type), content: `${entity} is here` })),
			relations: some.map(([from, relation, to]) => ({ from, relation, to }))
		});
		expect(said.ok).toBe(true);
	}
}

test('from several things, filtered; what is asked stands in the address, so that Back and a link work', async ({
	page
}) => {
	await page.goto('/');
	await relate(page, [
		['Ada', 'works_at', 'Co Engine'],
		['Ada', 'knows', 'Charles'],
		['Mary', 'knows', 'Charles']
	]);
	await page.goto('/graph?of=Ada');
	await expect(rows(page)).toHaveCount(4);

	await page.getByRole('combobox', { name: words.pick }).fill('Mary');
	await page.getByRole('option', { name: /Mary/ }).first().click();
	await expect(page).toHaveURL(/of=Ada&of=Mary/);
	await expect(page.getByRole('button', { name: words.remove('Mary') })).toBeVisible();

	await page.getByText(words.filters, { exact: true }).click();
	await page.getByRole('group', { name: words.types }).getByRole('button', { name: 'company 1' }).click();
	await expect(page.getByText(words.hidden(1))).toBeVisible();
	await expect(rows(page)).toHaveCount(3);
	await page.reload();
	await expect(page.getByText(words.hidden(1))).toBeVisible();
	expect(await findBarriers(page)).toEqual([]);
	await page.getByLabel(words.until, { exact: true }).fill('2001-01-01');
	await expect(page).toHaveURL(/until=2001-01-01/);
	await expect(page.getByText(words.hidden(2))).toBeVisible();
	await page.goBack();
	await expect(rows(page)).toHaveCount(3);

	await page.goBack();
	await expect(rows(page)).toHaveCount(4);
	await page.getByRole('button', { name: words.remove('Mary') }).click();
	await expect(page).not.toHaveURL(/Mary/);
});

test('the ways between two, numbered, a line for each step; none is said, with a way on', async ({ page }) => {
	await page.goto('/');
	await relate(page, [
		['Ada', 'knows', 'Charles'],
		['Charles', 'built', 'Engine'],
		['Ada', 'wrote_about', 'Engine'],
		['Far', 'knows', 'Away']
	]);
	await page.goto('/graph?of=Ada&of=Engine');
	await page.getByText(words.ways, { exact: true }).click();
	await expect(page).toHaveURL(/ways=1/);
	const list = page.getByRole('list', { name: words.ways });
	await expect(list.getByText(words.way(1, 1))).toBeVisible();
	await expect(list.getByText('wrote about')).toBeVisible();
	await expect(list.getByText(words.way(2, 2))).toBeVisible();
	await expect(rows(page)).toHaveCount(4);
	await page.getByRole('group', { name: words.ways }).getByText('1', { exact: true }).click();
	await expect(rows(page)).toHaveCount(2);
	expect(await findBarriers(page)).toEqual([]);

	await page.goto('/graph?of=Ada&of=Far&ways=1');
	await expect(page.getByText(words.noWay('Ada', 'Far'))).toBeVisible();
	await page.getByRole('button', { name: words.seeAround }).click();
	await expect(rows(page)).toHaveCount(5);
});

test('what is too much is folded, and unfolds where one asks for it; nothing else moves', async ({ page }) => {
	await page.goto('/');
	const around = (hub: string, n: number): Triple[] => Array.from({ length: n }, (_, i) => [hub, 'has', `${hub} ${i}`]);
	await relate(page, [['Root', 'owns', 'Hub'], ...around('Hub', 49)], 'part');
	await page.goto('/graph?of=Root');
	await expect(page.getByText(words.folded(37))).toBeVisible();
	await expect(rows(page)).toHaveCount(14);
	await page.getByRole('button', { name: words.moreOf(37, 'Hub') }).click();
	await expect(rows(page)).toHaveCount(51);
	await expect(page.getByText(words.folded(37))).toBeHidden();

	// By keyboard: to the hub, and M.
	await page.reload();
	await expect(rows(page)).toHaveCount(14);
	await picture(page).focus();
	const said = page.locator('figure [aria-live="polite"]');
	for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'])
		if (!/^Hub,/.test((await said.textContent()) ?? '')) await page.keyboard.press(key);
	await expect(said).toHaveText(/^Hub, part.*37 neighbours folded/);
	await page.keyboard.press('m');
	await expect(rows(page)).toHaveCount(51);
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hub');
});

test('the picture as SVG, well formed whatever the names, and as PNG', async ({ page }) => {
	await page.goto('/');
	await relate(page, [['A <b>&"c"', 'knows', 'Charles']]);
	await page.goto(`/graph?of=${encodeURIComponent('A <b>&"c"')}`);
	await expect(rows(page)).toHaveCount(2);
	const save = async (name: string) => {
		const download = page.waitForEvent('download');
		await page.getByRole('button', { name }).click();
		const file = await download;
		return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
	};
	const svg = await save(graphStrings.saveSvg);
	expect(svg.name).toBe('A-b-&-c.svg');
	const found = await page.evaluate((text) => {
		const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
		return {
			broken: parsed.querySelector('parsererror') !== null,
			texts: [...parsed.querySelectorAll('text')].map((each) => each.textContent)
		};
	}, svg.bytes.toString('utf8'));
	expect(found.broken).toBe(false);
	expect(found.texts).toEqual(expect.arrayContaining(['Charles', graphStrings.exported('A <b>&"c"')]));

	const png = await save(graphStrings.savePng);
	expect(png.name).toBe('A-b-&-c.png');
	expect(png.bytes.readUInt32BE(16)).toBe(2560);
});

test('the same in a narrow window: nothing sticks out, and every switch can be touched', async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto('/');
	await relate(page, [
		['Ada', 'works_at', 'Co Engine'],
		['Ada', 'knows', 'Charles']
	]);
	await page.goto('/graph?of=Ada&of=Charles&type-off=company');
	await expect(page.getByText(words.hidden(1))).toBeVisible();
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
	expect(await findBarriers(page)).toEqual([]);
});
