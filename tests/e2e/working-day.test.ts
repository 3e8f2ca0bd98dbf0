/**
 * A working day, at a desk with mouse and keyboard and again on a small phone by touch: twenty things are taken down, five conflicts settled, two
 * things that are one merged, a path is found, something is taken back, and a copy is carried away.
 */
import { readFileSync } from 'node:fs';
import { devices, expect, test, type Locator, type Page } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { contradict } from './support/agent';
import { collectComplaints } from './support/complaints';
import { findOverflow } from './support/look';

const { box, review, merge, nav, settings, undo, graph } = strings;

const { kind } = box;
/** As one says them, in every shape that the line takes, and how each is read. */
const lines: readonly (readonly [text: string, read: string])[] = [
	['Priya manages the harbour office', kind.note],
	['Priya · role: harbour master', kind.value],
	['Priya · phone: 4711', kind.value],
	['Priya · languages += Hindi', kind.member],
	['Priya · languages += Dutch', kind.member],
	['Priya → manages → Jonas', kind.relation],
	['Jonas → maintains → tide gauge', kind.relation],
	['tide gauge → stands at → North Pier', kind.relation],
	['Jonas · role: technician', kind.value],
	['Jonas · desk: B12', kind.value],
	['tide gauge · status: in service', kind.value],
	['tide gauge · built: 1998', kind.value],
	['North Pier · length: 340 m', kind.value],
	['Jonas prefers tea', kind.fact],
	['tide gauge samples every minute', kind.fact],
	['North Pier was repaired in March', kind.fact],
	['Jonas Petersen → works at → harbour office', kind.relation],
	['Jonas Petersen · role: technician', kind.value],
	['Priya met Jonas at the pier', kind.fact],
	['a lamp is out at the far end', kind.note]
];

const conflicts = [
	{ entity: 'Priya', attribute: 'phone', value: '0815' },
	{ entity: 'Jonas', attribute: 'desk', value: 'C3' },
	{ entity: 'tide gauge', attribute: 'status', value: 'out of order' },
	{ entity: 'tide gauge', attribute: 'built', value: '1989' },
	{ entity: 'North Pier', attribute: 'length', value: '430 m' }
];

/** What differs between a desk and a phone: how one presses. */
interface Hands {
	press: (target: Locator) => Promise<void>;
	/** The line, open and empty. */
	line: (page: Page) => Promise<Locator>;
}

const pointer: Hands = {
	press: (target) => target.click(),
	line: async (page) => {
		await page.keyboard.press('ControlOrMeta+k');
		return page.getByRole('dialog', { name: box.palette }).getByRole('combobox');
	}
};

const finger: Hands = {
	press: (target) => target.tap(),
	line: async (page) => {
		await page.getByRole('button', { name: nav.find, exact: true }).tap();
		return page.getByRole('dialog', { name: box.palette }).getByRole('combobox');
	}
};

async function aDay(page: Page, baseURL: string, { press, line }: Hands): Promise<void> {
	const complaints = await collectComplaints(page, baseURL);
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

	await test.step('twenty lines', async () => {
		for (const [text, read] of lines) {
			const field = await line(page);
			await field.fill(text);
			await expect(page.getByRole('option', { selected: true })).toContainText(read);
			await field.press('Enter');
			await expect(field).toBeHidden();
		}
		await expect.poll(async () => (await overview(page)).changes).toBeGreaterThanOrEqual(lines.length);
	});

	await test.step('an agent elsewhere says five things otherwise; each is settled where it waits', async () => {
		let journal = await copyOf(page);
		for (const claim of conflicts) journal = await contradict(journal, 'Claude Code', claim);
		const preview = await call(page, 'import_preview', { source: journal, name: 'journal.ndjson' });
		await call(page, 'import_run', { preview_id: preview.ok ? preview.value.preview_id : '' });
		await page.goto('/review');
		const waiting = page.getByRole('main').getByRole('listitem').filter({ hasText: review.conflict });
		await expect(waiting).toHaveCount(conflicts.length);
		for (let left = conflicts.length; left > 0; left--) {
			await press(
				waiting
					.first()
					.getByRole('button', { name: left % 2 ? review.take : review.keep })
					.first()
			);
			await expect(waiting).toHaveCount(left - 1);
		}
	});

	await test.step('two that are one', async () => {
		const one = await idOf(page, 'Jonas');
		await page.goto(`/thing/${one}`);
		await press(page.getByRole('button', { name: strings.thing.actions }));
		await press(page.getByRole('menuitem', { name: merge.open }));
		const dialog = page.getByRole('dialog');
		await dialog.getByRole('combobox').fill('Jonas Petersen');
		await press(dialog.getByRole('option', { name: /Jonas Petersen/ }));
		await press(dialog.getByRole('button', { name: merge.merge, exact: true }));
		await expect(dialog).toBeHidden();
		await expect(page.getByRole('main')).toContainText('harbour office');
	});

	await test.step('how Priya is connected with the pier', async () => {
		await page.goto('/graph?of=Priya&of=North%20Pier');
		await press(page.getByText(graph.ways, { exact: true }));
		await expect(page.getByRole('main')).toContainText(graph.way(1, 3));
		await expect(page.getByRole('main')).toContainText('stands at');
	});

	await test.step('the last one was not meant', async () => {
		const field = await line(page);
		await field.fill('Jonas · desk: D9');
		await expect(page.getByRole('option', { selected: true })).toBeVisible();
		await field.press('Enter');
		const toast = page.locator('.toast', { hasText: box.saved.value('desk', 'D9') });
		await press(toast.getByRole('button', { name: undo.undo }));
		await expect(page.locator('.toast', { hasText: undo.undone })).toBeVisible();
		const desk = await call(page, 'memory_fact_get', { entity: 'Jonas', attribute: 'desk' });
		expect(desk.ok && desk.value.record).not.toMatchObject({ value: 'D9' });
	});

	await test.step('a copy to carry away', async () => {
		await page.goto('/settings');
		const saving = page.waitForEvent('download');
		await press(page.getByRole('button', { name: settings.journal }));
		const saved = readFileSync(await (await saving).path(), 'utf8');
		expect(saved).toContain('harbour master');
	});

	expect(await findOverflow(page)).toEqual([]);
	expect(complaints).toEqual([]);
}

async function overview(page: Page) {
	const said = await call(page, 'get_overview', {});
	if (!said.ok) throw new Error(said.error.message);
	return said.value;
}

async function idOf(page: Page, query: string): Promise<string> {
	const found = await call(page, 'find_entities', { query });
	return found.ok ? (found.value.entities[0]?.id ?? '') : '';
}

const copyOf = (page: Page): Promise<string> =>
	page.evaluate(async () => {
		const answer = await window.commonplace.export({ format: 'journal' });
		return answer.ok ? answer.value.blob.text() : '';
	});

test('at a desk', async ({ page, baseURL }) => aDay(page, baseURL ?? '', pointer));

test.describe('on a small phone', () => {
	const { defaultBrowserType: _browser, ...phone } = devices['Galaxy S9+'];
	test.use({ ...phone, viewport: { width: 360, height: 740 } });
	test('by touch', async ({ page, baseURL }) => aDay(page, baseURL ?? '', finger));
});
