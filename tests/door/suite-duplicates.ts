/** Likely duplicates in list_review, and setting them aside (N4, N6). */
import { beforeEach, describe, expect, test } from 'vitest';
import { changes, fact, got, openDesk, refused, relate, set, DAY, type Desk, type OpenStore } from './support';

export function duplicateSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const waiting = async (more: object = {}) => {
		await desk.notebook.settled();
		const { items, counts } = await got(desk.me.list_review({ kind: 'duplicate', ...more }));
		const pairs = items.flatMap((item) => (item.kind === 'duplicate' ? [item] : []));
		return {
			pairs,
			counts,
			names: pairs.map(({ rows }) =>
				rows
					.map(({ name }) => name)
					.sort()
					.join(' | ')
			)
		};
	};

	async function twoSarahs() {
		await fact(desk.me, 'Sarah Connor', 'Is wanted', { type: 'person' });
		await fact(desk.bot, 'Sara Connor', 'Drives a jeep', { type: 'person' });
		await relate(desk.me, 'Sarah Connor', 'mother of', 'John');
		await relate(desk.bot, 'Sara Connor', 'mother of', 'John');
		await set(desk.me, 'Sarah Connor', 'city', 'Los Angeles');
		await set(desk.bot, 'Sara Connor', 'city', 'Mexico');
	}

	test('[N4] a name that is a slip of another is told of, with the evidence side by side', async () => {
		await twoSarahs();
		const { pairs, counts } = await waiting();
		expect(counts.duplicate).toBe(1);
		expect(pairs).toMatchObject([
			{
				kind: 'duplicate',
				rows: [{ fact_count: 2 }, { fact_count: 2 }],
				values: [{ attribute: 'city', outcome: 'conflict' }],
				shared_relations: [{ relation: 'mother of', direction: 'out', entity: 'John' }]
			}
		]);
		expect(pairs[0]?.rows.map(({ name }) => name).sort()).toEqual(['Sara Connor', 'Sarah Connor']);
	});

	test('[N4] numbers, types and channels that differ keep things apart', async () => {
		await fact(desk.me, 'ASR1603', 'Is a chip', { type: 'chip' });
		await fact(desk.me, 'ASR1605', 'Is a chip', { type: 'chip' });
		await fact(desk.me, 'Mercurio', 'Is hot', { type: 'planet' });
		await fact(desk.me, 'Mercuria', 'Is quick', { type: 'god' });
		await fact(desk.me, 'C++', 'Is a language', { type: 'language' });
		await fact(desk.me, 'C#', 'Is a language', { type: 'language' });
		const { channel_id } = await got(desk.me.create_channel({ name: 'Work' }));
		await got(desk.me.remember({ facts: [{ entity: 'Robin Hood', content: 'Shoots' }] }));
		await got(desk.me.remember({ facts: [{ entity: 'Robyn Hood', content: 'Works' }], channel_id }));
		expect((await waiting()).names).toEqual([]);
	});

	test('[N6] merged, marked or gone, it waits no more; taken back, it does again', async () => {
		await twoSarahs();
		const merged = await got(desk.me.merge_entities({ entity: 'Sarah Connor', other: 'Sara Connor' }));
		expect((await waiting()).names).toEqual([]);
		await got(desk.me.undo({ change_id: merged.change_id ?? '' }));
		expect((await waiting()).names).toEqual(['Sara Connor | Sarah Connor']);
		const marked = await got(desk.me.mark_distinct({ entity: 'Sarah Connor', other: 'Sara Connor' }));
		expect((await waiting()).names).toEqual([]);
		await got(desk.me.undo({ change_id: marked.change_id ?? '' }));
		expect((await waiting()).names).toHaveLength(1);
		await got(desk.me.rename_entity({ entity: 'Sara Connor', new_name: 'Ellen Ripley' }));
		expect((await waiting()).names).toEqual(['Ellen Ripley | Sarah Connor']); // the old name is an alias now (N9)
		await got(desk.me.remove_alias({ entity: 'Ellen Ripley', alias: 'Sara Connor' }));
		expect((await waiting()).names).toEqual([]);
	});

	test('[N6] it names its two sides, each with all rows of the thing; a mark speaks for all of them', async () => {
		await twoSarahs();
		await fact(desk.me, 'Mrs Reese', 'Is the same', { type: 'person' });
		await got(desk.me.merge_entities({ entity: 'Mrs Reese', other: 'Sarah Connor' }));
		const [item] = (await waiting()).pairs;
		expect(item?.sides.map(({ name, type }) => [name, type]).sort()).toEqual([
			['Sara Connor', 'person'],
			['Sarah Connor', 'person']
		]);
		const [one, other] = item?.sides ?? [];
		const second = item?.rows.findIndex(({ id }) => id === other?.entity_id) ?? -1;
		expect(item?.rows[0]?.id).toBe(one?.entity_id);
		const rowsOf = { [one?.name ?? '']: item?.rows.slice(0, second), [other?.name ?? '']: item?.rows.slice(second) };
		expect(rowsOf['Sarah Connor']?.map(({ name }) => name)).toEqual(['Sarah Connor', 'Mrs Reese']);
		expect(rowsOf['Sara Connor']?.map(({ name }) => name)).toEqual(['Sara Connor']);
		await got(desk.me.mark_distinct({ entity: 'Mrs Reese', other: 'Sara Connor' }));
		expect((await waiting()).names).toEqual([]);
	});

	test('what both have makes it likelier: those come first', async () => {
		await fact(desk.me, 'Harbour Guage', 'Is new');
		await fact(desk.me, 'Harbour Gauge', 'Is old');
		await fact(desk.me, 'Mercury', 'Is hot', { type: 'planet' });
		await fact(desk.me, 'Mercury', 'Is quick', { type: 'god' });
		await twoSarahs();
		await got(desk.me.end_fact({ entity: 'Sara Connor', attribute: 'city' }));
		await relate(desk.me, 'Sarah Connor', 'knows', 'Kyle');
		await relate(desk.me, 'Sara Connor', 'knows', 'Kyle');
		const { names } = await waiting();
		expect(names[0]).toBe('Sara Connor | Sarah Connor');
		expect(names.at(-1)).toBe('Mercury | Mercury'); // of two types: namesakes more often than not
	});

	describe('set_aside', () => {
		test('puts one off on this device, without a change, until its days are over', async () => {
			await twoSarahs();
			const [item] = (await waiting()).pairs;
			const before = await changes(desk);
			const { until } = await got(desk.me.set_aside({ item_id: item?.id ?? '', days: 3 }));
			expect(Date.parse(until ?? '') - desk.env.at).toBeGreaterThan(2 * DAY);
			expect(await changes(desk)).toBe(before);
			expect(await waiting()).toMatchObject({ names: [], counts: { duplicate: 0 } });
			expect(await got(desk.me.get_overview({}))).toMatchObject({ review: 0 });
			desk.env.at += 4 * DAY;
			expect((await waiting()).names).toHaveLength(1);
		});

		test('back brings it in again; it works for conflicts too', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await set(desk.bot, 'Jeff', 'city', 'Bergen');
			const { items } = await got(desk.me.list_review({}));
			const item_id = items[0]?.id ?? '';
			await got(desk.me.set_aside({ item_id }));
			expect((await got(desk.me.list_review({}))).items).toEqual([]);
			expect(await got(desk.me.set_aside({ item_id, back: true }))).toEqual({ item_id, until: null });
			expect((await got(desk.me.list_review({}))).items).toHaveLength(1);
			expect(await refused(desk.me.set_aside({ item_id: '' }))).toMatchObject({ code: 'invalid_parameter' });
		});
	});
}
