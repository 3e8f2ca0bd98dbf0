/**
 * Peer of search_relationships: relations as rows with an index at each end, walked by cursors, things as rows of their own. It does
 * the whole of the work: the name looked up, what lies around it, every relation among what was found, and names and types of it all.
 */
import type { PlainRecord, WholeRecord } from './data';
import { addInBulk, answered, completed, makeDatabase } from './raw-idb';

const EDGES = 'edges';
const THINGS = 'things';

type Thing = Pick<PlainRecord, 'id' | 'name' | 'type'>;

/** `source` and `target` are ids. */
interface Edge {
	source: string;
	target: string;
	type: string;
}

export async function openEdges(records: readonly WholeRecord[]): Promise<IDBDatabase> {
	const ids = new Map(records.map(({ id, name }) => [name, id]));
	const edges = records.flatMap(({ id, relations }) =>
		relations.map(({ type, to }): Edge => ({ source: id, target: ids.get(to) ?? '', type }))
	);
	const database = await makeDatabase('bench-edges', (made) => {
		made.createObjectStore(THINGS, { keyPath: 'id' }).createIndex('name', 'name');
		const store = made.createObjectStore(EDGES, { autoIncrement: true });
		store.createIndex('source', 'source');
		store.createIndex('target', 'target');
	});
	const things = records.map(({ id, name, type }): Thing => ({ id, name, type }));
	await addInBulk(database, THINGS, things, 5_000);
	await addInBulk(database, EDGES, edges, 5_000);
	return database;
}

/**
 * All that lies within so many steps of a name, whatever the direction, and every relation among it. What one step asks for runs
 * side by side.
 */
export async function neighbourhood(database: IDBDatabase, name: string, hops: number) {
	const transaction = database.transaction([THINGS, EDGES], 'readonly');
	const things = transaction.objectStore(THINGS);
	const store = transaction.objectStore(EDGES);
	const [start] = (await answered(things.index('name').getAllKeys(name))) as string[];
	if (start === undefined) throw new Error(`There is no thing of the name ${name}.`);
	const ids = new Set([start]);
	const edges = new Map<string, Edge>();
	const take = (edge: Edge) => edges.set(`${edge.source}\u0000${edge.type}\u0000${edge.target}`, edge);
	let near = new Set(ids);
	for (let hop = 0; hop < hops; hop++) {
		const far = new Set<string>();
		const visit = (edge: Edge) => {
			take(edge);
			for (const end of [edge.source, edge.target]) if (!ids.has(end)) far.add(end);
		};
		const walks = [...near].flatMap((id) => ['source', 'target'].map((end) => eachEdge(store.index(end), id, visit)));
		await Promise.all(walks);
		for (const id of far) ids.add(id);
		near = far;
	}
	const among = (edge: Edge) => {
		if (ids.has(edge.target)) take(edge);
	};
	const [nodes] = await Promise.all([
		Promise.all([...ids].map((id) => answered(things.get(id)) as Promise<Thing>)),
		...[...near].map((id) => eachEdge(store.index('source'), id, among))
	]);
	transaction.commit();
	await completed(transaction);
	return { nodes, edges: [...edges.values()] };
}

function eachEdge(index: IDBIndex, key: string, visit: (edge: Edge) => void): Promise<void> {
	return new Promise((resolve, reject) => {
		const request = index.openCursor(IDBKeyRange.only(key));
		request.onsuccess = () => {
			const cursor = request.result;
			if (cursor) {
				visit(cursor.value as Edge);
				cursor.continue();
			} else resolve();
		};
		request.onerror = () => reject(request.error ?? new Error('The cursor failed.'));
	});
}
