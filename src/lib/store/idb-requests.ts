/** IndexedDB's requests and transactions as promises. Inside a transaction nothing else may be awaited. */

/** What a request answers. A request that fails aborts its transaction. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
	new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error ?? new Error('The database did not answer.'));
	});

/** Values under a cursor, as many as are wanted, without those to be passed over. */
export const walk = <T>(
	request: IDBRequest<IDBCursorWithValue | null>,
	most: number,
	isPassed: (value: T) => boolean
): Promise<T[]> =>
	new Promise((resolve, reject) => {
		const values: T[] = [];
		request.onerror = () => reject(request.error ?? new Error('The database did not answer.'));
		request.onsuccess = () => {
			const cursor = request.result;
			if (cursor && values.length < most && !isPassed(cursor.value as T)) values.push(cursor.value as T);
			if (cursor && values.length < most) cursor.continue();
			else resolve(values);
		};
	});

/** Resolves when the transaction is complete: with strict durability the disk has it. */
const endOf = (transaction: IDBTransaction): Promise<void> =>
	new Promise((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = () =>
			reject(transaction.error ?? new DOMException('The transaction was aborted.', 'AbortError'));
	});

/** What is done is done: it need not wait until the thread is idle. */
function commit(transaction: IDBTransaction): void {
	try {
		transaction.commit();
	} catch {
		// It has ended by itself, well or not: its end tells.
	}
}

function abort(transaction: IDBTransaction): void {
	try {
		transaction.abort();
	} catch {
		// It has ended by itself.
	}
}

/**
 * Does `work` in a transaction; all of it or nothing. Answers after the commit, when anything was to be written.
 * Rejects with what `work` threw, or with why the database gave up.
 */
export async function transact<T>(
	database: IDBDatabase,
	{
		tables,
		mode,
		durability
	}: { tables: readonly string[]; mode: 'readonly' | 'readwrite'; durability: IDBTransactionDurability },
	work: (transaction: IDBTransaction) => Promise<T>
): Promise<T> {
	const transaction = database.transaction([...tables], mode, { durability });
	const end = endOf(transaction);
	end.catch(() => undefined); // heard of below, unless it was only read
	try {
		const value = await work(transaction);
		if (mode === 'readonly') return value;
		commit(transaction);
		await end;
		return value;
	} catch (error) {
		abort(transaction);
		await end.catch(() => undefined);
		// A request that fell with its transaction says only that; the transaction knows why.
		throw transaction.error ?? error;
	}
}
