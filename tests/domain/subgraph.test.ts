import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	AGENT_CAPS,
	describeSubgraph,
	MAX_PATH_EDGES,
	subgraph,
	type GraphEdge,
	type GraphView,
	type SubgraphCaps
} from '../../src/lib/domain/subgraph';

type Triple = [source: string, relation: string, target: string, confidence?: number];

const edgesOf = (triples: Triple[]): GraphEdge[] =>
	triples.map(([source, relationKey, target, confidence = 1]) => ({ source, target, relationKey, confidence }));

/** The plainest view there can be: every edge looked at for every node. */
const viewOf = (edges: GraphEdge[], name: (id: string) => string = (id) => id): GraphView => ({
	neighbours: (id) => edges.filter(({ source, target }) => source === id || target === id),
	name
});

const explore = (triples: Triple[], seeds: string[], hops = 2, caps: SubgraphCaps = AGENT_CAPS) =>
	subgraph(viewOf(edgesOf(triples)), { seeds, hops, caps });

const said = (edges: readonly GraphEdge[]): string[] => edges.map((e) => `${e.source} ${e.relationKey} ${e.target}`);

const words = { name: (id: string) => id, relation: ({ relationKey }: GraphEdge) => relationKey };

const office: Triple[] = [
	['Jeff', 'works_at', 'Acme Corp'],
	['Jeff', 'prefers', 'TypeScript'],
	['Sarah', 'manages', 'Jeff']
];

describe('neighbourhoods', () => {
	test('[E3] one name: everything up to `hops`, whichever way the edges point', () => {
		expect(explore(office, ['Sarah'], 1)).toMatchObject({ nodes: ['Sarah', 'Jeff'], truncated: false, paths: [] });
		expect(explore(office, ['Sarah'], 2).nodes).toEqual(['Sarah', 'Jeff', 'Acme Corp', 'TypeScript']);
	});

	test('[E3] a name without edges stands alone', () => {
		expect(explore(office, ['Oslo'])).toEqual({
			seeds: ['Oslo'],
			nodes: ['Oslo'],
			edges: [],
			truncated: false,
			paths: []
		});
	});

	test('[E3] no names, no strangers', () => {
		expect(explore(office, [])).toEqual({ seeds: [], nodes: [], edges: [], truncated: false, paths: [] });
	});

	test('[E3] a name given twice counts once', () => {
		expect(explore(office, ['Jeff', 'Jeff']).seeds).toEqual(['Jeff']);
	});

	test('[E2][E3] an edge inside a group of the same is none; equal edges of a group show once, the surest', () => {
		const twice: Triple[] = [...office, ['Jeff', 'knows', 'Jeff'], ['Jeff', 'works_at', 'Acme Corp', 0.4]];
		const found = explore(twice, ['Jeff'], 1);
		expect(said(found.edges)).toEqual(['Sarah manages Jeff', 'Jeff prefers TypeScript', 'Jeff works_at Acme Corp']);
		expect(found.edges[2]?.confidence).toBe(1);
	});
});

describe('paths', () => {
	const chain = (length: number): Triple[] =>
		Array.from(
			{ length },
			(_, i) => (i % 2 ? [`n${i}`, 'next', `n${i + 1}`] : [`n${i + 1}`, 'next', `n${i}`]) as Triple
		);

	test('[E3] two names are joined by a shortest path even beyond `hops`, up to 8 edges', () => {
		const found = explore(chain(8), ['n0', 'n8'], 1);
		expect(found.paths).toHaveLength(1);
		expect(found.paths[0]?.nodes).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8']);
		expect(found.nodes).toHaveLength(9);
		expect(found.edges).toHaveLength(8);
	});

	test('[E3] nine edges are too far', () => {
		const found = explore(chain(9), ['n0', 'n9'], 1);
		expect(found.paths).toEqual([]);
		expect([...found.nodes].sort()).toEqual(['n0', 'n1', 'n8', 'n9']);
	});

	test('[E3] of equally short paths the one with the higher least confidence', () => {
		const triples: Triple[] = [
			['a', 'r', 'weak', 1],
			['weak', 'r', 'z', 0.3],
			['a', 'r', 'steady', 0.6],
			['steady', 'r', 'z', 0.6]
		];
		expect(explore(triples, ['a', 'z']).paths[0]?.nodes).toEqual(['a', 'steady', 'z']);
	});

	test('[E3] then by names, from the end whose name comes first, also when asked the other way round', () => {
		const triples: Triple[] = [
			['a', 'r', 'm', 0.5],
			['m', 'r', 'z', 0.5],
			['a', 'r', 'b', 0.5],
			['b', 'r', 'z', 0.9]
		];
		expect(explore(triples, ['a', 'z']).paths[0]?.nodes).toEqual(['a', 'b', 'z']);
		expect(explore(triples, ['z', 'a']).paths[0]).toMatchObject({ from: 'z', to: 'a', nodes: ['z', 'b', 'a'] });
	});

	test('[E3] names are names, not ids', () => {
		const triples: Triple[] = [
			['1', 'r', '2'],
			['2', 'r', '4'],
			['1', 'r', '3'],
			['3', 'r', '4']
		];
		const view = viewOf(edgesOf(triples), (id) => (id === '3' ? 'Aaron' : `Z${id}`));
		expect(subgraph(view, { seeds: ['1', '4'], hops: 1, caps: AGENT_CAPS }).paths[0]?.nodes).toEqual(['1', '3', '4']);
	});

	test('[E3] namesakes are two nodes: no path runs through them as if they were one', () => {
		const view = viewOf(
			edgesOf([
				['a', 'r', 'mercury-person'],
				['mercury-project', 'r', 'z']
			]),
			(id) => id.split('-')[0] ?? id
		);
		expect(subgraph(view, { seeds: ['a', 'z'], hops: 4, caps: AGENT_CAPS }).paths).toEqual([]);
	});

	test('[E3] every two of several names', () => {
		const found = explore(chain(4), ['n0', 'n2', 'n4'], 1);
		expect(found.paths.map(({ from, to }) => `${from}-${to}`)).toEqual(['n0-n2', 'n0-n4', 'n2-n4']);
	});
});

describe('caps', () => {
	const star = (leaves: number): Triple[] =>
		Array.from({ length: leaves }, (_, i) => ['hub', 'has', `leaf${i + 100}`] as Triple);

	test('[E4] nearest, best connected, then name; what stays out is admitted', () => {
		const triples: Triple[] = [...star(5), ['leaf104', 'knows', 'leaf102'], ['leaf100', 'far', 'away']];
		const found = explore(triples, ['hub'], 2, { nodes: 4, edges: 300 });
		expect(found.nodes).toEqual(['hub', 'leaf100', 'leaf102', 'leaf104']);
		expect(found.truncated).toBe(true);
		expect(said(found.edges)).not.toContain('leaf100 far away');
	});

	test('[E4] exactly full is not truncated', () => {
		expect(explore(star(9), ['hub'], 1, { nodes: 10, edges: 9 }).truncated).toBe(false);
		expect(explore(star(9), ['hub'], 1, { nodes: 10, edges: 8 })).toMatchObject({ truncated: true });
	});

	test('[E4] named things and path nodes always stay', () => {
		const triples: Triple[] = [...star(20), ['hub', 'to', 'bridge'], ['bridge', 'to', 'end']];
		const found = explore(triples, ['hub', 'end'], 1, { nodes: 3, edges: 2 });
		expect(found.nodes).toEqual(['hub', 'end', 'bridge']);
		expect(said(found.edges)).toEqual(['bridge to end', 'hub to bridge']);
		expect(explore(triples, ['hub', 'end'], 1, { nodes: 1, edges: 300 }).nodes).toHaveLength(3);
	});

	test('[E4] the edge cap spends itself on paths, then on what is near and sure', () => {
		const triples: Triple[] = [
			['a', 'r', 'b', 0.2],
			['a', 'r', 'c', 0.9],
			['a', 'r', 'd', 0.5],
			['c', 'r', 'd', 1]
		];
		expect(said(explore(triples, ['a', 'b'], 1, { nodes: 9, edges: 3 }).edges)).toEqual(['a r b', 'a r c', 'a r d']);
	});
});

/* ---- laws, against a naive reading of the rules ---- */

const node = fc.integer({ min: 0, max: 13 }).map((n) => `n${n}`);
const arcs = fc.array(
	fc.record({
		source: node,
		target: node,
		relationKey: fc.constantFrom('knows', 'owns'),
		confidence: fc.constantFrom(0.3, 0.5, 0.9)
	}),
	{ maxLength: 40 }
);
const queries = fc.record({
	seeds: fc.uniqueArray(node, { minLength: 1, maxLength: 4 }),
	hops: fc.integer({ min: 1, max: 4 }),
	caps: fc.record({ nodes: fc.integer({ min: 1, max: 16 }), edges: fc.integer({ min: 1, max: 30 }) })
});

function naiveDistances(edges: GraphEdge[], from: string): Map<string, number> {
	const distance = new Map([[from, 0]]);
	for (let round = 1; round < 20; round++)
		for (const { source, target } of edges)
			for (const [a, b] of [
				[source, target],
				[target, source]
			] as const)
				if (distance.get(a) === round - 1 && !distance.has(b)) distance.set(b, round);
	return distance;
}

/** All shortest paths as node lists, with the least confidence of each. */
function naivePaths(edges: GraphEdge[], from: string, to: string): { nodes: string[]; least: number }[] {
	const back = naiveDistances(edges, to);
	const grow = (nodes: string[], least: number): { nodes: string[]; least: number }[] => {
		const here = nodes.at(-1) ?? from;
		if (here === to) return [{ nodes, least }];
		const next = new Map<string, number>();
		for (const { source, target, confidence } of edges)
			for (const [a, b] of [
				[source, target],
				[target, source]
			] as const)
				if (a === here && back.get(b) === (back.get(here) ?? 0) - 1)
					next.set(b, Math.max(next.get(b) ?? 0, confidence));
		return [...next].flatMap(([id, confidence]) => grow([...nodes, id], Math.min(least, confidence)));
	};
	return back.has(from) ? grow([from], Infinity) : [];
}

const shuffled = <T>(list: T[], seed: number): T[] =>
	list
		.map((item, index) => ({ item, key: Math.sin(seed + index * 77.7) }))
		.sort((a, b) => a.key - b.key)
		.map(({ item }) => item);

describe('laws', () => {
	test('[E3][E4] a subgraph is inside the graph and the caps, with every seed in it', () => {
		fc.assert(
			fc.property(arcs, queries, (edges, query) => {
				const found = subgraph(viewOf(edges), query);
				const onPaths = new Set([...found.seeds, ...found.paths.flatMap(({ nodes }) => nodes)]);
				expect(new Set(found.nodes).size).toBe(found.nodes.length);
				for (const id of onPaths) expect(found.nodes).toContain(id);
				expect(found.nodes.length).toBeLessThanOrEqual(Math.max(query.caps.nodes, onPaths.size));
				expect(found.edges.length).toBeLessThanOrEqual(query.caps.edges);
				for (const edge of found.edges) {
					expect(edges).toContain(edge);
					expect(found.nodes).toContain(edge.source);
					expect(found.nodes).toContain(edge.target);
				}
				expect(new Set(said(found.edges)).size).toBe(found.edges.length);
			})
		);
	});

	test('[E3] under caps that do not bind it is the union of the neighbourhoods and paths, with all edges between them', () => {
		fc.assert(
			fc.property(arcs, queries, (edges, query) => {
				const found = subgraph(viewOf(edges), { ...query, caps: { nodes: 1000, edges: 1000 } });
				const wanted = new Set(found.paths.flatMap(({ nodes }) => nodes));
				for (const seed of query.seeds)
					for (const [id, distance] of naiveDistances(edges, seed)) if (distance <= query.hops) wanted.add(id);
				expect([...found.nodes].sort()).toEqual([...wanted].sort());
				const between = edges.filter((e) => e.source !== e.target && wanted.has(e.source) && wanted.has(e.target));
				expect(said(found.edges).sort()).toEqual([...new Set(said(between))].sort());
				expect(found.truncated).toBe(false);
			})
		);
	});

	test('[E4] the cap keeps the nearest, then the best connected of the whole subgraph, then the first by name', () => {
		fc.assert(
			fc.property(arcs, queries, (edges, query) => {
				const whole = subgraph(viewOf(edges), { ...query, caps: { nodes: 1000, edges: 1000 } });
				const nearest = (id: string): number =>
					Math.min(...query.seeds.map((seed) => naiveDistances(edges, seed).get(id) ?? Infinity));
				const ties = (id: string): number =>
					new Set(
						whole.edges.flatMap(({ source, target }) => (source === id ? [target] : target === id ? [source] : []))
					).size;
				const must = new Set([...query.seeds, ...whole.paths.flatMap(({ nodes }) => nodes)]);
				const rest = whole.nodes
					.filter((id) => !must.has(id))
					.sort((a, b) => nearest(a) - nearest(b) || ties(b) - ties(a) || (a < b ? -1 : 1));
				const room = Math.max(0, query.caps.nodes - must.size);
				const found = subgraph(viewOf(edges), query);
				expect(found.nodes.filter((id) => !must.has(id))).toEqual(rest.slice(0, room));
				if (rest.length > room) expect(found.truncated).toBe(true);
			})
		);
	});

	test('[E3] a path is shortest, keeps its least confidence highest, and is first by name', () => {
		fc.assert(
			fc.property(arcs, fc.uniqueArray(node, { minLength: 2, maxLength: 2 }), (edges, ids) => {
				const [from, to] = ids.sort() as [string, string];
				const [path] = subgraph(viewOf(edges), { seeds: [from, to], hops: 1, caps: AGENT_CAPS }).paths;
				const all = naivePaths(edges, from, to).filter(({ nodes }) => nodes.length - 1 <= MAX_PATH_EDGES);
				expect(path !== undefined).toBe(all.length > 0);
				if (!path) return;
				const most = Math.max(...all.map(({ least }) => least));
				const best = all
					.filter(({ least }) => least === most)
					.map(({ nodes }) => nodes)
					.sort((a, b) => (a.join('\n') < b.join('\n') ? -1 : 1));
				expect(path.nodes).toEqual(best[0]);
				path.edges.forEach((edge, i) => {
					expect([edge.source, edge.target].sort()).toEqual([path.nodes[i], path.nodes[i + 1]].sort());
				});
			})
		);
	});

	test('[E3][E4] neither the order of edges nor that of the seeds changes anything but the listing', () => {
		fc.assert(
			fc.property(arcs, queries, fc.integer(), (edges, query, seed) => {
				const found = subgraph(viewOf(edges), query);
				const again = subgraph(viewOf(shuffled(edges, seed)), query);
				expect(again).toEqual(found);
				const turned = subgraph(viewOf(edges), { ...query, seeds: [...query.seeds].reverse() });
				expect(turned.nodes.slice(query.seeds.length)).toEqual(found.nodes.slice(query.seeds.length));
				expect(turned.edges).toEqual(found.edges);
				expect(turned.truncated).toBe(found.truncated);
			})
		);
	});

	test('the text is at most 600 characters, whatever the names', () => {
		const text = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), fc.constant('"'.repeat(200)));
		fc.assert(
			fc.property(arcs, queries, text, fc.array(text, { maxLength: 20 }), (edges, query, name, unresolved) => {
				const found = subgraph(viewOf(edges), query);
				const told = describeSubgraph(found, { name: (id) => name + id, relation: () => name, unresolved });
				expect(told.length).toBeLessThanOrEqual(600);
				expect(told).toMatch(/\.$/u);
			})
		);
	});
});

describe('in words', () => {
	test('two names: the path, each step in its own direction', () => {
		expect(describeSubgraph(explore(office, ['Acme Corp', 'Sarah']), words)).toBe(
			'"Acme Corp" and "Sarah" are connected in 2 steps: "Jeff" works_at "Acme Corp"; "Sarah" manages "Jeff". In all 4 things, 3 relations.'
		);
		expect(describeSubgraph(explore(office, ['Jeff', 'Sarah'], 1), words)).toContain(
			'connected directly: "Sarah" manages "Jeff".'
		);
	});

	test('two names without a path', () => {
		expect(describeSubgraph(explore(office, ['Jeff', 'Oslo'], 1), words)).toMatch(
			/^"Jeff" and "Oslo" are not connected within 8 steps\./u
		);
	});

	test('one name', () => {
		expect(describeSubgraph(explore(office, ['Sarah'], 1), words)).toBe(
			'Around "Sarah": 1 thing, 1 relation: "Sarah" manages "Jeff".'
		);
		expect(describeSubgraph(explore(office, ['Oslo']), words)).toBe('"Oslo" has no relations.');
	});

	test('many names: how many pairs, each step once', () => {
		expect(describeSubgraph(explore(office, ['Sarah', 'Acme Corp', 'Oslo'], 1), words)).toBe(
			'3 things named, 1 of 3 pairs connected: "Sarah" manages "Jeff"; "Jeff" works_at "Acme Corp". In all 4 things, 2 relations.'
		);
	});

	test('names that found nothing are said to be unknown, and quotes stay quotes', () => {
		const graph = explore([], []);
		expect(describeSubgraph(graph, { ...words, unresolved: ['say "hi"\nthen'] })).toBe(
			`Nothing is known under "say 'hi' then".`
		);
	});

	test('what does not fit is counted', () => {
		const many = Array.from({ length: 60 }, (_, i) => ['hub', 'relates_to', `a rather long name ${i}`] as Triple);
		expect(describeSubgraph(explore(many, ['hub']), words)).toMatch(/; and \d+ more\.$/u);
	});
});
