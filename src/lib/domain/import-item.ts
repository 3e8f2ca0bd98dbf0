/**
 * What a reader of a foreign file yields, one by one, in file order: the seam between `transfer` (which knows formats)
 * and the notebook (which knows names). Text is as found, already repaired to well-formed UTF-16; limits are the notebook's to check.
 */
import type { Change } from './model';

export interface ImportObservation {
	text: string;
	/** ISO 8601 UTC, when the file says so. */
	at?: string;
	confidence?: number;
	source?: string;
}

export interface ImportEntity {
	kind: 'entity';
	/** 1-based line in the file (for one pretty-printed object: the line where the item starts, else 1). */
	line: number;
	name: string;
	type: string | null;
	description?: string;
	observations: ImportObservation[];
	/** ISO 8601 UTC (createdAt, _savedAt …). */
	created?: string;
	/** Names of fields that were understood as "extra" and are not kept. */
	dropped: string[];
}

export interface ImportRelation {
	kind: 'relation';
	line: number;
	from: string;
	relation: string;
	to: string;
	fromType?: string;
	toType?: string;
	/** 0–1; a `weight` outside of it is dropped and named in `dropped`. */
	strength?: number;
	confidence?: number;
	context?: string;
	created?: string;
	dropped: string[];
}

/** A line of a lossless journal export. */
export interface ImportChange {
	kind: 'change';
	line: number;
	change: Change;
}

/** A line that cannot be taken: the reason names what is wrong, `excerpt` is at most 80 code points of it. */
export interface ImportRefusal {
	kind: 'refused';
	line: number;
	reason: string;
	excerpt: string;
}

/** Understood and deliberately passed over: header lines and the like. Blank lines yield nothing. */
export interface ImportIgnored {
	kind: 'ignored';
	line: number;
	what: string;
}

export type ImportItem = ImportEntity | ImportRelation | ImportChange | ImportRefusal | ImportIgnored;

export type ImportFormat = 'memory' | 'journal' | 'unknown';

/** A reader in use: `format` is told by content; `items` streams; `bytesRead` feeds progress. */
export interface ImportReading {
	format: ImportFormat;
	items: AsyncIterable<ImportItem>;
	bytesRead: () => number;
	bytesTotal: number;
}
