/** The lock that a worker holds as long as it lives: a page that is granted it knows that the worker is dead. */
import type { WorkerKind } from './protocol';

/** @returns the lock's name, once it is held */
export function holdLife(locks: LockManager, kind: WorkerKind): Promise<string> {
	const name = `commonplace-${kind}-worker-${crypto.randomUUID()}`;
	return new Promise((held, failed) => {
		locks
			.request(name, () => {
				held(name);
				return new Promise(() => undefined);
			})
			.catch(failed);
	});
}
