/** The benchmark as `npm run bench` and its test call it: sizes in, figures and a table out. */
import { fullSize, planFor } from './plan';
import { reportToMarkdown } from './report';
import { runBenchmark, type Report } from './run';

export { agentsBenchmark } from './agents';
export { graphBenchmark } from './graph';
export { lighthouseBenchmark } from './lighthouse';
export { typingBenchmark } from './typing';

export interface Asked {
	/** Things in the notebook; default 20,000. */
	entities?: number;
	/** Imports and starts; default 5. */
	rounds?: number;
	/** Hears of each figure as it comes. */
	tell?: (line: string) => void;
}

export async function benchmark({ entities = fullSize, rounds = 5, tell = () => undefined }: Asked) {
	const report: Report = await runBenchmark(planFor(entities, rounds), tell);
	return { report, table: reportToMarkdown(report) };
}
