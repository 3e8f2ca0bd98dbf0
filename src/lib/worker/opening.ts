/** Opening the store with an exit for everything that can go wrong (safekeeping, "Start-up"). */
import { StoreOpenError, type Store } from '../store/store';
import { late, within } from './deadline';

export const exits = {
	blocked:
		'Another tab with an older version of Commonplace still holds the notebook. Close or reload the other tabs; this one then goes on by itself.',
	newer:
		'A newer version of Commonplace has written this notebook. Reload to get that version; nothing has been changed.',
	failed: 'The browser could not open the notebook.',
	versionChange: 'Another tab has taken over this notebook with a newer version of Commonplace. Reload to go on.',
	closed: 'The browser has closed the notebook’s database more than once.'
} as const;

export interface OpeningTimes {
	/** Longer than a store's own limit: for one that never answers. Milliseconds. */
	open: number;
	/** Between looks whether the other tab has let go. */
	blocked: number;
}

export interface Opening {
	open: () => Promise<Store>;
	times: OpeningTimes;
	/** Whether anybody still waits for this opening. */
	wanted: () => boolean;
	/** Another tab holds the database; the opening goes on trying. */
	blocked: () => void;
}

export type Opened = { store: Store } | { exit: 'newer' | 'failed'; detail: string } | undefined;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** One try. A store that comes too late, or when nobody wants it any more, is closed. */
async function tryOnce({ open, times, wanted }: Opening): Promise<Store | undefined> {
	const trying = open();
	const store = await within(trying, times.open);
	if (store !== late && wanted()) return store;
	trying.then((unwanted) => unwanted.close()).catch(() => undefined);
	if (store === late) throw new StoreOpenError('failed', 'It did not answer in time.');
	return undefined;
}

/** A failure is tried once more; `blocked` is tried for ever; undefined: no longer wanted. */
export async function openPatiently(opening: Opening): Promise<Opened> {
	let isBlocked = false;
	for (let failures = 0; opening.wanted();) {
		try {
			const store = await tryOnce(opening);
			return store && { store };
		} catch (error) {
			const reason = error instanceof StoreOpenError ? error.reason : 'failed';
			if (!opening.wanted()) return undefined;
			// A second request waits behind the blocked one without a word: its silence is no failure.
			if (reason === 'blocked' || (isBlocked && reason === 'failed')) {
				isBlocked = true;
				opening.blocked();
				await new Promise((resolve) => setTimeout(resolve, opening.times.blocked));
			} else if (reason === 'newer' || ++failures > 1)
				return { exit: reason, detail: `${exits[reason]} ${textOf(error)}` };
		}
	}
	return undefined;
}
