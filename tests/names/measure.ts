/**
 * How well names are found, on judged pairs: joins, which must never be false (N2, N8), and suggestions (N4, N5).
 * What `npm run bench:names` prints and what the tests hold.
 */
import { lookUp, pickForWriting, queryKeys, type NamedRow } from '../../src/lib/domain/resolve';
import { createNameIndex, type NameIndex } from '../../src/lib/notebook/name-index';
import { nameEntry } from '../support/name-entries';

/** Two names, and whether they are of one thing. */
export interface Pair {
	a: string;
	b: string;
	same: boolean;
	/** The one that is not Latin, else Latin (`scriptOf`). */
	script: string;
}

export interface Tally {
	same: number;
	different: number;
	/** Pairs of one thing of which a look-up by the second name finds the first. */
	joined: number;
	/** The same of pairs of two things: never. */
	falselyJoined: number;
	/** Pairs of one thing with two spellings, and how many are found within the first 1, 3, 5 suggestions. */
	asked: number;
	at1: number;
	at3: number;
	at5: number;
}

export interface Measured {
	all: Tally;
	byScript: Map<string, Tally>;
	falseJoins: Pair[];
	/** Asked, and not within the first five. */
	missed: Pair[];
}

const SCRIPTS = [
	...['Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Tamil', 'Thai', 'Khmer', 'Armenian'],
	...['Georgian', 'Ethiopic', 'Hangul', 'Hiragana', 'Katakana', 'Han']
].map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }));

const KANA = new Set(['Hiragana', 'Katakana']);

/** The first script of a pair that is not Latin, kana as one. */
export function scriptOf(...names: string[]): string {
	const found = SCRIPTS.find(({ letter }) => names.some((name) => letter.test(name)))?.name;
	if (found === undefined)
		return names.some((name) => /\p{L}/u.test(name.replace(/\p{Script=Latin}/gu, ''))) ? 'Other' : 'Latin';
	return KANA.has(found) ? 'Kana' : found;
}

const emptyTally = (): Tally => ({
	same: 0,
	different: 0,
	joined: 0,
	falselyJoined: 0,
	asked: 0,
	at1: 0,
	at3: 0,
	at5: 0
});

const rowOf = (name: string): NamedRow => ({
	id: name,
	state: { name, type: null, channel: 'default', created: 0, aliases: [] },
	weight: 0
});

/** A look-up by `asked` finds a row called `stored` (N2). */
export const joins = (stored: string, asked: string): boolean => lookUp([rowOf(stored)], asked).found;

/** The rows that the names make, written one after the other (N8), as suggestions know them; and on which row each name landed. */
interface Pool {
	index: NameIndex;
	rowFor: Map<string, string>;
}

function poolOf(pairs: readonly Pair[]): Pool {
	const pool: Pool = { index: createNameIndex(), rowFor: new Map() };
	for (const name of new Set(pairs.flatMap(({ a, b }) => [a, b]))) {
		const there = pool.index.under(queryKeys(name)).map((entry) => rowOf(entry.name));
		const pick = pickForWriting(there, name, null);
		const id = 'row' in pick ? pick.row.id : name;
		pool.rowFor.set(name, id);
		if (id === name) pool.index.set(nameEntry(id, name));
	}
	return pool;
}

const isAsked = ({ a, b, same }: Pair): boolean => same && a !== b;

/** For each name the rows of the names that the pairs call the same. */
function sameAs(pairs: readonly Pair[], { rowFor }: Pool): Map<string, Set<string>> {
	const same = new Map<string, Set<string>>();
	const put = (a: string, b: string): void =>
		void same.set(a, (same.get(a) ?? new Set<string>()).add(rowFor.get(b) ?? b));
	for (const { a, b } of pairs.filter(isAsked)) {
		put(a, b);
		put(b, a);
	}
	return same;
}

const FIRST = 5;

/** The place of a wanted row among the first suggestions for a name; 1 when the name lands on it; Infinity: not there. */
function placeOf(asked: string, { index, rowFor }: Pool, wanted: ReadonlySet<string>): number {
	const own = rowFor.get(asked) ?? asked;
	if (wanted.has(own)) return 1;
	const found = index.suggest(asked, { limit: FIRST, exclude: [own] }).findIndex(({ id }) => wanted.has(id));
	return found < 0 ? Infinity : found + 1;
}

function countHit(tally: Tally, place: number): void {
	tally.asked++;
	if (place <= 1) tally.at1++;
	if (place <= 3) tally.at3++;
	if (place <= FIRST) tally.at5++;
}

function countJoin(tally: Tally, pair: Pair): void {
	const joined = joins(pair.a, pair.b);
	if (pair.same) tally.same++;
	else tally.different++;
	if (joined && pair.same) tally.joined++;
	else if (joined) tally.falselyJoined++;
}

const tallyOf = ({ all, byScript }: Measured, { script }: Pair): Tally[] => {
	const ofScript = byScript.get(script) ?? emptyTally();
	byScript.set(script, ofScript);
	return [all, ofScript];
};

function measureJoins(pairs: readonly Pair[], measured: Measured): void {
	for (const pair of pairs) {
		for (const tally of tallyOf(measured, pair)) countJoin(tally, pair);
		if (!pair.same && joins(pair.a, pair.b)) measured.falseJoins.push(pair);
	}
}

function measureSuggestions(pairs: readonly Pair[], measured: Measured): void {
	const pool = poolOf(pairs);
	const same = sameAs(pairs, pool);
	const asked = new Map(pairs.filter(isAsked).map((pair) => [pair.a, pair]));
	for (const [name, pair] of asked) {
		const place = placeOf(name, pool, same.get(name) ?? new Set());
		for (const tally of tallyOf(measured, pair)) countHit(tally, place);
		if (place > FIRST) measured.missed.push(pair);
	}
}

/**
 * Joins: the first name of each pair is stored, the second looked up. Suggestions: all names of the pairs are stored, every first
 * name of a pair of one thing with two spellings is sought once, its own row left out.
 */
export function measure(pairs: readonly Pair[]): Measured {
	const measured: Measured = { all: emptyTally(), byScript: new Map(), falseJoins: [], missed: [] };
	measureJoins(pairs, measured);
	measureSuggestions(pairs, measured);
	return measured;
}
