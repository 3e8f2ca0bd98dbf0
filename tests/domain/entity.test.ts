/** Entities, notes and channels by replay: single-valued attributes of which the last in order wins, and what is only mentioned (E2, E5, N9). */
import { describe, expect, test } from 'vitest';
import type { ClaimBody } from '../../src/lib/domain/model';
import { append } from '../../src/lib/domain/replay';
import { keysOf } from '../../src/lib/domain/resolve';
import { ghostOf } from '../../src/lib/domain/entity';
import { bot, MINUTE, Telling, type Told } from '../support/claims';

const create = (more: object = {}): ClaimBody => ({
	verb: 'create',
	channel: 'default',
	name: 'Ada',
	type: null,
	...more
});

const entity = (...bodies: (ClaimBody | [ClaimBody, Told])[]) => {
	const telling = new Telling('entity');
	for (const body of bodies)
		if (Array.isArray(body)) telling.say(...body);
		else telling.say(body);
	return telling;
};

describe('entities', () => {
	test('[E2] mentioned only until something is known of it, and never again after', () => {
		const mentioned = create({ mentioned: true });
		expect(entity(mentioned).state.mentioned).toBe(true);
		expect(entity(mentioned, mentioned).state.mentioned).toBe(true);
		expect(entity(mentioned, create()).state.mentioned).toBeUndefined();
		expect(entity(create(), mentioned).state.mentioned).toBeUndefined();
	});

	test('[N8] a row without a type takes it; one that has a type keeps it', () => {
		expect(entity(create(), create({ type: 'person' })).state.type).toBe('person');
		expect(entity(create({ type: 'person' }), create({ type: 'project' })).state.type).toBe('person');
	});

	test('type, description and name: the last in order wins', () => {
		const { state } = entity(
			create({ description: 'first' }),
			create({ description: 'not asked for' }),
			{ verb: 'retype', type: 'person' },
			{ verb: 'retype', type: 'system' },
			{ verb: 'describe', description: 'second' }
		);
		expect(state).toMatchObject({ type: 'system', description: 'second' });
		const bare = entity(
			create({ description: 'first', type: 'x' }),
			{ verb: 'describe', description: null },
			{ verb: 'retype', type: null }
		);
		expect(bare.state.description).toBeUndefined();
		expect(bare.state.type).toBeNull();
	});

	test('[N9] rename keeps the old name as an alias, but not for a change of case alone', () => {
		expect(entity(create(), { verb: 'rename', name: 'Augusta' }).state).toMatchObject({
			name: 'Augusta',
			aliases: ['Ada']
		});
		expect(entity(create(), { verb: 'rename', name: 'ADA' }).state).toMatchObject({ name: 'ADA', aliases: [] });
		const back = entity(create(), { verb: 'rename', name: 'Augusta' }, { verb: 'rename', name: 'ada' });
		expect(back.state).toMatchObject({ name: 'ada', aliases: ['Augusta'] });
	});

	test('[N9] an alias of its own name is none; each spelling is there once, as last written', () => {
		const { state } = entity(
			create(),
			{ verb: 'alias', alias: 'ADA' },
			{ verb: 'alias', alias: 'Countess' },
			{ verb: 'alias', alias: 'COUNTESS' }
		);
		expect(state.aliases).toEqual(['COUNTESS']);
		expect(entity(create(), { verb: 'alias', alias: 'X' }, { verb: 'unalias', alias: 'x' }).state.aliases).toEqual([]);
	});

	test('[E5] in the Trash it has no look-up keys', () => {
		const removed = entity(create(), { verb: 'alias', alias: 'Countess' }, { verb: 'remove' });
		expect(removed.state.removed).toBe(true);
		expect(keysOf(removed.state)).toEqual([]);
		removed.undo('c03.0');
		expect(keysOf(removed.state)).toEqual(['ada', 'countess']);
	});

	test('[P1] created is the first, or when its file says; updated is the latest claim', () => {
		const telling = entity(
			[create({ at: 5 }), { ...bot, at: MINUTE }],
			[{ verb: 'alias', alias: 'B' }, { at: 9 * MINUTE }]
		);
		expect(telling.state).toMatchObject({ created: 5, updated: 9 * MINUTE });
	});

	test('[J3] what is said of a row that is not here has no effect until it is', () => {
		const telling = new Telling('entity');
		telling.say({ verb: 'rename', name: 'Augusta' }, { at: 9 * MINUTE, after: ['c02.0'] });
		expect(() => telling.state).toThrow('nothing stands');
		telling.say(create(), { at: MINUTE, after: [] });
		expect(telling.state.name).toBe('Augusta');
	});

	test('[J4] a ghost is not the start of a row: what comes after it stands on the row’s own claims', () => {
		const ghost = ghostOf({ id: 'ada', name: 'Ada', type: 'person' }, 'default', 3);
		expect(ghost).toMatchObject({ mentioned: true, ghost: true, aliases: [] });
		const telling = entity([create({ type: 'system' }), { after: ['gone.0'] }]);
		const entry = telling.claims[0]?.entry;
		const row = entry && append('entity', { log: ['gone.0'], state: ghost }, entry);
		expect(row?.state).toEqual(telling.state);
	});
});

describe('notes', () => {
	const write = (text: string, more: object = {}): ClaimBody => ({
		verb: 'write-note',
		text,
		note_kind: 'page',
		channel: 'default',
		...more
	});

	test('the last text wins; kind, channel and birth are the first’s', () => {
		const telling = new Telling('note');
		telling.say(write('one', { title: 'T', mentions: [{ id: 'ada', name: 'Ada', type: null }] }), { at: MINUTE });
		telling.say(write('two', { note_kind: 'daily', channel: 'work' }), { ...bot, at: 2 * MINUTE });
		expect(telling.state).toEqual({
			channel: 'default',
			text: 'two',
			kind: 'page',
			created: MINUTE,
			updated: 2 * MINUTE,
			by: 'agent:Bot',
			mentions: []
		});
	});

	test('two texts that did not see each other are flagged, until one is written that saw both', () => {
		const telling = new Telling('note');
		const base = telling.say(write('base'));
		const one = telling.say(write('one'), { after: [base] });
		const two = telling.say(write('two'), { after: [base] });
		expect(telling.state).toMatchObject({ text: 'two', forked: true });
		telling.say(write('three'), { after: [two] });
		expect(telling.state).toMatchObject({ text: 'three', forked: true });
		telling.say(write('both'), { after: [one, 'c04.0'] });
		expect(telling.state.forked).toBeUndefined();
	});

	test('[J4] a fork of which one side is undone or forgotten is none', () => {
		for (const take of ['undo', 'empty'] as const)
			for (const side of [1, 2]) {
				const telling = new Telling('note');
				const base = telling.say(write('base'));
				const sides = [telling.say(write('one'), { after: [base] }), telling.say(write('two'), { after: [base] })];
				telling[take](sides[side - 1] ?? '');
				expect(telling.state).toMatchObject({ text: side === 1 ? 'two' : 'one' });
				expect(telling.state.forked).toBeUndefined();
			}
	});

	test('[J4] a text written after one that is undone saw what that one saw', () => {
		const telling = new Telling('note');
		const base = telling.say(write('base'));
		const undone = telling.say(write('taken back'), { after: [base] });
		telling.say(write('last'), { after: [undone] });
		telling.undo(undone);
		expect(telling.state).toMatchObject({ text: 'last' });
		expect(telling.state.forked).toBeUndefined();
	});

	test('a removed note is removed', () => {
		const telling = new Telling('note');
		telling.say(write('base'));
		telling.say({ verb: 'remove' });
		expect(telling.state).toMatchObject({ text: 'base', removed: true });
	});
});

test('[N7] a channel has the name that was given last', () => {
	const telling = new Telling('channel');
	telling.say({ verb: 'name-channel', name: 'Work' });
	telling.say({ verb: 'name-channel', name: 'Arbeid' });
	expect(telling.state).toEqual({ name: 'Arbeid' });
});
