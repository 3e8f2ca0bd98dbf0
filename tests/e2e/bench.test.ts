/** The benchmark at a fortieth of its size: that it runs, and that both sides of it answer the same. Its times are nobody's business here. */
import { expect, test } from '@playwright/test';
import { fillSection } from '../../scripts/readme-section.mjs';
import { benchmark, graphBenchmark, typingBenchmark } from '../bench/benchmark';

test('a small benchmark fills every line of its table', async () => {
	const { report, table } = await benchmark({ entities: 500, rounds: 1 });
	expect(report.comparisons.map(({ id }) => id)).toEqual(['import', 'contexts', 'typos', 'walks', 'sets']);
	for (const { figures, aims } of report.comparisons) {
		for (const { p50, p95, calls } of [figures.ours, figures.peer]) {
			expect(calls).toBeGreaterThan(0);
			expect(p50).toBeGreaterThan(0);
			expect(p95).toBeGreaterThanOrEqual(p50);
		}
		expect(aims.length).toBeGreaterThan(0);
		for (const { ratio } of aims) expect(ratio).toBeGreaterThan(0);
	}
	for (const { id, value } of report.figures) expect(value, id).toBeGreaterThan(0);
	expect(report.figures.map(({ id }) => id)).toEqual(
		expect.arrayContaining(['settling', 'start-first', 'undo', 'export', 'memory'])
	);
	expect(table).not.toMatch(/NaN|undefined|Infinity/);
	expect(fillSection('<!-- bench:start --><!-- bench:end -->', 'bench', table)).toContain('memory_fact_set');
});

test('a few names typed into a small notebook: no key is lost, and what stands there is for the last text', async () => {
	const { report, table } = await typingBenchmark({ entities: 500, texts: 3 });
	expect(report.figures.map(({ hand, atWork }) => [hand, atWork])).toEqual([
		['names', true],
		['sentences', true],
		['bursts', true],
		['names', false],
		['sentences', false],
		['bursts', false]
	]);
	for (const { keys, dropped, strange, shown, answered } of report.figures) {
		expect([dropped, strange]).toEqual([0, 0]);
		expect([shown.calls, answered.calls]).toEqual([keys, keys]);
		expect(answered.p50).toBeGreaterThan(0);
	}
	expect(table).not.toMatch(/NaN|undefined|Infinity/);
});

test('the graph of a small notebook: the usual picture and the largest are drawn and moved', async () => {
	const { report, table } = await graphBenchmark({ entities: 500, rounds: 1 });
	expect([report.usual, report.largest]).toEqual([150, 500]);
	expect(report.drawn.p50).toBeGreaterThan(0);
	expect(report.framesPerSecond).toBeGreaterThan(0);
	expect(table).not.toMatch(/NaN|undefined|Infinity/);
});
