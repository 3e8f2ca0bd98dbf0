/**
 * What agents did: every call with its arguments and outcome, a session for each connection (P1). Device-local, the latest thousands,
 * written in the background in pages so that no read waits for it, and in bursts: an agent that calls in a row would else wait at each
 * call for the writing of the one before. What changed is in the journal all the same.
 */
import type { AgentIdentity } from '../contract/bridge-messages';
import type { Effect } from '../contract/row';
import type { Id } from '../domain/model';
import type { Store, StoreReader, StoreWriter } from '../store/store';
import { noteSeen } from './agents';
import { saysAny } from './needles';

/** One call. */
interface Called {
	id: Id;
	/** ms since epoch */
	at: number;
	agent: string;
	session: Id;
	operation: string;
	effect: Effect;
	outcome: string;
	ms: number;
	change?: Id;
	/** It waits for the person, or they have said no: id of the request. */
	request?: string;
	/** Items refused in an answer that was well. */
	refused?: number;
}

/** What was asked and got, in words. */
interface Told {
	arguments: string;
	answer: string;
	tokens: number;
}

/** As it is kept. */
export type KeptCall = Called & Told;

/** A call, and how it is put in words: that takes as long as the answer is, so it is done when nobody waits for that any more. */
export interface Noted {
	call: Called;
	tell: () => Told;
}

/** One connection of an agent. */
export interface AgentSession {
	session: Id;
	agent: string;
	/** Of the bridge; it goes on with the same session after a reload. */
	connection: string;
	/** ms since epoch */
	started: number;
	last: number;
	calls: number;
	changes: number;
	failed: number;
}

const SESSIONS = 'agent-sessions';
const HEAD = 'audit';
/** Calls of a page, which is written anew with each that comes, and pages: 5,000 calls, a few megabytes at most. */
const PAGE = 20;
const MOST_PAGES = 250;
/** Keys are used again: the oldest page gives way. */
const pageKey = (page: number): string => `audit-${String(page % MOST_PAGES)}`;
const MOST_SESSIONS = 300;
const MOST_ARGUMENTS = 2_000;
const MOST_ANSWER = 1_000;

/** Pages `first`..`last`; the last one is being filled. */
interface Head {
	first: number;
	last: number;
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** As JSON, cut. */
export const shortJson = (value: unknown, most: 'arguments' | 'answer'): string =>
	cut(JSON.stringify(value ?? null), most === 'arguments' ? MOST_ARGUMENTS : MOST_ANSWER);

const headIn = async (tx: StoreReader): Promise<Head> =>
	((await tx.meta(HEAD)) as Head | undefined) ?? { first: 0, last: 0 };
const pageIn = async (tx: StoreReader, page: number): Promise<KeptCall[]> =>
	((await tx.meta(pageKey(page))) as KeptCall[] | undefined) ?? [];

/** Latest first, page by page. */
export async function* callsIn(tx: StoreReader): AsyncGenerator<KeptCall[]> {
	const { first, last } = await headIn(tx);
	for (let page = last; page >= first; page--) yield (await pageIn(tx, page)).toReversed();
}

export const sessionsIn = async (tx: StoreReader): Promise<AgentSession[]> =>
	((await tx.meta(SESSIONS)) as AgentSession[] | undefined) ?? [];

/** J5: what names any of these texts or ids goes; that there was a call stays. */
export async function purgeCalls(tx: StoreWriter, needles: readonly string[]): Promise<void> {
	const { first, last } = await headIn(tx);
	for (let page = first; page <= last; page++) {
		const calls = await pageIn(tx, page);
		const kept = calls.map((call) => without(call, needles));
		if (kept.some((call, i) => call !== calls[i])) await tx.setMeta(pageKey(page), kept);
	}
}

export type Audit = ReturnType<typeof createAudit>;

interface Parts {
	store: Store;
	newId: () => Id;
	/** Long enough that a call which follows the last one in a row has come. */
	lull: () => Promise<void>;
	/** After each writing. */
	written: () => void;
}

/** Over HTTP nobody says goodbye (P1). */
const IDLE_HTTP = 30 * 60_000;
/** A row of calls that does not end is written all the same: a worker that is killed keeps less than this many lulls. */
const MOST_LULLS = 8;
/** ms: no call is under way longer. */
const LONGEST_CALL = 120_000;

const UNTOLD = '…';

/** What may not be said any more, by calls that began before. */
interface Unsaid {
	/** ms since epoch */
	at: number;
	needles: readonly string[];
}

const without = (call: KeptCall, needles: readonly string[]): KeptCall =>
	saysAny(call.arguments, needles) || saysAny(call.answer, needles)
		? { ...call, arguments: UNTOLD, answer: UNTOLD }
		: call;

export function createAudit({ store, newId, lull, written }: Parts) {
	const sessions = new Map<string, AgentSession>();
	const seen = new Map<string, { identity: AgentIdentity; at: number }>();
	let calls: Noted[] = [];
	let unsaid: Unsaid[] = [];
	let writing: Promise<void> | undefined;
	/** Somebody waits for what is noted to be written: no lull is waited for. */
	let isHurried = false;
	let endLull = (): void => undefined;

	const keyOf = ({ name, connection }: AgentIdentity): string => JSON.stringify([name, connection]);

	/** Until none has come for a while. */
	async function burst(): Promise<void> {
		for (let lulls = 0, before = -1; lulls < MOST_LULLS && before < calls.length && !isHurried; lulls++) {
			before = calls.length;
			await Promise.race([lull(), new Promise<void>((resolve) => (endLull = resolve))]);
		}
	}

	/** In words, without what was forgotten for good while they were under way. */
	function told(): KeptCall[] {
		const batch = calls.map(({ call, tell }) => {
			const gone = unsaid.filter(({ at }) => call.at - call.ms <= at).flatMap(({ needles }) => needles);
			return without({ ...call, ...tell() }, gone);
		});
		const latest = Math.max(0, ...batch.map(({ at }) => at));
		unsaid = unsaid.filter(({ at }) => latest - at < LONGEST_CALL);
		return batch;
	}

	async function write(): Promise<void> {
		await burst();
		const batch = told();
		const [news, touched] = [new Map(seen), [...sessions.values()]];
		calls = [];
		seen.clear();
		await store.write(async (tx) => {
			let { first, last } = await headIn(tx);
			let page = await pageIn(tx, last);
			for (const call of batch) {
				if (page.length >= PAGE) {
					await tx.setMeta(pageKey(last), page);
					page = [];
					last++;
				}
				page.push(call);
			}
			await tx.setMeta(pageKey(last), page);
			first = Math.max(first, last - MOST_PAGES + 1);
			await tx.setMeta(HEAD, { first, last });
			const ids = new Set(touched.map(({ session }) => session));
			const kept = (await sessionsIn(tx)).filter(({ session }) => !ids.has(session));
			await tx.setMeta(SESSIONS, [...kept, ...touched].sort((a, b) => b.last - a.last).slice(0, MOST_SESSIONS));
			await noteSeen(tx, news);
		}, 'relaxed');
		written();
	}

	/** Until nothing waits. A store that is closed meanwhile keeps no more. */
	async function writeAll(): Promise<void> {
		try {
			while (calls.length) await write();
		} finally {
			writing = undefined;
			isHurried = false;
		}
	}

	const start = (): void => {
		writing ??= writeAll().catch(() => undefined);
	};

	return {
		/** The session of a connection: the one it had before a reload of the page, else a new one. */
		async session(tx: StoreReader, identity: AgentIdentity, now: number): Promise<Id> {
			const key = keyOf(identity);
			const before =
				sessions.get(key) ??
				(await sessionsIn(tx)).find(
					({ agent, connection }) => agent === identity.name && connection === identity.connection
				);
			const isOver = before && identity.via === 'http' && now - before.last > IDLE_HTTP;
			const session: AgentSession =
				before && !isOver
					? before
					: {
							session: newId(),
							agent: identity.name,
							connection: identity.connection,
							started: now,
							last: now,
							calls: 0,
							changes: 0,
							failed: 0
						};
			sessions.set(key, session);
			return session.session;
		},
		note(identity: AgentIdentity, noted: Noted): void {
			const { call } = noted;
			calls.push(noted);
			seen.set(identity.name, { identity, at: call.at });
			const session = sessions.get(keyOf(identity));
			if (session)
				sessions.set(keyOf(identity), {
					...session,
					last: call.at,
					calls: session.calls + 1,
					changes: session.changes + (call.change === undefined ? 0 : 1),
					failed: session.failed + (call.outcome === 'ok' || call.request !== undefined ? 0 : 1)
				});
			start();
		},
		/** A request that the person has decided: told with the calls of its session, which counts what it changed. */
		noteDecided(noted: Noted): void {
			const { call } = noted;
			calls.push(noted);
			for (const [key, session] of sessions)
				if (session.session === call.session && call.change !== undefined)
					sessions.set(key, { ...session, changes: session.changes + 1 });
			start();
		},
		/** J5: what is noted and not written yet, or under way, says none of these words either. `at`: ms since epoch. */
		unsay(needles: readonly string[], at: number): void {
			if (needles.length) unsaid.push({ at, needles });
		},
		/** Resolves when all that was noted before is written; nothing more is waited for. */
		settled(): Promise<void> {
			if (!writing) return Promise.resolve();
			isHurried = true;
			endLull();
			return writing;
		}
	};
}
