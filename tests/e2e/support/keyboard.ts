/** Hands on a keyboard: everything the story does in a page, it does with these. Nothing here touches a pointer. */
import { expect, type FileChooser, type Locator, type Page } from '@playwright/test';
import { strings } from '../../../src/lib/ui/strings';

const MOST_LOOKS = 100;

/** How many stops from the focus to the target, backwards below nought; infinite for what takes no focus. Runs in the page. */
function stopsTo(target: Element): number {
	// Of a group of radios one takes it for all.
	const takesFocus = (element: HTMLElement): boolean =>
		element.tabIndex >= 0 &&
		!element.matches(':disabled, [type=radio]:not(:checked)') &&
		element.checkVisibility({ visibilityProperty: true });
	const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]');
	const stops: Element[] = [...all].filter(takesFocus);
	const there = stops.indexOf(target);
	return there < 0 ? Infinity : there - stops.findIndex((stop) => stop === document.activeElement);
}

export interface GivenFile {
	name: string;
	text: string;
}

export class Keyboard {
	constructor(readonly page: Page) {}

	/** One after another; the browser takes them in this order. */
	async press(...chords: string[]): Promise<void> {
		await Promise.all(chords.map((chord) => this.page.keyboard.press(chord)));
	}

	/** As pasted, or as an input method writes it: at once, in any script. */
	type(text: string): Promise<void> {
		return this.page.keyboard.insertText(text);
	}

	/** Goes there by Tab or Shift+Tab, from wherever the focus is: as many as it seems to take, in the end step by step. */
	async tabTo(target: Locator): Promise<void> {
		await expect(target).toBeVisible();
		for (let looks = 0; ; looks++) {
			const stops = await target.evaluate(stopsTo);
			if (stops === 0) return;
			expect(Number.isFinite(stops) && looks < MOST_LOOKS, `Tab reaches ${target.toString()}`).toBe(true);
			const key = stops > 0 ? 'Tab' : 'Shift+Tab';
			await this.press(...Array.from({ length: looks < 3 ? Math.abs(stops) : 1 }, () => key));
		}
	}

	/** Tab, then Enter: what one does with a button or a link. */
	async enter(target: Locator): Promise<void> {
		await this.tabTo(target);
		await this.press('Enter');
	}

	/** To one of the rooms, by its link in the rail. */
	async go(room: string): Promise<void> {
		const link = this.page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${room}`) });
		await this.enter(link);
		await expect(link).toHaveAttribute('aria-current', 'page');
	}

	/** Fills what has the focus from nothing. */
	async write(field: Locator, text: string): Promise<void> {
		await expect(field).toBeFocused();
		await this.press('ControlOrMeta+a');
		await this.type(text);
	}

	/** Gives a file to a button that asks for one. */
	async give(button: Locator, { name, text }: GivenFile): Promise<void> {
		const asked = this.page.waitForEvent('filechooser');
		await this.enter(button);
		const chooser: FileChooser = await asked;
		await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
	}

	/** The palette, open, its line focused. */
	async palette(): Promise<Locator> {
		await this.press('ControlOrMeta+k');
		const line = this.page.getByRole('dialog').getByRole('combobox');
		await expect(line).toBeFocused();
		return line;
	}

	/** A command of the palette: things whose names are near its words stand before it. */
	async command(label: string): Promise<void> {
		await this.palette();
		await this.type(label);
		const command = this.options.filter({ hasText: new RegExp(`^\\s*${label}\\s*$`) });
		await expect(command).toBeVisible();
		while ((await this.chosen.textContent())?.trim() !== label) await this.press('ArrowDown');
		await this.press('Enter');
		await expect(this.page.getByRole('dialog')).toHaveCount(0);
	}

	/** Opens a menu and takes what it offers under that name. */
	async take(menu: Locator, label: string): Promise<void> {
		await this.enter(menu);
		const item = this.page.getByRole('menuitem', { name: label });
		await expect(item).toBeVisible();
		while (!(await item.evaluate((element) => element === document.activeElement))) await this.press('ArrowDown');
		await this.press('Enter');
	}

	/** Opens a thing by what is typed of its name. */
	async open(name: string, typed = name): Promise<void> {
		await this.palette();
		await this.type(typed);
		await expect(this.chosen).toContainText(name);
		await this.press('Enter');
		await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(name);
	}

	/** The suggestion that Enter would take. */
	get chosen(): Locator {
		return this.options.and(this.page.getByRole('option', { selected: true }));
	}

	get options(): Locator {
		return this.page.getByRole('listbox', { name: strings.box.options }).getByRole('option');
	}
}
