/** Asks the browser to keep the notebook's data, and how much room there is (safekeeping, "Copies"). */
import type { Id } from '../domain/model';
import type { KeyValue } from './session';

/** `localStorage`, or what lasts as long as the page where the browser refuses it: there even naming it throws. */
export function keyValuesHere(): KeyValue {
	try {
		return localStorage;
	} catch {
		const kept = new Map<string, string>();
		return {
			getItem: (key) => kept.get(key) ?? null,
			setItem: (key, value) => void kept.set(key, value),
			removeItem: (key) => void kept.delete(key)
		};
	}
}

/** Whether it has promised; null: it does not say. */
export async function isPersisted(): Promise<boolean | null> {
	try {
		return await navigator.storage.persisted();
	} catch {
		return null;
	}
}

async function persist(): Promise<boolean | null> {
	try {
		return await navigator.storage.persist();
	} catch {
		return null;
	}
}

const ASKED = 'cp-asked-to-keep';

export interface Asking {
	storage: KeyValue;
	/** The session of the present day. */
	session: () => Id;
	answered: (persisted: boolean | null) => void;
}

/**
 * Some browsers ask the person, so only at a good moment, when something has just been saved, and once a day, however many tabs
 * there are; and when the app is installed, which is when others give in.
 * @returns to be called after a save, as long as there is no promise
 */
export function createAsking({ storage, session, answered }: Asking): () => void {
	const ask = () => void persist().then(answered);
	addEventListener('appinstalled', ask);
	return () => {
		const today = session();
		if (storage.getItem(ASKED) === today) return;
		try {
			storage.setItem(ASKED, today);
		} catch {
			// No room even for this: asked again then.
		}
		ask();
	};
}

/** Bytes used and allowed, when the browser says so. */
export async function storageEstimate(): Promise<{ usage: number; quota: number } | undefined> {
	try {
		const { usage, quota } = await navigator.storage.estimate();
		return usage === undefined || quota === undefined ? undefined : { usage, quota };
	} catch {
		return undefined;
	}
}
