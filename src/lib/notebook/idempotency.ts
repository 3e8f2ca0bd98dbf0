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

/** The first receipt, marked; other arguments are refused. Of what was forgotten nothing is left to answer with (J5). */
export async function repeated<T extends object>(tx: StoreReader, head: ChangeHead, hash: string): Promise<T> {
	const key = `The idempotency key "${head.idempotency_key ?? ''}"`;
	const again = (message: string, hint: string) =>
		refuse('invalid_parameter', message, hint, { parameter: 'idempotency_key' });
	if (head.receipt === null)
		throw again(`${key} is of a call that was forgotten since.`, 'Read what stands now; use a new key to write.');
	if (head.arguments_hash !== hash)
		throw again(`${key} was used with other arguments.`, 'Use a new key for a new call.');
	const undone = (await undoneAmong(tx, [head.id])).has(head.id);
	const receipt = head.receipt as T; // stored as it was answered by this very operation
	return { ...receipt, repeated: true, ...(undone && !('skipped' in receipt) && { undone: true }) };
}

/** A call of many changes (an import, the sample) ends with one that says nothing and holds the call's key and receipt. */
export const closesSession = ({ gist, undoes, forgets }: ChangeHead): boolean =>
	Object.keys(gist.counts).length === 0 && !undoes && !forgets;

/** Calls of one key wait for each other: of many changes the key is there only when all are. */
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
