/** Undo, keys and permission through the door (J4, J6, P3), and two callers at once. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { OperationName } from '../../src/lib/contract';
import type { Result } from '../../src/lib/domain/result';
import { agent } from '../support/notebooks';
import {
	changes,
	contents,
	current,
	fact,
	got,
	names,
	openDesk,
	refused,
	relate,
	send,
	set,
	type Desk,
	type OpenStore
} from './support';

export function journalSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const undo = (change_id: string | null) => got(desk.me.undo({ change_id: change_id ?? '' }));
	const everyName = async (): Promise<string[]> => names((await got(desk.me.list_entities({ sort: 'name' }))).entities);
	const known = async (name: string): Promise<string[]> => contents((await got(desk.me.get_entity({ name }))).facts);

	describe('[J4] undo', () => {
		test('of a value: what stood before stands again', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			const { change_id } = await set(desk.me, 'Jeff', 'city', 'Bergen');
			expect(await undo(change_id)).toMatchObject({ action: 'undone', undone: [change_id], skipped: [] });
			expect((await current(desk.me, 'Jeff', 'city')).record).toMatchObject({ value: 'Oslo' });
		});

		test('of all that made a thing: it is gone, and its name with it', async () => {
			const { change_id } = await set(desk.me, 'Jeff', 'city', 'Oslo');
			await undo(change_id);
			expect(await everyName()).toEqual([]);
			expect((await got(desk.me.get_entity({ name: 'Jeff' }))).found).toBe(false);
			expect((await got(desk.me.memory_search({ query: 'Oslo' }))).hits).toEqual([]);
		});

		test('others speak of it: it stays, mentioned only', async () => {
			const { change_id } = await set(desk.me, 'Jeff', 'city', 'Oslo');
			await relate(desk.me, 'Ann', 'knows', 'Jeff');
			await undo(change_id);
			expect((await got(desk.me.list_entities({ sort: 'name' }))).entities).toMatchObject([
				{ name: 'Ann' },
				{ name: 'Jeff', mentioned_only: true, fact_count: 0 }
			]);
		});

		test('of a resolve: both stand as before', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await set(desk.bot, 'Jeff', 'city', 'Bergen');
			const settled = await got(desk.me.memory_fact_resolve({ entity: 'Jeff', attribute: 'city', accept: true }));
			await undo(settled.resolved ? settled.change_id : null);
			expect(await current(desk.me, 'Jeff', 'city')).toMatchObject({
				record: { value: 'Oslo' },
				contenders: [{ value: 'Bergen' }]
			});
		});

		test('of a rename, an end, a retraction, a removal from a set', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'is tall');
			await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member: 'French' }));
			const done = [
				await got(desk.me.retract_fact({ fact_id })),
				await got(desk.me.memory_set_remove({ entity: 'Jeff', attribute: 'languages', member: 'French' })),
				await got(desk.me.rename_entity({ entity: 'Jeff', new_name: 'Geoff' }))
			];
			for (const { change_id } of done) await undo(change_id);
			expect((await got(desk.me.get_entity({ name: 'Geoff' }))).found).toBe(false);
			expect((await known('Jeff')).sort()).toEqual(['is tall', 'languages: French']);
		});

		test('an undo can be undone', async () => {
			const { change_id } = await set(desk.me, 'Jeff', 'city', 'Oslo');
			const undone = await undo(change_id);
			expect((await undo(undone.change_id)).undone).toEqual([undone.change_id]);
			expect((await current(desk.me, 'Jeff', 'city')).record).toMatchObject({ value: 'Oslo' });
		});

		test('of what is undone: skipped with the reason, and nothing is written', async () => {
			const { change_id } = await set(desk.me, 'Jeff', 'city', 'Oslo');
			await undo(change_id);
			const before = await changes(desk);
			expect(await undo(change_id)).toMatchObject({
				change_id: null,
				action: 'unchanged',
				undone: [],
				skipped: [{ change_id, reason: expect.any(String) as string }]
			});
			expect(await changes(desk)).toBe(before);
		});

		test('of a session: all its changes, and later ones stay', async () => {
			const session = '00000000-0000-7000-8000-00000000000a';
			const visit = desk.door(agent('helper', session));
			await fact(visit, 'Jeff', 'one');
			await fact(visit, 'Ann', 'two');
			await fact(desk.bot, 'Jeff', 'three');
			expect((await got(desk.me.undo({ session }))).undone).toHaveLength(2);
			expect(await everyName()).toEqual(['Jeff']);
			expect(await known('Jeff')).toEqual(['three']);
			await fact(visit, 'Jeff', 'four');
			expect((await known('Jeff')).sort()).toEqual(['four', 'three']);
		});

		test('a change or a session that is not there is not_found, by name', async () => {
			expect(await refused(desk.me.undo({ change_id: 'nothing' }))).toMatchObject({
				code: 'not_found',
				parameter: 'change_id'
			});
			expect(await refused(desk.me.undo({ session: 'nothing' }))).toMatchObject({
				code: 'not_found',
				parameter: 'session'
			});
		});

		test('[P3] an agent may undo what it wrote; the change of another waits, and nothing is written', async () => {
			const mine = await set(desk.bot, 'Jeff', 'city', 'Oslo');
			const yours = await set(desk.me, 'Jeff', 'role', 'designer');
			expect(await got(desk.bot.undo({ change_id: mine.change_id ?? '' }))).toMatchObject({ action: 'undone' });
			const before = await changes(desk);
			expect(await refused(desk.bot.undo({ change_id: yours.change_id ?? '' }))).toMatchObject({
				code: 'needs_confirmation'
			});
			expect(await refused(desk.bot.undo({ session: '00000000-0000-7000-8000-000000000001' }))).toMatchObject({
				code: 'needs_confirmation'
			});
			expect(await changes(desk)).toBe(before);
		});
	});

	describe('[J6] idempotency keys', () => {
		const key = { idempotency_key: 'k1' };
		/** A call of each kind, what makes it possible, and the same call with other arguments. */
		const calls: [OperationName, object, object, (() => Promise<unknown>)?][] = [
			[
				'remember',
				{ facts: [{ entity: 'Jeff', content: 'is tall' }] },
				{ facts: [{ entity: 'Jeff', content: 'is small' }] }
			],
			[
				'memory_fact_set',
				{ entity: 'Jeff', attribute: 'city', value: 'Oslo' },
				{ entity: 'Jeff', attribute: 'city', value: 'Bergen' }
			],
			[
				'memory_set_add',
				{ entity: 'Jeff', attribute: 'languages', member: 'French' },
				{ entity: 'Jeff', attribute: 'languages', member: 'Basque' }
			],
			[
				'relate_entities',
				{ fromEntity: 'Jeff', relation: 'knows', toEntity: 'Ann' },
				{ fromEntity: 'Jeff', relation: 'knows', toEntity: 'Bob' }
			],
			['add_note', { text: 'one' }, { text: 'two' }],
			['create_channel', { name: 'work' }, { name: 'home' }],
			['add_alias', { entity: 'Known', alias: 'K' }, { entity: 'Known', alias: 'KK' }],
			['rename_entity', { entity: 'Known', new_name: 'Better known' }, { entity: 'Known', new_name: 'Famous' }],
			['remove_entity', { entity: 'Known' }, { entity: 'Known', type: 'person' }],
			['introduce_person', { name: 'Robin' }, { name: 'Robyn' }],
			[
				'memory_set_remove',
				{ entity: 'Known', attribute: 'tags', member: 'a' },
				{ entity: 'Known', attribute: 'tags', member: 'b' }
			],
			['end_fact', { entity: 'Known', attribute: 'city' }, { entity: 'Known', attribute: 'role' }],
			['forget', { entity: 'Known', attribute: 'city' }, { entity: 'Known', attribute: 'tags' }]
		];
		beforeEach(async () => {
			await set(desk.me, 'Known', 'city', 'Rome');
			for (const member of ['a', 'b'])
				await got(desk.me.memory_set_add({ entity: 'Known', attribute: 'tags', member }));
		});

		test.each(calls)(
			'%s: the same again answers with the first receipt, repeated; other arguments are refused',
			async (operation, args, other) => {
				const first = (await got(send(desk.me, operation, { ...args, ...key }))) as object;
				const before = await changes(desk);
				expect(await got(send(desk.me, operation, { ...args, ...key }))).toEqual({ ...first, repeated: true });
				expect(await refused(send(desk.me, operation, { ...other, ...key }))).toMatchObject({
					code: 'invalid_parameter',
					parameter: 'idempotency_key'
				});
				expect(await changes(desk)).toBe(before);
			}
		);

		test.each([
			['end_fact', (fact_id: string) => ({ fact_id })],
			['retract_fact', (fact_id: string) => ({ fact_id })],
			['replace_fact', (fact_id: string) => ({ fact_id, content: 'is small' })],
			['forget', (fact_id: string) => ({ fact_id })]
		] as const)('%s of a fact that is gone since: still the first receipt', async (operation, args) => {
			const given = { ...args(await fact(desk.me, 'Jeff', 'is tall')), ...key };
			const first = (await got(send(desk.me, operation, given))) as object;
			expect(await got(send(desk.me, operation, given))).toEqual({ ...first, repeated: true });
		});

		test('memory_fact_resolve and undo too', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await set(desk.bot, 'Jeff', 'city', 'Bergen');
			const settle = { entity: 'Jeff', attribute: 'city', accept: true, ...key };
			const first = await got(desk.me.memory_fact_resolve(settle));
			expect(await got(desk.me.memory_fact_resolve(settle))).toEqual({ ...first, repeated: true });
			const back = { change_id: first.resolved ? (first.change_id ?? '') : '', ...key };
			const undone = await got(desk.me.undo(back));
			expect(await got(desk.me.undo(back))).toEqual({ ...undone, repeated: true });
		});

		test('written another way the arguments are the same', async () => {
			const first = await got(desk.me.memory_fact_set({ entity: 'Jeff', attribute: 'city', value: 'Oslo', ...key }));
			expect(
				await got(
					send(desk.me, 'memory_fact_set', {
						...key,
						source: '',
						value: ' Oslo ',
						type: null,
						attribute: 'city',
						entity: 'Jeff '
					})
				)
			).toEqual({ ...first, repeated: true });
		});

		test('undone since, the answer says so', async () => {
			const args = { entity: 'Jeff', attribute: 'city', value: 'Oslo', ...key };
			const first = await got(desk.me.memory_fact_set(args));
			await undo(first.change_id);
			expect(await got(desk.me.memory_fact_set(args))).toEqual({ ...first, repeated: true, undone: true });
			expect((await current(desk.me, 'Jeff', 'city')).record).toBeNull();
		});

		test('a key belongs to one caller and one operation', async () => {
			await got(desk.me.memory_fact_set({ entity: 'Jeff', attribute: 'city', value: 'Oslo', ...key }));
			expect(
				await got(desk.bot.memory_fact_set({ entity: 'Jeff', attribute: 'city', value: 'Bergen', ...key }))
			).toMatchObject({ action: 'contested' });
			expect(
				await got(desk.other.memory_fact_set({ entity: 'Jeff', attribute: 'city', value: 'Bergen', ...key }))
			).not.toHaveProperty('repeated');
			expect(
				await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member: 'French', ...key }))
			).not.toHaveProperty('repeated');
		});

		test('another session of the same agent finds its key', async () => {
			const args = { entity: 'Jeff', attribute: 'city', value: 'Oslo', ...key };
			const first = await got(desk.bot.memory_fact_set(args));
			const later = desk.door(agent('helper', '00000000-0000-7000-8000-0000000000bb'));
			expect(await got(later.memory_fact_set(args))).toEqual({ ...first, repeated: true });
		});

		test('a failed call leaves no key', async () => {
			expect(await refused(desk.me.end_fact({ entity: 'Nobody', attribute: 'city', ...key }))).toMatchObject({
				code: 'not_found'
			});
			await set(desk.me, 'Nobody', 'city', 'Oslo');
			expect(await got(desk.me.end_fact({ entity: 'Nobody', attribute: 'city', ...key }))).toMatchObject({
				action: 'ended'
			});
		});

		test('fifty at once with one key are one', async () => {
			const args = { facts: [{ entity: 'Jeff', content: 'is tall' }], ...key };
			const before = await changes(desk);
			const all = await Promise.all(Array.from({ length: 50 }, () => got(desk.bot.remember(args))));
			expect(new Set(all.map(({ change_id }) => change_id)).size).toBe(1);
			expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
			expect(await changes(desk)).toBe(before + 1);
		});
	});

	describe('[P3] needs_confirmation', () => {
		let fact_id = '';
		beforeEach(async () => {
			fact_id = await fact(desk.me, 'Jeff', 'is tall', { mentions: [{ entity: 'Ann', role: 'topic' }] });
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await relate(desk.me, 'Jeff', 'knows', 'Ann');
			await got(desk.me.add_alias({ entity: 'Jeff', alias: 'J' }));
			await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member: 'French' }));
			await set(desk.other, 'Jeff', 'city', 'Bergen');
		});
		const asked: [string, (door: Desk['me']) => Promise<Result<unknown>>][] = [
			['end_fact', (door) => door.end_fact({ fact_id })],
			['retract_fact', (door) => door.retract_fact({ fact_id, reason: 'no' })],
			['replace_fact', (door) => door.replace_fact({ fact_id, content: 'is small' })],
			['end_fact of a value', (door) => door.end_fact({ entity: 'Jeff', attribute: 'city' })],
			['retract_fact of a value', (door) => door.retract_fact({ entity: 'Jeff', attribute: 'city' })],
			['end_fact of a set', (door) => door.end_fact({ entity: 'Jeff', attribute: 'languages' })],
			[
				'memory_set_remove',
				(door) => door.memory_set_remove({ entity: 'Jeff', attribute: 'languages', member: 'French' })
			],
			['memory_fact_resolve', (door) => door.memory_fact_resolve({ entity: 'Jeff', attribute: 'city', accept: true })],
			['remove_alias', (door) => door.remove_alias({ entity: 'Jeff', alias: 'J' })],
			['remove_entity', (door) => door.remove_entity({ entity: 'Jeff' })],
			['end_relation', (door) => door.end_relation({ fromEntity: 'Jeff', relation: 'knows', toEntity: 'Ann' })],
			['forget', (door) => door.forget({ entity: 'Jeff' })]
		];

		test.each(asked)(
			'%s by an agent waits: nothing is written, the request is kept once and its id is stable',
			async (_, call) => {
				const before = await changes(desk);
				const first = await refused(call(desk.bot));
				expect(first).toMatchObject({ code: 'needs_confirmation', request_id: expect.any(String) as string });
				expect(first.hint).toContain('person');
				const again = await refused(call(desk.bot));
				expect(again).toEqual(first);
				expect(await changes(desk)).toBe(before);
				const waiting = await desk.store.read((tx) => tx.meta('requests'));
				expect(waiting).toMatchObject([
					{ id: first.request_id, who: 'agent:helper', preview: expect.any(String) as string }
				]);
				expect((await refused(call(desk.door(agent('third'))))).request_id).not.toBe(first.request_id);
			}
		);

		test.each(asked)('%s by the person is done at once', async (_, call) => {
			expect(await call(desk.me)).toMatchObject({ ok: true });
		});

		test('an agent ends, retracts and replaces its own without asking', async () => {
			expect(await got(desk.bot.end_fact({ fact_id: await fact(desk.bot, 'Ann', 'one') }))).toMatchObject({
				action: 'ended'
			});
			expect(await got(desk.bot.retract_fact({ fact_id: await fact(desk.bot, 'Ann', 'two') }))).toMatchObject({
				action: 'retracted'
			});
			expect(
				await got(desk.bot.replace_fact({ fact_id: await fact(desk.bot, 'Ann', 'three'), content: 'four' }))
			).toMatchObject({ action: 'replaced' });
			await set(desk.bot, 'Ann', 'city', 'Oslo');
			expect(await got(desk.bot.end_fact({ entity: 'Ann', attribute: 'city' }))).toMatchObject({ action: 'ended' });
		});

		test('but not what another has confirmed, or the person accepted', async () => {
			const own = await fact(desk.bot, 'Ann', 'sails');
			await fact(desk.me, 'Ann', 'sails');
			expect(await refused(desk.bot.retract_fact({ fact_id: own }))).toMatchObject({ code: 'needs_confirmation' });
			await got(desk.me.memory_fact_resolve({ entity: 'Jeff', attribute: 'city', accept: true }));
			expect(await refused(desk.other.end_fact({ entity: 'Jeff', attribute: 'city' }))).toMatchObject({
				code: 'needs_confirmation'
			});
		});
	});

	test("[P1] a script's calls are the person's, marked so", async () => {
		const script = desk.door({ who: 'person', via: 'script', session: '00000000-0000-7000-8000-0000000000ff' });
		await set(script, 'Jeff', 'city', 'Oslo');
		expect((await got(desk.me.list_changes({}))).changes).toMatchObject([{ by: 'person', via: 'script' }]);
		expect(await set(desk.bot, 'Jeff', 'city', 'Bergen')).toMatchObject({ action: 'contested' });
		expect((await current(desk.me, 'Jeff', 'city', { verbose: true })).record).toMatchObject({
			by: 'person',
			provenance: { via: 'script' }
		});
	});

	describe('memory_not_enabled', () => {
		test.each<[OperationName, object]>([
			['get_entity', { name: 'Jeff' }],
			['memory_fact_get', { entity: 'Jeff', attribute: 'city' }],
			['search_relationships', { channel_id: 'default', entities: ['Jeff'] }],
			['remember', { facts: [{ entity: 'Jeff', content: 'x' }] }],
			['list_channels', {}],
			['undo', { nonsense: true }]
		])('%s', async (operation, args) => {
			await got(desk.me.set_settings({ agents_enabled: false }));
			const error = await refused(send(desk.bot, operation, args));
			expect(error).toMatchObject({ code: 'memory_not_enabled' });
			expect(error.hint).toContain('Settings');
			expect(await changes(desk)).toBe(0);
		});

		test('the person and their scripts go on', async () => {
			await got(desk.me.set_settings({ agents_enabled: false }));
			const script = desk.door({ who: 'person', via: 'script', session: '00000000-0000-7000-8000-0000000000ff' });
			await fact(script, 'Jeff', 'x');
			expect(await known('Jeff')).toEqual(['x']);
		});
	});

	describe('[N7] channels', () => {
		test.each<[OperationName, object]>([
			['get_entity', { name: 'Jeff' }],
			['find_entities', { query: 'Jeff' }],
			['get_context', { topic: 'Jeff' }],
			['memory_search', { query: 'Jeff' }],
			['memory_history', { entity: 'Jeff' }],
			['list_channels', {}],
			['list_review', {}],
			['memory_fact_set', { entity: 'Jeff', attribute: 'city', value: 'Oslo' }],
			['memory_set_add', { entity: 'Jeff', attribute: 'city', member: 'Oslo' }],
			['relate_entities', { fromEntity: 'Jeff', relation: 'knows', toEntity: 'Ann' }],
			['add_note', { text: 'x' }],
			['rename_entity', { entity: 'Jeff', new_name: 'x' }],
			['forget', { entity: 'Jeff' }],
			['list_entities', {}],
			['list_notes', {}],
			['import_preview', { source: '{"type":"entity","name":"Jeff","entityType":"person","observations":[]}' }],
			['export', {}]
		])('%s: an unknown channel is channel_access_denied, by id', async (operation, args) => {
			expect(await refused(send(desk.me, operation, { ...args, channel_id: 'nowhere' }))).toMatchObject({
				code: 'channel_access_denied',
				channel_id: 'nowhere'
			});
			expect(await changes(desk)).toBe(0);
		});

		test('a channel that was undone is one that does not exist', async () => {
			const { channel_id, change_id } = await got(desk.me.create_channel({ name: 'work' }));
			await got(desk.me.set_settings({ home_channel: channel_id }));
			await undo(change_id);
			expect(await refused(desk.me.get_entity({ name: 'Jeff', channel_id }))).toMatchObject({
				code: 'channel_access_denied',
				channel_id
			});
			await fact(desk.me, 'Jeff', 'x');
			expect((await got(desk.me.get_entity({ name: 'Jeff' }))).entity).toMatchObject({ channel_id: 'default' });
			expect(await got(desk.me.get_settings({}))).toMatchObject({ home_channel: 'default' });
		});

		test('the channel open in the app must be one', async () => {
			expect(await refused(desk.me.set_settings({ home_channel: 'nowhere' }))).toMatchObject({
				code: 'channel_access_denied',
				channel_id: 'nowhere'
			});
			expect(await got(desk.me.get_settings({}))).toMatchObject({ home_channel: 'default' });
		});

		test('a write goes to the channel given, else where the name is known, else home', async () => {
			const { channel_id: work } = await got(desk.me.create_channel({ name: 'work' }));
			const channelOf = async (name: string) =>
				(await got(desk.me.get_entity({ name }))).entities.map(({ channel_id }) => channel_id);
			await set(desk.bot, 'Given', 'a', 'b', { channel_id: work });
			await set(desk.bot, 'given', 'c', 'd');
			expect(await channelOf('Given')).toEqual([work]);
			await set(desk.bot, 'New to an agent', 'a', 'b');
			expect(await channelOf('New to an agent')).toEqual(['default']);
			await set(desk.door({ who: 'agent:granted', session: 's', home: work }), 'New to another', 'a', 'b');
			expect(await channelOf('New to another')).toEqual([work]);
			await got(desk.me.set_settings({ home_channel: work }));
			await set(desk.me, 'New to me', 'a', 'b');
			expect(await channelOf('New to me')).toEqual([work]);
			await set(desk.door({ who: 'person', via: 'script', session: 's' }), 'New to a script', 'a', 'b');
			expect(await channelOf('New to a script')).toEqual(['default']);
		});

		test('one name in two channels is two things that never meet', async () => {
			const { channel_id: work } = await got(desk.me.create_channel({ name: 'work' }));
			await set(desk.me, 'Jeff', 'city', 'Oslo', { channel_id: 'default' });
			await set(desk.me, 'Jeff', 'city', 'Bergen', { channel_id: work });
			expect((await current(desk.me, 'Jeff', 'city', { channel_id: 'default' })).record).toMatchObject({
				value: 'Oslo'
			});
			expect((await current(desk.me, 'Jeff', 'city', { channel_id: work })).record).toMatchObject({ value: 'Bergen' });
			expect((await got(desk.me.list_channels({}))).channels).toMatchObject([
				{ channel_id: 'default', entity_count: 1 },
				{ channel_id: work, name: 'work', entity_count: 1 }
			]);
		});

		test('a channel by a name that is taken is refused', async () => {
			await got(desk.me.create_channel({ name: 'work' }));
			expect(await refused(desk.me.create_channel({ name: ' WORK ' }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'name'
			});
			const { channel_id } = await got(desk.me.create_channel({ name: 'home' }));
			expect(await refused(desk.me.rename_channel({ channel_id, name: 'Work' }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'name'
			});
			expect(await got(desk.me.rename_channel({ channel_id, name: 'Home' }))).toMatchObject({
				action: 'renamed',
				before: { value: 'home' }
			});
		});
	});
}
