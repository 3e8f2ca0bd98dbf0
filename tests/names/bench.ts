/** What `npm run bench:names` measures and prints: the project's own pairs, and those of a given file. */
import { readFileSync } from 'node:fs';
import { measure, type Pair } from './measure';
import { givenPairs, ownPairs } from './pairs';
import { recordOf, tableOf, type Recorded } from './table';

export { speedTable } from './speed';

export interface Figures {
	record: Recorded;
	table: string;
	/** Pairs of two things that joined, and pairs of one that were not suggested, a line each. */
	complaints: string[];
}

const shown = ({ a, b }: Pair): string => `${a} | ${b}`;

function figuresOf(pairs: readonly Pair[]): Figures {
	const measured = measure(pairs);
	const record = recordOf(measured);
	return {
		record,
		table: tableOf(record),
		complaints: [
			...measured.falseJoins.map((pair) => `joined, and two things: ${shown(pair)}`),
			...measured.missed.map((pair) => `not suggested: ${shown(pair)}`)
		]
	};
}

export const ownFigures = (): Figures => figuresOf(ownPairs());

export const givenFigures = (path: string): Figures => figuresOf(givenPairs(readFileSync(path, 'utf8')));
