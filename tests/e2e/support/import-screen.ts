/** The way in for files: from the first screen or from Import, through the report, to what was written. By keyboard. */
import { expect, type Page } from '@playwright/test';
import { strings } from '../../../src/lib/ui/strings';
import type { GivenFile, Keyboard } from './keyboard';

const { first, import: words } = strings;

/** What a report counts, as it is read: `7 new things`. */
export async function counted(page: Page, title: string): Promise<string[]> {
	const lines = page.getByRole('region', { name: title }).locator('dl > div');
	await expect(lines.first()).toBeVisible();
	const parts = await lines.evaluateAll((all) =>
		all.map((line) => [line.querySelector('dd'), line.querySelector('dt')].map((part) => part?.textContent ?? ''))
	);
	return parts.map((line) => line.join(' ').trim());
}

/** The same lines, as the app words them. */
export const told = (counts: Readonly<Record<string, number>>): string[] =>
	Object.entries(counts).map(([what, n]) => `${String(n)} ${words.counts[what]?.(n) ?? what}`);

const report = (page: Page) => expect(page.getByRole('region', { name: words.would })).toBeVisible();

/** From the first screen to the report: what the file holds, nothing written yet. */
export async function chooseAtFirstRun(keys: Keyboard, file: GivenFile, way: string = first.importWhat): Promise<void> {
	const { page } = keys;
	await expect(page.getByRole('heading', { level: 1, name: first.title })).toBeVisible();
	await keys.give(page.locator('section', { hasText: way }).getByRole('button', { name: first.choose }), file);
	await report(page);
}

/** From anywhere to the report of another file. */
export async function chooseInImport(keys: Keyboard, file: GivenFile): Promise<void> {
	const { page } = keys;
	await keys.command(strings.commands.import);
	await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
	const another = page.getByRole('button', { name: words.another });
	if (await another.isVisible()) await keys.enter(another);
	await keys.give(page.getByRole('button', { name: words.choose }), file);
	await report(page);
}

export async function runImport(keys: Keyboard): Promise<void> {
	await keys.enter(keys.page.getByRole('button', { name: words.run, exact: true }));
	await expect(keys.page.getByRole('region', { name: words.did })).toBeVisible();
}

/** The file is all here already: nothing to run. */
export async function findNothingNew({ page }: Keyboard): Promise<void> {
	await expect(page.getByText(words.nothingNew).first()).toBeVisible();
	await expect(page.getByRole('button', { name: words.run, exact: true })).toBeDisabled();
}
