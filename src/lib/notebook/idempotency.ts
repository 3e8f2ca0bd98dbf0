/** Idempotency keys (J6): the same call again is answered with its first receipt, be it one change or many. */
import { refuse } from '../domain/result';
import { idempotencyScope, type ChangeHead, type StoreReader } from '../store/store';
import type { Caller } from './caller';
import { undoneAmong } from './journal-view';

/** A call's key, with the digest of its arguments. */
export interface Key {
	key: string;
	hash: string;
}

export const scopeOf = (caller: Caller, operation: string, { key }: Key): string =>
	idempotencyScope(caller.who, operation, key);

/** A call as it was first made and answered. */
export interface FirstCall<T> {
	/** Absent when it was forgotten since (J5). */
	hash?: string | undefined;
	/** null: forgotten. */
	receipt: T | null;
	undone: boolean;
}

/** The first receipt, marked; other arguments are refused. Of what was forgotten nothing is left to answer with (J5). */
export function firstReceipt<T extends object>(first: FirstCall<T>, { key, hash }: Key): T {
	const again = (message: string, hint: string) =>
		refuse('invalid_parameter', `The idempotency key "${key}" ${message}`, hint, { parameter: 'idempotency_key' });
	if (first.receipt === null)
		throw again('is of a call that was forgotten since.', 'Read what stands now; use a new key to write.');
	if (first.hash !== hash) throw again('was used with other arguments.', 'Use a new key for a new call.');
	const { receipt, undone } = first;
	return { ...receipt, repeated: true, ...(undone && !('skipped' in receipt) && { undone: true }) };
}

export async function repeated<T extends object>(tx: StoreReader, head: ChangeHead, keyed: Key): Promise<T> {
	const undone = (await undoneAmong(tx, [head.id])).has(head.id);
	const receipt = head.receipt as T | null; // stored as it was answered by this very operation
	return firstReceipt({ hash: head.arguments_hash, receipt, undone }, keyed);
}

/** Calls of one key wait for each other: of many changes it is noted only when all are there. */
export function createTurns() {
	const last = new Map<string, Promise<unknown>>();
	return async <T>(scope: string, work: () => Promise<T>): Promise<T> => {
		const turn = (last.get(scope) ?? Promise.resolve()).then(work, work);
		last.set(scope, turn);
		try {
			return await turn;
		} finally {
			if (last.get(scope) === turn) last.delete(scope);
		}
	};
}
