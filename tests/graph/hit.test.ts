import { describe, expect, test } from 'vitest';
import { curveOf } from '../../src/lib/graph/curve';
import { edgeAt, nodeAt, stepFrom } from '../../src/lib/graph/hit';
import { meets, placeLabels } from '../../src/lib/graph/placing';
import { arrange, buildScene, type GraphLink, type Scene } from '../../src/lib/graph/scene';
import { fitted, toScreen, toWorld, zoomedAt, type View } from '../../src/lib/graph/view';

const measure = (text: string): number => text.length * 6;
const lettering = { name: measure, strong: measure, relation: measure, lineHeight: 15 };

type Place = [id: string, x: number, y: number];

function scene(places: Place[], links: [string, string][] = [], centres: string[] = []): Scene {
	const edges: GraphLink[] = links.map(([source_id, target_id], i) => ({
		source_id,
		target_id,
		type: `r${i}`,
		confidence: 1,
		context: null
	}));
	const made = buildScene({ nodes: places.map(([id]) => ({ id, name: id, type: null })), edges, centres }, lettering);
	arrange(made, new Map(places.map(([id, x, y]) => [id, { x, y }])));
	return made;
}

const view: View = { k: 1, x: 0, y: 0 };

describe('what lies under a pointer', () => {
	const made = scene(
		[
			['a', 100, 100],
			['b', 300, 100]
		],
		[['a', 'b']]
	);

	test('a node, a little beside it too, and more for a finger', () => {
		expect(nodeAt(made, view, [], { x: 103, y: 98 })?.id).toBe('a');
		expect(nodeAt(made, view, [], { x: 100, y: 120 })).toBeNull();
		expect(nodeAt(made, view, [], { x: 100, y: 120 }, 16)?.id).toBe('a');
	});

	test('its name is it as well', () => {
		const { labels } = placeLabels(made, view, { width: 400, height: 200 });
		const label = labels.find(({ node }) => node.id === 'b')!;
		expect(nodeAt(made, view, labels, { x: label.x + 1, y: label.y + 1 })?.id).toBe('b');
	});

	test('an edge between them, but not beyond its ends', () => {
		expect(edgeAt(made, view, { x: 200, y: 102 })?.label).toBe('r0');
		expect(edgeAt(made, view, { x: 200, y: 120 })).toBeNull();
		expect(edgeAt(made, view, { x: 360, y: 100 })).toBeNull();
	});

	test('zoomed and shifted, the same things are found where they are drawn', () => {
		const moved = zoomedAt({ k: 1, x: 40, y: -25 }, 1.7, { x: 50, y: 60 });
		for (const node of made.nodes) expect(nodeAt(made, moved, [], toScreen(moved, node))).toBe(node);
	});
});

describe('walking by direction', () => {
	const made = scene(
		[
			['middle', 0, 0],
			['east', 100, 10],
			['far-east', 300, 0],
			['north', 10, -100],
			['alone', -50, 0]
		],
		[
			['middle', 'east'],
			['far-east', 'middle'],
			['middle', 'north']
		]
	);
	const from = (id: string) => made.byId.get(id)!;

	test('the nearest neighbour that way', () => {
		expect(stepFrom(made, from('middle'), 'right')?.id).toBe('east');
		expect(stepFrom(made, from('middle'), 'up')?.id).toBe('north');
		expect(stepFrom(made, from('north'), 'down')?.id).toBe('middle');
	});

	test('where no neighbour is, the nearest node, so that all can be reached', () => {
		expect(stepFrom(made, from('middle'), 'left')?.id).toBe('alone');
		expect(stepFrom(made, from('alone'), 'right')?.id).toBe('middle');
		expect(stepFrom(made, from('far-east'), 'right')).toBeNull();
	});
});

describe('the view', () => {
	test('a point of the screen and of the picture are each other', () => {
		const some = { k: 0.7, x: 12, y: -5 };
		const { x, y } = toWorld(some, toScreen(some, { x: 3, y: 4 }));
		expect(x).toBeCloseTo(3);
		expect(y).toBeCloseTo(4);
	});

	test('zooming leaves the point under the pointer where it is', () => {
		const at = { x: 80, y: 40 };
		const before = toWorld(view, at);
		const after = toWorld(zoomedAt(view, 2.5, at), at);
		expect(after.x).toBeCloseTo(before.x);
		expect(after.y).toBeCloseTo(before.y);
	});

	test('fitted, every node with its name is inside', () => {
		const made = scene([
			['a rather long name', -400, -300],
			['b', 500, 20],
			['another long one', 40, 380]
		]);
		const size = { width: 500, height: 400 };
		const fit = fitted(made, size);
		for (const node of made.nodes) {
			const { x, y } = toScreen(fit, node);
			expect(x - node.width / 2).toBeGreaterThanOrEqual(0);
			expect(x + node.width / 2).toBeLessThanOrEqual(size.width);
			expect(y - node.radius).toBeGreaterThanOrEqual(0);
			expect(y + node.radius + node.lines.length * 15).toBeLessThanOrEqual(size.height);
		}
	});

	test('an empty picture has a view too', () => {
		expect(fitted(scene([]), { width: 100, height: 50 })).toEqual({ k: 1, x: 50, y: 25 });
	});
});

describe('names', () => {
	test('never lie on each other, and what the picture is about is always named', () => {
		const crowd: Place[] = Array.from({ length: 80 }, (_, i) => [`name ${i}`, (i % 9) * 34, Math.floor(i / 9) * 26]);
		const made = scene(crowd, [], ['name 40']);
		const { labels } = placeLabels(made, view, { width: 330, height: 260 });
		expect(labels[0]?.node.id).toBe('name 40');
		labels.forEach((a, i) => {
			for (const b of labels.slice(i + 1)) expect(meets(a, b)).toBe(false);
		});
		expect(labels.length).toBeGreaterThan(5);
	});

	test('stand where no edge of their node runs', () => {
		const made = scene(
			[
				['top', 100, 40],
				['bottom', 100, 200]
			],
			[['top', 'bottom']]
		);
		const { labels } = placeLabels(made, view, { width: 200, height: 260 });
		const top = labels.find(({ node }) => node.id === 'top')!;
		expect(top.y + top.height).toBeLessThan(40);
	});
});

describe('edges', () => {
	test('parallel edges bow apart, in both directions', () => {
		const made = scene(
			[
				['a', 0, 0],
				['b', 200, 0]
			],
			[
				['a', 'b'],
				['b', 'a'],
				['a', 'b']
			]
		);
		const middles = made.edges.map((edge) => Math.round(curveOf(edge, view)!.middle.y));
		expect(new Set(middles).size).toBe(3);
	});

	test('self edges and edges to what is not shown are left out', () => {
		expect(
			scene(
				[['a', 0, 0]],
				[
					['a', 'a'],
					['a', 'gone']
				]
			).edges
		).toEqual([]);
	});

	test('nothing is drawn between nodes that touch', () => {
		const made = scene(
			[
				['a', 0, 0],
				['b', 8, 0]
			],
			[['a', 'b']]
		);
		expect(curveOf(made.edges[0]!, view)).toBeNull();
	});
});
