import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	layoutGraph,
	type LayoutEdge,
	type LayoutNode,
	type LayoutRequest,
	type Positions
} from '../../src/lib/graph/layout';

const box = (width: number) => ({ left: width / 2, right: width / 2, up: 9, down: 26 });

/** A made-up graph: a tree with some more edges, names of many lengths. */
function graph(size: number, seed = 7): LayoutRequest {
	let state = seed;
	const random = (): number => (state = (state * 16807) % 2147483647) / 2147483647;
	const nodes: LayoutNode[] = Array.from({ length: size }, (_, i) => ({ id: `n${i}`, box: box(20 + random() * 110) }));
	const edges: LayoutEdge[] = Array.from({ length: Math.round(size * 1.4) }, (_, i) => ({
		source: `n${Math.min(size - 1, (i % size) + 1)}`,
		target: `n${Math.floor(random() ** 2 * (i % size))}`
	}));
	return { nodes, edges, centres: ['n0'], width: 1100, height: 640 };
}

function overlaps({ nodes }: LayoutRequest, positions: Positions): string[] {
	const placed = nodes.map(({ id, box: { left, right, up, down } }) => {
		const { x, y } = positions.get(id)!;
		return { id, x0: x - left, x1: x + right, y0: y - up, y1: y + down };
	});
	return placed.flatMap((a, i) =>
		placed
			.slice(i + 1)
			.filter((b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1)
			.map((b) => `${a.id} ${b.id}`)
	);
}

describe('layout', () => {
	test('a picture repeats, in whatever order its parts come', () => {
		const request = graph(60);
		const turned = { ...request, nodes: [...request.nodes].reverse(), edges: [...request.edges].reverse() };
		const first = layoutGraph(request);
		expect(layoutGraph(request)).toEqual(first);
		expect(new Map([...layoutGraph(turned)].sort())).toEqual(new Map([...first].sort()));
	});

	test('what is passed in stays as it was', () => {
		const request = graph(12);
		const before = structuredClone(request);
		layoutGraph(request);
		expect(request).toEqual(before);
	});

	test('no two names lie on each other', () => {
		for (const size of [1, 2, 6, 40, 150]) {
			const request = graph(size);
			expect(overlaps(request, layoutGraph(request))).toEqual([]);
		}
	});

	test('no two names lie on each other in any small graph', () => {
		const node = fc.integer({ min: 0, max: 11 });
		const arb = fc.record({
			widths: fc.array(fc.integer({ min: 10, max: 160 }), { minLength: 1, maxLength: 12 }),
			arcs: fc.array(fc.tuple(node, node), { maxLength: 24 }),
			width: fc.integer({ min: 1, max: 1200 }),
			height: fc.integer({ min: 1, max: 900 })
		});
		fc.assert(
			fc.property(arb, ({ widths, arcs, width, height }) => {
				const request: LayoutRequest = {
					nodes: widths.map((each, i) => ({ id: `n${i}`, box: box(each) })),
					edges: arcs.map(([a, b]) => ({ source: `n${a}`, target: `n${b}` })),
					centres: ['n0'],
					width,
					height
				};
				const positions = layoutGraph(request);
				expect([...positions.values()].every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
				expect(overlaps(request, positions)).toEqual([]);
			}),
			{ numRuns: 60 }
		);
	});

	test('the one thing a picture is about is in the middle of its neighbours', () => {
		const nodes = ['ada', 'a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, box: box(60) }));
		const edges = nodes.slice(1).map(({ id }) => ({ source: 'ada', target: id }));
		const positions = layoutGraph({ nodes, edges, centres: ['ada'], width: 600, height: 400 });
		const others = [...positions].filter(([id]) => id !== 'ada').map(([, point]) => point);
		const mean = (key: 'x' | 'y'): number => others.reduce((sum, point) => sum + point[key], 0) / others.length;
		expect(Math.abs(mean('x') - positions.get('ada')!.x)).toBeLessThan(30);
		expect(Math.abs(mean('y') - positions.get('ada')!.y)).toBeLessThan(30);
	});

	test('what has a place keeps it when something new comes, and the new stands beside its neighbour', () => {
		const request = graph(30);
		const before = layoutGraph(request);
		const nodes = request.nodes.map((node) => ({ ...node, at: before.get(node.id)! }));
		const edges = [...request.edges, { source: 'new', target: 'n3' }];
		const grown = { ...request, nodes: [...nodes, { id: 'new', box: box(80) }], edges, keep: true };
		const after = layoutGraph(grown);
		for (const { id } of nodes) expect(after.get(id)).toEqual(before.get(id));
		const [fresh, neighbour] = [after.get('new')!, after.get('n3')!];
		expect(Math.hypot(fresh.x - neighbour.x, fresh.y - neighbour.y)).toBeLessThan(400);
		expect(overlaps(grown, after)).toEqual([]);
	});

	test('edges to what is not shown, and self edges, are passed over', () => {
		const nodes = [{ id: 'a', box: box(20) }];
		const edges = [
			{ source: 'a', target: 'gone' },
			{ source: 'a', target: 'a' }
		];
		expect(layoutGraph({ nodes, edges, centres: [], width: 0, height: 0 }).size).toBe(1);
	});
});
