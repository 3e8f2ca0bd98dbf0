/** What waits for the person (P3, S6): an agent's call that may not run by itself is kept as a request, device-local, and answered at once. */
import type { OperationName } from '../contract';
import type { Who } from '../domain/model';
import { refuse } from '../domain/result';
import type { StoreReader, StoreWriter } from '../store/store';
import { mayRemove } from './caller';
import type { WriteCall } from './context';
import { saysAny } from './needles';
import { digest } from './paging';

/** A call that waits, or was decided of late. The same call again finds its own. */
export interface Request {
	id: string;
	who: Who;
	session: string;
	operation: OperationName;
	args: unknown;
	preview: string;
	/** ms since epoch */
	at: number;
	/** Absent: it waits. */
	decided?: {
		approved: boolean;
		/** ms since epoch */
		at: number;
		/** What it answered when it was run. */
		value?: unknown;
	};
}

const REQUESTS = 'requests';
/** An answer is kept for the agent so long, and a no stands so long. */
const KEPT = 7 * 86_400_000;
/** More than a person would look through: the oldest that wait give way. */
const MOST = 200;

export const requestsIn = async (tx: StoreReader): Promise<Request[]> =>
	((await tx.meta(REQUESTS)) as Request[] | undefined) ?? [];

export const putRequest = async (tx: StoreWriter, request: Request, now: number): Promise<void> => {
	const others = (await requestsIn(tx)).filter(
		({ id, decided }) => id !== request.id && (!decided || now - decided.at < KEPT)
	);
	await tx.setMeta(REQUESTS, [...others, request].slice(-MOST));
};

/** Arguments without what is new in each call though the call is the same. */
export const asked = (args: unknown): unknown =>
	typeof args === 'object' && args !== null ? { ...args, idempotency_key: undefined } : args;

const idOf = (call: Pick<WriteCall, 'caller' | 'operation'>, args: unknown): string =>
	`req-${digest([call.caller.who, call.operation, asked(args)])}`;

/** What became of the same call before: its answer once the person has said yes; thrown: the person has said no. */
export async function decidedBefore(call: WriteCall, args: unknown): Promise<{ value: unknown } | undefined> {
	if (!call.caller.grant || call.caller.approved) return undefined;
	const id = idOf(call, args);
	const before = (await call.context.store.read(requestsIn)).find((request) => request.id === id);
	if (!before?.decided || call.now - before.decided.at > KEPT) return undefined;
	if (!before.decided.approved)
		throw refuse(
			'needs_confirmation',
			`The person has said no to this: ${before.preview}`,
			'Leave it, or ask the person why. Do not look for another way to do the same.',
			{ request_id: id, refused: true }
		);
	// Answered once: later the same call may be meant anew.
	await call.context.store.write(async (tx) => {
		await tx.setMeta(
			REQUESTS,
			(await requestsIn(tx)).filter((request) => request.id !== id)
		);
	});
	return { value: before.decided.value };
}

/** Keeps the request in a transaction of its own, since the call's own is given up. */
export async function askPerson(call: WriteCall, args: unknown, preview: string): Promise<never> {
	const id = idOf(call, args);
	await call.context.store.write(async (tx) => {
		if ((await requestsIn(tx)).some((request) => request.id === id && !request.decided)) return;
		const { who, session } = call.caller;
		await putRequest(
			tx,
			{ id, who, session, operation: call.operation, args: asked(call.said ?? {}), preview, at: call.now },
			call.now
		);
	});
	call.context.emit({ type: 'agents' });
	throw refuse(
		'needs_confirmation',
		`${preview} That waits for the person.`,
		'Tell the person; once it is approved in the app, the same call answers with its receipt.',
		{ request_id: id }
	);
}

/** J5: requests repeat what they are about; those that name any of these texts or ids go. */
export async function purgeRequests(tx: StoreWriter, needles: readonly string[]): Promise<void> {
	const waiting = await requestsIn(tx);
	const kept = waiting.filter((request) => !saysAny(JSON.stringify(request), needles));
	if (kept.length < waiting.length) await tx.setMeta(REQUESTS, kept);
}

/** Thrown inside a transaction, which it gives up; `asking` turns it into the request. */
export class NeedsPerson extends Error {
	constructor(readonly preview: string) {
		super(preview);
		this.name = 'NeedsPerson';
	}
}

/** P3: an agent may undo, end, retract and remove without asking only what its own name wrote. */
export function mustOwn(call: WriteCall, wrote: Who | undefined, what: string): void {
	if (!mayRemove(call.caller) && wrote !== call.caller.who) throw new NeedsPerson(`${what} was not written by you.`);
}

/** Runs a write; when it needs the person, nothing is written and the request waits. */
export async function asking<T>(call: WriteCall, args: unknown, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof NeedsPerson) return askPerson(call, args, error.preview);
		throw error;
	}
}

/** So many records an agent may take away in one call; more wait for the person. */
export const MOST_AT_ONCE = 20;
