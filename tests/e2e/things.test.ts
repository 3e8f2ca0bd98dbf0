/** The table of a type: what its things have stands in columns that are chosen, and puts them in order. */
import { expect, test } from '@playwright/test';
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { findBarriers, findOverflow } from './support/look';

test('of one type: values as columns, in their order, columns chosen; also on a phone', async ({ page }) => {
	await page.goto('/');
	const value = (entity: string, attribute: string, said: string) => ({
		entity,
		type: 'person',
		attribute,
		value: said
	});
	await call(page, 'remember', {
		values: [
			value('Ann', 'age', '9'),
			value('Bo', 'age', '10'),
			value('Bo', 'city', 'Oslo'),
			value('Cy', 'role', 'clerk'),
			{ entity: 'Acme', type: 'company', attribute: 'seat', value: 'Bergen' }
		]
	});
	await page.goto('/things');
	await expect(page.getByRole('row')).toHaveCount(5);
	await expect(page.getByRole('columnheader', { name: 'age' })).toHaveCount(0);
	await page.getByRole('button', { name: /^person/ }).click();
	await expect(page.getByRole('columnheader', { name: 'age' })).toBeVisible();
	await expect(page.getByRole('row', { name: /^Bo/ })).toContainText('Oslo');
	await page.getByRole('columnheader', { name: 'age' }).getByRole('button').click();
	const names = page.getByRole('rowheader');
	await expect(names).toHaveText(['Ann', 'Bo', 'Cy']);
	await page.getByRole('columnheader', { name: 'age' }).getByRole('button').click();
	await expect(names).toHaveText(['Bo', 'Ann', 'Cy']);
	await page.getByText(strings.things.columns, { exact: true }).click();
	await page.getByRole('checkbox', { name: 'city' }).uncheck();
	await expect(page.getByRole('columnheader', { name: 'city' })).toHaveCount(0);
	await expect(page.getByRole('row', { name: /^Cy/ })).toContainText('clerk');
	for (const width of [1280, 360]) {
		await page.setViewportSize({ width, height: 780 });
		expect(await findBarriers(page)).toEqual([]);
		expect(await findOverflow(page)).toEqual([]);
	}
});
