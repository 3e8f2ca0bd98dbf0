/** Three tables: what there is, a row a thing and a column an attribute; how it is related, a row a relation; what is said of it, a row a fact. */
import type { Portable, PortableFact, PortableRelation, PortableThing } from '../domain/portable';
import { columnOf, edgeColumns, factColumns, guarded, joined, nodeColumns } from './csv-form';

/** Spreadsheets take a file for UTF-8 when it says so. */
const MARK = '\uFEFF';

type ToLine = (cells: readonly string[]) => string;

async function loadCsv(): Promise<ToLine> {
	const { default: papa } = await import('papaparse');
	return (cells) => `${papa.unparse([cells.map(guarded)], { newline: '\r\n' })}\r\n`;
}

export async function* nodesCsv(source: Portable): AsyncGenerator<string, void> {
	const toLine = await loadCsv();
	const columns = new Set<string>();
	for await (const { values } of source.things())
		for (const { attribute, isSet } of values) columns.add(columnOf(attribute, isSet));
	const own = [...columns].sort();
	yield MARK + toLine([...nodeColumns, ...own]);
	for await (const thing of source.things()) {
		const cells = new Map<string, string>();
		for (const { attribute, values, isSet } of thing.values)
			cells.set(columnOf(attribute, isSet), isSet ? joined(values) : (values[0] ?? ''));
		const { id, name, type, description = '', aliases, created, isMentionedOnly } = thing;
		const first = [id, name, type ?? '', description, joined(aliases), created, isMentionedOnly ? 'yes' : ''];
		yield toLine([...first, ...own.map((column) => cells.get(column) ?? '')]);
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

export async function* edgesCsv(source: Portable): AsyncGenerator<string, void> {
	const toLine = await loadCsv();
	yield MARK + toLine(edgeColumns);
	for await (const thing of source.things())
		for (const relation of thing.relations) yield toLine(edgeCells(thing, relation));
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

export async function* factsCsv(source: Portable): AsyncGenerator<string, void> {
	const toLine = await loadCsv();
	yield MARK + toLine(factColumns);
	for await (const thing of source.things()) for (const fact of thing.facts) yield toLine(factCells(thing, fact));
}
