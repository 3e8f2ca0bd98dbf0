/** Judged pairs as files: the project's own (`pairs.csv`), or a given one in the columns of nomenklatura's `contrib/name_bench`. */
import { readFileSync } from 'node:fs';
import { rowsOf } from './csv';
import { scriptOf, type Pair } from './measure';

export const ownFile = new URL('pairs.csv', import.meta.url);

/** A pair written for this project, with what it is there to show. */
export interface OwnPair extends Pair {
	kind: string;
	shows: string;
}

/** A column that must be there. */
const columnOf = (row: Record<string, string>, column: string): string => {
	const text = row[column];
	if (text === undefined) throw new Error(`The file of pairs has no column ${column}.`);
	return text;
};

export const ownPairs = (): OwnPair[] =>
	rowsOf(readFileSync(ownFile, 'utf8')).map((row) => ({
		a: columnOf(row, 'a'),
		b: columnOf(row, 'b'),
		same: columnOf(row, 'same') === 'yes',
		kind: columnOf(row, 'kind'),
		script: columnOf(row, 'script'),
		shows: columnOf(row, 'shows')
	}));

/** Pairs of a text with the columns name1, name2, is_match. */
export const givenPairs = (text: string): Pair[] =>
	rowsOf(text).map((row) => {
		const [a, b] = [columnOf(row, 'name1'), columnOf(row, 'name2')];
		return { a, b, same: columnOf(row, 'is_match').toLowerCase() === 'true', script: scriptOf(a, b) };
	});
