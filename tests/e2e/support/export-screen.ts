/** Copies out of Settings, by keyboard. */
import { readFileSync } from 'node:fs';
import { strings } from '../../../src/lib/ui/strings';
import type { GivenFile, Keyboard } from './keyboard';

const { settings, nav } = strings;

/** @returns the file as the browser saved it */
export async function saveCopy(keys: Keyboard, format: 'journal' | 'memory'): Promise<GivenFile> {
	await keys.go(nav.settings);
	const saving = keys.page.waitForEvent('download');
	await keys.enter(keys.page.getByRole('button', { name: settings[format] }));
	const saved = await saving;
	return { name: saved.suggestedFilename(), text: readFileSync(await saved.path(), 'utf8') };
}
