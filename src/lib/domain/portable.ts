/**
 * The notebook as formats of other programs can say it: things whole with what is said about them now, and notes. What a journal knows
 * besides (who, history, conflicts) is not here. Plain data; times are ISO 8601 UTC.
 */
import type { NoteKind } from './model';

/** A thing as others name it. */
export interface PortableRef {
	id: string;
	name: string;
	type: string | null;
}

/** A value, or the members of a set, which may be one. */
export interface PortableValue {
	attribute: string;
	values: string[];
	isSet: boolean;
}

export interface PortableFact {
	content: string;
	/** Whom it names besides the thing it stands at. */
	mentions: { thing: PortableRef; role: string }[];
	confidence: number;
	importance?: number;
	source?: string;
	at: string;
	valid_from?: string;
	valid_until?: string;
}

export interface PortableRelation {
	relation: string;
	to: PortableRef;
	confidence: number;
	strength?: number;
	context?: string;
	at: string;
	valid_from?: string;
	valid_until?: string;
}

export interface PortableThing extends PortableRef {
	description?: string;
	aliases: string[];
	created: string;
	/** Nothing is known of it but that others name it. */
	isMentionedOnly: boolean;
	values: PortableValue[];
	facts: PortableFact[];
	relations: PortableRelation[];
	/** What others say of it, to be read; it comes back with those others. */
	mentionedIn: { content: string; about: PortableRef }[];
	incoming: { relation: string; from: PortableRef }[];
}

export interface PortableNote {
	id: string;
	title?: string;
	text: string;
	kind: NoteKind;
	created: string;
	/** Things that its `[[links]]` mean. */
	things: PortableRef[];
}

/** What a writer of a format pulls. Each may be gone through more than once. */
export interface Portable {
	things(): AsyncIterable<PortableThing>;
	notes(): AsyncIterable<PortableNote>;
	/** All that will come, for what needs the names before the first is written. */
	refs(): Iterable<PortableRef>;
}

/** What a page gets of a folder that a person chose: as much of `FileSystemDirectoryHandle` as is used. */
export interface FolderHandle {
	getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<FolderHandle>;
	getFileHandle(name: string, options?: { create?: boolean }): Promise<FileHandle>;
}

export interface FileHandle {
	createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void>; abort(): Promise<void> }>;
}
