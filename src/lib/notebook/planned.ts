/** What an import is to write, as a planner gathers it and a look-up completes it. Plain data. */
import type { ImportFile, ImportNote, ImportObservation, ImportRefusal } from '../domain/import-item';
import type { Change, Id, Shelf } from '../domain/model';
import type { Stage } from '../domain/resolve';
import type { ShelfRow } from './shelves';

export interface PlannedEntity {
	name: string;
	type: string | null;
	line: number;
	file?: string;
	description?: string;
	/** ms since epoch */
	created?: number;
	/** What an export of this app says its row is. */
	told?: Id;
	aliases: string[];
	/** Of those, what is to be written: nobody else's, and not known. */
	newAliases?: string[];
	/** By attribute key. */
	values: Map<string, PlannedValue>;
	/** By text key, so that repeats unite. */
	observations: Map<string, ImportObservation>;
	/** Whom an observation names, by its text key. */
	mentions: Map<string, { to: PlannedEntity; role: string }[]>;
	relations: PlannedRelation[];
	/** Number of the other end and relation key of each, so that repeats are found at once. */
	related: Set<string>;
	/** Its place among the planned. */
	number: number;
	/** Only an end of a relation. */
	mentioned: boolean;
	/** The row it is united with, and what told so. */
	row?: ShelfRow;
	matchedBy?: Stage | 'id';
	/** Living shelves of rows declared the same as that one (N6): what is known there is known. */
	kin?: Shelf[];
	/** Rows that the name could mean, when nobody can tell: it stays apart. */
	ambiguous?: ShelfRow[];
	/** Its id: of the row, or made for it when the import runs. */
	id?: Id;
}

export interface PlannedValue {
	attribute: string;
	/** By text key. */
	members: Map<string, string>;
	isSet: boolean;
}

export interface PlannedRelation {
	to: PlannedEntity;
	relation: string;
	key: string;
	strength?: number;
	confidence?: number;
	context?: string;
	at?: number;
	valid_from?: number;
	valid_until?: number;
}

export interface PlannedNote extends ImportNote {
	/** Such a note is here already. */
	known?: boolean;
}

/** What came of one file of several. */
export interface PlannedFile extends Pick<ImportFile, 'file' | 'format' | 'about'> {
	entities: number;
	facts: number;
	relations: number;
	notes: number;
	refused: number;
}

export interface Plan {
	entities: PlannedEntity[];
	notes: PlannedNote[];
	files: PlannedFile[];
	changes: Change[];
	refused: ImportRefusal[];
	refusedTotal: number;
	dropped: Map<string, number>;
	ignored: Map<string, number>;
	united: number;
	repeatedObservations: number;
	repeatedRelations: number;
	lines: number;
}
