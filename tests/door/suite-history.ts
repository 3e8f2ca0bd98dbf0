/** memory_history, list_review and list_channels through the door. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, fact, got, openDesk, set, type Desk, type OpenStore } from './support';

export function historySuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});

	describe('memory_history', () => {
		const history = async (more: object = {}) =>
			(await got(desk.bot.memory_history({ entity: 'Jeff', ...more }))).versions;

		test('oldest first, what became of each, and by whom', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo', { source: 'diary' });
			const bergen = await set(desk.bot, 'Jeff', 'city', 'Bergen');
			const rome = await set(desk.other, 'Jeff', 'city', 'Rome');
			await got(desk.me.memory_fact_resolve({ entity: 'Jeff', attribute: 'city', accept: false }));
			const paris = await set(desk.me, 'Jeff', 'city', 'Paris');
			expect((await history({ attribute: 'city' })).map(({ value, status, by }) => [value, status, by])).toEqual([
				['Oslo', 'superseded', 'person'],
				['Bergen', 'superseded', 'agent:helper'],
				['Rome', 'rejected', 'agent:second'],
				['Paris', 'current', 'person']
			]);
			const [oslo, lost] = await history({ attribute: 'city' });
			expect(oslo).toMatchObject({
				source: 'diary',
				origin: 'user',
				confidence: 1,
				replaced_by: paris.version,
				attribute: 'city'
			});
			expect(lost).toMatchObject({
				change_id: bergen.change_id,
				replaced_by: rome.contender?.version,
				origin: 'agent'
			});
		});

		test('ended, retracted, removed, contested, undone', async () => {
			await set(desk.me, 'Jeff', 'a', 'one');
			await got(desk.me.end_fact({ entity: 'Jeff', attribute: 'a' }));
			await set(desk.me, 'Jeff', 'b', 'two');
			await got(desk.me.retract_fact({ entity: 'Jeff', attribute: 'b' }));
			await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'c', member: 'three' }));
			await got(desk.me.memory_set_remove({ entity: 'Jeff', attribute: 'c', member: 'three' }));
			const { change_id } = await set(desk.me, 'Jeff', 'd', 'four');
			await got(desk.me.undo({ change_id: change_id ?? '' }));
			await set(desk.me, 'Jeff', 'e', 'five');
			await set(desk.bot, 'Jeff', 'e', 'six');
			expect((await history()).map(({ attribute, value, status }) => [attribute, value, status])).toEqual([
				['a', 'one', 'ended'],
				['b', 'two', 'retracted'],
				['c', 'three', 'removed'],
				['d', 'four', 'undone'],
				['e', 'five', 'current'],
				['e', 'six', 'contested']
			]);
		});

		test('as_of is what the notebook said then, whatever was undone since', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			desk.env.at += DAY;
			const then = new Date(desk.env.at).toISOString();
			desk.env.at += DAY;
			const { change_id } = await set(desk.me, 'Jeff', 'city', 'Bergen');
			expect((await history({ attribute: 'city', as_of: then })).map(({ value, status }) => [value, status])).toEqual([
				['Oslo', 'current']
			]);
			desk.env.at += DAY;
			const between = new Date(desk.env.at).toISOString();
			desk.env.at += DAY;
			await got(desk.me.undo({ change_id: change_id ?? '' }));
			expect((await history({ attribute: 'city' })).map(({ value, status }) => [value, status])).toEqual([
				['Oslo', 'current'],
				['Bergen', 'undone']
			]);
			expect(
				(await history({ attribute: 'city', as_of: between })).map(({ value, status }) => [value, status])
			).toEqual([
				['Oslo', 'superseded'],
				['Bergen', 'current']
			]);
			expect(await history({ as_of: '2020-01-01' })).toEqual([]);
		});

		test('nothing known: no versions, no error', async () => {
			expect(await history()).toEqual([]);
			await fact(desk.me, 'Jeff', 'x');
			expect(await history({ attribute: 'city' })).toEqual([]);
		});

		test('pages go on', async () => {
			for (let i = 0; i < 15; i++) await set(desk.me, 'Jeff', 'city', `city ${String(i)}`);
			const first = await got(desk.bot.memory_history({ entity: 'Jeff', budget: 500 }));
			const rest = await got(desk.bot.memory_history({ entity: 'Jeff', cursor: first.cursor, budget: 24_000 }));
			expect([...first.versions, ...rest.versions].map(({ value }) => value)).toEqual(
				Array.from({ length: 15 }, (_, i) => `city ${String(i)}`)
			);
		});
	});

	describe('list_review', () => {
		test('empty at first', async () => {
			expect(await got(desk.bot.list_review({}))).toEqual({
				items: [],
				counts: { request: 0, conflict: 0, duplicate: 0, re_verify: 0, stale: 0, restated: 0, note_fork: 0 }
			});
		});

		test('one of each kind, counted whatever is asked, and gone when settled', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await set(desk.bot, 'Jeff', 'city', 'Bergen', { source: 'mail' });
			const { note_id } = await got(desk.me.add_note({ text: 'Jeff designs.' }));
			await set(desk.me, 'Jeff', 'role', 'designer', { note_id });
			await got(desk.me.correct_note({ note_id, text: 'Jeff writes.' }));
			await set(desk.me, 'Shop', 'hours', '10 to 6', { freshness_class: 'volatile' });
			desk.env.at += 50 * DAY;
			await got(desk.me.retract_fact({ fact_id: await fact(desk.bot, 'Jeff', 'is a pilot') }));
			await fact(desk.bot, 'Jeff', 'is a pilot').catch(() => '');
			const { items, counts } = await got(desk.bot.list_review({}));
			expect(items).toMatchObject([
				{
					kind: 'conflict',
					entity: { name: 'Jeff' },
					attribute: 'city',
					slot_kind: 'single',
					current: { value: 'Oslo' },
					contender: { value: 'Bergen', why: 'weaker', source: 'mail' }
				},
				{ kind: 're_verify', attribute: 'role', current: { value: 'designer' }, note_id },
				{ kind: 'stale', entity: { name: 'Shop' }, attribute: 'hours', age: 50 },
				{ kind: 'restated', text: 'is a pilot', rejected_by: 'person', by: 'agent:helper' }
			]);
			expect(counts).toEqual({
				request: 0,
				conflict: 1,
				duplicate: 0,
				re_verify: 1,
				stale: 1,
				restated: 1,
				note_fork: 0
			});
			const only = await got(desk.bot.list_review({ kind: 'stale' }));
			expect([only.items.length, only.counts.conflict]).toEqual([1, 1]);
			await got(desk.me.memory_fact_resolve({ entity: 'Jeff', attribute: 'city', accept: true }));
			await set(desk.me, 'Jeff', 'role', 'designer');
			await set(desk.me, 'Shop', 'hours', '10 to 6');
			await got(desk.me.retract_fact({ fact_id: (items[3]?.kind === 'restated' && items[3].fact_id) || '' }));
			expect((await got(desk.bot.list_review({}))).items).toEqual([]);
		});

		test('ids stay while a thing waits; by channel; pages go on', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			for (let i = 0; i < 6; i++) {
				await set(desk.me, `Thing ${String(i)}`, 'a', 'x', { channel_id: i % 2 ? channel_id : 'default' });
				await set(desk.bot, `Thing ${String(i)}`, 'a', 'y');
			}
			const { items } = await got(desk.bot.list_review({}));
			expect(items.map(({ id }) => id)).toEqual((await got(desk.me.list_review({}))).items.map(({ id }) => id));
			expect((await got(desk.bot.list_review({ channel_id }))).items).toHaveLength(3);
			const first = await got(desk.bot.list_review({ budget: 400 }));
			const rest = await got(desk.bot.list_review({ cursor: first.cursor, budget: 24_000 }));
			expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(items.map(({ id }) => id));
		});
	});

	describe('list_channels', () => {
		test('the first is there from the start', async () => {
			expect(await got(desk.bot.list_channels({}))).toEqual({
				channels: [{ channel_id: 'default', name: 'Notebook', entity_count: 0, last_change: null }]
			});
		});

		test('counts and last change; the default may be renamed', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await got(desk.me.rename_channel({ channel_id: 'default', name: 'home' }));
			await fact(desk.me, 'Jeff', 'x');
			const { channels } = await got(desk.bot.list_channels({}));
			expect(channels).toMatchObject([
				{ channel_id: 'default', name: 'home', entity_count: 1, last_change: expect.stringMatching(/^2026/) as string },
				{ channel_id, name: 'work', entity_count: 0, last_change: null }
			]);
			expect((await got(desk.bot.list_channels({ channel_id }))).channels).toHaveLength(1);
		});
	});
}
