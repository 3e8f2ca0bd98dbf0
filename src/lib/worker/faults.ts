/**
 * What goes wrong in the worker outside of any call. Nobody can see a SharedWorker's console, so it is kept here until a
 * page is there to be told.
 */
export interface Fault {
	message: string;
	stack: string;
}

type Listener = (fault: Fault) => void;

/** More would only repeat the first. */
const MOST_KEPT = 20;

const kept: Fault[] = [];
const listeners = new Set<Listener>();

export function report(reason: unknown): void {
	const fault =
		reason instanceof Error
			? { message: `${reason.name}: ${reason.message}`, stack: reason.stack ?? '' }
			: { message: String(reason), stack: '' };
	if (listeners.size > 0) for (const listener of listeners) listener(fault);
	else if (kept.length < MOST_KEPT) kept.push(fault);
}

/** The first listener also gets what has happened before it came. */
export function onFault(listener: Listener): () => void {
	listeners.add(listener);
	for (const fault of kept.splice(0)) listener(fault);
	return () => listeners.delete(listener);
}

/** Reports what nobody catches in this scope. */
export function watchFaults(scope: EventTarget): void {
	scope.addEventListener('error', (event) => report((event as ErrorEvent).error ?? (event as ErrorEvent).message));
	scope.addEventListener('unhandledrejection', (event) => report((event as PromiseRejectionEvent).reason));
}
