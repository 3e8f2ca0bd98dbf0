/** What is being written and not saved yet, beside the notebook on this device: a reload, a crash or a closed tab loses no letter. */

export interface Draft {
	title: string;
	text: string;
	/** The version that it was written over; null: a note that was never saved. */
	version: string | null;
}

const keyOf = (place: string): string => `commonplace:draft:${place}`;

/** Storage may be switched off or full: then what is typed lasts as long as the page, and is saved a moment later in any case. */
export function keepDraft(place: string, draft: Draft): void {
	try {
		localStorage.setItem(keyOf(place), JSON.stringify(draft));
	} catch {
		// as said above
	}
}

export function dropDraft(place: string): void {
	try {
		localStorage.removeItem(keyOf(place));
	} catch {
		// there is none
	}
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** What is left of a draft; null: nothing, or nothing that can be read. */
export function draftAt(place: string): Draft | null {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null');
		if (typeof kept !== 'object' || kept === null) return null;
		const { title, text, version } = kept as Partial<Record<keyof Draft, unknown>>;
		return isText(title) && isText(text) ? { title, text, version: isText(version) ? version : null } : null;
	} catch {
		return null;
	}
}
