/**
 * A page's link to the notebook's worker: dials it, hears of its death and dials anew, and knows when calls may be made.
 * `state` stays `ready` while a dead worker is replaced, so that no screen is taken away from under the person.
 */
import type { Id } from '../domain/model';
import { greet, type Contact, type Line } from './contact';
import { limits as usual, within, type Limits } from './deadline';
import type { Status, WorkerEvent, WorkerKind } from './protocol';

export interface LinkOptions {
	/** In the order to try: a shared worker that does not answer is passed over for a dedicated one. */
	kinds: readonly WorkerKind[];
	/** May throw. */
	dial(kind: WorkerKind): Line;
	locks: LockManager;
	/** Name of the lock that this page holds, once it does; null: the browser grants none. */
	page: Promise<string | null>;
	session: () => Id;
	onStatus(status: LinkStatus): void;
	/** A worker has said hello; its notebook may not be open yet. */
	onContact?(contact: Contact): void;
	onEvent(event: LinkEvent): void;
	limits?: Limits;
}

export interface LinkStatus extends Status {
	kind: WorkerKind;
	/** The worker has died or its database was closed, and a new one is on its way; calls wait for it. */
	reconnecting: boolean;
}

/** `reconnected`: events may have been missed meanwhile, so read again what is shown. */
export type LinkEvent = Exclude<WorkerEvent, { type: 'status' }> | { type: 'reconnected' };

export interface Link {
	status(): LinkStatus;
	/** The worker once its notebook is open; undefined: it is not, and `status` says why. Waits at most `limits.start`. */
	ready(): Promise<Contact | undefined>;
	/** Tries again after an exit. */
	retry: () => void;
	/** After `failed`: with a notebook in memory. */
	goOnInMemory: () => void;
	/** Hangs up for good. */
	close(): void;
}

/** A worker that dies again and again (out of memory, say) is not started for ever. */
const MOST_DEATHS = 4;
const DEATHS_WITHIN = 60_000;

const unreachable = 'The part of Commonplace that keeps the notebook did not start. Reload the page.';
const dying = 'The part of Commonplace that keeps the notebook has stopped several times. Reload the page.';

export function createLink(options: LinkOptions): Link {
	const limits = options.limits ?? usual;
	const kind = options.kinds[0] ?? 'dedicated';
	let status: LinkStatus = {
		state: 'starting',
		detail: '',
		indexed: false,
		memory: false,
		pages: 0,
		kind,
		reconnecting: false
	};
	let contact: Contact | undefined;
	let deaths: number[] = [];
	let closed = false;
	const waiting: (() => void)[] = [];
	const settled = () => status.state !== 'starting' && !status.reconnecting;

	function set(change: Partial<LinkStatus>) {
		const was = status;
		status = { ...status, ...change };
		options.onStatus(status);
		if (was.reconnecting && settled() && status.state === 'ready') options.onEvent({ type: 'reconnected' });
		if (settled()) for (const go of waiting.splice(0)) go();
	}

	/** Back to the start; a page that has had its notebook goes on showing what it has. */
	const startAgain = () => {
		if (status.state === 'ready') set({ indexed: false, reconnecting: true });
		else set({ state: 'starting', detail: '', indexed: false });
	};
	const lose = (detail: string) => set({ state: 'lost', detail, indexed: false, reconnecting: false });

	function hear(event: WorkerEvent) {
		if (event.type !== 'status') {
			options.onEvent(event);
			return;
		}
		const { type: _type, ...news } = event;
		if (news.state === 'starting') startAgain();
		else set({ ...news, reconnecting: false });
	}

	async function dialAny(): Promise<void> {
		for (const kind of options.kinds) {
			const made = await dial(kind);
			if (closed) {
				made?.end();
				return;
			}
			if (!made) continue;
			contact = made;
			options.onContact?.(made);
			set({ kind });
			made.listen(hear);
			made.whenGone(bury);
			return;
		}
		lose(unreachable);
	}

	async function dial(kind: WorkerKind): Promise<Contact | undefined> {
		try {
			const page = await options.page;
			return await greet(kind, options.dial(kind), { locks: options.locks, page, session: options.session(), limits });
		} catch {
			return undefined; // no such kind of worker here
		}
	}

	function bury() {
		contact = undefined;
		if (closed) return;
		const now = Date.now();
		deaths = [...deaths.filter((at) => now - at < DEATHS_WITHIN), now];
		if (deaths.length > MOST_DEATHS) {
			lose(dying);
			return;
		}
		startAgain();
		void dialAny();
	}

	void dialAny();
	return {
		status: () => status,
		async ready() {
			if (!settled()) await within(new Promise<void>((resolve) => waiting.push(resolve)), limits.start);
			return settled() && status.state === 'ready' ? contact : undefined;
		},
		retry() {
			if (!settled() || status.state === 'ready') return;
			deaths = [];
			startAgain();
			if (contact) void contact.remote.reopen();
			else void dialAny();
		},
		goOnInMemory() {
			if (!contact || status.state !== 'failed') return;
			startAgain();
			void contact.remote.goOnInMemory();
		},
		close() {
			closed = true;
			contact?.end();
		}
	};
}
