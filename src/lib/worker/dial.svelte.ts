/** Starts or joins the notebook's worker from a page. (`.svelte.ts` marks the modules of this folder that may use the DOM.) */
import url from './notebook.worker.ts?worker&url';
import type { Line } from './contact';
import { holdLock } from './life';
import type { WorkerKind } from './protocol';

/** Finishes its writes after the last tab has gone, and is still warm after a reload. Must be the same for every page. */
const options = { type: 'module', extendedLifetime: true } as const;

/** The kinds of worker to try here, best first. */
export const kindsHere = (): WorkerKind[] => ('SharedWorker' in globalThis ? ['shared', 'dedicated'] : ['dedicated']);

/** Loading is all that a worker's `error` event tells of; what comes later is reported by the worker itself. */
const broken = (worker: AbstractWorker): Promise<string> =>
	new Promise((resolve) => {
		worker.onerror = (event) => {
			event.preventDefault();
			resolve((event as Partial<ErrorEvent>).message ?? 'The worker could not be loaded.');
		};
	});

/**
 * @param name of the database, and so of the worker: all pages of an origin that say the same share both
 * @throws when the browser refuses this kind of worker
 */
export function dial(kind: WorkerKind, name: string): Line {
	if (kind === 'shared') {
		const worker = new SharedWorker(url, { ...options, name });
		return { port: worker.port, broken: broken(worker), hangUp: () => undefined };
	}
	const worker = new Worker(url, { type: 'module', name });
	const { port1, port2 } = new MessageChannel();
	worker.postMessage(null, [port2]);
	return { port: port1, broken: broken(worker), hangUp: () => worker.terminate() };
}

/**
 * Holds a lock as long as this page lives; the worker waits for it to learn of the page's end.
 * @returns its name; null where the browser grants none (site data blocked)
 */
export const holdPageLock = (locks: LockManager): Promise<string | null> =>
	holdLock(locks, `commonplace-page-${crypto.randomUUID()}`);
