/** Hands on a keyboard: everything the story does in a page, it does with these. Nothing here touches a pointer. */
import { expect, type FileChooser, type Locator, type Page } from '@playwright/test';
import { strings } from '../../../src/lib/ui/strings';

/** More stops than any screen of ours has. */
const MOST_STOPS = 150;

export interface GivenFile {
	name: string;
	text: string;
}

export class Keyboard {
	constructor(readonly page: Page) {}

	press(...chords: string[]): Promise<void> {
		return chords.reduce((before, chord) => before.then(() => this.page.keyboard.press(chord)), Promise.resolve());
	}

	/** As pasted, or as an input method writes it: at once, in any script. */
	type(text: string): Promise<void> {
		return this.page.keyboard.insertText(text);
	}

	/** Goes there by Tab, from wherever the focus is. */
	async tabTo(target: Locator): Promise<void> {
		await expect(target).toBeVisible();
		const isThere = () => target.evaluate((element) => element === document.activeElement);
		for (let stops = 0; !(await isThere()); stops++) {
			expect(stops, `Tab reaches ${target.toString()}`).toBeLessThan(MOST_STOPS);
			await this.press('Tab');
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
