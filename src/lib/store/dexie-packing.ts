/**
 * Rows and claims as they lie in IndexedDB: one JSON text a record. A record of many small objects is several times dearer to clone
 * (every property name is written again, object by object) than a flat text, and `JSON.parse` reads it back faster too. Both hold
 * plain data only: no undefined, no lone surrogates (the gate refuses them), so nothing is lost on the way.
 */
import type { Claim, Shelf } from '../domain/model';
import type { StoredShelf } from './dexie-schema';

export const packRows = (rows: Shelf['rows']): string => JSON.stringify(rows);
export const unpackRows = (packed: string): Shelf['rows'] => JSON.parse(packed) as Shelf['rows'];

export const packClaims = (claims: readonly Claim[]): string => JSON.stringify(claims);
export const unpackClaims = (packed: string): Claim[] => JSON.parse(packed) as Claim[];

export const packShelf = (shelf: Shelf, pages = 0): StoredShelf => ({
	id: shelf.id,
	kind: shelf.kind,
	keys: shelf.keys,
	links: shelf.links,
	rows: packRows(shelf.rows),
	...(shelf.kin && { kin: shelf.kin }),
	...(pages > 0 && { pages })
});

/** The first page of a shelf. */
export const unpackShelf = ({ id, kind, keys, links, kin, rows }: StoredShelf): Shelf => ({
	id,
	kind,
	keys,
	links,
	...(kin && { kin }),
	rows: unpackRows(rows)
});
