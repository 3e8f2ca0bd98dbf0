import { describe, expect, test } from 'vitest';
import { wordsOf, type Line } from '../../src/lib/ui/change-words';
import {
	groupRelations,
	importanceOf,
	kinOf,
	rolesOf,
	subjectsOf,
	weightOf,
	type Fact,
	type Relation,
	type ThingPage
} from '../../src/lib/ui/state/dossier-rows';

const edge = (relation: string, direction: 'out' | 'in', name: string): Relation => ({
	relation,
	direction,
	entity: { id: name, name, type: null, mentioned_only: false },
	strength: null,
	confidence: 1,
	context: null,
	by: 'person',
	created_at: '2026-01-01T00:00:00Z',
	status: 'current',
	change_id: 'c'
});

test('relations stand together by words and direction, outgoing first, else as given', () => {
	const groups = groupRelations([
		edge('taught', 'in', 'b'),
		edge('knows', 'out', 'c'),
		edge('taught', 'in', 'a'),
		edge('taught', 'out', 'd')
	]);
	expect(groups.map((g) => [g.direction, g.relation, g.edges.map((e) => e.entity.name)])).toEqual([
		['out', 'knows', ['c']],
		['out', 'taught', ['d']],
		['in', 'taught', ['b', 'a']]
	]);
});

test('[F1] whom a fact is about, and the roles of the others', () => {
	const mentions = [
		{ entity_id: 'a', name: 'A', type: null, role: 'subject' },
		{ entity_id: 'b', name: 'B', type: null, role: 'approver' },
		{ entity_id: 'b', name: 'B', type: null, role: 'owner' }
	];
	const fact = { mentions } as unknown as Fact;
	expect(subjectsOf(fact).map(({ name }) => name)).toEqual(['A']);
	expect(rolesOf(fact, new Set(['b']))).toEqual(['approver', 'owner']);
	expect(rolesOf(fact, new Set(['a']))).toEqual([]);
});

test('a change in words', () => {
	const entity = { id: 'a', name: 'Ada', type: 'person' };
	const line = (more: Partial<Line>): Line => ({
		kind: 'fact',
		verb: 'state-fact',
		entity,
		text: 'Likes tea.',
		...more
	});
	expect(wordsOf(line({}))).toEqual({ verb: '', text: 'Likes tea.', of: 'Ada', takes: false });
	expect(wordsOf(line({ verb: 'retract' }))).toMatchObject({ verb: 'wrong', text: 'Likes tea.', takes: true });
	expect(wordsOf(line({ kind: 'slot', verb: 'set', attribute: 'role', text: 'cook' })).text).toBe('role: cook');
	const target = { id: 'b', name: 'Bo', type: null };
	expect(wordsOf(line({ kind: 'edge', verb: 'relate', text: 'knows', target })).text).toBe('Ada → knows → Bo');
	expect(wordsOf(line({ verb: 'mention', text: 'Met [[Ada|her]] at [[Ockham]].' }))).toMatchObject({
		verb: 'linked',
		text: 'Met her at Ockham.'
	});
	const two = { kind: 'entity', text: 'Countess · Ada L.' } as const;
	expect(wordsOf(line({ ...two, verb: 'merge' }))).toMatchObject({ verb: 'declared the same', of: null, takes: false });
	expect(wordsOf(line({ ...two, verb: 'unmerge' }))).toMatchObject({ verb: 'taken apart', takes: true });
	expect(wordsOf(line({ ...two, verb: 'distinct' }))).toMatchObject({ verb: 'not the same', takes: false });
	expect(wordsOf(line({ kind: 'husk', text: '' })).text).toBe('forgotten');
});

describe('how much a fact counts', () => {
	test.each([
		[null, 'ordinary'],
		[0, 'detail'],
		[0.3, 'detail'],
		[0.5, 'ordinary'],
		[0.69, 'ordinary'],
		[0.7, 'important'],
		[1, 'important']
	] as const)('%s is %s', (importance, weight) => {
		expect(weightOf(importance)).toBe(weight);
	});

	test('what a step is written down as is that step', () => {
		for (const [weight, importance] of Object.entries(importanceOf)) expect(weightOf(importance)).toBe(weight);
	});
});

test('[N6] each declaration stands at the row that it brings in, with what it is tied to when that is not the page’s own', () => {
	const row = (id: string) => ({
		id,
		name: id.toUpperCase(),
		type: null,
		description: null,
		aliases: [],
		channel_id: 'default'
	});
	const said = (declaration: string, ...rows: string[]) => ({ declaration, rows, by: 'person', at: '', change_id: '' });
	const ties = (rows: string[], declarations: ThingPage['family']['declarations']) =>
		kinOf({ rows: rows.map(row), declarations }).map(
			({ row: { id }, ties: all }) =>
				`${id}: ${all.map((tie) => `${tie.declaration} ${tie.through ?? ''}`.trim()).join(', ')}`
		);
	const declarations = [said('1', 'b', 'c'), said('2', 'a', 'b'), said('3', 'a', 'b')];
	expect(ties(['a', 'b', 'c'], declarations)).toEqual(['b: 2, 3', 'c: 1 B']);
	expect(ties(['c', 'a', 'b'], declarations)).toEqual(['a: 2 B, 3 B', 'b: 1']);
	expect(ties(['a'], [])).toEqual([]);
});
