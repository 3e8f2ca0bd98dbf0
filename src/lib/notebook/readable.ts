/** Things as memory has them, seen by one reading: under the name of the primary (N6), and nothing of what may not be read (N7). */
import type { Id } from '../domain/model';
import { typeKey } from '../domain/name';
import type { AdjacentEdge } from './adjacency';
import { kindred } from './kindred';
import type { NameEntry } from './name-index';
import type { Reading } from './reading';

/** The rows of a thing that may be read, the one that speaks for it first; none when the one named does not live (E5) or may not be read. */
const readableRows = (reading: Reading, id: Id): NameEntry[] =>
	kindred(reading.context.indexes.names, id, (channel) => reading.mayRead(channel));

/** The row that speaks for a thing. */
export const readable = (reading: Reading, id: Id): NameEntry | undefined => readableRows(reading, id)[0];

/** Whether it is said to be of a type, under any of its names. */
export function isOfType(reading: Reading, id: Id, type: string): boolean {
	const key = typeKey(type);
	return readableRows(reading, id).some((row) => row.type !== null && typeKey(row.type) === key);
}

/** Somebody said something of it: it is not merely an end or a mention (E2). */
export const isKnown = (reading: Reading, id: Id): boolean =>
	readableRows(reading, id).some(({ mentioned }) => !mentioned);

export interface ReadableEdge {
	source: NameEntry;
	target: NameEntry;
	edge: AdjacentEdge;
}

/** An edge between two things, as long as it holds and both may be read; none of a thing to itself (E2). */
export function readableEdge(reading: Reading, edge: AdjacentEdge): ReadableEdge | undefined {
	if (edge.validUntil !== undefined && edge.validUntil <= reading.now) return undefined;
	const source = readable(reading, edge.source);
	const target = readable(reading, edge.target);
	return source && target && source.id !== target.id ? { source, target, edge } : undefined;
}

/** All edges at a thing, whichever of its rows they are at. */
export const edgesAt = (reading: Reading, id: Id): ReadableEdge[] =>
	readableRows(reading, id)
		.flatMap((row) => reading.context.indexes.edges.neighbours(row.id))
		.flatMap((edge) => readableEdge(reading, edge) ?? []);
