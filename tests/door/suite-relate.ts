/** relate_entities and end_relation through the door (E1, E2). */
import { beforeEach, describe, expect, test } from 'vitest';
import { changes, fact, got, names, openDesk, refused, relate, set, type Desk, type OpenStore } from './support';

export function relateSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});

	describe('relate_entities', () => {
		test('new, with both ends as they were matched', async () => {
			await fact(desk.me, 'stg_orders', 'x');
			const done = await relate(desk.bot, 'STG-Orders', 'feeds', 'Mart', {
				toEntityType: 'table',
				context: 'nightly',
				confidence: 0.9,
				strength: 0.7
			});
			expect(done).toMatchObject({
				action: 'new',
				relation: 'feeds',
				from: { name: 'stg_orders', matched_by: 'fold' },
				to: { name: 'Mart', type: 'table', matched_by: 'created' },
				created: [{ name: 'Mart', type: 'table' }]
			});
			expect(done.ids).toEqual([done.from.entity_id, done.to.entity_id]);
		});

		test('[E1] said again, it confirms; by the same one who adds nothing, nothing is written', async () => {
			await relate(desk.bot, 'Jeff', 'knows', 'Ann');
			expect(await relate(desk.bot, 'jeff', 'KNOWS', 'ann')).toMatchObject({ change_id: null, action: 'confirmed' });
			expect(await relate(desk.other, 'Jeff', 'knows', 'Ann')).toMatchObject({ action: 'confirmed' });
			expect((await got(desk.bot.get_entity({ name: 'Jeff' }))).relationships).toMatchObject([{ confidence: 0.868 }]);
		});

		test('[E1] retracted and written again it lives again; the other direction is another relation', async () => {
			await relate(desk.me, 'Jeff', 'knows', 'Ann');
			await got(desk.me.end_relation({ fromEntity: 'Jeff', relation: 'knows', toEntity: 'Ann', wrong: true }));
			expect((await got(desk.me.get_entity({ name: 'Jeff' }))).relationships).toEqual([]);
			expect(await relate(desk.me, 'Jeff', 'knows', 'Ann')).toMatchObject({ action: 'new' });
			await relate(desk.me, 'Ann', 'knows', 'Jeff');
			expect((await got(desk.me.get_entity({ name: 'Jeff' }))).relationships.map(({ direction }) => direction)).toEqual(
				['out', 'in']
			);
		});

		test.each([
			['Jeff', 'Jeff'],
			['Jeff', 'JEFF'],
			['New-One', 'new one'],
			['User', 'me']
		])('[E2] no relation of %s to itself as %s; nothing is made', async (fromEntity, toEntity) => {
			await fact(desk.me, 'Jeff', 'x');
			const before = await changes(desk);
			const error = await refused(desk.bot.relate_entities({ fromEntity, relation: 'is', toEntity }));
			expect(error).toMatchObject({ code: 'invalid_parameter', parameter: 'toEntity' });
			expect(await changes(desk)).toBe(before);
			expect(names((await got(desk.me.list_entities({}))).entities)).toEqual(['Jeff']);
		});

		test('[N7] ends live in one channel: an id of another is not found', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			const { ids } = await set(desk.me, 'Team', 'size', '4', { channel_id });
			await fact(desk.me, 'Jeff', 'x');
			expect(
				await refused(
					desk.me.relate_entities({ fromEntity: 'Jeff', relation: 'leads', toEntity: 'Team', to_entity_id: ids[0] })
				)
			).toMatchObject({ code: 'not_found' });
			expect((await got(desk.me.get_entity({ name: 'Jeff' }))).relationships).toEqual([]);
		});

		test('[N8] an end under a name of which nothing can be seen is refused by name', async () => {
			expect(
				await refused(desk.bot.relate_entities({ fromEntity: '\u200b', relation: 'is', toEntity: 'x' }))
			).toMatchObject({ code: 'invalid_parameter', parameter: 'fromEntity' });
			expect(
				await refused(desk.bot.relate_entities({ fromEntity: 'x', relation: 'is', toEntity: '\u2066\u2069' }))
			).toMatchObject({ code: 'invalid_parameter', parameter: 'toEntity' });
			expect(await changes(desk)).toBe(0);
		});

		test('end_relation: ended, unchanged, and not_found for ends that are not there', async () => {
			await relate(desk.me, 'Jeff', 'knows', 'Ann');
			const args = { fromEntity: 'Jeff', relation: 'Knows', toEntity: 'Ann' };
			expect(await got(desk.me.end_relation(args))).toMatchObject({ action: 'ended' });
			expect(await got(desk.me.end_relation(args))).toMatchObject({ change_id: null, action: 'unchanged' });
			expect(await refused(desk.me.end_relation({ ...args, toEntity: 'Nobody' }))).toMatchObject({ code: 'not_found' });
		});
	});
}
