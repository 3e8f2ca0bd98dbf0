/** find_entities, memory_search and get_context through the door: what is near, what holds the words, what surrounds a topic. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { OutputOf } from '../../src/lib/contract';
import { contents, fact, got, names, openDesk, relate, set, type Desk, type OpenStore } from './support';

export function findingSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});

	describe('look_up_names', () => {
		test('[N2] names, aliases and forms are known; what is near or could mean two things is not', async () => {
			await fact(desk.me, 'Katherine Johnson', 'x', { type: 'person' });
			await got(desk.me.add_alias({ entity: 'Katherine Johnson', alias: 'the computer' }));
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			for (const [entity, where] of [
				['Ann', {}],
				['Bob', { channel_id }]
			] as const) {
				await got(desk.me.remember({ ...where, facts: [{ entity, content: 'x' }] }));
				await got(desk.me.add_alias({ ...where, entity, alias: 'the boss' }));
			}
			const asked = [
				'katherine-johnson',
				'the computer',
				'Katherine',
				'Katharine Johnson',
				'the boss',
				'nobody',
				'BOB'
			];
			const { known } = await got(desk.me.look_up_names({ names: asked }));
			expect(known.map((each) => [each.asked, each.name])).toEqual([
				['katherine-johnson', 'Katherine Johnson'],
				['the computer', 'Katherine Johnson'],
				['BOB', 'Bob']
			]);
			expect((await got(desk.me.look_up_names({ names: [] }))).known).toEqual([]);
		});

		test('[N3, N6] of namesakes the primary, of what is declared the same the name that stands for it; in one channel when asked', async () => {
			await fact(desk.me, 'Acme', 'makes anvils', { type: 'company' });
			await fact(desk.me, 'Acme', 'x', { type: 'dog' });
			await fact(desk.me, 'Acme', 'also makes rockets', { type: 'company' });
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await got(desk.me.remember({ channel_id, facts: [{ entity: 'Zed', content: 'x' }] }));
			expect((await got(desk.me.look_up_names({ names: ['acme', 'Zed'] }))).known).toMatchObject([
				{ asked: 'acme', type: 'company' },
				{ asked: 'Zed' }
			]);
			expect((await got(desk.me.look_up_names({ names: ['acme', 'Zed'], channel_id }))).known).toMatchObject([
				{ asked: 'Zed' }
			]);
		});
	});

	describe('find_entities', () => {
		const find = async (query: string, more: object = {}) =>
			(await got(desk.bot.find_entities({ query, ...more }))).entities;

		test.each([
			['Katherine Johnson', 'Katherine Johnson', 'exact'],
			['katherine-johnson', 'Katherine Johnson', 'same_form'],
			['Kath', 'Katherine Johnson', 'prefix'],
			['Johnson', 'Katherine Johnson', 'word_prefix'],
			['Katharine Jonson', 'Katherine Johnson', 'typo'],
			['the computer', 'the computer', 'alias']
		])('%j finds by %s, because %s', async (query, matched, why) => {
			await fact(desk.me, 'Katherine Johnson', 'x', { type: 'person' });
			await got(desk.me.add_alias({ entity: 'Katherine Johnson', alias: 'the computer' }));
			await fact(desk.me, 'Ulrike', 'x');
			const [first] = await find(query);
			expect(first).toMatchObject({ name: 'Katherine Johnson', type: 'person', matched, why });
			expect(first?.score).toBeGreaterThan(0);
		});

		test('ranked, at most ten, or as many as asked', async () => {
			for (let i = 0; i < 12; i++) await fact(desk.me, `Harbour ${String(i)}`, 'x');
			const ten = await find('Harbour');
			expect(ten).toHaveLength(10);
			expect(ten.map(({ score }) => score)).toEqual(ten.map(({ score }) => score).sort((a, b) => b - a));
			expect(await find('Harbour', { limit: 3 })).toHaveLength(3);
			expect(await find('Harbour', { limit: 1_000 })).toHaveLength(12);
		});

		test('by type key, and by channel', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await fact(desk.me, 'Mercury', 'x', { type: 'person' });
			await got(
				desk.me.remember({ channel_id, facts: [{ entity: 'Mercury', type: 'Software System', content: 'x' }] })
			);
			expect((await find('Mercury', { type: 'software-system' })).map(({ channel_id: id }) => id)).toEqual([
				channel_id
			]);
			expect((await find('Mercury', { channel_id: 'default' })).map(({ type }) => type)).toEqual(['person']);
			expect(await find('Mercury')).toHaveLength(2);
		});

		test('names in other scripts, two characters too', async () => {
			for (const name of ['東京', '東京タワー', 'Ярослав', 'محمد']) await fact(desk.me, name, 'x');
			expect(names(await find('東京'))[0]).toBe('東京');
			expect(names(await find('Яросла'))[0]).toBe('Ярослав');
			expect(names(await find('محم'))[0]).toBe('محمد');
		});

		test('nothing like it, or nothing to see: none', async () => {
			await fact(desk.me, 'Jeff', 'x');
			expect(await find('Zanzibar')).toEqual([]);
			expect(await find('\u200b')).toEqual([]);
		});

		test('what is in the Trash, renamed or undone is not offered under the old name', async () => {
			await fact(desk.me, 'Gone', 'x');
			await got(desk.me.remove_entity({ entity: 'Gone' }));
			const { change_id } = await set(desk.me, 'Undone', 'a', 'b');
			await got(desk.me.undo({ change_id: change_id ?? '' }));
			expect(await find('Gone')).toEqual([]);
			expect(await find('Undone')).toEqual([]);
		});
	});

	describe('memory_search', () => {
		const search = (query: string, more: object = {}) => got(desk.bot.memory_search({ query, ...more }));

		test('facts, values and notes, with who said so and where', async () => {
			const id = await fact(desk.bot, 'Jeff', 'Keeps bees on the roof', { source: 'chat' });
			await set(desk.me, 'Ann', 'hobby', 'bees');
			await got(desk.me.add_note({ text: 'Bees need water nearby.', title: 'On bees' }));
			const { hits, low_confidence, query } = await search('bees');
			expect([query, low_confidence, hits.length]).toEqual(['bees', false, 3]);
			expect(hits.find(({ kind }) => kind === 'fact')).toMatchObject({
				id,
				entity: 'Jeff',
				text: 'Keeps bees on the roof',
				by: 'agent:helper',
				source: 'chat'
			});
			expect(hits.find(({ kind }) => kind === 'value')).toMatchObject({
				entity: 'Ann',
				attribute: 'hobby',
				text: 'hobby: bees',
				by: 'person'
			});
			expect(hits.find(({ kind }) => kind === 'note')).toMatchObject({
				entity: null,
				text: 'On bees: Bees need water nearby.'
			});
		});

		test.each([
			['東京', '東京に住んでいる'],
			['东京塔', '东京塔的高度是333米'],
			['москве', 'Живёт в Москве'],
			['القاهرة', 'يعيش في القاهرة'],
			['kubernets', 'Runs on Kubernetes'],
			['kuber', 'Runs on Kubernetes'],
			['Zoe', 'Trusts Zoë']
		])('%s finds %s', async (query, text) => {
			for (const content of [
				'東京に住んでいる',
				'东京塔的高度是333米',
				'Живёт в Москве',
				'يعيش في القاهرة',
				'Runs on Kubernetes',
				'Trusts Zoë',
				'Likes tea'
			])
				await fact(desk.me, 'Somebody', content);
			const { hits, low_confidence } = await search(query);
			expect([hits[0]?.text, low_confidence]).toEqual([text, false]);
		});

		test('low_confidence when nothing is good; no hits when there is nothing at all', async () => {
			await fact(desk.me, 'Jeff', 'Keeps bees on the roof of the house in Bonn');
			expect(await search('parliament elections bees')).toMatchObject({ low_confidence: true });
			expect(await search('zzzzqqqq')).toEqual({ query: 'zzzzqqqq', hits: [], low_confidence: true });
		});

		test('top_k is clamped; pages go on', async () => {
			for (let i = 0; i < 12; i++) await fact(desk.me, `Keeper ${String(i)}`, `Keeps bees in garden ${String(i)}`);
			expect((await search('bees')).hits).toHaveLength(8);
			expect((await search('bees', { top_k: 3 })).hits).toHaveLength(3);
			expect((await search('bees', { top_k: 0 })).hits).toHaveLength(1);
			const first = await search('bees', { top_k: 12, budget: 400 });
			expect(first.left_out).toBe(12 - first.hits.length);
			const ids = new Set(first.hits.map(({ id }) => id));
			let cursor = first.cursor;
			while (cursor !== undefined) {
				const next = await search('bees', { top_k: 12, budget: 400, cursor });
				next.hits.forEach(({ id }) => ids.add(id));
				cursor = next.cursor;
			}
			expect(ids.size).toBe(12);
		});

		test('only what is current; after an undo what stood before', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			const { change_id } = await set(desk.me, 'Jeff', 'city', 'Bergen');
			await got(desk.me.end_fact({ fact_id: await fact(desk.me, 'Jeff', 'Lives in Oslo') }));
			expect((await search('Oslo')).hits).toEqual([]);
			await got(desk.me.undo({ change_id: change_id ?? '' }));
			expect((await search('Oslo')).hits).toMatchObject([{ text: 'city: Oslo' }]);
			expect((await search('Bergen')).hits).toEqual([]);
		});

		test('by channel', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await fact(desk.me, 'Jeff', 'bees at home');
			await got(
				desk.me.remember({
					channel_id,
					facts: [{ entity: 'Ann', content: 'bees at work' }],
					note: 'bees in a note at work'
				})
			);
			expect((await search('bees', { channel_id: 'default' })).hits.map(({ text }) => text)).toEqual(['bees at home']);
			expect((await search('bees')).hits).toHaveLength(3);
			expect((await search('bees', { channel_id })).hits.map(({ channel_id: id }) => id)).toEqual([
				channel_id,
				channel_id
			]);
		});

		test('one hit longer than the budget is cut', async () => {
			await fact(desk.me, 'Jeff', `bees ${'and more of them '.repeat(900)}`);
			const { hits } = await search('bees', { budget: 300 });
			expect(hits).toMatchObject([{ cut: true }]);
			expect(hits[0]?.text.endsWith('…')).toBe(true);
			expect(hits[0]?.text.length).toBeLessThan(900);
		});
	});

	describe('get_context', () => {
		const context = (topic: string, more: object = {}) => got(desk.bot.get_context({ topic, ...more }));

		test('the thing, its facts first, what else matches, and what it is connected to with their facts', async () => {
			await fact(desk.me, 'Aurora', 'Ships in May', { type: 'project' });
			await fact(desk.me, 'Jeff', 'Wrote the plan of Aurora');
			await relate(desk.me, 'Aurora', 'depends on', 'Postgres', { strength: 0.4 });
			await relate(desk.me, 'Ann', 'leads', 'Aurora', { strength: 0.9 });
			await fact(desk.me, 'Ann', 'Works from Oslo');
			const answer = await context('Aurora');
			expect(answer).toMatchObject({ topic: 'Aurora', entity: { name: 'Aurora', type: 'project' } });
			expect(answer).not.toHaveProperty('did_you_mean');
			expect(answer.facts).toMatchObject([
				{ content: 'Ships in May', entity: 'Aurora', is_subject: true },
				{ content: 'Wrote the plan of Aurora', entity: 'Jeff', is_subject: false }
			]);
			expect(answer.connected).toMatchObject([
				{ name: 'Ann', relation: 'leads', direction: 'in', strength: 0.9, facts: [{ content: 'Works from Oslo' }] },
				{ name: 'Postgres', relation: 'depends on', direction: 'out', facts: [] }
			]);
		});

		test('[F1] is_subject goes with the role subject, here too', async () => {
			await fact(desk.me, 'Jeff', 'Wrote the plan of Aurora', { mentions: [{ entity: 'Aurora', role: 'topic' }] });
			await fact(desk.me, 'Ann', 'Heard of Aurora');
			await fact(desk.me, 'Aurora', 'Aurora ships in May');
			const { facts } = await context('Aurora');
			expect(
				Object.fromEntries(facts.map(({ content, roles, is_subject }) => [content, [is_subject, ...roles]]))
			).toEqual({
				'Aurora ships in May': [true, 'subject'],
				'Wrote the plan of Aurora': [false, 'topic'],
				'Heard of Aurora': [false]
			});
		});

		test('at most ten connected, the strongest, each once with at most five facts', async () => {
			for (let i = 0; i < 12; i++) await relate(desk.me, 'Hub', 'holds', `Spoke ${String(i)}`, { strength: i / 20 });
			await relate(desk.me, 'Spoke 11', 'belongs to', 'Hub', { strength: 0.9 });
			for (let i = 0; i < 7; i++) await fact(desk.me, 'Spoke 11', `fact ${String(i)}`);
			const { connected } = await context('Hub');
			expect(connected).toHaveLength(10);
			expect(connected[0]).toMatchObject({ name: 'Spoke 11', relation: 'belongs to' });
			expect(connected[0]?.facts).toHaveLength(5);
			expect(new Set(names(connected)).size).toBe(10);
		});

		test('words that are no name: what matches, and near names', async () => {
			await fact(desk.me, 'Jeff', 'Keeps bees on the roof');
			for (let i = 0; i < 40; i++) await got(desk.me.add_note({ text: `bees roof ${String(i)}` }));
			expect(await context('bees roof')).toMatchObject({
				entity: null,
				facts: [{ content: 'Keeps bees on the roof', entity: 'Jeff' }],
				connected: []
			});
			expect((await context('Jefff')).did_you_mean).toMatchObject([{ name: 'Jeff' }]);
		});

		test('pages within the budget, facts before what is connected', async () => {
			for (let i = 0; i < 20; i++)
				await fact(desk.me, 'Hub', `fact number ${String(i)} of some length, so that pages fill`);
			for (let i = 0; i < 5; i++) await relate(desk.me, 'Hub', 'holds', `Spoke ${String(i)}`);
			const pages: OutputOf<'get_context'>[] = [await context('Hub', { budget: 700 })];
			for (let cursor = pages[0]?.cursor; cursor !== undefined; cursor = pages.at(-1)?.cursor)
				pages.push(await context('Hub', { budget: 700, cursor }));
			expect(new Set(pages.flatMap(({ facts }) => contents(facts))).size).toBe(20);
			expect(pages.flatMap(({ connected }) => names(connected))).toHaveLength(5);
			expect(pages.length).toBeGreaterThan(2);
		});
	});
}
