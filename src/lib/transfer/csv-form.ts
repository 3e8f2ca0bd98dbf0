/**
 * Tables as this app writes them: what their columns are called, how a cell holds several texts, and how it is kept from being a formula.
 * All of it can be taken back exactly.
 */
export const nodeColumns = ['id', 'name', 'type', 'description', 'aliases[]', 'created', 'only mentioned'] as const;
export const factColumns = [
	'about',
	'about type',
	'fact',
	'confidence',
	'importance',
	'source',
	'valid from',
	'valid until',
	'created',
	'about id'
] as const;
export const edgeColumns = [
	'from',
	'from type',
	'relation',
	'to',
	'to type',
	'context',
	'strength',
	'confidence',
	'valid from',
	'valid until',
	'created',
	'from id',
	'to id'
] as const;

const VALUE = 'value of ';
const VALUES = 'values of ';
const taken: ReadonlySet<string> = new Set([
	...nodeColumns,
	...edgeColumns,
	...factColumns,
	'facts',
	'observations',
	'notes',
	'aliases',
	'alias',
	'title',
	'label'
]);

/** The column of an attribute: its name, `name[]` of sets. */
export function columnOf(attribute: string, isSet: boolean): string {
	const plain = attribute + (isSet ? '[]' : '');
	const isOdd =
		taken.has(plain.toLowerCase()) ||
		taken.has(attribute.toLowerCase()) ||
		attribute.endsWith('[]') ||
		attribute.startsWith(VALUE) ||
		attribute.startsWith(VALUES) ||
		attribute !== attribute.trim();
	return isOdd ? (isSet ? VALUES : VALUE) + attribute : plain;
}

export function attributeIn(column: string): { attribute: string; isSet: boolean } {
	if (column.startsWith(VALUES)) return { attribute: column.slice(VALUES.length), isSet: true };
	if (column.startsWith(VALUE)) return { attribute: column.slice(VALUE.length), isSet: false };
	return column.endsWith('[]') ? { attribute: column.slice(0, -2), isSet: true } : { attribute: column, isSet: false };
}

/** A spreadsheet takes what begins so for a formula, but for a plain number below nought. */
const FORMULA = /^'*[=+\-@\t\r]/;
const BELOW_NOUGHT = /^-\d+(?:[.,]\d+)?$/;

/** A text that no spreadsheet computes: an apostrophe before it, as one types it there. */
export const guarded = (text: string): string => (FORMULA.test(text) && !BELOW_NOUGHT.test(text) ? `'${text}` : text);

export const unguarded = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** Several texts in a cell: `tea; coffee`, with a backslash before what would part them. */
export const joined = (texts: readonly string[]): string =>
	texts.map((text) => text.replace(/[\\;]/g, '\\$&')).join('; ');

export const parted = (cell: string): string[] =>
	(cell.match(/(?:\\[^]|[^;\\])+/g) ?? []).map((each) => each.trim().replace(/\\([^])/g, '$1')).filter(Boolean);
