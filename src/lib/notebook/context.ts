/** What every handler is given: the store, what is kept in memory, and the two ways in (read, write). Types of the mapped table of handlers. */
import type { InputOf, OperationName, Operations, OutputOf } from '../contract';
import type { ChangeHead, Durability, Store } from '../store/store';
import type { Id, Via, Who } from '../domain/model';
import type { Result } from '../domain/result';
import type { Audit } from './audit';
import type { Caller } from './caller';
import type { Tools } from './env';
import type { Indexes } from './indexes';
import type { Touched } from './bench';
import type { Reading } from './reading';
import type { SettingsKeeper } from './settings';
import type { Writer, WriterOptions } from './writer';

/** A commit as others hear of it: plain data, safe to post to other threads. */
export interface ChangedEvent {
	type: 'changed';
	change_id: Id;
	operation: string;
	who: Who;
	via?: Via;
	/** ms since epoch */
	at: number;
	/** Row keys that changed, by shelf. */
	shelves: Record<Id, string[]>;
	/** Beside those of these shelves, the entities whose pages tell of it: mentioned, the far end of a relation, other rows of one thing. */
	concerns: Id[];
	/** Entities it names, at most a dozen. */
	entities: { id: Id; name: string }[];
}

/** An item of Review was put off on this device, or brought in again: no change of the journal. */
export interface SetAsideEvent {
	type: 'set_aside';
	item_id: string;
}

/** Settings of this device are no longer as they were. */
export interface SettingsEvent {
	type: 'settings';
}

export type NotebookEvent =
	| ChangedEvent
	| SetAsideEvent
	| SettingsEvent
	/** `done` of `total`: bytes while reading, records while writing. */
	| { type: 'progress'; job: string; phase: 'reading' | 'writing' | 'exporting'; done: number; total: number }
	/** All indexes are built. */
	| { type: 'indexed' }
	/** Agents, what each may do, or what they ask is no longer as it was. */
	| { type: 'agents' }
	/** Agents have called: each call is written down, so this comes as often as they do. */
	| { type: 'called' };

export interface Settings {
	compact_responses: boolean;
	agents_enabled: boolean;
	web_agents: boolean;
	home_channel: Id;
}

export interface Context {
	store: Store;
	tools: Tools;
	indexes: Indexes;
	/** Resolves when all indexes are built. */
	ready: Promise<void>;
	/** Whether names and relations in memory are those of the store. */
	isReady(): boolean;
	emit(event: NotebookEvent): void;
	/** Lets calls of one idempotency key wait for each other (J6). */
	turns: <T>(scope: string, work: () => Promise<T>) => Promise<T>;
	/** Takes a commit into the indexes and tells the listeners. */
	announce(head: Omit<ChangeHead, 'gist'> & { gist?: ChangeHead['gist'] }, touched: Touched): void;
	settings: SettingsKeeper;
	/** Where the notebook lives, as the root knows it. */
	storage(): StorageFacts;
	/** Performs an operation as somebody, at a time: the sample is told as if it had happened. */
	performAt(caller: Caller, operation: OperationName, args: unknown, at: number): Promise<Result<unknown>>;
	/** Performs an operation as somebody, now: what the person has said yes to is run as the agent that asked. */
	performAs: (caller: Caller, operation: OperationName, args: unknown) => Promise<Result<unknown>>;
	/** What agents did. */
	audit: Audit;
}

export interface StorageFacts {
	kind: 'indexeddb' | 'memory';
	persisted: boolean | null;
	usage_bytes: number | null;
	quota_bytes: number | null;
}

export interface WriteOptions {
	channel_id?: string | undefined;
	/** The name written to, which may tell the channel (N7). */
	named?: string | undefined;
	/** Or a row that does. */
	entity_id?: string | undefined;
	durability?: Durability;
	/** One of many changes of a call: the call's idempotency key is not this change's (J6), or the second would repeat the first. */
	unkeyed?: true;
	/** Another session than the caller's: an import is one of its own (P1). */
	session?: Id;
	via?: WriterOptions['via'];
	/** Asked in the transaction when all is put: what it throws gives the change up. */
	guard?: (writer: Writer) => Promise<void>;
	/** Asked when all is put and it is this change's turn to be written; no: it rejects and nothing is written. */
	isWanted?: () => boolean;
}

/** One call of an operation. */
export interface Call {
	context: Context;
	caller: Caller;
	operation: OperationName;
	/** ms since epoch, the same for the whole call. */
	now: number;
	/** Digest of operation and arguments, without what pages (cursor, budget): what a cursor is good for. */
	readonly scope: string;
	/** @param asOf ms since epoch: the notebook as it stood then. */
	read<T>(work: (reading: Reading) => Promise<T>, channel_id?: string, asOf?: number): Promise<T>;
}

export interface WriteCall extends Call {
	/** The arguments as they came: what is run later is read from them anew. */
	said: unknown;
	/** One change in one transaction (J2); the same idempotency key again answers with the first receipt (J6). */
	write<T extends object>(options: WriteOptions, work: (writer: Writer) => Promise<T>): Promise<T>;
	/** A session of changes, each written by `write` with `unkeyed`; the same idempotency key again answers with the first receipt (J6). */
	writeMany<T extends ManyReceipt>(work: () => Promise<T>): Promise<T>;
}

/** What a call of many changes answers; `unchanged`: it wrote none. */
export interface ManyReceipt {
	session: Id;
	action: string;
}

type CallOf<N extends OperationName> = Operations[N]['effect'] extends 'read' ? Call : WriteCall;

export type Handler<N extends OperationName> = (call: CallOf<N>, args: InputOf<N>) => Promise<OutputOf<N>>;

/** A mapped type over the table: a missing handler does not compile, and a `read` handler has no way to write. */
export type Handlers = { [N in OperationName]: Handler<N> };
export type HandlersOf<M> = { [N in keyof M & OperationName]: Handler<N> };
