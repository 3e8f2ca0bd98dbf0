/** Peer of search_relationships: relations as rows with an index at each end, walked by cursors. */
import type { WholeRecord } from './data';
import { addInBulk, completed, makeDatabase } from './raw-idb';

const STORE = 'edges';

interface Edge {
	source: string;
	target: string;
	type: string;
}

export async function openEdges(records: readonly WholeRecord[]): Promise<IDBDatabase> {
	const edges = records.flatMap(({ name, relations }) =>
		relations.map(({ type, to }): Edge => ({ source: name, target: to, type }))
	);
	const database = await makeDatabase('bench-edges', (made) => {
		const store = made.createObjectStore(STORE, { autoIncrement: true });
		store.createIndex('source', 'source');
		store.createIndex('target', 'target');
	});
	await addInBulk(database, STORE, edges, 5_000);
	return database;
}

/** All that lies within so many steps of a name, whatever the direction. The cursors of one step run side by side. */
export async function neighbourhood(database: IDBDatabase, name: string, hops: number) {
	const transaction = database.transaction(STORE, 'readonly');
	const store = transaction.objectStore(STORE);
	const nodes = new Set([name]);
	const edges = new Map<string, Edge>();
	const take = (edge: Edge, far: Set<string>) => {
		edges.set(`${edge.source}\u0000${edge.type}\u0000${edge.target}`, edge);
		for (const end of [edge.source, edge.target]) if (!nodes.has(end)) far.add(end);
	};
	let near = new Set([name]);
	for (let hop = 0; hop < hops; hop++) {
		const far = new Set<string>();
		const walks = [...near].flatMap((node) =>
			['source', 'target'].map((end) => eachEdge(store.index(end), node, (edge) => take(edge, far)))
		);
		await Promise.all(walks);
		for (const node of far) nodes.add(node);
		near = far;
	}
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
