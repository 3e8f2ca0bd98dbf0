/** IndexedDB as it is, with promises: what every peer of the benchmark stands on. */

/** The answer of one request. */
export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
	new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error ?? new Error('The request failed.'));
	});

/** Resolves when the transaction is done and, with strict durability, the disk has it. */
export const completed = (transaction: IDBTransaction): Promise<void> =>
	new Promise((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted.'));
	});

/** A database that did not exist before. */
export function makeDatabase(name: string, make: (database: IDBDatabase) => void): Promise<IDBDatabase> {
	const request = indexedDB.open(name, 1);
	request.onupgradeneeded = () => make(request.result);
	return answered(request);
}

/** Closes and removes it. */
export async function dropDatabase(database: IDBDatabase): Promise<void> {
	const { name } = database;
	database.close();
	await answered(indexedDB.deleteDatabase(name));
}

/**
 * Adds items in transactions of `atOnce` each; all are relaxed but the last, which ends on the disk.
 * @returns how many transactions it took
 */
export async function addInBulk(
	database: IDBDatabase,
	store: string,
	items: readonly object[],
	atOnce: number
): Promise<number> {
	let transactions = 0;
	for (let at = 0; at < items.length; at += atOnce) {
		const durability = at + atOnce < items.length ? 'relaxed' : 'strict';
		const transaction = database.transaction(store, 'readwrite', { durability });
		const target = transaction.objectStore(store);
		for (const item of items.slice(at, at + atOnce)) target.add(item);
		await completed(transaction);
		transactions++;
	}
	return transactions;
}
