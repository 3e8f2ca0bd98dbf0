/** What the person writes is shown before the notebook has answered, and taken back where it was typed when it is refused. */
import { expect, test, type Page } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';

const { box, thing, nav } = strings;

/** What goes to the worker is held back until `release`: the notebook cannot have answered anything that was asked meanwhile. */
async function holdable(page: Page): Promise<{ hold: () => Promise<void>; release: () => Promise<void> }> {
	await page.addInitScript(() => {
		const held: (() => void)[] = [];
		const state = { isHeld: false, held };
		Object.assign(window, { held: state });
		for (const prototype of [MessagePort.prototype, Worker.prototype]) {
			const post = prototype.postMessage as (...args: unknown[]) => void;
			prototype.postMessage = function (this: MessagePort & Worker, ...args: unknown[]) {
				if (state.isHeld) held.push(() => post.apply(this, args));
				else post.apply(this, args);
			};
		}
	});
	const set = (isHeld: boolean) =>
		page.evaluate((on) => {
			const { held: state } = window as unknown as { held: { isHeld: boolean; held: (() => void)[] } };
			state.isHeld = on;
			if (!on) for (const post of state.held.splice(0)) post();
		}, isHeld);
	return { hold: () => set(true), release: () => set(false) };
}

async function openJeff(page: Page) {
	await page.goto('/');
	await call(page, 'remember', {
		facts: [{ entity: 'Jeff', content: 'likes tea' }],
		values: [{ entity: 'Jeff', attribute: 'role', value: 'designer' }]
	});
	await call(page, 'memory_set_add', { entity: 'Jeff', attribute: 'languages', member: 'Greek' });
	const found = await call(page, 'find_entities', { query: 'Jeff' });
	await page.goto(`/thing/${found.ok ? (found.value.entities[0]?.id ?? '') : ''}`);
	const about = page.getByRole('region', { name: new RegExp(thing.about('Jeff')) });
	await expect(about.locator('.fact')).toHaveCount(1);
	return { about, so: page.getByRole('region', { name: thing.so }) };
}

const news = (page: Page) => page.getByRole('region', { name: nav.news });

test('a fact and a value stand there before they are written, once afterwards; the form is free for the next', async ({
	page
}) => {
	const worker = await holdable(page);
	const { about, so } = await openJeff(page);
	await about.getByRole('button', { name: thing.addFact }).click();
	const form = page.getByLabel(thing.factLabel('Jeff'));
	await worker.hold();
	for (const fact of ['sings in a choir', 'owns two cats']) {
		await form.fill(fact);
		await form.press('Enter');
		await expect(form).toHaveValue('');
		await expect(about.locator('.fact', { hasText: fact })).toBeVisible();
	}
	await so.getByRole('button', { name: strings.edit('role') }).click();
	const field = so.getByRole('textbox', { name: 'role' });
	await field.fill('director');
	await field.press('Enter');
	await expect(so.locator('[data-attribute="role"]')).toContainText('director');
	await worker.release();
	await expect(news(page)).toContainText(strings.box.saved.value('role', 'director'));
	await expect(about.locator('.fact')).toHaveCount(3);
	await expect(
		about.locator('.fact', { hasText: 'sings' }).getByRole('button', { name: thing.factOptions })
	).toBeVisible();
	await page.reload();
	await expect(about.locator('.fact')).toHaveCount(3);
	await expect(so.locator('[data-attribute="role"]')).toContainText('director');
});

test('what is refused goes from the page and stands in its form again, with the reason', async ({ page }) => {
	const worker = await holdable(page);
	const { about, so } = await openJeff(page);
	await about.getByRole('button', { name: thing.addFact }).click();
	const form = page.getByLabel(thing.factLabel('Jeff'));
	const tooLong = `is ${'very '.repeat(5_000)}tall`;
	await worker.hold();
	await form.fill(tooLong);
	await form.press('Enter');
	await expect(about.locator('.fact')).toHaveCount(2);
	await worker.release();
	await expect(about.locator('.fact')).toHaveCount(1);
	await expect(form).toHaveValue(tooLong);
	await expect(about.getByRole('alert')).toBeVisible();

	await so.getByRole('button', { name: strings.edit('role') }).click();
	const field = so.getByRole('textbox', { name: 'role' });
	await field.fill(tooLong);
	await field.press('Enter');
	await expect(field).toHaveValue(tooLong);
	await expect(so.getByRole('alert')).toBeVisible();
	await field.press('Escape');
	await expect(so.locator('[data-attribute="role"]')).toContainText('designer');
});

test('a captured line is on the page behind the palette, which closes at once; refused, there is a way back to the line', async ({
	page
}) => {
	const worker = await holdable(page);
	const { so } = await openJeff(page);
	const palette = page.getByRole('dialog', { name: box.palette });
	const type = async (line: string) => {
		await page.keyboard.press('Control+k');
		await palette.getByRole('combobox').fill(line);
		await expect(palette.getByRole('option').first()).toBeVisible();
	};
	await type('Jeff · role: director');
	await expect(palette.getByText('designer')).toBeVisible(); // it says what it will replace
	await worker.hold();
	await page.keyboard.press('Enter');
	await expect(palette).toBeHidden();
	await expect(so.locator('[data-attribute="role"]')).toContainText('director');
	await worker.release();
	await expect(news(page)).toContainText(box.saved.value('role', 'director'));

	const tooLong = `Jeff · role: ${'very '.repeat(5_000)}tall`;
	await type(tooLong);
	await page.keyboard.press('Enter');
	await expect(palette).toBeHidden();
	await news(page).getByRole('button', { name: box.backToLine }).click();
	await expect(palette.getByRole('combobox')).toHaveValue(tooLong);
});
