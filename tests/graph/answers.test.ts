/** What of a graph is shown: filters, folding, ways between two, and how the question stands in the address. */
import { describe, expect, test } from 'vitest';
import { readAsked, writeAsked } from '../../src/lib/ui/state/asked-graph';
import { filtered, NO_FILTERS, relationChoices, toggled, typeChoices, type Rows } from '../../src/lib/graph/filters';
import { fold, MOST, USUAL } from '../../src/lib/graph/folding';
import type { GraphLink } from '../../src/lib/graph/scene';
import { MOST_WAYS, rowsOfWays, waysBetween } from '../../src/lib/graph/ways';

const link = (source_id: string, target_id: string, type = 'knows', confidence = 1): GraphLink => ({
	source_id,
	target_id,
	type,
	confidence,
	context: null
});

function rows(edges: GraphLink[], types: Record<string, string> = {}): Rows {
	const ids = [...new Set(edges.flatMap(({ source_id, target_id }) => [source_id, target_id]))];
	return { nodes: ids.map((id) => ({ id, name: id, type: types[id] ?? null })), edges };
}

const none = NO_FILTERS;
const ids = ({ nodes }: Rows) => nodes.map(({ id }) => id).sort();

describe('filters', () => {
	const graph = rows([link('ada', 'x', 'works_at'), link('x', 'y'), link('ada', 'z')], {
		x: 'Company',
		y: 'person',
		z: 'Person'
	});

	test('each type and relation with its count, the most frequent first', () => {
		expect(typeChoices(graph, none)).toEqual([
			{ value: 'person', count: 2, on: true },
			{ value: '', count: 1, on: true },
			{ value: 'Company', count: 1, on: true }
		]);
		expect(relationChoices(graph, { ...none, relations: ['KNOWS', 'gone'] })).toEqual([
			{ value: 'knows', count: 2, on: false },
			{ value: 'works_at', count: 1, on: true },
			{ value: 'gone', count: 0, on: false }
		]);
	});

	test('what hung on something hidden is hidden too, and counted', () => {
		const left = filtered(graph, { ...none, types: ['company'] }, ['ada']);
		expect(ids(left)).toEqual(['ada', 'z']);
		expect(left.hidden).toBe(2);
		expect(left.edges).toHaveLength(1);
	});

	test('what it is about is never hidden; no filter hides nothing', () => {
		expect(ids(filtered(graph, { ...none, types: [''] }, ['ada']))).toContain('ada');
		expect(filtered(graph, none, ['ada']).hidden).toBe(0);
	});

	test('by the days within which a relation began, both included', () => {
		const day = (text: string) => new Date(text).toISOString();
		const dated = rows([
			{ ...link('ada', 'old'), since: day('2023-12-31T23:59') },
			{ ...link('ada', 'new'), since: day('2024-01-31T22:00') },
			link('ada', 'undated')
		]);
		const left = (from: string, until: string) => ids(filtered(dated, { ...none, from, until }, ['ada']));
		expect(left('2024-01-01', '')).toEqual(['ada', 'new', 'undated']);
		expect(left('', '2024-01-31')).toEqual(['ada', 'new', 'old', 'undated']);
		expect(left('', '2023-12-31')).toEqual(['ada', 'old', 'undated']);
	});

	test('a switch is on or off, whatever its case', () => {
		expect(toggled(['a'], 'A')).toEqual([]);
		expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
	});
});

describe('folding', () => {
	const star = (n: number, hub = 'hub') => Array.from({ length: n }, (_, i) => link(hub, `${hub}-${i}`));
	const shut = { centres: ['hub'], unfolded: new Set<string>(), all: false };

	test('a small graph is drawn whole', () => {
		const drawn = fold(rows(star(20)), shut);
		expect(drawn.folded).toBe(0);
		expect(drawn.nodes.every(({ folded }) => folded === undefined)).toBe(true);
	});

	test('a hub keeps what it can bring; the rest is counted at it, and unfolds', () => {
		const graph = rows([link('hub', 'big'), ...star(49, 'big')]);
		const drawn = fold(graph, shut);
		expect(drawn.nodes.find(({ id }) => id === 'big')?.folded).toBe(37);
		expect(drawn.folded).toBe(37);
		const open = fold(graph, { ...shut, unfolded: new Set(['big']) });
		expect(open.folded).toBe(0);
		expect(open.nodes).toHaveLength(51);
	});

	test('at most the usual without asking, never more than the most; edges only between what is drawn', () => {
		const wide = Array.from({ length: 50 }, (_, i) => [link('hub', `h${i}`), ...star(30, `h${i}`)]).flat();
		const drawn = fold(rows(wide), shut);
		expect(drawn.nodes).toHaveLength(USUAL);
		expect(drawn.possible).toBe(MOST);
		expect(fold(rows(wide), { ...shut, all: true }).nodes).toHaveLength(MOST);
		const shown = new Set(drawn.nodes.map(({ id }) => id));
		expect(drawn.edges.every((e) => shown.has(e.source_id) && shown.has(e.target_id))).toBe(true);
	});
});

describe('ways between two', () => {
	const graph = rows([
		link('a', 'm'),
		link('b', 'm', 'made', 0.4),
		link('m', 'b', 'owns', 0.9),
		link('a', 'n'),
		link('n', 'b'),
		link('a', 'p'),
		link('p', 'q'),
		link('q', 'b'),
		link('a', 'lonely')
	]);

	test('the shortest first, then one step longer; of parallel relations the surest', () => {
		const ways = waysBetween(graph, 'a', 'b');
		expect(ways.map(({ nodes }) => nodes.join(' '))).toEqual(['a m b', 'a n b', 'a p q b']);
		expect(ways[0]?.edges[1]?.type).toBe('owns');
	});

	test('the same whatever the order of the edges', () => {
		const turned = { nodes: graph.nodes.toReversed(), edges: graph.edges.toReversed() };
		expect(waysBetween(turned, 'a', 'b')).toEqual(waysBetween(graph, 'a', 'b'));
	});

	test('none where they do not meet; never more than can be read', () => {
		expect(waysBetween(rows([link('a', 'x'), link('b', 'y')]), 'a', 'b')).toEqual([]);
		const many = rows(Array.from({ length: 40 }, (_, i) => [link('a', `m${i}`), link(`m${i}`, 'b')]).flat());
		expect(waysBetween(many, 'a', 'b')).toHaveLength(MOST_WAYS);
	});

	test('drawn alone', () => {
		const alone = rowsOfWays(graph, waysBetween(graph, 'a', 'b'));
		expect(ids(alone)).toEqual(['a', 'b', 'm', 'n', 'p', 'q']);
		expect(alone.edges).toHaveLength(7);
	});
});

describe('the question in the address', () => {
	test('comes back as it went', () => {
		const asked = {
			of: ['Ada & Co', 'Ünal'],
			hops: 3,
			types: ['', 'person'],
			relations: ['works at'],
			from: '2024-02-01',
			until: '',
			ways: true
		};
		expect(readAsked(new URLSearchParams(writeAsked(asked)))).toEqual(asked);
	});

	test('the usual is not written; nonsense is the usual', () => {
		expect(writeAsked({ of: ['a'], hops: 2, ...NO_FILTERS, ways: false })).toBe('of=a');
		expect(readAsked(new URLSearchParams('of=a&of=&of=a&hops=many&ways=1'))).toMatchObject({
			of: ['a'],
			hops: 2,
			ways: false
		});
		expect(readAsked(new URLSearchParams('hops=99&from=2024-13-77'))).toMatchObject({ hops: 4, from: '' });
	});
});
