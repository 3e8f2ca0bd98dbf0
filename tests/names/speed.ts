/** How long a keystroke takes among many names (N5): ours against Fuse.js over all of them, by turns in one run. */
import Fuse from 'fuse.js';
import { createNameIndex } from '../../src/lib/notebook/name-index';
import { mistyped, pick, seeded } from '../bench/page/data';
import { spread, type Spread } from '../bench/figures';
import { memoryFileLines } from '../support/memory-files';
import { nameEntry } from '../support/name-entries';

const CALLS = 60;
const MOST = 8;
const SIZES = [20_000, 100_000];

export interface Speed {
	names: number;
	ours: Spread;
	scan: Spread;
}

function namesOf(count: number): string[] {
	const names = new Set<string>();
	for (const text of memoryFileLines({ entities: count, observations: 0, relations: 0, seed: 1 })) {
		const { name } = JSON.parse(text) as { name?: string }; // our own generator's
		if (name !== undefined) names.add(name);
	}
	return [...names];
}

/** What stands in the box while somebody types: the beginning of a name, often with a slip. */
function typed(random: () => number, names: readonly string[]): string {
	const name = pick(random, names);
	const beginning = name.slice(0, 3 + Math.floor(random() * Math.max(1, name.length - 2)));
	return random() < 0.5 ? beginning : mistyped(random, beginning);
}

function timed(work: () => unknown): number {
	const began = performance.now();
	work();
	return performance.now() - began;
}

function speedAt(count: number): Speed {
	const random = seeded(count);
	const names = namesOf(count);
	const index = createNameIndex();
	for (const [at, name] of names.entries()) index.set(nameEntry(`e${at}`, name, { updated: at }));
	const fuse = new Fuse(names);
	const times = { ours: [] as number[], scan: [] as number[] };
	for (let call = 0; call < CALLS; call++) {
		const query = typed(random, names);
		times.ours.push(timed(() => index.suggest(query, { limit: MOST })));
		times.scan.push(timed(() => fuse.search(query, { limit: MOST })));
	}
	return { names: names.length, ours: spread(times.ours), scan: spread(times.scan) };
}

const ms = (time: number): string => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
const both = ({ p50, p95 }: Spread): string => `${ms(p50)} · ${ms(p95)}`;

/** As a table: p50 · p95 of a keystroke. */
export function speedTable(): string {
	const rows = SIZES.map(speedAt).map(
		({ names, ours, scan }) =>
			`| ${names.toLocaleString('en-US')} | ${both(ours)} | ${both(scan)} | 1/${String(Math.round(scan.p95 / ours.p95))} |`
	);
	return ['| Names | Ours | Fuse.js over all | Ratio, p95 |', '| --: | --: | --: | --: |', ...rows].join('\n');
}
