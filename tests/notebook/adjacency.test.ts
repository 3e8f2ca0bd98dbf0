import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AGENT_CAPS, subgraph } from '../../src/lib/domain/subgraph';
import { createAdjacency, type AdjacentEdge, type ShelfEdge } from '../../src/lib/notebook/adjacency';

const edge = (target: string, relation = 'knows', more: Partial<ShelfEdge> = {}): ShelfEdge => ({
	target,
	key: `r:${target}:${relation}`,
	relationKey: relation,
	relation,
	confidence: 0.8,
	at: 1,
	...more
});

const said = (edges: Iterable<AdjacentEdge>): string[] =>
	[...edges].map(({ source, relationKey, target }) => `${source} ${relationKey} ${target}`).sort();

describe('shelves', () => {
	test('an edge is found from both ends, with all it carries', () => {
		const adjacency = createAdjacency();
		adjacency.setShelf('jeff', [edge('acme', 'works_at', { strength: 0.5, context: 'said so', validUntil: 9 })]);
		const [out] = adjacency.out('jeff');
		expect(out).toMatchObject({
			source: 'jeff',
			target: 'acme',
			strength: 0.5,
			context: 'said so',
			validUntil: 9,
			at: 1
		});
		expect(out?.key).toBe('r:acme:works_at');
		expect(adjacency.in('acme')).toEqual([out]);
		expect([adjacency.degree('jeff'), adjacency.degree('acme'), adjacency.degree('oslo')]).toEqual([1, 1, 0]);
		expect(adjacency.neighbours('oslo')).toEqual([]);
	});

	test('a shelf set again replaces what it held', () => {
		const adjacency = createAdjacency();
		adjacency.setShelf('a', [edge('b'), edge('c')]);
		adjacency.setShelf('d', [edge('b')]);
		adjacency.setShelf('a', [edge('c', 'owns')]);
		expect(said(adjacency.in('b'))).toEqual(['d knows b']);
		expect(said(adjacency.neighbours('c'))).toEqual(['a owns c']);
		expect(adjacency.edgeCount).toBe(2);
	});

	test('deleting a shelf leaves what points at it', () => {
		const adjacency = createAdjacency();
		adjacency.setShelf('a', [edge('b')]);
		adjacency.setShelf('b', [edge('a')]);
		adjacency.deleteShelf('a');
		expect(said(adjacency.neighbours('a'))).toEqual(['b knows a']);
		expect(adjacency.edgeCount).toBe(1);
	});

	test('any history of shelves answers as the last state of each', () => {
		const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
		const shelf = fc.uniqueArray(fc.tuple(id, fc.constantFrom('knows', 'owns')), { selector: (pair) => pair.join() });
		const steps = fc.array(fc.record({ source: id, shelf: fc.option(shelf, { nil: undefined }) }), { maxLength: 30 });
		fc.assert(
			fc.property(steps, (history) => {
				const adjacency = createAdjacency();
				const last = new Map<string, string[]>();
				for (const { source, shelf: targets } of history) {
					if (targets)
						adjacency.setShelf(
							source,
							targets.map(([target, relation]) => edge(target, relation))
						);
					else adjacency.deleteShelf(source);
					last.set(
						source,
						(targets ?? []).map(([target, relation]) => `${source} ${relation} ${target}`)
					);
				}
				const all = [...last.values()].flat();
				expect(adjacency.edgeCount).toBe(all.length);
				for (const each of ['a', 'b', 'c', 'd', 'e']) {
					expect(said(adjacency.out(each))).toEqual(all.filter((text) => text.startsWith(`${each} `)).sort());
					expect(said(adjacency.in(each))).toEqual(all.filter((text) => text.endsWith(` ${each}`)).sort());
					expect(adjacency.degree(each)).toBe(adjacency.neighbours(each).length);
				}
			})
		);
	});
});

describe('groups of the same', () => {
	const groups = new Map([
		['jeff', ['jeff', 'jeffrey']],
		['acme', ['acme']]
	]);
	const groupOf = (id: string): string => (id === 'jeffrey' ? 'jeff' : id);
	const membersOf = (group: string): string[] => groups.get(group) ?? [group];

	test('[N6][E3] rows declared the same are one node, and edges between them are none', () => {
		const adjacency = createAdjacency();
		adjacency.setShelf('jeff', [edge('jeffrey')]);
		adjacency.setShelf('jeffrey', [edge('acme', 'works_at')]);
		adjacency.setShelf('sarah', [edge('jeff', 'manages')]);
		const view = { ...adjacency.grouped({ groupOf, membersOf }), name: (id: string) => id };
		const found = subgraph(view, { seeds: ['sarah', 'acme'], hops: 1, caps: AGENT_CAPS });
		expect(found.paths[0]?.nodes).toEqual(['sarah', 'jeff', 'acme']);
		expect(found.edges.map(({ source, row }) => [source, row.source, row.relation])).toEqual([
			['sarah', 'sarah', 'manages'],
			['jeff', 'jeffrey', 'works_at']
		]);
	});

	test('[N6] equal edges of two rows show once: the surest, then the one first written', () => {
		const adjacency = createAdjacency();
		adjacency.setShelf('jeff', [edge('acme', 'works_at', { at: 5 })]);
		adjacency.setShelf('jeffrey', [edge('acme', 'works_at', { at: 2 })]);
		const view = { ...adjacency.grouped({ groupOf, membersOf }), name: (id: string) => id };
		const found = subgraph(view, { seeds: ['jeff'], hops: 1, caps: AGENT_CAPS });
		expect(found.edges.map(({ row }) => row.source)).toEqual(['jeffrey']);
	});

	test('[E5] what must not be walked is not', () => {
		const adjacency = createAdjacency();
		adjacency.setShelf('a', [edge('b', 'knows', { validUntil: 10 }), edge('c')]);
		const current = ({ validUntil }: AdjacentEdge): boolean => validUntil === undefined || validUntil > 10;
		const view = adjacency.grouped({ groupOf: (id) => id, keep: current });
		expect([...view.neighbours('a')].map(({ target }) => target)).toEqual(['c']);
	});
});
