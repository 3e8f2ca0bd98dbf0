/** Rows of a table out of text that comes piece by piece: the parser is a library's, and never holds more than a piece and a row. */
import type * as Papa from 'papaparse';
import { knownColumns } from './csv-header';
import type { Piece } from './decode';
import { VALUE_LIMIT } from './limits';

export interface Row {
	/** 1-based */
	line: number;
	cells: string[];
	/** What is wrong with it. */
	problem?: string;
}

/** UTF-16 units that are looked at for the delimiter, and parsed at a time. */
const STRETCH = 262_144;

interface Step {
	data: string[][];
	errors: { message: string }[];
	meta: { cursor: number };
}

export async function* csvRows(pieces: AsyncIterable<Piece[]>): AsyncGenerator<Row[], void> {
	const { default: papa } = await import('papaparse');
	let text = '';
	let line = 1;
	let bad = false;
	let form: { delimiter: string; newline: '\r\n' | '\n' | '\r' } | undefined;

	/** Rows that are whole, taken off the text. */
	const take = (isEnd: boolean): Row[] => {
		form ??= { delimiter: delimiterOf(papa, text), newline: newlineOf(text) };
		const rows: Row[] = [];
		let at = 0;
		const step = ({ data: [cells = []], errors, meta: { cursor } }: Step) => {
			const [problem] = errors;
			rows.push({ line, cells, ...(problem && { problem: problem.message }) });
			for (let i = text.indexOf('\n', at); i >= 0 && i < cursor; i = text.indexOf('\n', i + 1)) line++;
			at = cursor;
		};
		// The types know `step` only as the reader of whole files calls it.
		const parser = new papa.Parser({ ...form, fastMode: false, step: step as never });
		parser.parse(text, 0, !isEnd);
		text = text.slice(at);
		return rows;
	};

	let wanted = STRETCH;
	for await (const some of pieces) {
		for (const piece of some) {
			text += piece.text;
			bad ||= piece.bad;
		}
		if (bad) {
			yield [{ line, cells: [], problem: 'bytes that are no valid UTF-8 text' }];
			return;
		}
		if (text.length < wanted) continue;
		const rows = take(false);
		yield rows;
		// Of a row that does not end, each look is twice as far as the last.
		wanted = rows.length ? STRETCH : 2 * wanted;
		if (text.length > VALUE_LIMIT) {
			yield [
				{ line, cells: [text.slice(0, 100)], problem: `a row longer than ${VALUE_LIMIT / 1e6} million characters` }
			];
			return;
		}
	}
	if (text !== '') yield take(true);
}

const delimiters = [',', ';', '\t', '|'];

/** The one that shows most known columns; of a table without any, the library's guess. */
function delimiterOf(papa: typeof Papa, text: string): string {
	const head = text.slice(0, STRETCH);
	const shown = delimiters.map((delimiter) => {
		const [first = []] = papa.parse<string[]>(head, { delimiter, preview: 1 }).data;
		return { delimiter, known: knownColumns(first) };
	});
	const [best] = shown.sort((a, b) => b.known - a.known);
	return best && best.known > 0 ? best.delimiter : papa.parse(head, { preview: 20 }).meta.delimiter;
}

function newlineOf(text: string): '\r\n' | '\n' | '\r' {
	const feed = text.indexOf('\n');
	const back = text.indexOf('\r');
	if (back >= 0 && text[back + 1] === '\n') return '\r\n';
	return feed < 0 && back >= 0 ? '\r' : '\n';
}
