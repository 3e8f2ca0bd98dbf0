import { describe, expect, test } from 'vitest';
import { wordsOf, type Line } from '../../src/lib/ui/change-words';
import {
	groupRelations,
	importanceOf,
	rolesOf,
	subjectsOf,
	weightOf,
	type Fact,
	type Relation
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
	expect(rolesOf(fact, 'b')).toEqual(['approver', 'owner']);
	expect(rolesOf(fact, 'a')).toEqual([]);
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
	expect(wordsOf(line({}))).toEqual({ verb: '', text: 'Likes tea.', takes: false });
	expect(wordsOf(line({ verb: 'retract' }))).toEqual({ verb: 'wrong', text: 'Likes tea.', takes: true });
	expect(wordsOf(line({ kind: 'slot', verb: 'set', attribute: 'role', text: 'cook' })).text).toBe('role: cook');
	const target = { id: 'b', name: 'Bo', type: null };
	expect(wordsOf(line({ kind: 'edge', verb: 'relate', text: 'knows', target })).text).toBe('Ada → knows → Bo');
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
