/** Peer of find_entities: Fuse.js over all names, its index built beforehand. */
import Fuse from 'fuse.js';
import type { WholeRecord } from './data';

export function openNames(records: readonly WholeRecord[]): (query: string, most: number) => string[] {
	const fuse = new Fuse(records.map(({ name }) => name));
	return (query, most) => fuse.search(query, { limit: most }).map(({ item }) => item);
}
