/** What waits for the person (P3, S6): an agent's call that may not run by itself is kept as a request, device-local, and answered at once. */
import type { Who } from '../domain/model';
import { refuse } from '../domain/result';
import type { StoreWriter } from '../store/store';
import { digest } from './paging';
import type { WriteCall } from './context';

/** A call that waits. The same call again finds its own. */
export interface Request {
	id: string;
	who: Who;
	session: string;
	operation: string;
	args: unknown;
	preview: string;
	/** ms since epoch */
	at: number;
}

export const REQUESTS = 'requests';

/** Keeps the request in a transaction of its own, since the call's own is given up. */
export async function askPerson(call: WriteCall, args: unknown, preview: string): Promise<never> {
	const id = `req-${digest([call.caller.who, call.operation, args])}`;
	await call.context.store.write(async (tx: StoreWriter) => {
		const waiting = ((await tx.meta(REQUESTS)) ?? []) as Request[];
		if (waiting.some((request) => request.id === id)) return;
		const { who, session } = call.caller;
		await tx.setMeta(REQUESTS, [
			...waiting,
			{ id, who, session, operation: call.operation, args, preview, at: call.now }
		]);
	});
	throw refuse(
		'needs_confirmation',
		`${preview} That waits for the person.`,
		'Tell the person; once it is approved in the app, the same call answers with its receipt.',
		{ request_id: id }
	);
}

/** J5: requests repeat what they are about; those that name any of these texts or ids go. */
export async function purgeRequests(tx: StoreWriter, needles: readonly string[]): Promise<void> {
	const waiting = ((await tx.meta(REQUESTS)) ?? []) as Request[];
	const kept = waiting.filter((request) => {
		const text = JSON.stringify(request);
		return !needles.some((needle) => text.includes(JSON.stringify(needle).slice(1, -1)));
	});
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
	if (call.caller.who !== 'person' && wrote !== call.caller.who)
		throw new NeedsPerson(`${what} was not written by you.`);
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
