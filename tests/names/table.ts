/** Figures of judged pairs as a Markdown table, and as they are recorded. */
import type { Measured, Tally } from './measure';

export interface Recorded {
	all: Tally;
	byScript: { [script: string]: Tally };
}

export const recordOf = ({ all, byScript }: Pick<Measured, 'all' | 'byScript'>): Recorded => ({
	all,
	byScript: Object.fromEntries([...byScript].sort(([a, x], [b, y]) => y.asked - x.asked || (a < b ? -1 : 1)))
});

/** 0–1; null where nothing was asked. */
export const rateOf = (hits: number, { asked }: Tally): number | null => (asked > 0 ? hits / asked : null);

const percent = (rate: number | null): string => (rate === null ? '–' : `${(100 * rate).toFixed(1)} %`);

const line = (name: string, tally: Tally): string =>
	`| ${[
		name,
		tally.same + tally.different,
		`${tally.joined} of ${tally.same}`,
		`${tally.falselyJoined} of ${tally.different}`,
		tally.asked,
		...[tally.at1, tally.at3, tally.at5].map((hits) => percent(rateOf(hits, tally)))
	].join(' | ')} |`;

/** One line for all, then one for each script. */
export const tableOf = ({ all, byScript }: Recorded): string =>
	[
		'| Script | Pairs | Joined, one thing | Joined, two things | Sought | First | In first 3 | In first 5 |',
		'| --- | --: | --: | --: | --: | --: | --: | --: |',
		line('**All**', all),
		...Object.entries(byScript).map(([script, tally]) => line(script, tally))
	].join('\n');
