/** Pages as `connect.svelte.ts` makes them, several in one document: each with its own link to a real worker. */
import type { Door } from '../../src/lib/contract';
import type { ChangedEvent } from '../../src/lib/notebook/notebook';
import { createCalls, createDoor } from '../../src/lib/worker/calls';
import { dial, holdPageLock } from '../../src/lib/worker/dial.svelte';
import { createLink, type Link, type LinkEvent } from '../../src/lib/worker/link';
import type { WorkerKind } from '../../src/lib/worker/protocol';
import { newId } from '../../src/lib/worker/session';

let count = 0;
/** A database of its own for each test. */
export const freshName = (): string => `test-${String(Date.now())}-${String(++count)}`;

export interface Page {
	link: Link;
	door: Door;
	events: LinkEvent[];
	changes: () => ChangedEvent[];
	/** As when its tab goes without a word. */
	vanish: () => Promise<void>;
}

const open: Page[] = [];

export function openPage(name: string, ...kinds: WorkerKind[]): Page {
	const events: LinkEvent[] = [];
	const lock = holdPageLock(navigator.locks);
	const session = newId();
	const link = createLink({
		kinds,
		dial: (kind) => dial(kind, name),
		locks: navigator.locks,
		page: lock,
		session: () => session,
		onStatus: () => undefined,
		onEvent: (event) => events.push(event)
	});
	const calls = createCalls({ link, session: () => session, newKey: () => newId(), connection: newId() });
	const page: Page = {
		link,
		door: createDoor((operation, args) => calls.call('person', operation, args)),
		events,
		changes: () => events.filter((event) => event.type === 'changed'),
		vanish: async () => navigator.locks.request((await lock) ?? '', { steal: true }, () => undefined)
	};
	open.push(page);
	return page;
}

/** After each test. */
export function closePages(): void {
	for (const page of open.splice(0)) {
		page.link.close();
		void page.vanish();
	}
}
