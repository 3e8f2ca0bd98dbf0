/** Time limits: how long a page waits for each kind of call, and the wait itself. */
import type { OperationName } from '../contract';

/** Milliseconds. Tests shorten them. */
export interface Limits {
	/** Until a new worker says hello. */
	hello: number;
	/** Until the notebook is open or says why not; calls made meanwhile wait for it. */
	start: number;
	read: number;
	write: number;
	/** Import and export take as long as they take; this is how long they may show no progress. */
	still: number;
	/** Until a worker that missed another limit must answer a ping, else it counts as dead. */
	ping: number;
}

export const limits: Limits = {
	hello: 10_000,
	start: 45_000,
	read: 10_000,
	write: 60_000,
	still: 120_000,
	ping: 5_000
};

const jobs: ReadonlySet<string> = new Set<OperationName>([
	'import_preview',
	'import_run',
	'export',
	'export_to_folder'
]);

/** Whether an operation may take as long as it shows progress. */
export const isJob = (operation: string): boolean => jobs.has(operation);

export const late = Symbol('late');

/** A wait that can be given more time while it runs. */
export interface Wait<T> {
	result: Promise<T | typeof late>;
	/** Starts the time anew, as long as it has not run out. */
	again: () => void;
}

/** Waits for a promise, at most `ms`; a rejection of the promise is passed on, and one after the time is dropped. */
export function startWait<T>(promise: Promise<T>, ms: number): Wait<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let again = () => {};
	const result = new Promise<T | typeof late>((resolve, reject) => {
		const set = () => (timer = setTimeout(() => resolve(late), ms));
		set();
		again = () => {
			if (timer === undefined) return;
			clearTimeout(timer);
			set();
		};
		const end = () => {
			clearTimeout(timer);
			timer = undefined;
		};
		promise.then(
			(value) => {
				end();
				resolve(value);
			},
			(error: unknown) => {
				end();
				reject(error instanceof Error ? error : new Error(String(error)));
			}
		);
	});
	return { result, again: () => again() };
}

export const within = <T>(promise: Promise<T>, ms: number): Promise<T | typeof late> => startWait(promise, ms).result;
