/**
 * What the screens know of the notebook: the door, the connection, what changes. The root layout fills it from the worker's client;
 * view models get it in their constructor. Structural types only: nothing here may import the worker or the notebook.
 */
import type { Door } from '../contract';
import type { BridgeStatus } from '../contract/bridge-messages';
import type { Failure } from '../domain/result';
import type { LayoutRunner } from '../graph/layout';

/** A write was committed, by whoever, in whatever tab. */
export interface Changed {
	type: 'changed';
	change_id: string;
	operation: string;
	/** `person` or `agent:NAME`. */
	who: string;
	/** Shelf id (an entity's, a note's) to the rows that changed on it. */
	shelves: Readonly<Record<string, readonly string[]>>;
	/** Beside those of these shelves, the entities whose pages tell of it. */
	concerns: readonly string[];
	entities: readonly { id: string; name: string }[];
}

/** An item of Review was put off on this device, or brought in again, in whatever tab. */
export interface SetAside {
	type: 'set_aside';
	item_id: string;
}

export interface Progress {
	type: 'progress';
	job: string;
	phase: string;
	done: number;
	total: number;
}

/** `agents`: who they are or what they ask is no longer as it was; `called`: they did something; `reconnected`: there was a gap in which changes may have been missed. */
export type ClientEvent =
	| Changed
	| Progress
	| SetAside
	| { type: 'settings' }
	| { type: 'indexed' }
	| { type: 'agents' }
	| { type: 'called' }
	| { type: 'reconnected' };

/** Something that went wrong inside the notebook, outside of any call. */
export interface Problem {
	readonly message: string;
	readonly stack: string;
}

export interface Connection {
	/** All but `starting` and `ready` have a screen. */
	readonly state: 'starting' | 'ready' | 'blocked' | 'newer' | 'failed' | 'taken' | 'lost';
	/** Search by words answers whole. */
	readonly indexed: boolean;
	readonly detail: string;
	readonly reconnecting: boolean;
	/** Nothing is kept: the notebook lives in memory. */
	readonly memory: boolean;
	/** There was a notebook here and the browser has lost it. */
	readonly missing: boolean;
	/** The browser has promised to keep it; null: not known. */
	readonly persisted: boolean | null;
	/** Since the page was loaded, the newest last. */
	readonly problems: readonly Problem[];
}

/** The way to agents on this computer. */
export interface Bridge {
	readonly status: BridgeStatus;
	/** With the code of a link that the hub gave out, after the person's click. null: paired. */
	pair(code: string): Promise<Failure | null>;
	/** The hub forgets this browser, and this browser its key. */
	unpair(): Promise<Failure | null>;
	/** Agents' calls come to this browser from now on. */
	answerHere(): Promise<Failure | null>;
	/** Tries at once. */
	retry(): Promise<Failure | null>;
}

export interface Client {
	readonly bridge: Bridge;
	/** This browser can have agents of its own (WebMCP). */
	readonly webAgents: boolean;
	readonly door: Door;
	readonly connection: Connection;
	/** @returns how to stop listening */
	onChange(listener: (event: ClientEvent) => void): () => void;
	retry(): void;
	/** The whole page anew, in the newest build that is here. */
	reload(): void;
	/** Where the notebook cannot be opened: with an empty one that is kept nowhere. */
	goOnInMemory(): void;
	/** The person knows of the loss and goes on without. */
	acceptLoss(): void;
	/** A file that `commonplace import` lent to the app, by the code of its link; undefined: it is not to be had any more. */
	lentFile(code: string): Promise<File | undefined>;
	/** What computes the places of a picture, in a worker of its own. */
	layout(): LayoutRunner;
	/** Bytes. */
	storageEstimate(): Promise<{ usage: number; quota: number } | undefined>;
}

/** A new build of the app waits to be taken. */
export interface Update {
	readonly ready: boolean;
	take(): void;
}
