/** Three tables: what there is, a row a thing and a column an attribute; how it is related, a row a relation; what is said of it, a row a fact. */
import type { Portable, PortableFact, PortableRelation, PortableThing } from '../domain/portable';
import { columnOf, edgeColumns, factColumns, guarded, joined, nodeColumns } from './csv-form';

/** Spreadsheets take a file for UTF-8 when it says so. */
const MARK = '\uFEFF';

/** Rows that are written at a time: one by one, the library and the packing would take most of the time. */
const BATCH = 500;

async function* toCsv(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string, void> {
	const { default: papa } = await import('papaparse');
	let batch: string[][] = [];
	const text = () => `${papa.unparse(batch, { newline: '\r\n' })}\r\n`;
	yield MARK;
	for await (const cells of rows) {
		batch.push(cells.map(guarded));
		if (batch.length < BATCH) continue;
		yield text();
		batch = [];
	}
	if (batch.length) yield text();
}

async function* nodeRows(source: Portable): AsyncGenerator<readonly string[], void> {
	const columns = new Set<string>();
	for await (const { values } of source.things())
		for (const { attribute, isSet } of values) columns.add(columnOf(attribute, isSet));
	const own = [...columns].sort();
	yield [...nodeColumns, ...own];
	for await (const thing of source.things()) {
		const cells = new Map<string, string>();
		for (const { attribute, values, isSet } of thing.values)
			cells.set(columnOf(attribute, isSet), isSet ? joined(values) : (values[0] ?? ''));
		const { id, name, type, description = '', aliases, created, isMentionedOnly } = thing;
		const first = [id, name, type ?? '', description, joined(aliases), created, isMentionedOnly ? 'yes' : ''];
		yield [...first, ...own.map((column) => cells.get(column) ?? '')];
	}
}

const edgeCells = (from: PortableThing, { relation, to, ...edge }: PortableRelation): string[] => [
	from.name,
	from.type ?? '',
	relation,
	to.name,
	to.type ?? '',
	edge.context ?? '',
	edge.strength === undefined ? '' : String(edge.strength),
	String(edge.confidence),
	edge.valid_from ?? '',
	edge.valid_until ?? '',
	edge.at,
	from.id,
	to.id
];

async function* edgeRows(source: Portable): AsyncGenerator<readonly string[], void> {
	yield edgeColumns;
	for await (const thing of source.things()) for (const relation of thing.relations) yield edgeCells(thing, relation);
}

const factCells = (
	about: PortableThing,
	{ content, confidence, importance, source, ...fact }: PortableFact
): string[] => [
	about.name,
	about.type ?? '',
	content,
	String(confidence),
	importance === undefined ? '' : String(importance),
	source ?? '',
	fact.valid_from ?? '',
	fact.valid_until ?? '',
	fact.at,
	about.id
];

async function* factRows(source: Portable): AsyncGenerator<readonly string[], void> {
	yield factColumns;
	for await (const thing of source.things()) for (const fact of thing.facts) yield factCells(thing, fact);
}

export const nodesCsv = (source: Portable): AsyncIterable<string> => toCsv(nodeRows(source));
export const edgesCsv = (source: Portable): AsyncIterable<string> => toCsv(edgeRows(source));
export const factsCsv = (source: Portable): AsyncIterable<string> => toCsv(factRows(source));
