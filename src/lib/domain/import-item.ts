/**
 * What a reader of a foreign file yields, one by one, in file order: the seam between `transfer` (which knows formats)
 * and the notebook (which knows names). Text is as found, already repaired to well-formed UTF-16; limits are the notebook's to check.
 */
import type { FormatId } from './formats';
import type { Change, NoteKind } from './model';

export interface ImportObservation {
	text: string;
	/** ISO 8601 UTC, when the file says so. */
	at?: string;
	confidence?: number;
	source?: string;
	/** 0–1 */
	importance?: number;
	/** ISO 8601 UTC */
	valid_from?: string;
	valid_until?: string;
	/** Whom it names besides. */
	mentions?: { name: string; type?: string; role: string }[];
	/** The `[[links]]` in its words name things, as far as the file knows them. */
	hasLinks?: boolean;
}

/** Values of one attribute: one, or the members of a set. */
export interface ImportValue {
	attribute: string;
	values: string[];
	isSet: boolean;
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
	/** Where it is one of many files. */
	file?: string;
	/** As an export of this app wrote it: it means that very row, if it is here. */
	id?: string;
	aliases?: string[];
	values?: ImportValue[];
	/** It only says more of a thing: no repeat of it, and none of the things of its file. */
	isMore?: boolean;
	/** The file itself says that nothing is known of it. */
	mentioned?: boolean;
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
	/** ISO 8601 UTC */
	valid_from?: string;
	valid_until?: string;
	file?: string;
	dropped: string[];
}

/** A text to be kept whole. */
export interface ImportNote {
	kind: 'note';
	line: number;
	file?: string;
	title?: string;
	text: string;
	noteKind: NoteKind;
	/** As an export of this app wrote it. */
	id?: string;
}

/** What follows is of this file. `about` says how it is read: the header of a table. */
export interface ImportFile {
	kind: 'file';
	line: number;
	file: string;
	format: FormatId;
	about?: string;
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
	file?: string;
}

/** Understood and deliberately passed over: header lines and the like. Blank lines yield nothing. */
export interface ImportIgnored {
	kind: 'ignored';
	line: number;
	what: string;
}

export type ImportItem =
	ImportEntity | ImportRelation | ImportNote | ImportFile | ImportChange | ImportRefusal | ImportIgnored;

/** One file of a folder that is read, or the only one. */
export interface GivenFile {
	/** With its folders, joined by `/`. */
	path: string;
	blob: Blob;
}

/** `mixed`: a folder with more than one. */
export type ImportFormat = FormatId | 'mixed' | 'unknown';

/** A reader in use: `format` is told by content; `items` streams; `bytesRead` feeds progress. */
export interface ImportReading {
	format: ImportFormat;
	items: AsyncIterable<ImportItem>;
	bytesRead: () => number;
	bytesTotal: number;
}
