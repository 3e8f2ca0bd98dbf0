/** Asks the browser to keep the notebook's data, and how much room there is (safekeeping, "Copies"). */

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
