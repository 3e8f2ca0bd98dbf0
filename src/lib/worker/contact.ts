/**
 * One worker that has said hello to this page: its API, its table, and the news of its death. Knows no DOM, so that tests can put
 * anything behind the port. Comlink remotes stay in plain variables: Svelte would call them.
 */
import { proxy, wrap, type Remote } from 'comlink';
import type { Id } from '../domain/model';
import { late, within, type Limits } from './deadline';
import type { CatalogueRow, WorkerApi, WorkerEvent, WorkerKind } from './protocol';

/** A worker just started or joined. */
export interface Line {
	port: MessagePort;
	/** Resolves with a reason when the worker's script cannot be loaded, or throws while it starts. */
	broken: Promise<string>;
	/** Ends a dedicated worker; leaves a shared one to its other pages. */
	hangUp(): void;
}

export interface Contact {
	kind: WorkerKind;
	remote: Remote<WorkerApi>;
	catalogue: ReadonlyMap<string, CatalogueRow>;
	/** Calls once when the worker has died or is given up; answers how to call that off. */
	whenGone(listener: () => void): () => void;
	/** What has happened since hello, then every event as it comes. */
	listen: (listener: (event: WorkerEvent) => void) => void;
	/** Asks for a sign of life and gives the worker up when there is none; answers whether it is alive and busy with its indexes. */
	check(): Promise<boolean>;
	end(): void;
}

export interface GreetOptions {
	locks: LockManager;
	/** Name of the lock that this page holds; null: the browser grants none. */
	page: string | null;
	session: Id;
	limits: Limits;
}

/** Says hello; undefined when there is no answer in time. */
export async function greet(kind: WorkerKind, line: Line, options: GreetOptions): Promise<Contact | undefined> {
	const remote = wrap<WorkerApi>(line.port);
	const { heard, listen } = mailbox();
	const watch = new AbortController();
	const mourners = new Set<() => void>();
	let ended = false;
	const end = () => {
		if (ended) return;
		ended = true;
		listen(() => {});
		watch.abort();
		line.port.close();
		line.hangUp();
		for (const mourner of mourners) mourner();
	};
	const whenGone = (listener: () => void) => {
		if (ended) listener();
		else mourners.add(listener);
		return () => void mourners.delete(listener);
	};
	const greeting = { page: options.page, session: options.session };
	const hello = await Promise.race([
		within(remote.hello(greeting, proxy(heard)), options.limits.hello).catch(() => late),
		line.broken.then(() => late)
	] as const);
	if (typeof hello === 'symbol') {
		end();
		return undefined;
	}
	if (hello.life !== null)
		options.locks.request(hello.life, { signal: watch.signal }, () => end()).catch(() => undefined);
	const check = async () => {
		const pong = await within(remote.ping(), options.limits.ping).catch(() => late);
		if (typeof pong === 'object') return pong.busy;
		end();
		return false;
	};
	return {
		kind,
		remote,
		catalogue: new Map(hello.catalogue.map((row) => [row.name, row])),
		whenGone,
		listen,
		check,
		end
	};
}

/** Keeps events until somebody listens. */
function mailbox() {
	const kept: WorkerEvent[] = [];
	let listener = (event: WorkerEvent): void => void kept.push(event);
	return {
		heard: (event: WorkerEvent) => listener(event),
		listen: (next: (event: WorkerEvent) => void) => {
			listener = next;
			kept.splice(0).forEach(next);
		}
	};
}
