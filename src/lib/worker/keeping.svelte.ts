/** Asks the browser to keep the notebook's data, and how much room there is (safekeeping, "Copies"). */
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

/** Some browsers ask the person, so only at a good moment: when something has just been saved. */
export async function askToPersist(): Promise<boolean | null> {
	try {
		return await navigator.storage.persist();
	} catch {
		return null;
	}
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
