/**
 * The notebook's life in a worker: opened, kept open, closed when a newer build asks for the database; commits told to the
 * other workers and theirs taken in. Knows neither pages nor Comlink nor which store it is.
 */
import type { Door } from '../contract';
import type { AgentDesk, Caller, Notebook, NotebookEvent } from '../notebook/notebook';
import type { Store } from '../store/store';
import type { Broadcast, SharedEvent } from './broadcast';
import { exits, openPatiently, type OpeningTimes } from './opening';
import type { Status } from './protocol';

export interface StoreHooks {
	onBlocked: () => void;
	onVersionChange: () => void;
	onClosed: () => void;
}

export interface EngineParts {
	openStore: (hooks: StoreHooks) => Promise<Store>;
	/** A store that is kept nowhere, for a person who goes on without one that is. */
	openMemory: () => Store;
	createNotebook: (store: Store, memory: boolean) => Promise<Notebook>;
	openBroadcast: (heard: (event: SharedEvent) => void) => Broadcast;
	report: (reason: unknown) => void;
	times?: OpeningTimes;
}

type OwnStatus = Omit<Status, 'pages'>;
export type EngineEvent = NotebookEvent | ({ type: 'status' } & OwnStatus);

export interface Engine {
	status(): OwnStatus;
	/** The open notebook's, or undefined while there is none. */
	door(caller: Caller): Door | undefined;
	/** The open notebook's way in for agents, or undefined while there is none. */
	agent(): AgentDesk | undefined;
	/** What this device keeps beside the notebook, under a name; undefined while there is no notebook. */
	device<T>(key: string): Promise<T | undefined>;
	/** @throws when there is no notebook to keep it in */
	setDevice(key: string, value: unknown): Promise<void>;
	on(listener: (event: EngineEvent) => void): () => void;
	/** Whether the notebook brings its indexes up to date, and what waits for them may take its time. */
	isBusy(): boolean;
	/** Opens again after an exit; does nothing while the notebook is open, or opens (`blocked` goes on by itself). */
	reopen(): void;
	/** After `failed`: ready with an empty notebook in memory. Other workers hear nothing of it: theirs is another. */
	goOnInMemory(): void;
}

const starting: OwnStatus = { state: 'starting', detail: '', indexed: false, memory: false };

/** How often a database that the browser closed is opened again before the person is asked. */
const MOST_REOPENINGS = 3;

export function createEngine(parts: EngineParts): Engine {
	const times = parts.times ?? { open: 20_000, blocked: 2_000 };
	const listeners = new Set<(event: EngineEvent) => void>();
	let status: OwnStatus = starting;
	let notebook: Notebook | undefined;
	let store: Store | undefined;
	let broadcast: Broadcast | undefined;
	let reopenings = 0;
	/** Counts openings: news of an abandoned one is not taken for news of the present one. */
	let opening = 0;

	const emit = (event: EngineEvent) => {
		if (event.type === 'changed') status = { ...status, last_change: event.change_id };
		for (const listener of listeners) listener(event);
	};
	const set = (next: OwnStatus) => {
		status = next;
		emit({ type: 'status', ...status });
	};
	const exit = (state: Exclude<OwnStatus['state'], 'starting' | 'ready'>, detail: string) =>
		set({ state, detail, indexed: false, memory: false });

	function close() {
		opening++;
		broadcast?.close();
		notebook?.close();
		notebook = broadcast = store = undefined;
	}
	function leave(state: 'taken' | 'lost' | 'failed', detail: string) {
		close();
		exit(state, detail);
	}
	function openAgain() {
		close();
		open().catch(parts.report);
	}

	function reopen() {
		if (status.state !== 'ready') return;
		if (++reopenings > MOST_REOPENINGS) leave('lost', exits.closed);
		else openAgain();
	}

	const hooks = (mine: number): StoreHooks => {
		const ifMine = (work: () => void) => () => {
			if (mine === opening) work();
		};
		return {
			onBlocked: ifMine(() => exit('blocked', exits.blocked)),
			onVersionChange: ifMine(() => leave('taken', exits.versionChange)),
			// A store may say that it is closed when it gives up opening, or just before it says that a newer build asked for it.
			onClosed: () => queueMicrotask(ifMine(reopen))
		};
	};

	async function open(): Promise<void> {
		const mine = ++opening;
		set(starting);
		const opened = await openPatiently({
			open: () => parts.openStore(hooks(mine)),
			times,
			wanted: () => mine === opening,
			blocked: () => exit('blocked', exits.blocked)
		});
		if (!opened) return;
		if ('exit' in opened) exit(opened.exit, opened.detail);
		else await begin(mine, opened.store);
	}

	/** Ready as soon as the disk answers; the indexes follow. */
	async function begin(mine: number, opened: Store, memory = false) {
		try {
			const [newest] = await opened.read((tx) => tx.headsBefore(undefined, 1));
			const fresh = await parts.createNotebook(opened, memory);
			if (mine !== opening) {
				fresh.close();
				return;
			}
			notebook = fresh;
			store = opened;
			const hear = listen(mine, fresh);
			if (!memory) broadcast = parts.openBroadcast(hear);
			set({ state: 'ready', detail: '', indexed: false, memory, last_change: newest?.id ?? null });
			await fresh.ready;
			if (mine === opening) set({ ...status, indexed: true });
		} catch (error) {
			opened.close();
			if (mine !== opening) return;
			parts.report(error);
			leave('failed', `${exits.failed} ${error instanceof Error ? error.message : String(error)}`);
		}
	}

	/** Passes on what the notebook says, what it did to the store to the other workers too; answers what to do with theirs. */
	function listen(mine: number, fresh: Notebook): (event: SharedEvent) => void {
		const theirs = new Set<string>();
		fresh.on((event) => {
			if (mine !== opening) return;
			if (event.type === 'changed' && !theirs.delete(event.change_id)) broadcast?.send(event);
			if (event.type === 'set_aside' || event.type === 'settings') broadcast?.send(event);
			emit(event);
		});
		return (event) => {
			if (event.type !== 'changed') {
				// It is read from the store each time: there is nothing to take in.
				if (mine === opening) emit(event);
				return;
			}
			theirs.add(event.change_id);
			fresh.absorb(event).then(() => {
				// Told here unless taking it in has told it already.
				if (theirs.delete(event.change_id) && mine === opening) emit(event);
			}, parts.report);
		};
	}

	open().catch(parts.report);
	return {
		status: () => status,
		door: (caller) => notebook?.door(caller),
		agent: () => notebook?.agent,
		device: async <T>(key: string) => (await store?.read((tx) => tx.meta(key))) as T | undefined,
		async setDevice(key, value) {
			if (!store) throw new Error(status.detail || 'The notebook is not open yet.');
			await store.write((tx) => tx.setMeta(key, value));
		},
		isBusy: () => notebook?.isBusy() ?? false,
		on(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		reopen() {
			if (status.state === 'starting' || status.state === 'blocked' || status.state === 'ready') return;
			reopenings = 0;
			openAgain();
		},
		goOnInMemory() {
			if (status.state !== 'failed') return;
			close();
			set(starting);
			begin(opening, parts.openMemory(), true).catch(parts.report);
		}
	};
}
