/** The session of the person's work: one for each day on a device (P1), shared by its tabs through localStorage. */
import { uuidv7, isUuid } from '../domain/clock';
import type { Id } from '../domain/model';

/** localStorage, or what stands in for it. May throw when the browser refuses storage. */
export interface KeyValue {
	getItem(key: string): string | null;
	setItem(key: string, value: string): void;
	removeItem(key: string): void;
}

const KEY = 'cp-session';

export const newId = (now = Date.now()): Id => uuidv7(now, crypto.getRandomValues(new Uint8Array(10)));

/** The day where the person is, such as `2026-11-30`. */
const dayOf = (now: Date): string =>
	[now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

function kept(storage: KeyValue, day: string): Id | undefined {
	try {
		const { day: theirs, id } = JSON.parse(storage.getItem(KEY) ?? '{}') as { day?: unknown; id?: unknown };
		return theirs === day && typeof id === 'string' && isUuid(id) ? id : undefined;
	} catch {
		return undefined;
	}
}

/** @returns today's session, a new one at the first call of a day */
export function createSessions(storage: KeyValue, clock: () => Date = () => new Date()): () => Id {
	let today = { day: '', id: '' };
	return () => {
		const now = clock();
		const day = dayOf(now);
		if (today.day === day) return today.id;
		today = { day, id: kept(storage, day) ?? newId(now.getTime()) };
		try {
			storage.setItem(KEY, JSON.stringify(today));
		} catch {
			// A browser that keeps nothing: the session is this page's own.
		}
		return today.id;
	};
}
