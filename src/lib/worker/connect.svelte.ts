/**
 * The page's client of the notebook, made once when this module is first loaded in a browser: `door` to call, `connection` to
 * show, `onChange` to stay live. All that the screens know of the worker.
 */
import type { Door } from '../contract';
import type { BridgeStatus, BridgeWish } from '../contract/bridge-messages';
import { fail, type Failure, type Result } from '../domain/result';
import type { NotebookEvent } from '../notebook/notebook';
import { createCalls, createDoor } from './calls';
import type { Fault } from './faults';
import { dial, holdPageLock, kindsHere } from './dial.svelte';
import { createAsking, isPersisted, keyValuesHere } from './keeping.svelte';
import { createLink, type LinkEvent, type LinkStatus } from './link';
import { markerFile } from './marker';
import { createMarkerKeeper } from './marker-keeper';
import type { NotebookState, WorkerKind } from './protocol';
import { pwa } from './pwa.svelte';
import { exposeScriptDoor } from './script-door.svelte';
import { createSessions, newId } from './session';

export { storageEstimate } from './keeping.svelte';
export { pwa } from './pwa.svelte';

/** What a page hears: everything of the notebook, and `reconnected` after a gap in which events may have been missed. */
export type PageEvent = NotebookEvent | { type: 'reconnected' };

const MOST_PROBLEMS = 20;

/** How it stands between this page and the notebook; written by this module only. */
export class Connection {
	/** Once `ready` it stays so while a dead worker is replaced; all but `starting` and `ready` are exits with a screen. */
	state = $state<NotebookState>('starting');
	/** Search by words and near names answers whole. */
	indexed = $state(false);
	/** For people: what happened and what to do; empty when all is well. */
	detail = $state('');
	kind = $state<WorkerKind>('shared');
	/** Nothing is kept: the notebook lives in the worker's memory. */
	memory = $state(false);
	/** A new worker is on its way; calls wait for it. */
	reconnecting = $state(false);
	/** There was a notebook here and the browser has lost it: no first run. Until `acceptLoss()`, or as much is there again. */
	missing = $state(false);
	/** Whether the browser has promised to keep the data; null: not known. */
	persisted = $state<boolean | null>(null);
	/** Faults inside the worker, the newest last. */
	problems = $state.raw<readonly Fault[]>([]);
}

/** The way to agents on this computer, as the worker last said; written by this module only. */
class BridgeNow {
	status = $state.raw<BridgeStatus>({ state: 'unpaired', detail: '', answering: false, agents: [], hub: null });
}

export const connection = new Connection();
const bridgeNow = new BridgeNow();
// Nothing is drawn from it, so it need not be reactive.
const listeners = new Set<(event: PageEvent) => void>();

/** @returns how to stop listening */
export function onChange(listener: (event: PageEvent) => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function connect(name: string) {
	const storage = keyValuesHere();
	const session = createSessions(storage);
	const link = createLink({
		kinds: kindsHere(),
		dial: (kind) => dial(kind, name),
		locks: navigator.locks,
		page: holdPageLock(navigator.locks),
		session,
		onStatus: take,
		onEvent: hear,
		onContact: ({ catalogue }) => exposeScriptDoor(scripts, catalogue.values())
	});
	const calls = createCalls({ link, session, newKey: newId, connection: newId(), onSaved: saved });
	// Arguments may be Svelte's state, which cannot be posted.
	const door = createDoor((operation, args) => calls.call('person', operation, $state.snapshot(args)));
	const scripts = createDoor((operation, args) => calls.call('script', operation, args));
	const askToPersist = createAsking({
		storage,
		session,
		answered: (persisted) => (connection.persisted = persisted)
	});
	const marker = createMarkerKeeper({
		file: markerFile(storage),
		async count() {
			// Before the indexes are built the overview counts only what it has read so far.
			const overview = connection.indexed ? await door.get_overview({ recent: 1 }) : undefined;
			return overview?.ok ? overview.value.entities : undefined;
		},
		onMissing: (missing) => (connection.missing = missing)
	});
	let looked = false;

	function take({ state, detail, indexed, memory, kind, reconnecting, last_change = null }: LinkStatus) {
		Object.assign(connection, { state, detail, indexed, memory, kind, reconnecting });
		if (state === 'starting') return;
		pwa.start(); // after an exit as well: the cure may be a newer build
		if (state === 'newer' || state === 'taken') pwa.wantUpdate();
		if (state !== 'ready' || reconnecting) return void (looked = false);
		// What is kept nowhere leaves no mark, and does not answer for what was kept.
		if (memory || looked || (!indexed && last_change !== null)) return;
		looked = true;
		void marker.opened(last_change);
	}
	function hear(event: LinkEvent) {
		if (event.type === 'bridge') return void (bridgeNow.status = event.status);
		if (event.type === 'fault') {
			const { message, stack } = event;
			console.error(`In the notebook's worker: ${message}`, stack);
			connection.problems = [...connection.problems, { message, stack }].slice(-MOST_PROBLEMS);
			return;
		}
		if (event.type === 'progress') calls.progress();
		if (event.type === 'changed' && !connection.memory) marker.changed(event.change_id);
		for (const listener of listeners) listener(event);
	}
	function saved() {
		if (!connection.persisted && !connection.memory) askToPersist();
	}

	exposeScriptDoor(scripts);
	void isPersisted().then((persisted) => (connection.persisted = persisted));
	/** What the person wants of the bridge; null: done. */
	async function wish(wanted: BridgeWish): Promise<Failure | null> {
		const contact = await link.ready();
		if (contact) return contact.remote.bridge(wanted);
		return fail('storage_unavailable', connection.detail || 'The notebook is not open yet.', 'Try again.').error;
	}
	const browserAgent = (operation: string, args: unknown) => calls.call('browser_agent', operation, args);
	return { door, wish, browserAgent, retry: link.retry, goOnInMemory: link.goOnInMemory, acceptLoss: marker.accept };
}

/** Where there is no browser (prerendering, tests in Node) nothing is started, and nobody calls. */
const client = typeof window === 'undefined' ? undefined : connect('commonplace');

/** The operations of the table; never rejects: what goes wrong comes back as a result. */
export const door: Door =
	client?.door ?? createDoor(() => Promise.reject(new Error('There is no notebook outside of a browser.')));

const wish = (wanted: BridgeWish): Promise<Failure | null> =>
	client?.wish(wanted) ?? Promise.resolve(fail('internal', 'There is no notebook outside of a browser.', '').error);

/** The way to agents on this computer. */
export const bridge = {
	get status(): BridgeStatus {
		return bridgeNow.status;
	},
	/** With the code of a link that the hub gave out, after the person's click; null: paired. */
	pair: (code: string) => wish({ want: 'pair', code }),
	unpair: () => wish({ want: 'unpair' }),
	answerHere: () => wish({ want: 'answerHere' }),
	retry: () => wish({ want: 'retry' })
};

/** What an agent of this browser asks (WebMCP): at the agents' desk, never at the person's door. */
export const browserAgent = (operation: string, args: unknown): Promise<Result<unknown>> =>
	client?.browserAgent(operation, args) ??
	Promise.resolve(fail('internal', 'There is no notebook outside of a browser.', ''));

/** Tries again after an exit; where the cure is a newer build and that has come, by changing over to it. */
export function retry(): void {
	if (pwa.updateReady && connection.state !== 'ready') pwa.applyUpdate();
	else client?.retry();
}

/** The whole page anew, and in the newest build that is here. */
export function reload(): void {
	if (pwa.updateReady) pwa.applyUpdate();
	else location.reload();
}

/** Where the notebook cannot be opened: with an empty one that is kept nowhere. */
export const goOnInMemory = (): void => client?.goOnInMemory();

/** The person knows of the loss and goes on without: from now on this is a notebook like any other. */
export const acceptLoss = (): void => client?.acceptLoss();
