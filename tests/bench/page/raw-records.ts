/** Peers of import, get_entity_context and memory_fact_set: one plain record for each thing. */
import type { PlainRecord, WholeRecord } from './data';
import { addInBulk, answered, completed, dropDatabase, makeDatabase } from './raw-idb';

const STORE = 'records';

/** Adds one plain record for each thing to a new database without any index. @returns milliseconds */
export async function importRecords(records: readonly WholeRecord[], atOnce: number): Promise<number> {
	const plain = records.map(({ incoming: _incoming, ...record }): PlainRecord => record);
	const database = await makeDatabase('bench-import', (made) => {
		made.createObjectStore(STORE, { keyPath: 'id' });
	});
	const began = performance.now();
	await addInBulk(database, STORE, plain, atOnce);
	const ms = performance.now() - began;
	await dropDatabase(database);
	return ms;
}

/** The records with an index by name, to read from and to write to. */
export async function openRecords(records: readonly WholeRecord[]): Promise<IDBDatabase> {
	const database = await makeDatabase('bench-records', (made) => {
		made.createObjectStore(STORE, { keyPath: 'id' }).createIndex('name', 'name');
	});
	await addInBulk(database, STORE, records, 5_000);
	return database;
}

/** What a plain program answers about a name: the first observations and the relations both ways. */
export async function contextByName(database: IDBDatabase, name: string, mostObservations: number) {
	const index = database.transaction(STORE, 'readonly').objectStore(STORE).index('name');
	const [record] = (await answered(index.getAll(name))) as WholeRecord[];
	if (!record) throw new Error(`There is no record of ${name}.`);
	return {
		n: record.name,
		t: record.type,
		o: record.observations.slice(0, mostObservations),
		r: { out: record.relations, in: record.incoming }
	};
}

/** One record written and on the disk. */
export async function putStrict(database: IDBDatabase, record: WholeRecord, more: object): Promise<void> {
	const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
	transaction.objectStore(STORE).put({ ...record, ...more });
	await completed(transaction);
}
