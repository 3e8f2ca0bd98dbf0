/**
 * The one door: parses, opens the right transaction, runs the handler, answers with a result; keeps the indexes from what was committed.
 * Knows no format, no IndexedDB, no page: those are handed in.
 */
import {
	parseInput,
	operationNames,
	operations,
	type Door,
	type InputOf,
	type OperationName,
	type OutputOf
} from '../contract';
import { createClock, hlcMs } from '../domain/clock';
import { fail, FailureError, ok, refuse, type Result } from '../domain/result';
import type { Store, StoreReader } from '../store/store';
import { meansThePerson, queryKeys } from '../domain/resolve';
import { DEFAULT_CHANNEL, type Id } from '../domain/model';
import { createIds, type Env, type Tools } from './env';
import { createAgentDesk, refuseWhenPaused, type AgentDesk } from './agent-desk';
import { createAudit } from './audit';
import { asksFirst, isOpenTo, isPerson, type Caller } from './caller';
import type { ChangedEvent, Context, Handlers, ManyReceipt, NotebookEvent, WriteCall, WriteOptions } from './context';
import { ChangeChannels } from './change-channels';
import { checkChannel, closed, homeOf } from './home';
import { concernedBy, watchSpeakers } from './concerns';
import { createTurns, repeated, scopeOf, type Key } from './idempotency';
import { createIndexes } from './indexes';
import type { Touched } from './bench';
import { withLookUpMemo } from './look-up-memo';
import { digest } from './paging';
import { refuseWhenCancelled } from './watch';
import { needlesOf } from './needles';
import { pastReader } from './past';
import { askPerson, decidedBefore } from './permits';
import { Reading } from './reading';
import { ensureProjections } from './rebuild';
import { createSettings } from './settings';
import { namedRow, entityOf } from './shelves';
import { Writer } from './writer';
import { recordCall, repairUnfinished, repeatedSession } from './importing';
import { createHandlers } from './handlers';

export type { AgentDesk } from './agent-desk';
export type { Caller } from './caller';
export type { ChangedEvent, NotebookEvent, SetAsideEvent, Settings, SettingsEvent } from './context';
export type { Env, TransferPort } from './env';

export interface Notebook {
	door(caller: Caller): Door;
	/** Resolves when the indexes are built; exact look-ups answer before. Rejects when the store cannot be read. */
	ready: Promise<void>;
	on(listener: (event: NotebookEvent) => void): () => void;
	/** The way in for agents: admitted, narrowed to what the person allows, and written down. */
	agent: AgentDesk;
	/** Another worker on the same store committed. */
	absorb(event: ChangedEvent): Promise<void>;
	/** Resolves when all that was committed is indexed, and looked at for duplicates. */
	settled(): Promise<void>;
	/** Whether indexes are being built or brought up to date: what waits for them may take its time. */
	isBusy(): boolean;
	close(): void;
}

function randomMark(env: Env, length: number): string {
	const bytes = new Uint8Array(length);
	env.fillRandom(bytes);
	return [...bytes].map((byte) => (byte % 36).toString(36)).join('');
}

/** The device's own mark in its stamps: made once, kept in the store. */
async function nodeOf(store: Store, env: Env): Promise<string> {
	const known = await store.read((tx) => tx.meta('node'));
	if (typeof known === 'string') return known;
	const node = randomMark(env, 8);
	return store.write(async (tx) => {
		const meanwhile = await tx.meta('node');
		if (typeof meanwhile === 'string') return meanwhile;
		await tx.setMeta('node', node);
		return node;
	});
}

/** Opens the door on a store. Rejects when the store cannot be read. */
export async function createNotebook(store: Store, env: Env): Promise<Notebook> {
	await ensureProjections(store);
	const node = await nodeOf(store, env);
	const clock = createClock(`${node}${randomMark(env, 2)}`); // two workers of one device make no equal stamps
	const [newest] = await store.read((tx) => tx.headsBefore(undefined, 1));
	const own = newest?.hlc.includes(`-${node}`); // a foreign clock is not followed beyond a day (J3)
	if (newest) clock.see(newest.hlc, own ? Math.max(env.now(), hlcMs(newest.hlc)) : env.now());
	const tools: Tools = { env, clock, newId: createIds(env) };
	const indexes = createIndexes(
		() => env.now(),
		() => env.breathe(),
		() => env.rest?.() ?? env.breathe()
	);
	const listeners = new Set<(event: NotebookEvent) => void>();
	const emit = (event: NotebookEvent) => {
		listeners.forEach((listener) => {
			listener(event);
		});
	};
	let built = false;
	const ready = indexes.load(store).then(() => {
		built = true;
		emit({ type: 'indexed' });
	});
	ready.catch(() => undefined); // whoever awaits it hears of it
	const context: Context = {
		store,
		tools,
		indexes,
		ready,
		isReady: () => built && indexes.namesKnown(),
		emit,
		turns: createTurns(),
		announce(head, touched) {
			const concerns = concernedBy(indexes, touched);
			const speakers = watchSpeakers(indexes, touched);
			indexes.absorb(touched);
			emit(changedEvent(head, touched, { concerns, speakers: speakers() }));
		},
		settings: createSettings(() => env.now()),
		storage: () => env.storage?.() ?? { kind: 'memory', persisted: null, usage_bytes: null, quota_bytes: null },
		performAt: (caller, operation, args, at) => perform(contextAt(context, at), handlers, caller, operation, args),
		performAs: (caller, operation, args) => perform(context, handlers, caller, operation, args),
		audit: createAudit({
			store,
			newId: tools.newId,
			lull: () => env.lull?.() ?? env.breathe(),
			written: () => emit({ type: 'called' })
		})
	};
	const handlers = createHandlers(context);
	await repairUnfinished(context);

	async function absorb(event: ChangedEvent): Promise<void> {
		const ids = Object.keys(event.shelves);
		const [head, shelves] = await store.read(
			async (tx) => [await tx.head(event.change_id), await tx.shelves(ids)] as const
		);
		if (head) clock.see(head.hlc, env.now());
		const touched: Touched = new Map();
		for (const shelf of shelves)
			if (shelf) touched.set(shelf.id, { shelf, locals: new Set(event.shelves[shelf.id]), named: new Set() });
		indexes.absorb(touched);
		emit(event);
	}

	return {
		door: (caller) => doorFor(context, handlers, caller),
		agent: createAgentDesk(context, context.performAs),
		ready,
		on(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		absorb,
		settled: async () => {
			await ready;
			await indexes.settled();
			await indexes.duplicates.settled();
			await context.audit.settled();
		},
		isBusy: () => !built || !indexes.allKnown(),
		close: () => {
			store.close();
		}
	};
}

/** The same notebook at another time: stamps may lie before those that are there, since what a claim saw orders it (J3). */
function contextAt(context: Context, at: number): Context {
	const env: Env = { ...context.tools.env, now: () => at };
	const clock = createClock('sample', { ms: at, counter: 0 });
	return { ...context, tools: { env, clock, newId: createIds(env) } };
}

function changedEvent(
	head: Parameters<Context['announce']>[0],
	touched: Touched,
	more: { concerns: Id[]; speakers: Id[] }
): ChangedEvent {
	const entities = new Map<Id, string>();
	for (const { shelf } of touched.values()) {
		const state = entityOf(shelf);
		if (state && entities.size < 12) entities.set(shelf.id, state.name);
	}
	const rows = new Map([...touched].map(([id, { locals }]) => [id, locals]));
	// As after a merge: other rows are the thing now.
	for (const id of more.speakers) rows.set(id, new Set([...(rows.get(id) ?? []), 'd']));
	return {
		type: 'changed',
		change_id: head.id,
		operation: head.operation,
		who: head.who,
		...(head.via && { via: head.via }),
		at: hlcMs(head.hlc),
		shelves: Object.fromEntries([...rows].map(([id, locals]) => [id, [...locals]])),
		concerns: more.concerns,
		entities: [...entities].map(([id, name]) => ({ id, name }))
	};
}

function doorFor(context: Context, handlers: Handlers, caller: Caller): Door {
	const methods = operationNames.map((name) => [
		name,
		(args: unknown) => perform(context, handlers, caller, name, args)
	]);
	// Built from the table's own names, so the object has exactly the methods of Door.
	return Object.fromEntries(methods) as Door;
}

/** The order of search_relationships' checks (tools.md) is the parser's: form of channel_id, then access, then the rest. */
async function perform<N extends OperationName>(
	context: Context,
	handlers: Handlers,
	caller: Caller,
	name: N,
	raw: unknown
): Promise<Result<OutputOf<N>>> {
	try {
		// Who has a grant was let in just now, at the desk.
		if (!isPerson(caller) && !caller.approved && !caller.grant)
			refuseWhenPaused(await context.store.read((tx) => context.settings.read(tx)));
		refuseWhenCancelled(caller.watch);
		const parsed = parseInput(name, raw);
		if (!parsed.ok) return parsed;
		const channel = 'channel_id' in parsed.value ? parsed.value.channel_id : undefined;
		if (typeof channel === 'string') await admitTo(context, caller, channel);
		const call = createCall(context, caller, name, parsed.value, raw);
		if (caller.grant && operations[name].effect !== 'read') {
			const before = await mayWrite(call, parsed.value);
			if (before) return ok(before.value as OutputOf<N>); // what this very call answered
		}
		// The mapped type ties each handler to its row; the compiler cannot follow that through a generic name.
		const handler = handlers[name] as (call: WriteCall, args: InputOf<N>) => Promise<OutputOf<N>>;
		return ok(await handler(call, parsed.value));
	} catch (error) {
		return { ok: false, error: failureOf(error) };
	}
}

/** N7: the channel is there, and open to the caller. */
async function admitTo(context: Context, caller: Caller, channel: Id): Promise<void> {
	if (!isOpenTo(caller, channel)) throw closed(channel);
	// The default one is always there: nothing to ask the store for.
	if (channel !== DEFAULT_CHANNEL) await context.store.read((tx) => checkChannel(tx, channel));
}

/** Proposed values wait at their slots (S5); a preview changes nothing. */
const PROPOSED: ReadonlySet<OperationName> = new Set(['memory_fact_set', 'memory_set_add']);
const isPreview = (args: object): boolean => 'preview' in args && args.preview === true;

/** What an agent's right says of a write; answers what the person had it answer, when this call waited before. */
async function mayWrite(call: WriteCall, args: object): Promise<{ value: unknown } | undefined> {
	const { caller, operation } = call;
	if (caller.grant?.right === 'read')
		throw refuse(
			'channel_access_denied',
			`You may only read this notebook; ${operation} would change it.`,
			'Tell the person what you would have written. They can allow it in Commonplace, under Agents.',
			{ channel_id: caller.home ?? DEFAULT_CHANNEL }
		);
	const before = await decidedBefore(call, args);
	if (before) return before;
	if (asksFirst(caller) && !PROPOSED.has(operation) && !isPreview(args))
		await askPerson(call, args, `${operations[operation].title}.`);
	return undefined;
}

function failureOf(error: unknown) {
	if (error instanceof FailureError) return error.failure;
	const name = error instanceof Error ? error.name : '';
	const message = error instanceof Error ? error.message : String(error);
	const inner = error instanceof Error && 'inner' in error && error.inner instanceof Error ? error.inner.name : '';
	if (name === 'QuotaExceededError' || inner === 'QuotaExceededError' || /quota/iu.test(message))
		return fail(
			'storage_full',
			'The browser has no room left for the notebook.',
			'Free some disk space, or export a copy, then try again. Nothing was changed.'
		).error;
	if (storageErrors.has(name) || storageErrors.has(inner))
		return fail(
			'storage_unavailable',
			`The notebook's storage did not answer (${message}).`,
			'Reload the page; if it stays so, close other tabs of the app. Nothing was changed.'
		).error;
	return fail(
		'internal',
		`Something went wrong: ${message}`,
		'Nothing was changed. Try again; if it comes back, report it with this message.'
	).error;
}

const storageErrors: ReadonlySet<string> = new Set([
	'DatabaseClosedError',
	'InvalidStateError',
	'UnknownError',
	'OpenFailedError',
	'AbortError',
	'TimeoutError',
	'MissingAPIError',
	'DataError',
	'TransactionInactiveError',
	'PrematureCommitError'
]);

function createCall(
	context: Context,
	caller: Caller,
	operation: OperationName,
	args: object,
	said: unknown
): WriteCall {
	const { cursor: _cursor, budget: _budget, ...rest } = args as Record<string, unknown>;
	const { idempotency_key, ...hashed } = rest;
	const now = context.tools.env.now();
	const keyed = idempotency_key === undefined ? undefined : { key: idempotency_key as string, hash: digest(hashed) };
	return {
		context,
		caller,
		operation,
		said,
		now,
		get scope() {
			return digest([operation, rest]);
		},
		read: (work, channel, asOf) =>
			context.store.read((tx) =>
				work(
					asOf === undefined
						? new Reading(tx, context, now, channel, caller)
						: new Reading(pastReader(tx, asOf), context, asOf, channel, caller, true)
				)
			),
		write: (options, work) => write(context, caller, operation, options.unkeyed ? undefined : keyed, options, work),
		writeMany: (work) => (keyed ? writeMany(context, caller, operation, keyed, work) : work())
	};
}

async function write<T extends object>(
	context: Context,
	caller: Caller,
	operation: OperationName,
	keyed: Key | undefined,
	options: WriteOptions,
	work: (writer: Writer) => Promise<T>
): Promise<T> {
	let writer: Writer | undefined;
	const value = await context.store.write(async (bare) => {
		writer = undefined;
		const tx = withLookUpMemo(bare);
		// Asked together, though a call that was made before needs no channel.
		const channel = channelFor(tx, context, caller, options);
		channel.catch(() => undefined);
		const before = keyed && (await tx.headByIdempotency(scopeOf(caller, operation, keyed)));
		if (before) return repeated<T>(tx, before, keyed);
		writer = new Writer(tx, context.tools, {
			operation,
			caller: options.session === undefined ? caller : { ...caller, session: options.session },
			channel: await channel,
			...(options.via && { via: options.via }),
			...(keyed && { idempotency_key: keyed.key, arguments_hash: keyed.hash })
		});
		const answer = await work(writer);
		if (writer.isEmpty) return answer;
		refuseWhenCancelled(caller.watch);
		const receipt = { ...answer, change_id: writer.change.id };
		await writer.commit(receipt);
		await refuseElsewhere(writer, caller);
		await options.guard?.(writer);
		if (options.isWanted) await checkWanted(tx, options.isWanted);
		return receipt;
	}, options.durability);
	if (writer && !writer.isEmpty) {
		context.audit.unsay(needlesOf(writer.unsaid), context.tools.env.now());
		context.announce(writer.change, writer.bench.touched);
	}
	return value;
}

/** J6 for a call of many changes: key and receipt lie in this device's record of their session. */
const writeMany = <T extends ManyReceipt>(
	context: Context,
	caller: Caller,
	operation: OperationName,
	keyed: Key,
	work: () => Promise<T>
): Promise<T> => {
	const scope = scopeOf(caller, operation, keyed);
	const { store, tools } = context;
	return context.turns(scope, async () => {
		const before = await store.read((tx) => repeatedSession<T>(tx, scope, keyed));
		if (before) return before;
		const receipt = await work();
		if (receipt.action === 'unchanged') return receipt;
		const call = { scope, hash: keyed.hash, receipt };
		const record = { session: receipt.session, at: tools.env.now(), name: operation, ended: true, call };
		await store.write((tx) => recordCall(tx, record));
		return receipt;
	});
};

/** Whatever led there, an agent changes nothing outside the channels of its grant, and takes nothing back there. */
async function refuseElsewhere({ tx, change }: Writer, caller: Caller): Promise<void> {
	if (!caller.grant?.channels) return;
	for (const channel of await new ChangeChannels().of(tx, change))
		if (!isOpenTo(caller, channel)) throw closed(channel);
}

/** What is read in a transaction is answered when those before it have ended, well or not. */
async function checkWanted(tx: StoreReader, isWanted: () => boolean): Promise<void> {
	await tx.countChanges();
	if (!isWanted()) throw new Error('The change before it was not written.');
}

/** N7: the channel given; else the only one that holds the name; else the caller's home. */
async function channelFor(tx: StoreReader, context: Context, caller: Caller, options: WriteOptions): Promise<Id> {
	if (options.channel_id !== undefined) return options.channel_id;
	if (options.entity_id !== undefined) {
		const channel = entityOf(await tx.shelf(options.entity_id))?.channel;
		// A row elsewhere is not found, and not told of.
		if (channel !== undefined && isOpenTo(caller, channel)) return channel;
	}
	if (options.named !== undefined) {
		const shelves = await tx.shelvesByKeys(queryKeys(options.named));
		const channels = new Set(
			shelves.map((shelf) => namedRow(shelf, 0)?.state.channel).filter((id) => id !== undefined && isOpenTo(caller, id))
		);
		const [only] = channels;
		if (channels.size === 1 && only !== undefined) return only;
	}
	if (options.named !== undefined && meansThePerson(options.named) && isOpenTo(caller, DEFAULT_CHANNEL))
		return DEFAULT_CHANNEL; // N10
	return homeOf(tx, context, caller);
}
