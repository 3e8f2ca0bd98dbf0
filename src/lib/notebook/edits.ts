/** Slips of the hand between two words: the optimal string alignment distance, bounded. */

/** Words longer than this are not compared letter by letter. */
const LONGEST = 256;

/** Three rows of the table, reused from call to call. */
let older = new Uint16Array(LONGEST + 1);
let old = new Uint16Array(LONGEST + 1);
let row = new Uint16Array(LONGEST + 1);

/** Fills `row` for the letter `at` of `a`; answers its least. */
const fillRow = (a: string, b: string, at: number): number => {
	const letter = a.charCodeAt(at);
	row[0] = at + 1;
	let least = at + 1;
	for (let column = 1; column <= b.length; column++) {
		const other = b.charCodeAt(column - 1);
		let slips = (old[column - 1] ?? 0) + (letter === other ? 0 : 1);
		slips = Math.min(slips, (old[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1);
		if (at > 0 && column > 1 && letter === b.charCodeAt(column - 2) && a.charCodeAt(at - 1) === other) {
			slips = Math.min(slips, (older[column - 2] ?? 0) + 1);
		}
		row[column] = slips;
		if (slips < least) least = slips;
	}
	return least;
};

/** Letters put in, left out, changed, or swapped with their neighbour, to make one of the other; `most` + 1 when it takes more than `most`. */
export const edits = (a: string, b: string, most: number): number => {
	if (a === b) return 0;
	if (most < 1 || Math.abs(a.length - b.length) > most || a.length > LONGEST || b.length > LONGEST) return most + 1;
	for (let column = 0; column <= b.length; column++) old[column] = column;
	for (let at = 0; at < a.length; at++) {
		if (fillRow(a, b, at) > most) return most + 1;
		[older, old, row] = [old, row, older];
	}
	return Math.min(old[b.length] ?? 0, most + 1);
};
