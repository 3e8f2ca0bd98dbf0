/** Writes a file of the notebook and hands it to the browser's downloads. */
import type { OutputOf } from '../contract';
import type { Result } from '../domain/result';
import type { App } from './app.svelte';
import { bytes } from './format';
import { saveFile } from './save-file';
import { strings } from './strings';

export type Format = 'journal' | 'memory';

/** Says what was saved to those who do not see it. */
export async function exportFile(app: App, format: Format): Promise<Result<OutputOf<'export'>>> {
	const result = await app.client.door.export({ format });
	if (!result.ok) return result;
	const { blob, filename } = result.value;
	saveFile(blob, filename);
	app.announcer.say(strings.settings.made(filename, bytes(blob.size)));
	return result;
}
