/** A file that `commonplace import` lent to the app: fetched once, from the app's own server, by the code of its link. */
import { LENT_FILE_PATH } from '../contract/bridge-messages';

/** @returns undefined: the code was used already, is too old, or nobody serves it */
export async function fetchLentFile(code: string): Promise<File | undefined> {
	try {
		const response = await fetch(LENT_FILE_PATH + encodeURIComponent(code), { cache: 'no-store' });
		if (!response.ok) return undefined;
		const name = decodeURIComponent(response.headers.get('X-File-Name') ?? 'memory.jsonl');
		return new File([await response.blob()], name);
	} catch {
		return undefined;
	}
}
