/** A report as people read it: Markdown for the README and the terminal. Pure. */
import type { Comparison, Spread } from './figures';
import type { Figure, Report } from './run';

/** Three figures are as many as a benchmark is good for. */
const short = (value: number): string =>
	value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(value >= 10 ? 3 : 2);

const time = (ms: number): string => (ms >= 10_000 ? `${short(ms / 1000)} s` : `${short(ms)} ms`);

const size = (bytes: number): string => `${short(bytes / 1e6)} MB`;

/** `2.4×`, or `1/35` for what is smaller than one. */
const times = (ratio: number): string => (ratio >= 0.5 ? `${ratio.toFixed(1)}×` : `1/${String(Math.round(1 / ratio))}`);

const both = ({ p50, p95, calls }: Spread): string => (calls < 20 ? time(p50) : `${time(p50)} · ${time(p95)}`);

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function comparisonRow({ ours, peer, figures, aims }: Comparison): string {
	const of = (side: 'p50' | 'p95') => (figures.ours.calls < 20 ? '' : `${side} `);
	return row([
		`\`${ours.replace(/,.*/, '')}\`${/,.*/.exec(ours)?.[0] ?? ''}`,
		both(figures.ours),
		peer,
		both(figures.peer),
		aims.map((aim) => of(aim.of) + times(aim.ratio)).join(', '),
		aims.map((aim) => `${of(aim.of)}≤ ${times(aim.most)}`).join(', '),
		aims.every(({ met }) => met) ? 'met' : 'missed'
	]);
}

const figureRow = ({ what, value, unit }: Figure): string => row([what, unit === 'ms' ? time(value) : size(value)]);

export function reportToMarkdown(report: Report): string {
	const { plan, machine, chromium, comparisons, figures, bytes } = report;
	const { entities, observations, relations } = plan.size;
	const count = (value: number) => value.toLocaleString('en-US');
	const notes = comparisons.flatMap(({ ours, notes: said }) => said.map((note) => `${ours}: ${note}.`));
	return [
		`${count(entities)} things, ${count(observations)} observations, ${count(relations)} relations (a \`memory.jsonl\` of ${size(bytes)}). ` +
			`Chromium ${chromium}, Node ${machine.node}, ${machine.system}, ${machine.cpu}, ${String(machine.memory)} GiB, ` +
			`load ${String(machine.load)} at the start, ${report.at.slice(0, 10)}. Times are p50 · p95.`,
		'',
		row(['ours', '', 'raw platform', '', 'ratio', 'aim', '']),
		row(Array<string>(7).fill('---')),
		...comparisons.map(comparisonRow),
		'',
		...(notes.length ? [notes.join(' '), ''] : []),
		row(['without a peer', '']),
		row(['---', '---']),
		...figures.map(figureRow),
		''
	].join('\n');
}
