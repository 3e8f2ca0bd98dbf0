/** The page of a thing with what is under way: at once, once, and gone when it is refused. */
import { describe, expect, test } from 'vitest';
import type { Fact, Slot, ThingPage } from '../../src/lib/ui/state/dossier-rows';
import { hoped, isHoped } from '../../src/lib/ui/state/hoped';
import { Hopes } from '../../src/lib/ui/state/hopes.svelte';
import type { WriteArgs, WriteName } from '../../src/lib/ui/state/writer.svelte';

const AT = '2026-01-01T00:00:00Z';
const own = new Set(['ada']);

const fact = (id: string, content: string, importance: number | null = null): Fact => ({
	id,
	content,
	status: 'current',
	mentions: [],
	confidence: 1,
	importance,
	source: null,
	by: 'person',
	created_at: AT,
	last_confirmed: AT,
	confirmed_by: [],
	valid_from: null,
	valid_until: null,
	note_id: null,
	replaced_by: null,
	version: id,
	change_id: id
});

const single = (attribute: string, value: string): Slot => ({
	entity_id: 'ada',
	attribute,
	versions: 1,
	contenders: [],
	record: {
		kind: 'single',
		entity: 'Ada',
		attribute,
		value,
		confidence: 0.6,
		origin: 'agent',
		by: 'agent:codex',
		asserted_at: AT,
		last_confirmed: AT,
		age: 400,
		freshness_class: 'slow',
		stale: true,
		version: 'v1',
		re_verify: true,
		re_verify_reason: 'old'
	}
});

const page: ThingPage = {
	found: true,
	entity: {
		id: 'ada',
		name: 'Ada Lovelace',
		type: 'person',
		description: null,
		aliases: ['Ada'],
		channel_id: 'default',
		created_at: AT,
		updated_at: AT,
		by: 'person',
		version: 'e1',
		mentioned_only: false,
		removed: false,
		is_person: false
	},
	family: { rows: [], declarations: [] },
	namesakes: [],
	slots: [single('role', 'countess')],
	about: [fact('f1', 'wrote the first program', 0.9), fact('f2', 'liked horses')],
	mentions: [],
	relations: [],
	notes: [],
	totals: { about: 2, mentions: 0, relations: 0, notes: 0 }
};

/** The page while these are under way. */
function hoping(...calls: { [N in WriteName]: [N, WriteArgs<N>] }[WriteName][]): ThingPage {
	const hopes = new Hopes();
	for (const [operation, args] of calls) hopes.hope(operation, args);
	return hoped(page, own, hopes.all);
}
const contents = ({ about }: ThingPage): string[] => about.map(({ content }) => content);

describe('facts', () => {
	test('one about it stands behind the important ones, counted, and nothing can be done to it yet', () => {
		const after = hoping(['remember', { facts: [{ entity: 'ada lovelace', content: 'knew Babbage' }] }]);
		expect(contents(after)).toEqual(['wrote the first program', 'knew Babbage', 'liked horses']);
		expect(after.totals.about).toBe(3);
		expect(isHoped(after.about[1]?.id ?? '')).toBe(true);
		expect(page.about).toHaveLength(2);
	});

	test('of another thing, or said already: no change', () => {
		expect(hoping(['remember', { facts: [{ entity: 'Byron', content: 'was a poet' }] }])).toBe(page);
		expect(hoping(['remember', { facts: [{ entity: 'Ada', content: 'Liked  horses' }] }])).toBe(page);
	});

	test('replaced, ended, wrong', () => {
		expect(contents(hoping(['replace_fact', { fact_id: 'f2', content: 'loved horses' }]))).toContain('loved horses');
		for (const operation of ['end_fact', 'retract_fact'] as const) {
			const after = hoping([operation, { fact_id: 'f2' }]);
			expect(contents(after)).toEqual(['wrote the first program']);
			expect(after.totals.about).toBe(1);
		}
	});
});

describe('values', () => {
	test('a value that is set is fresh, the person’s own, and nobody needs to look at it again', () => {
		const [slot] = hoping([
			'memory_fact_set',
			{ entity: 'Ada', entity_id: 'ada', attribute: 'Role', value: 'poet' }
		]).slots;
		expect(slot?.attribute).toBe('role');
		expect(slot?.record).toMatchObject({ value: 'poet', by: 'person', stale: false, freshness_class: 'slow' });
		expect(slot?.record).not.toHaveProperty('re_verify');
	});

	test('a new attribute comes last; a list, or two that stand against each other, are left to the notebook', () => {
		const after = hoping(['memory_fact_set', { entity: 'Ada', attribute: 'born', value: '1815' }]);
		expect(after.slots.map(({ attribute }) => attribute)).toEqual(['role', 'born']);
		const contender = {
			value: 'poet',
			version: 'v2',
			confidence: 1,
			origin: 'user',
			by: 'person',
			asserted_at: AT,
			why: 'weaker'
		} as const;
		const two = { ...page, slots: [{ ...single('role', ''), record: null, contenders: [contender] }] };
		const hopes = new Hopes();
		hopes.hope('memory_fact_set', { entity: 'Ada', attribute: 'role', value: 'poet' });
		expect(hoped(two, own, hopes.all)).toBe(two);
	});

	test('[S8] a single value becomes the first of a list; what is taken out of it is gone', () => {
		const add = (member: string): ['memory_set_add', WriteArgs<'memory_set_add'>] => [
			'memory_set_add',
			{ entity: 'Ada', attribute: 'role', member }
		];
		expect(hoping(add('poet'), add('Poet')).slots[0]?.record).toMatchObject({ members: ['countess', 'poet'] });
		const without = hoping(add('poet'), [
			'memory_set_remove',
			{ entity: 'Ada', attribute: 'role', member: 'Countess' }
		]);
		expect(without.slots[0]?.record).toMatchObject({ members: ['poet'] });
	});

	test('ended: empty', () => {
		expect(hoping(['end_fact', { entity: 'Ada', attribute: 'role' }]).slots[0]?.record).toBeNull();
	});
});

describe('relations and the thing itself', () => {
	test('from here and to here, each once; ended: gone', () => {
		const out = { fromEntity: 'Ada', relation: 'knows', toEntity: 'Byron' };
		const into = { fromEntity: 'Byron', relation: 'fathered', toEntity: 'Ada' };
		const after = hoping(['relate_entities', out], ['relate_entities', out], ['relate_entities', into]);
		expect(after.relations.map((r) => [r.direction, r.relation, r.entity.name])).toEqual([
			['out', 'knows', 'Byron'],
			['in', 'fathered', 'Byron']
		]);
		expect(after.totals.relations).toBe(2);
		const ended = hoping(['relate_entities', out], ['end_relation', { ...out, wrong: false }]);
		expect(ended.relations).toEqual([]);
		expect(hoping(['relate_entities', { ...out, fromEntity: 'Mary' }])).toBe(page);
	});

	test('its name, its type, what it is', () => {
		const after = hoping(
			['rename_entity', { entity: 'Ada', entity_id: 'ada', new_name: 'Ada King' }],
			['set_entity', { entity: 'Ada', entity_id: 'ada', clear: ['type'] }],
			['set_entity', { entity: 'Ada', entity_id: 'ada', description: 'Countess of Lovelace' }]
		);
		expect(after.entity).toMatchObject({ name: 'Ada King', type: null, description: 'Countess of Lovelace' });
		expect(hoping(['rename_entity', { entity: 'Bo', entity_id: 'bo', new_name: 'Ada King' }])).toBe(page);
	});
});

describe('how a hope ends', () => {
	test('refused: gone at once', () => {
		const hopes = new Hopes();
		const outcome = hopes.hope('remember', { facts: [{ entity: 'Ada', content: 'flew' }] });
		expect(hopes.since(hopes.now())).toHaveLength(1);
		outcome.end();
		expect(hopes.all).toEqual([]);
	});

	test('written: shown to a page that was read before, not to one that was read afterwards', () => {
		const hopes = new Hopes();
		const before = hopes.now();
		const outcome = hopes.hope('remember', { facts: [{ entity: 'Ada', content: 'flew' }] });
		const during = hopes.now();
		outcome.keep();
		outcome.end();
		expect(hopes.since(before)).toHaveLength(1);
		expect(hopes.since(during)).toHaveLength(1);
		expect(hopes.since(hopes.now())).toHaveLength(0);
	});
});
