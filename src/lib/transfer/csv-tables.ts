/** The tables of one reading: things, relations and facts. Ids in one lead to names in another, so relations by id wait for the last. */
import type { GivenFile, ImportItem } from '../domain/import-item';
import { EntityDraft, factDetails, refusal, relationItem, type Place } from './entity-draft';
import { parted, unguarded } from './csv-form';
import { headerOf, type Header, type Known } from './csv-header';
import { csvRows, type Row } from './csv-rows';
import { createDecoder, type Piece } from './decode';
import { nameOf, Refusal } from './fields';
import { COLUMNS_LIMIT } from './limits';
import { bytesOf } from './source';

interface Waiting {
	place: Place;
	header: Header;
	cells: readonly string[];
}

async function* piecesOf(blob: Blob, onRead: (bytes: number) => void): AsyncGenerator<Piece[], void> {
	const decoder = createDecoder();
	for await (const chunk of bytesOf(blob, onRead)) yield decoder.push(chunk);
	yield decoder.end();
}

const cellOf = ({ at }: Header, cells: readonly string[], known: Known): string => {
	const place = at[known];
	return place === undefined ? '' : (cells[place] ?? '');
};

const yes: ReadonlySet<string> = new Set(['yes', 'true', '1']);

export class CsvTables {
	/** Name and type by the id of a row. */
	readonly #ids = new Map<string, { name: string; type: string | null }>();
	readonly #waiting: Waiting[] = [];

	async *read({ path, blob }: GivenFile, onRead: (bytes: number) => void): AsyncGenerator<ImportItem, void> {
		let header: Header | undefined;
		for await (const rows of csvRows(piecesOf(blob, onRead)))
			for (const row of rows) {
				if (row.cells.every((cell) => cell.trim() === '') && !row.problem) continue;
				const place: Place = { line: row.line, file: path };
				if (row.problem !== undefined || row.cells.length > COLUMNS_LIMIT) {
					header ??= yield* this.#begin(path, ['']);
					yield refusal(place, row.problem ?? `more than ${COLUMNS_LIMIT} columns`, row.cells.join(', '));
					continue;
				}
				const cells = row.cells.map(unguarded);
				if (header) yield* this.#row(header, cells, place);
				else {
					header = yield* this.#begin(path, cells);
					if (!header.isThere) yield* this.#row(header, cells, place);
				}
			}
	}

	*#begin(path: string, first: Row['cells']): Generator<ImportItem, Header> {
		const header = headerOf(first);
		yield { kind: 'file', line: 1, file: path, format: 'csv', about: header.about };
		return header;
	}

	*#row(header: Header, cells: readonly string[], place: Place): Generator<ImportItem, void> {
		if (header.kind === 'nodes') yield* this.#node(header, cells, place);
		else if (header.kind === 'facts') yield* this.#fact(header, cells, place);
		else if (header.at.fromType !== undefined) yield this.#edge({ header, cells, place });
		else this.#waiting.push({ header, cells, place });
	}

	*#node(header: Header, cells: readonly string[], place: Place): Generator<ImportItem, void> {
		const cell = (known: Known) => cellOf(header, cells, known);
		const given = cell('name').trim() || cell('id');
		const name = nameOf(header.columns[header.at.name ?? 0] ?? 'name', given);
		if (name instanceof Refusal) {
			yield refusal(place, name.reason, cells.join(', '));
			return;
		}
		const draft = new EntityDraft(name, place);
		draft.setType(cell('type'));
		draft.setDescription(cell('description'));
		draft.setCreated(cell('created'));
		draft.setId(cell('id'));
		if (yes.has(cell('mentioned').toLowerCase())) draft.entity.mentioned = true;
		for (const alias of parted(cell('aliases'))) draft.addAlias(alias);
		draft.addFact(cell('facts'));
		for (const { at, attribute, isSet } of header.attributes) {
			const value = cells[at] ?? '';
			if (value !== '') draft.addValue(attribute, isSet ? parted(value) : [value], isSet);
		}
		for (let i = header.columns.length; i < cells.length; i++)
			if (cells[i]?.trim()) draft.drop(`column ${String(i + 1)}`);
		if (cell('id')) this.#ids.set(cell('id'), { name, type: draft.entity.type });
		yield* draft.items;
	}

	*#fact(header: Header, cells: readonly string[], place: Place): Generator<ImportItem, void> {
		const cell = (known: Known) => cellOf(header, cells, known);
		const name = nameOf('about', cell('about'));
		if (name instanceof Refusal) {
			yield refusal(place, name.reason, cells.join(', '));
			return;
		}
		const draft = new EntityDraft(name, place);
		draft.entity.isMore = true;
		draft.setType(cell('aboutType'));
		const fact = draft.addFact(cell('fact'));
		const { confidence, importance } = { confidence: cell('confidence'), importance: cell('importance') };
		const source = cell('factSource');
		const [valid_from, valid_until, created] = [cell('validFrom'), cell('validUntil'), cell('created')];
		if (fact) Object.assign(fact, factDetails({ confidence, importance, source, valid_from, valid_until, created }));
		yield* draft.items;
	}

	#edge({ header, cells, place }: Waiting): ImportItem {
		const cell = (known: Known) => cellOf(header, cells, known);
		const byId = (known: Known) => (header.at.fromType === undefined ? this.#ids.get(cell(known).trim()) : undefined);
		const [from, to] = [byId('from'), byId('to')];
		const ends = {
			from: from?.name ?? cell('from'),
			fromType: from?.type ?? cell('fromType'),
			to: to?.name ?? cell('to'),
			toType: to?.type ?? cell('toType')
		};
		return relationItem(place, ends, cell('relation').trim() || 'related to', {
			context: cell('context'),
			strength: cell('strength'),
			confidence: cell('confidence'),
			created: cell('created'),
			valid_from: cell('validFrom'),
			valid_until: cell('validUntil')
		});
	}

	*end(): Generator<ImportItem, void> {
		for (const each of this.#waiting) yield this.#edge(each);
		this.#waiting.length = 0;
	}
}
