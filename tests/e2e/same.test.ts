/**
 * The same thing twice: two memories call one firm by two names. It is merged on its page, found whole under either name, taken apart,
 * and put together again by undo; what names it without a link is linked. With nothing but a keyboard.
 */
import { expect, test, type Page } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { collectComplaints } from './support/complaints';
import { chooseAtFirstRun, chooseInImport, runImport } from './support/import-screen';
import { Keyboard } from './support/keyboard';
import { findBarriers, findOverflow } from './support/look';
import { ThingScreen } from './support/thing-screen';

const { merge: words, thing, things, undo, nav, history } = strings;
const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 900 };

const lines = (...records: object[]): string => records.map((record) => JSON.stringify(record)).join('\n');
const entity = (name: string, entityType: string, ...observations: string[]) => ({
	type: 'entity',
	name,
	entityType,
	observations
});
const relation = (from: string, relationType: string, to: string) => ({ type: 'relation', from, to, relationType });

const OFFICE = lines(
	entity('Acme Corp', 'company', 'Makes anvils'),
	entity('Jeff', 'person', 'Likes tea'),
	relation('Jeff', 'works_at', 'Acme Corp')
);
const LAPTOP = lines(
	entity('ACME Corporation', 'organization', 'Ships to roadrunners'),
	entity('Jeff', 'person', 'Likes tea', 'Has a dog'),
	entity('Wile', 'coyote', 'Buys everything from Acme Corp and pays late'),
	relation('Jeff', 'works_at', 'ACME Corporation')
);

const toast = (page: Page) => page.getByRole('region', { name: nav.news });
const dialog = (page: Page) => page.getByRole('dialog');

/** Until colours that change are what they will be. */
const settledColours = (page: Page): Promise<unknown> =>
	page.evaluate(async () => {
		await new Promise(requestAnimationFrame);
		await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
	});

/** Nothing in the way of anybody, wide and narrow, in both themes. */
async function lookWell(page: Page): Promise<void> {
	for (const size of [NARROW, WIDE]) {
		await page.setViewportSize(size);
		expect.soft(await findOverflow(page)).toEqual([]);
		for (const colorScheme of ['dark', 'light'] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await settledColours(page);
			expect.soft(await findBarriers(page)).toEqual([]);
		}
	}
}

/** Chooses the other thing in the dialog by what is typed, and waits for what merging would do. */
async function choose(keys: Keyboard, typed: string, name: string): Promise<void> {
	const line = dialog(keys.page).getByRole('combobox', { name: words.pick });
	await keys.write(line, typed);
	await expect(dialog(keys.page).getByRole('option', { selected: true })).toContainText(name);
	await keys.press('Enter');
	await expect(line).toHaveValue(name);
	await expect(dialog(keys.page).getByRole('button', { name: new RegExp(`^${words.merge}`, 'u') })).toBeEnabled();
}

test.describe('one firm under two names', () => {
	test.use({ contextOptions: { reducedMotion: 'reduce' } });

	test('merged on its page, found under either name, taken apart, undone', async ({ page, baseURL }) => {
		const complaints = await collectComplaints(page, baseURL ?? '');
		const keys = new Keyboard(page);
		const screen = new ThingScreen(page);
		const whole = async () => {
			for (const fact of ['Makes anvils', 'Ships to roadrunners']) await expect(screen.fact(fact)).toHaveCount(1);
			await expect(screen.relations.getByRole('link', { name: 'Jeff' })).toHaveCount(1);
		};
		await page.goto('/');

		await test.step('two files that overlap', async () => {
			await chooseAtFirstRun(keys, { name: 'office.jsonl', text: OFFICE });
			await runImport(keys);
			await chooseInImport(keys, { name: 'laptop.jsonl', text: LAPTOP });
			await runImport(keys);
		});

		await test.step('the dialog shows both and what they share; then they are one', async () => {
			await keys.open('Acme Corp');
			await keys.take(page.getByRole('button', { name: thing.actions }), words.open);
			await choose(keys, 'ACME Corporation', 'ACME Corporation');
			for (const said of ['company', 'organization', words.shared, '← works_at Jeff'])
				await expect(dialog(page)).toContainText(said);
			await lookWell(page);
			await keys.enter(dialog(page).getByRole('button', { name: words.merge, exact: true }));
			await expect(toast(page)).toContainText(words.merged('Acme Corp', 'ACME Corporation'));
			await expect(dialog(page)).toHaveCount(0);
			await expect(page.getByRole('button', { name: thing.actions })).toBeFocused();
			await whole();
			await lookWell(page);
		});

		await test.step('either name leads to all of it', async () => {
			for (const name of ['ACME Corporation', 'Acme Corp']) {
				await page.goto(`/thing?name=${encodeURIComponent(name)}`);
				await expect(screen.title).toHaveText(name);
				await whole();
			}
		});

		const apart = page.getByRole('button', { name: thing.family.takeApartWhat('ACME Corporation') });
		await test.step('taken apart, each has its own; undo puts them together', async () => {
			await keys.enter(apart);
			await expect(toast(page)).toContainText(thing.family.apart('ACME Corporation'));
			await expect(screen.fact('Ships to roadrunners')).toHaveCount(0);
			await expect(screen.fact('Makes anvils')).toBeVisible();
			await expect(screen.title).toBeFocused();
			await keys.press('ControlOrMeta+z');
			await expect(apart).toBeVisible();
			await whole();
			await keys.press('ControlOrMeta+z');
			await expect(toast(page)).toContainText(undo.nothing);
		});

		await test.step('counted as one, in all and under the type of either', async () => {
			await keys.go(nav.things);
			await expect(page.getByText(things.count(3), { exact: true })).toBeVisible();
			const types = page.getByRole('group', { name: things.typeLabel });
			for (const [type, count] of [
				[things.all, 3],
				['company', 1],
				['organization', 1]
			] as const)
				await expect(types.getByRole('button', { name: type })).toHaveText(`${type} ${String(count)}`);
			await keys.enter(types.getByRole('button', { name: 'organization' }));
			await expect(page.getByText(things.count(1), { exact: true })).toBeVisible();
		});

		await test.step('History tells it', async () => {
			await keys.go(nav.history);
			const line = (verb: string) => page.getByRole('paragraph').filter({ hasText: verb });
			await expect(line(history.verb['merge'] ?? '')).toContainText('Acme Corp · ACME Corporation');
			await expect(line(history.verb['unmerge'] ?? '')).toContainText('Acme Corp · ACME Corporation');
		});
		expect(complaints).toEqual([]);
	});

	test('not the same is remembered, and a merge asks first', async ({ page }) => {
		const keys = new Keyboard(page);
		await page.goto('/');
		const facts = ['Acme Corp', 'ACME Corporation'].map((name) => ({ entity: name, content: 'Makes anvils' }));
		await call(page, 'remember', { facts });
		await keys.open('Acme Corp');
		const ask = async () => {
			await keys.take(page.getByRole('button', { name: thing.actions }), words.open);
			await choose(keys, 'acme corpor', 'ACME Corporation');
		};
		await ask();
		await keys.enter(dialog(page).getByRole('button', { name: words.distinct }));
		await expect(toast(page)).toContainText(words.kept('Acme Corp', 'ACME Corporation'));
		await ask();
		await expect(dialog(page).getByRole('alert')).toContainText(new RegExp(words.marked, 'i'));
		await lookWell(page);
		await keys.enter(dialog(page).getByRole('button', { name: words.mergeDespite }));
		await expect(page.getByRole('button', { name: thing.family.takeApartWhat('ACME Corporation') })).toBeVisible();
		await keys.press('ControlOrMeta+z', 'ControlOrMeta+z');
		await ask();
		await expect(dialog(page).getByRole('button', { name: words.merge, exact: true })).toBeEnabled();
		await expect(dialog(page).getByRole('alert')).toHaveCount(0);
		const line = dialog(page).getByRole('combobox', { name: words.pick });
		await keys.write(line, 'Nothing like it at all');
		await expect(dialog(page).getByRole('status')).toHaveText(strings.things.noneSuch);
		await keys.write(line, 'acme');
		await expect(dialog(page).getByRole('option')).toHaveCount(1);
		await keys.press('Escape');
		await expect(dialog(page).getByRole('option')).toHaveCount(0);
		await expect(line).toBeFocused();
		await keys.press('Escape');
		await expect(dialog(page)).toHaveCount(0);
	});

	test('a name that is another thing’s: the refusal offers to merge them', async ({ page }) => {
		const keys = new Keyboard(page);
		await page.goto('/');
		await call(page, 'remember', {
			facts: [
				{ entity: 'Acme Corp', content: 'Makes anvils' },
				{ entity: 'ACME Corporation', content: 'Ships to roadrunners' }
			]
		});
		await keys.open('Acme Corp');
		const offer = page.getByRole('alert').getByRole('button', { name: words.offer });

		await keys.enter(page.getByRole('button', { name: strings.edit(thing.name), exact: true }));
		await keys.write(page.getByRole('textbox', { name: thing.name }), 'ACME Corporation');
		await keys.press('Enter');
		await keys.enter(offer);
		await expect(dialog(page).getByRole('combobox')).toHaveValue('ACME Corporation');
		await expect(dialog(page)).toContainText(words.nothingShared);
		await keys.press('Escape');
		await expect(offer).toBeFocused();
		await keys.enter(page.getByRole('button', { name: strings.cancel, exact: true }));

		await keys.take(page.getByRole('button', { name: thing.actions }), thing.addAlias);
		await keys.write(page.getByRole('textbox', { name: thing.alias }), 'ACME Corporation');
		await keys.press('Enter');
		await lookWell(page);
		await keys.enter(offer);
		await expect(dialog(page)).toContainText(words.nothingShared);
		await keys.enter(dialog(page).getByRole('button', { name: words.merge, exact: true }));
		await expect(page.getByRole('textbox', { name: thing.alias })).toHaveCount(0);
		await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
		await expect(new ThingScreen(page).fact('Ships to roadrunners')).toBeVisible();
	});
});

test('what names it without a link is linked, and follows it; markup in a link is text', async ({ page }) => {
	const keys = new Keyboard(page);
	const screen = new ThingScreen(page);
	await page.goto('/');
	await call(page, 'remember', { facts: [{ entity: 'Acme Corp', content: 'Makes anvils' }] });
	await call(page, 'remember', {
		facts: [
			{ entity: 'Wile', content: 'Buys everything from acme corp and pays late' },
			{ entity: 'Jeff', content: 'Left [[Acme Corp]] for [[<b>Nobody</b>]], says [[Acme Corp|the old place]]' }
		]
	});
	await call(page, 'add_note', { title: 'A walk', text: 'Past the gates of Acme Corp.' });
	await keys.open('Acme Corp');
	await expect(screen.mentions.getByRole('listitem')).toHaveCount(1);

	await test.step('found, chosen from, linked, undone', async () => {
		const section = page.getByRole('region', { name: thing.unlinked.title });
		const items = section.getByRole('listitem');
		await keys.enter(section.getByRole('button', { name: thing.unlinked.title }));
		await expect(section).toContainText(thing.unlinked.places(2));
		await expect(items.getByText('acme corp', { exact: true }).and(page.locator('mark'))).toBeVisible();
		await lookWell(page);
		const walk = items.filter({ hasText: 'Past the gates' }).getByRole('checkbox');
		await keys.tabTo(walk);
		await keys.press('Space');
		await expect(walk).not.toBeChecked();
		await keys.enter(section.getByRole('button', { name: thing.unlinked.link }));
		await expect(toast(page)).toContainText(thing.unlinked.linked(1, 'Acme Corp'));
		await expect(section.getByRole('button', { name: thing.unlinked.title })).toBeFocused();
		await expect(items).toHaveCount(1);
		await expect(screen.mentions).toContainText('Buys everything from acme corp');
		await keys.press('ControlOrMeta+z');
		await expect(items).toHaveCount(2);
		await expect(screen.mentions.getByRole('listitem')).toHaveCount(1);
	});

	await test.step('renamed, the link says the present name, unless it says another word', async () => {
		await call(page, 'rename_entity', { entity: 'Acme Corp', new_name: 'Initech' });
		await keys.open('Jeff');
		const fact = screen.fact('Left');
		await expect(fact.locator('.text')).toHaveText('Left Initech for [[<b>Nobody</b>]], says the old place');
		await expect(fact.locator('b')).toHaveCount(0);
		const facts = ['Is large', 'Is old', 'Is loud'].map((content) => ({ entity: 'Globex', content }));
		await call(page, 'remember', { facts });
		await call(page, 'merge_entities', { entity: 'Initech', other: 'Globex' });
		await expect(fact.locator('.text')).toHaveText(/^Left Globex for/u);
		await call(page, 'unmerge_entities', { entity: 'Initech', other: 'Globex' });
		await expect(fact.locator('.text')).toHaveText(/^Left Initech for/u);
		await keys.enter(fact.getByRole('link', { name: 'the old place' }));
		await expect(screen.title).toHaveText('Initech');
	});
});

test.describe('likely duplicates in Review', () => {
	test.use({ contextOptions: { reducedMotion: 'reduce' } });

	test('settled by key, each undone by its toast, the next where the last stood', async ({ page }) => {
		const keys = new Keyboard(page);
		await page.goto('/');
		const pairs = [
			['Sarah Connor', 'Sara Connor'],
			['Harbour Gauge', 'Harbour Guage'],
			['Jonathan Smithers', 'Johnathan Smithers']
		];
		const facts = pairs.flat().map((name, i) => ({ entity: name, content: `Was seen ${String(i)} times` }));
		const relations = pairs.flat().map((from) => ({ from, relation: 'lives in', to: 'Mexico' }));
		const values = pairs
			.flat()
			.map((name, i) => ({ entity: name, attribute: 'city', value: i === 1 ? 'Oslo' : 'Bergen' }));
		await call(page, 'remember', { facts, relations, values });
		const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: strings.review.maySame });
		const current = cards.and(page.locator('[aria-current]'));
		await expect(async () => {
			await page.goto('/review');
			await expect(cards).toHaveCount(3, { timeout: 2_000 });
		}).toPass();
		await expect(current).toContainText(words.shared);
		await expect(cards.filter({ hasText: 'Sara Connor' })).toContainText(words.outcome.conflict);
		await lookWell(page);

		const place = async () => Math.round((await current.boundingBox())?.y ?? -1);
		for (const [key, said] of [
			['m', /one thing now/u],
			['2', /are not the same/u],
			['l', new RegExp(strings.review.putOff, 'u')],
			['n', /are not the same/u],
			['3', new RegExp(strings.review.putOff, 'u')]
		] as const) {
			const before = await place();
			await keys.press(key);
			await expect(toast(page)).toContainText(said);
			await expect(cards).toHaveCount(2);
			expect(await place()).toBe(before);
			await keys.enter(toast(page).getByRole('button', { name: undo.undo }));
			await expect(cards).toHaveCount(3);
		}

		await keys.enter(current.getByRole('button', { name: words.merge }));
		await expect(cards).toHaveCount(2);
		await expect(current.getByRole('link').first()).toBeFocused();
		await keys.press('n');
		await expect(cards).toHaveCount(1);
		await keys.press('l');
		await expect(cards).toHaveCount(0);
		// What is put off is no change: undo by key goes on with the two before.
		await keys.press('ControlOrMeta+z');
		await expect(cards).toHaveCount(1);
		await keys.press('ControlOrMeta+z');
		await expect(cards).toHaveCount(2);
	});
});
