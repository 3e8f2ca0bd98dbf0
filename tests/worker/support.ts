/** A page and a worker in one Node process: real Comlink over real message ports, pretended locks, a pretended notebook. */
import { fail, ok, type Result } from '../../src/lib/domain/result';
import type { Door } from '../../src/lib/contract';
import type { Caller, ChangedEvent, Notebook, NotebookEvent } from '../../src/lib/notebook/notebook';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import { createCalls } from '../../src/lib/worker/calls';
import type { Line } from '../../src/lib/worker/contact';
import type { Limits } from '../../src/lib/worker/deadline';
import { createEngine, type Engine, type EngineParts } from '../../src/lib/worker/engine';
import { createLink, type LinkEvent, type LinkStatus } from '../../src/lib/worker/link';
import type { CatalogueRow, WorkerKind } from '../../src/lib/worker/protocol';
import type { Bridge } from '../../src/lib/worker/bridge';
import { createServer } from '../../src/lib/worker/serve';

/** Long enough for this machine, short enough for a test. */
export const shortLimits: Limits = { hello: 300, start: 2_000, read: 200, write: 300, still: 200, ping: 100 };
export const shortTimes = { open: 300, blocked: 20 };

interface Held {
	release(): void;
}

/** Exclusive locks, first come first served; `release` is what the browser does when the holder dies. */
export class PretendedLocks {
	readonly #queues = new Map<string, (() => void)[]>();
	readonly held = new Map<string, Held>();

	request(name: string, ...rest: unknown[]): Promise<unknown> {
		const granted = rest.at(-1) as () => unknown;
		const { signal } = (rest.length > 1 ? rest[0] : {}) as { signal?: AbortSignal };
		return new Promise((resolve, reject) => {
			const queue = this.#queues.get(name) ?? [];
			this.#queues.set(name, queue);
			const enter = () => {
				const leave = () => {
					this.held.delete(name);
					queue.shift();
					queue[0]?.();
				};
				this.held.set(name, { release: leave });
				void Promise.resolve(granted()).then((value) => {
					if (queue[0] === enter) leave();
					resolve(value);
				});
			};
			signal?.addEventListener('abort', () => {
				const at = queue.indexOf(enter);
				if (at > 0) queue.splice(at, 1);
				reject(new Error('aborted'));
			});
			queue.push(enter);
			if (queue.length === 1) enter();
		});
	}

	get asManager(): LockManager {
		return this as unknown as LockManager;
	}
}

/** A worker without agents. */
const noBridge: Bridge = {
	status: () => ({ state: 'unpaired', detail: '', answering: false, agents: [], hub: null }),
	wish: () => Promise.resolve(null),
	on: () => () => undefined
};

export type Answer = (operation: string, args: unknown, caller: Caller) => Promise<Result<unknown>>;

export interface PretendedNotebook extends Notebook {
	say(event: NotebookEvent): void;
	absorbed: ChangedEvent[];
	busy: boolean;
	closed: boolean;
}

export function pretendNotebook(answer: Answer, ready: Promise<void> = Promise.resolve()): PretendedNotebook {
	const listeners = new Set<(event: NotebookEvent) => void>();
	const notebook: PretendedNotebook = {
		ready,
		absorbed: [],
		busy: false,
		closed: false,
		door: (caller) =>
			new Proxy({}, { get: (_, name) => (args: unknown) => answer(String(name), args, caller) }) as unknown as Door,
		agent: (identity, { operation, args }) =>
			answer(operation, args, { who: `agent:${identity.name}`, session: identity.connection }),
		on(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		say: (event) => listeners.forEach((listener) => listener(event)),
		absorb(event) {
			notebook.absorbed.push(event);
			return Promise.resolve();
		},
		settled: () => Promise.resolve(),
		isBusy: () => notebook.busy,
		close: () => void (notebook.closed = true)
	};
	return notebook;
}

export const changed = (change_id: string): ChangedEvent => ({
	type: 'changed',
	change_id,
	operation: 'memory_fact_set',
	who: 'person',
	at: 0,
	shelves: {},
	concerns: [],
	entities: []
});

export const echo: Answer = (operation, args, caller) => Promise.resolve(ok({ operation, args, caller }));
export const never: Answer = () => new Promise(() => undefined);
export const refuse: Answer = () => Promise.resolve(fail('not_found', 'No.', 'None.'));

export const engineWith = (notebook: Notebook, parts: Partial<EngineParts> = {}): Engine =>
	createEngine({
		openStore: () => Promise.resolve(createMemoryStore()),
		openMemory: createMemoryStore,
		createNotebook: () => Promise.resolve(notebook),
		openBroadcast: () => ({ send: () => undefined, close: () => undefined }),
		report: () => undefined,
		times: shortTimes,
		...parts
	});

/** A worker that can be killed as a browser kills one: it says nothing more and its locks are freed. */
export class PretendedWorker {
	readonly #life: string;
	readonly #ports = new Set<MessagePort>();
	readonly #serve: (port: MessagePort) => void;

	constructor(
		readonly locks: PretendedLocks,
		readonly engine: Engine
	) {
		const life = (this.#life = `life-${String(Math.random())}`);
		const held = new Promise<string>((resolve) => {
			void locks.request(life, () => {
				resolve(life);
				return new Promise(() => undefined);
			});
		});
		this.#serve = createServer({
			engine,
			bridge: noBridge,
			onFault: () => () => undefined,
			life: held,
			locks: locks.asManager
		});
	}

	line(): Line {
		const { port1, port2 } = new MessageChannel();
		this.#ports.add(port2);
		this.#serve(port2);
		return { port: port1, broken: new Promise(() => undefined), hangUp: () => undefined };
	}

	kill(): void {
		for (const port of this.#ports) port.close();
		this.locks.held.get(this.#life)?.release();
	}
}

/** A line on which nobody ever answers. */
export const deadLine = (): Line => ({
	port: new MessageChannel().port1,
	broken: new Promise(() => undefined),
	hangUp: () => undefined
});

export interface PageParts {
	locks: PretendedLocks;
	dial(kind: WorkerKind): Line;
	kinds?: WorkerKind[];
	session?: () => string;
}

let pages = 0;

/** A page as `connect.svelte.ts` makes one, without a browser. */
export function openPage({ locks, dial, kinds = ['shared'], session = () => 'today' }: PageParts) {
	const statuses: LinkStatus[] = [];
	const events: LinkEvent[] = [];
	const saved: CatalogueRow[] = [];
	const lock = `page-${String(++pages)}`;
	void locks.request(lock, () => new Promise(() => undefined));
	const link = createLink({
		kinds,
		dial,
		locks: locks.asManager,
		page: Promise.resolve(lock),
		session,
		onStatus: (status) => statuses.push(status),
		// How it stands with agents is told at every hello; it is no event of the notebook.
		onEvent: (event) => event.type !== 'bridge' && events.push(event),
		limits: shortLimits
	});
	let keys = 0;
	const calls = createCalls({
		link,
		session,
		newKey: () => `key-${String(++keys)}`,
		connection: 'this-load',
		onSaved: (row) => saved.push(row),
		limits: shortLimits
	});
	return {
		link,
		calls,
		statuses,
		events,
		saved,
		/** As when its tab is closed. */
		leave: () => locks.held.get(lock)?.release()
	};
}

/** Waits until something holds. */
export async function until(holds: () => boolean): Promise<void> {
	for (let tries = 0; !holds(); tries++) {
		if (tries > 400) throw new Error('It never came true.');
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}
