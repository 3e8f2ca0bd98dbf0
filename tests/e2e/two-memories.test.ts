/**
 * Two memories of one office, kept by two agents that spelled names as they liked: both are imported, the ten likeliest duplicates are
 * settled from Review by keyboard, two of them are undone, and everything is found under either name.
 */
import { expect, test, type Page } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { chooseAtFirstRun, chooseInImport, runImport } from './support/import-screen';
import { Keyboard } from './support/keyboard';
import { ThingScreen } from './support/thing-screen';

/** As the one memory has it, as the other; of what type; whether they are one. */
const people: readonly [one: string, other: string, type: string, isOne: boolean][] = [
	['Jonathan Whitcombe', 'Johnathan Whitcombe', 'person', true],
	['Annelise Brandt', 'Annelise Brant', 'person', true],
	['Thobias Lindqvist', 'Tobias Lindqvist', 'person', true],
	['Łukasz Wójcik', 'Lukasz Wojcik', 'person', true],
	['Margarethe Oosterhuis', 'Oosterhuis, Margarethe', 'person', true],
	['Brightwater Trading Ltd', 'Brightwater Trading Limited', 'company', true],
	['Hollowell Instruments', 'Hollowel Instruments', 'company', true],
	['billing-gateway', 'biling-gateway', 'system', true],
	['Москва', 'Moskva', 'place', false],
	['Katarina Svoboda', 'Katerina Svoboda', 'person', false]
];

const line = (record: object): string => JSON.stringify(record);

/** Both know Vienna and Priya; each says one thing of everybody that the other does not. */
function memory(side: 0 | 1): string {
	const observation = side === 0 ? 'Was at the first meeting' : 'Signed the second letter';
	const own = people.map((each) =>
		line({ type: 'entity', name: each[side], entityType: each[2], observations: [`${each[side]}: ${observation}`] })
	);
	const ties = people.map((each) =>
		line({ type: 'relation', from: 'Priya Raman', to: each[side], relationType: 'works with' })
	);
	return [
		line({ type: 'entity', name: 'Priya Raman', entityType: 'person', observations: ['Keeps the minutes'] }),
		...own,
		...ties
	].join('\n');
}

const cards = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: strings.review.maySame });

test('two memories become one, by keyboard', async ({ page }) => {
	const keys = new Keyboard(page);
	const here = new ThingScreen(page);
	await page.goto('/');

	await test.step('both files', async () => {
		await chooseAtFirstRun(keys, { name: 'office.jsonl', text: memory(0) });
		await runImport(keys);
		await chooseInImport(keys, { name: 'laptop.jsonl', text: memory(1) });
		await runImport(keys);
	});

	await test.step('the ten likeliest duplicates, one key each', async () => {
		await expect(async () => {
			await page.goto('/review');
			await expect(cards(page)).toHaveCount(people.length, { timeout: 3_000 });
		}).toPass();
		const current = cards(page).and(page.locator('[aria-current]'));
		for (let left = people.length; left > 0; left--) {
			const shown = (await current.textContent()) ?? '';
			const pair = people.find(([one, other]) => shown.includes(one) && shown.includes(other));
			expect(pair, shown).toBeDefined();
			await keys.press(pair?.[3] ? 'm' : 'n');
			await expect(cards(page)).toHaveCount(left - 1);
		}
	});

	await test.step('two of them undone wait again', async () => {
		await keys.press('ControlOrMeta+z');
		await expect(cards(page)).toHaveCount(1);
		await keys.press('ControlOrMeta+z');
		await expect(cards(page)).toHaveCount(2);
	});

	await test.step('what is one is found whole under either name, the rest apart', async () => {
		const waiting = (await cards(page).allTextContents()).join();
		for (const [one, other, , isOne] of people) {
			const isMerged = isOne && !(waiting.includes(one) && waiting.includes(other));
			for (const name of [one, other]) {
				const answer = await call(page, 'get_entity', { name });
				const about = answer.ok ? answer.value.facts.filter(({ is_subject }) => is_subject) : [];
				expect(about, name).toHaveLength(isMerged ? 2 : 1);
			}
		}
	});

	await test.step('on its page too, found by the other name with a slip', async () => {
		const merged = people.find(([one, , , isOne]) => isOne && one.startsWith('Brightwater'));
		await page.goto('/');
		await keys.tabTo(page.getByRole('main').getByRole('combobox', { name: strings.box.label }));
		await keys.type('brightwter trading');
		await expect(keys.chosen).toContainText('Brightwater');
		await keys.press('Enter');
		for (const name of merged?.slice(0, 2) ?? []) await expect(page.getByRole('main')).toContainText(String(name));
		await expect(here.title).toContainText('Brightwater');
		await expect(page.getByRole('main')).toContainText('Was at the first meeting');
		await expect(page.getByRole('main')).toContainText('Signed the second letter');
	});
});
