/** Undo through the door (J4). */
import { beforeEach, describe, expect, test } from 'vitest';
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
	set,
	type Desk,
	type OpenStore
} from './support';

export function undoSuite(open: OpenStore): void {
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

		describe('[N7] of a channel', () => {
			let made: { channel_id: string; change_id: string | null };
			beforeEach(async () => {
				made = await got(desk.me.create_channel({ name: 'work' }));
			});
			const channelNames = async () => names((await got(desk.me.list_channels({}))).channels);
			const write = (entity: string) =>
				got(desk.me.remember({ channel_id: made.channel_id, facts: [{ entity, content: 'is here' }] }));
			const kept = async () => {
				const before = await changes(desk);
				const failure = await refused(desk.me.undo({ change_id: made.change_id ?? '' }));
				expect(await changes(desk)).toBe(before);
				expect(await channelNames()).toEqual(['Notebook', 'work']);
				return failure;
			};

			test('empty it goes; while a thing lives in it, it stays', async () => {
				const { change_id } = await write('Ann');
				expect(await kept()).toMatchObject({
					code: 'invalid_parameter',
					parameter: 'change_id',
					message: expect.stringMatching(/"work".*"Ann"/) as string
				});
				await undo(change_id);
				await undo(made.change_id);
				expect(await channelNames()).toEqual(['Notebook']);
			});

			test('a note keeps it too, and so does what is only mentioned', async () => {
				const { change_id } = await got(desk.me.add_note({ channel_id: made.channel_id, text: 'a', title: 'Minutes' }));
				expect((await kept()).message).toContain('Minutes');
				await undo(change_id);
				await got(
					desk.me.relate_entities({ channel_id: made.channel_id, fromEntity: 'A', relation: 'is', toEntity: 'B' })
				);
				await kept();
			});

			test('it is not forgotten either', async () => {
				await write('Ann');
				expect(await refused(desk.me.forget({ change_id: made.change_id ?? '' }))).toMatchObject({
					code: 'invalid_parameter'
				});
				expect(await channelNames()).toEqual(['Notebook', 'work']);
			});

			test('with all that is in it, in one session, it goes, and comes back', async () => {
				const session = '00000000-0000-7000-8000-0000000000aa';
				const visit = desk.door({ ...agent('helper'), session });
				const { channel_id } = await got(visit.create_channel({ name: 'home' }));
				await got(visit.remember({ channel_id, facts: [{ entity: 'Ann', content: 'is here' }] }));
				const { change_id } = await got(desk.me.undo({ session }));
				expect(await channelNames()).toEqual(['Notebook', 'work']);
				await undo(change_id);
				expect(await channelNames()).toEqual(['Notebook', 'work', 'home']);
				expect(await everyName()).toEqual(['Ann']);
			});

			test('nothing comes back where it is not', async () => {
				const { change_id } = await write('Ann');
				const away = await undo(change_id);
				const gone = await undo(made.change_id);
				const back = { change_id: away.change_id ?? '' };
				expect(await refused(desk.me.undo(back))).toMatchObject({ code: 'invalid_parameter', parameter: 'change_id' });
				await undo(gone.change_id);
				await got(desk.me.undo(back));
				expect(await everyName()).toEqual(['Ann']);
			});

			test('what is in the Trash does not keep it, and does not come back without it', async () => {
				await write('Ann');
				const removed = await got(desk.me.remove_entity({ channel_id: made.channel_id, entity: 'Ann' }));
				await undo(made.change_id);
				expect(await channelNames()).toEqual(['Notebook']);
				expect(await refused(desk.me.undo({ change_id: removed.change_id ?? '' }))).toMatchObject({
					code: 'invalid_parameter'
				});
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
}
