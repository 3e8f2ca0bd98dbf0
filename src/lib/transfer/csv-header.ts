/** What the columns of a table are: told by a header, or by where they stand when there is none. */
import { attributeIn } from './csv-form';

export type TableKind = 'nodes' | 'edges' | 'facts';

export interface Header {
	kind: TableKind;
	columns: string[];
	/** The first row is no thing. */
	isThere: boolean;
	/** Place of what has one, by what it is. */
	at: Readonly<Partial<Record<Known, number>>>;
	/** The other columns. */
	attributes: { at: number; attribute: string; isSet: boolean }[];
	about: string;
}

export type Known = keyof typeof names;

/** What columns are called, in our files and in those of others. */
const names = {
	id: ['id', '@id', 'identifier'],
	name: ['name', 'title', 'label', 'entity', 'thing', 'full name'],
	type: ['type', 'entity type', 'entitytype', 'kind', 'category'],
	description: ['description'],
	aliases: ['aliases[]', 'aliases', 'alias', 'other names', 'also known as'],
	created: ['created', 'created at', 'createdat', 'date created'],
	mentioned: ['only mentioned'],
	facts: ['facts', 'facts[]', 'observations', 'observation', 'notes', 'note'],
	from: ['from', 'source', 'subject', 'start', 'source name'],
	fromType: ['from type', 'source type'],
	fromId: ['from id'],
	relation: ['relation', 'relation type', 'relationtype', 'relationship', 'predicate', 'edge', 'verb'],
	to: ['to', 'target', 'object', 'end', 'target name'],
	toType: ['to type', 'target type'],
	toId: ['to id'],
	context: ['context'],
	strength: ['strength', 'weight'],
	confidence: ['confidence'],
	importance: ['importance'],
	factSource: ['source'],
	validFrom: ['valid from', 'since', 'start date'],
	validUntil: ['valid until', 'until', 'end date'],
	about: ['about'],
	aboutType: ['about type'],
	aboutId: ['about id'],
	fact: ['fact']
} as const;

const wanted = {
	edges: [
		'from',
		'fromType',
		'fromId',
		'relation',
		'to',
		'toType',
		'toId',
		'context',
		'strength',
		'confidence',
		'validFrom',
		'validUntil',
		'created',
		'id'
	],
	facts: [
		'about',
		'aboutType',
		'aboutId',
		'fact',
		'confidence',
		'importance',
		'factSource',
		'validFrom',
		'validUntil',
		'created'
	],
	nodes: ['id', 'name', 'type', 'description', 'aliases', 'created', 'mentioned', 'facts']
} as const satisfies Record<TableKind, readonly Known[]>;

const plain = (cell: string): string => cell.trim().toLowerCase().replace(/[_-]+/g, ' ');

const placeOf = (columns: readonly string[], known: Known): number => {
	const all: readonly string[] = names[known];
	return columns.findIndex((column) => all.includes(plain(column)));
};

const allNames: ReadonlySet<string> = new Set(Object.values(names).flat());
/** How many cells are names that columns have. */
export const knownColumns = (cells: readonly string[]): number =>
	cells.filter((cell) => allNames.has(plain(cell))).length;

/** What no column is called. */
const isData = (cell: string): boolean => cell.trim() === '' || cell.length > 100 || /^[\d\s.,:/+-]+$/.test(cell);

/** A header has a name that is known, or nothing but short words that differ. */
function isHeader(first: readonly string[]): boolean {
	if (knownColumns(first) > 0) return true;
	return first.length > 1 && !first.some(isData) && new Set(first.map(plain)).size === first.length;
}

const columnName = (i: number): string => (i === 0 ? 'name' : `column ${String(i + 1)}`);

export function headerOf(first: readonly string[]): Header {
	const isThere = isHeader(first);
	const columns = isThere ? first.map((cell) => cell.trim()) : first.map((_, i) => columnName(i));
	const has = (known: Known) => placeOf(columns, known) >= 0;
	const kind: TableKind = has('from') && has('to') ? 'edges' : has('about') && has('fact') ? 'facts' : 'nodes';
	const at: Partial<Record<Known, number>> = {};
	for (const known of wanted[kind]) {
		const place = placeOf(columns, known);
		if (place >= 0 && !Object.values(at).includes(place)) at[known] = place;
	}
	if (kind === 'edges' && at.relation === undefined) {
		const place = columns.findIndex((column) => ['type', 'label', 'name'].includes(plain(column)));
		if (place >= 0) at.relation = place;
	}
	if (kind === 'nodes') at.name ??= at.id ?? 0;
	const taken = new Set(Object.values(at));
	const attributes = columns.flatMap((column, i) =>
		taken.has(i) || column === '' ? [] : [{ at: i, ...attributeIn(column) }]
	);
	return { kind, columns, isThere, at, attributes, about: aboutOf(kind, isThere, columns) };
}

function aboutOf(kind: TableKind, isThere: boolean, columns: readonly string[]): string {
	const listed = columns.slice(0, 12).join(', ') + (columns.length > 12 ? ' …' : '');
	return `${kind === 'nodes' ? 'things' : kind === 'edges' ? 'relations' : 'facts'}; ${isThere ? 'header' : 'no header'}: ${listed}`;
}
