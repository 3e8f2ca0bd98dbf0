/**
 * What the worker is to its pages: for each port an API over Comlink, released when its page has gone. A port says nothing when
 * its page dies, so each page holds a Web Lock that the worker waits for.
 */
import { expose, releaseProxy, type Remote } from 'comlink';
import { operations, type Door, type OperationName } from '../contract';
import { fail } from '../domain/result';
import type { Bridge } from './bridge';
import { deskOf } from './desk';
import type { Engine } from './engine';
import type { Fault } from './faults';
import type { CatalogueRow, Via, WorkerApi, WorkerEvent } from './protocol';

type Listener = (event: WorkerEvent) => void;

export interface ServeParts {
	engine: Engine;
	bridge: Bridge;
	onFault: (listener: (fault: Fault) => void) => () => void;
	/** Name of the lock that the worker holds by now; null: the browser grants none. */
	life: Promise<string | null>;
	locks: LockManager;
}

const names = Object.keys(operations) as OperationName[];

/** As much of the table as a page needs; the schemas stay here. */
export const catalogue: CatalogueRow[] = names.map((name) => {
	const { title, description, effect, input } = operations[name];
	return { name, title, description, effect, keyed: 'idempotency_key' in input.shape };
});

/** @returns takes the port of a new page */
export function createServer({ engine, bridge, onFault, life, locks }: ServeParts): (port: MessagePort) => void {
	const pages = new Set<Listener>();
	const desk = deskOf(engine);
	const status = () => ({ type: 'status' as const, ...engine.status(), pages: pages.size });
	const tell = (event: WorkerEvent) => {
		for (const page of pages) page(event);
	};
	engine.on((event) => tell(event.type === 'status' ? { ...event, pages: pages.size } : event));
	onFault((fault) => tell({ type: 'fault', ...fault }));
	bridge.on((now) => tell({ type: 'bridge', status: now }));

	return (port) => {
		let session = '';
		const api: WorkerApi = {
			async hello(greeting, listener) {
				session = greeting.session;
				const remote = listener as unknown as Remote<Listener>;
				const page: Listener = (event) => void remote(event).catch(() => undefined);
				pages.add(page);
				const bury = () => {
					pages.delete(page);
					remote[releaseProxy]();
					port.close();
				};
				if (greeting.page !== null) void locks.request(greeting.page, bury);
				// A page that has just been loaded is a new try: the worker may have outlived the pages that saw the exit.
				engine.reopen();
				page(status());
				page({ type: 'bridge', status: bridge.status() });
				return { life: await life, catalogue };
			},
			session: (id) => void (session = id),
			reopen: () => {
				engine.reopen();
				tell(status());
			},
			goOnInMemory: () => {
				engine.goOnInMemory();
				tell(status());
			},
			bridge: (wish) => bridge.wish(wish),
			browserAgent: (connection, { operation, args }) =>
				desk({ name: 'browser', title: 'A browser agent', via: 'webmcp', connection }, { operation, args }),
			ping: () => ({ busy: engine.isBusy() }),
			person: doorFor(engine, 'person', () => session),
			script: doorFor(engine, 'script', () => session)
		};
		expose(api, port);
	};
}

/** The door as one kind of caller has it; while the notebook is not open it says so. */
function doorFor(engine: Engine, via: Via, session: () => string): Door {
	const calling = (name: OperationName) => async (args: never) => {
		const caller = { who: 'person', session: session(), ...(via === 'script' && { via }) } as const;
		const door = engine.door(caller);
		return door
			? await door[name](args)
			: fail(
					'storage_unavailable',
					engine.status().detail || 'The notebook is not open yet.',
					'Try again in a moment.'
				);
	};
	return Object.fromEntries(names.map((name) => [name, calling(name)])) as unknown as Door;
}
