/** The page of a thing as one sees it, found by its headings and names. */
import { expect, type Locator, type Page } from '@playwright/test';
import { strings } from '../../../src/lib/ui/strings';
import type { Keyboard } from './keyboard';

const words = strings.thing;

export class ThingScreen {
	constructor(readonly page: Page) {}

	get title(): Locator {
		return this.page.getByRole('heading', { level: 1 });
	}

	get facts(): Locator {
		return this.#section(/^About /);
	}

	get mentions(): Locator {
		return this.#section(/^Mentions/);
	}

	get relations(): Locator {
		return this.#section(/^Relations/);
	}

	get around(): Locator {
		return this.#section(words.neighbourhood);
	}

	fact(text: string): Locator {
		return this.facts.getByRole('listitem').filter({ hasText: text });
	}

	/** Everything that stands in the row of an attribute. */
	slot(attribute: string): Locator {
		return this.page.locator(`[data-attribute="${attribute}"]`);
	}

	/** What is so. */
	value(attribute: string): Locator {
		return this.slot(attribute).getByRole('definition').first();
	}

	async addFact(keys: Keyboard, content: string): Promise<void> {
		await keys.press('f');
		await keys.write(this.page.getByLabel(/^A fact about/), content);
		await keys.press('Enter');
		await expect(this.fact(content)).toBeVisible();
		await keys.press('Escape');
	}

	/** A value through its form; the form is left open for what it answers. */
	async addValue(keys: Keyboard, attribute: string, value: string): Promise<void> {
		await keys.press('v');
		await keys.write(this.page.getByRole('combobox', { name: words.attribute, exact: true }), attribute);
		await keys.press('Tab');
		await keys.write(this.page.getByRole('textbox', { name: words.value, exact: true }), value);
		await keys.press('Enter');
	}

	#section(name: string | RegExp): Locator {
		return this.page.getByRole('region', { name, exact: true });
	}
}

/** What a graph's table says, row by row: `from · relation · to`. */
export async function rowsOf(table: Locator): Promise<string[]> {
	const rows = await table.getByRole('row').all();
	const cells = await Promise.all(rows.map((row) => row.getByRole('cell').allTextContents()));
	const filled = cells.filter(({ length }) => length >= 3);
	return filled.map((row) =>
		row
			.slice(0, 3)
			.map((text) => text.trim())
			.join(' · ')
	);
}

/** Until the picture has more on it than a ground: lines, discs, letters. Read from a copy: the canvas itself is made for drawing. */
export const drawn = (canvas: Locator): Promise<void> =>
	expect
		.poll(() =>
			canvas.evaluate((element: HTMLCanvasElement) => {
				const { width, height } = element;
				if (!width || !height) return 0;
				const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
				copy?.drawImage(element, 0, 0);
				return new Set(new Uint32Array(copy?.getImageData(0, 0, width, height).data.buffer ?? [])).size;
			})
		)
		.toBeGreaterThan(20);
