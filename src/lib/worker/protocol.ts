/** What a page and the notebook's worker say to each other over Comlink. Plain data but for the one listener. */
import type { Door, OperationName } from '../contract';
import type { Effect } from '../contract/row';
import type { BridgeStatus, BridgeWish } from '../contract/bridge-messages';
import type { Id } from '../domain/model';
import type { Failure, Result } from '../domain/result';
import type { NotebookEvent } from '../notebook/notebook';
import type { Fault } from './faults';

export type WorkerKind = 'shared' | 'dedicated';

/**
 * Where the worker's notebook stands; all but `starting` and `ready` are exits with a screen. `taken`: a newer build asked for the
 * database; `lost`: the worker, or the connection to the database, has gone too often.
 */
export type NotebookState = 'starting' | 'ready' | 'blocked' | 'newer' | 'failed' | 'taken' | 'lost';

export interface Status {
	state: NotebookState;
	/** For people: what happened and what to do; empty when all is well. */
	detail: string;
	/** Search by words and near names answers whole. */
	indexed: boolean;
	/** The person went on with a notebook that lives in the worker's memory only. */
	memory: boolean;
	/** The newest change; null: the notebook holds nothing. Undefined until it is ready. */
	last_change?: Id | null;
	/** Pages that this worker serves. */
	pages: number;
}

/** How a call reaches the notebook: from the app's own screens, or from a script in the page (P1). */
export type Via = 'person' | 'script';

/** Who asks through the page: the person, their script, or an agent of their browser (WebMCP), which has no door but the agents' desk. */
export type Asking = Via | 'browser_agent';

/** A row of the operation table, as much as a page needs to call it. */
export interface CatalogueRow {
	name: OperationName;
	title: string;
	description: string;
	effect: Effect;
	/** Takes an idempotency key (J6): may be asked again when nobody knows what became of it. */
	keyed: boolean;
}

export interface Hello {
	/** A Web Lock that the worker holds for life: whoever is granted it knows that the worker is dead. null: it has none. */
	life: string | null;
	catalogue: CatalogueRow[];
}

export type WorkerEvent =
	| NotebookEvent
	| ({ type: 'status' } & Status)
	| ({ type: 'fault' } & Fault)
	| { type: 'bridge'; status: BridgeStatus };

export interface Greeting {
	/** A Web Lock that the page holds for life. null: it has none, and its end is not noticed. */
	page: string | null;
	session: Id;
}

export interface WorkerApi extends Record<Via, Door> {
	/** What the page wants of the way to agents on this computer; null: done. */
	bridge(wish: BridgeWish): Promise<Failure | null>;
	/**
	 * A call of an agent of the browser's (WebMCP), to the agents' desk. Who it is and how it comes is not said by the page.
	 * @param connection one for each load of a page
	 */
	browserAgent(connection: Id, call: { operation: string; args: unknown }): Promise<Result<unknown>>;
	/** Must be the first call. The listener hears the present status at once, then every event. */
	hello(greeting: Greeting, listener: (event: WorkerEvent) => void): Promise<Hello>;
	/** The session of this page's calls from now on (P1: one for each day). */
	session(id: Id): void;
	/** Opens the notebook again after an exit. */
	reopen(): void;
	/** After `failed`: goes on with an empty notebook that is kept nowhere. */
	goOnInMemory(): void;
	/** A sign of life; `busy`: calls may wait for indexes that are being built. */
	ping(): { busy: boolean };
}
