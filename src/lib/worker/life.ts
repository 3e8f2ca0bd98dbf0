/** Locks held for life: whoever is granted one knows that the worker, or the page, that held it is dead. */
import type { WorkerKind } from './protocol';

/** @returns the lock's name once it is held; null where the browser grants none (site data blocked) */
export function holdLock(locks: LockManager, name: string): Promise<string | null> {
	return new Promise((settle) => {
		locks
			.request(name, () => {
				settle(name);
				return new Promise(() => undefined);
			})
			// Too late to say anything when another took it by force: its holder counts as dead.
			.catch(() => settle(null));
	});
}

export const holdLife = (locks: LockManager, kind: WorkerKind): Promise<string | null> =>
	holdLock(locks, `commonplace-${kind}-worker-${crypto.randomUUID()}`);
