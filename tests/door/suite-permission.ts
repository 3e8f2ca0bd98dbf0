/** Who may do what, and where, through the door (P1, P3, N7). */
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
	openDesk,
	refused,
	relate,
	send,
	set,
	type Desk,
	type OpenStore
} from './support';

export function permissionSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const undo = (change_id: string | null) => got(desk.me.undo({ change_id: change_id ?? '' }));
	const known = async (name: string): Promise<string[]> => contents((await got(desk.me.get_entity({ name }))).facts);

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
			expect(error.hint).toContain('under Agents');
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
