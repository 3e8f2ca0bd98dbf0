/** What the seeds' descriptions send an agent on to, through the door: finding, searching, history, lists, review. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { OutputOf } from '../../src/lib/contract';
import {
	changes,
	contents,
	current,
	DAY,
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

export function familySuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
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
				counts: { conflict: 0, re_verify: 0, stale: 0, restated: 0, note_fork: 0 }
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
			expect(counts).toEqual({ conflict: 1, re_verify: 1, stale: 1, restated: 1, note_fork: 0 });
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

	describe('tables', () => {
		beforeEach(async () => {
			await fact(desk.me, 'Beta', 'one', { type: 'Software System' });
			await fact(desk.me, 'Beta', 'two');
			await fact(desk.me, 'alpha 10', 'one', { type: 'person' });
			await fact(desk.me, 'alpha 9', 'one', { type: 'software-system' });
			await relate(desk.me, 'alpha 9', 'knows', 'Gamma');
		});
		const list = async (more: object = {}) => names((await got(desk.me.list_entities(more))).entities);

		test('list_entities: sorted, filtered, paged', async () => {
			expect(await list({ sort: 'name' })).toEqual(['alpha 9', 'alpha 10', 'Beta', 'Gamma']);
			expect(await list({ sort: 'name', descending: true })).toEqual(['Gamma', 'Beta', 'alpha 10', 'alpha 9']);
			expect((await list({ sort: 'facts' }))[0]).toBe('Beta');
			expect(new Set((await list({ sort: 'relations' })).slice(0, 2))).toEqual(new Set(['alpha 9', 'Gamma']));
			expect((await list({ sort: 'created' }))[0]).toBe('Gamma');
			expect(await list({ type: 'SOFTWARE_SYSTEM', sort: 'name' })).toEqual(['alpha 9', 'Beta']);
			expect(await list({ contains: 'ALPHA', sort: 'name' })).toEqual(['alpha 9', 'alpha 10']);
			const first = await got(desk.me.list_entities({ sort: 'name', limit: 3 }));
			expect(first).toMatchObject({ total: 4, left_out: 1 });
			expect(await list({ sort: 'name', limit: 3, cursor: first.cursor })).toEqual(['Gamma']);
		});

		test('counts of what is current', async () => {
			const { entities } = await got(desk.me.list_entities({ sort: 'name' }));
			expect(entities.map(({ fact_count, relation_count }) => [fact_count, relation_count])).toEqual([
				[1, 1],
				[1, 0],
				[2, 0],
				[0, 1]
			]);
			await got(desk.me.end_fact({ fact_id: (await got(desk.me.get_entity({ name: 'alpha 10' }))).facts[0]?.id }));
			expect((await got(desk.me.list_entities({ contains: 'alpha 10' }))).entities).toMatchObject([{ fact_count: 0 }]);
		});

		test('list_types by type key; null for those without; by channel', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await got(desk.me.remember({ channel_id, facts: [{ entity: 'W', type: 'person', content: 'x' }] }));
			expect((await got(desk.me.list_types({}))).types).toEqual([
				{ type: 'Software System', count: 2 },
				{ type: 'person', count: 2 },
				{ type: null, count: 1 }
			]);
			expect((await got(desk.me.list_types({ channel_id }))).types).toEqual([{ type: 'person', count: 1 }]);
			expect((await got(desk.me.list_types({ channel_id: 'default' }))).types).toContainEqual({
				type: 'person',
				count: 1
			});
		});

		test('list_changes: latest first; by author, session, thing and time; get_change whole', async () => {
			const { change_id } = await set(desk.bot, 'Beta', 'owner', 'Ann');
			const all = await got(desk.me.list_changes({}));
			expect(all.changes).toHaveLength(6);
			expect(all.changes[0]).toMatchObject({
				change_id,
				by: 'agent:helper',
				operation: 'memory_fact_set',
				undone: false,
				undoable: true,
				entities: [{ name: 'Beta' }]
			});
			expect((await got(desk.me.list_changes({ by: 'agent:helper' }))).changes).toHaveLength(1);
			expect((await got(desk.me.list_changes({ by: 'person' }))).changes).toHaveLength(5);
			expect((await got(desk.me.list_changes({ entity: 'beta' }))).changes).toHaveLength(3);
			expect(
				(await got(desk.me.list_changes({ session: '00000000-0000-7000-8000-000000000006' }))).changes
			).toHaveLength(1);
			expect((await got(desk.me.list_changes({ since: all.changes[0]?.at }))).changes).toHaveLength(1);
			expect((await got(desk.me.list_changes({ until: all.changes[0]?.at }))).changes).toHaveLength(5);
			const first = await got(desk.me.list_changes({ limit: 4 }));
			const rest = await got(desk.me.list_changes({ limit: 4, cursor: first.cursor }));
			expect([...first.changes, ...rest.changes].map((each) => each.change_id)).toEqual(
				all.changes.map((each) => each.change_id)
			);
			expect(await got(desk.me.get_change({ change_id: change_id ?? '' }))).toMatchObject({
				found: true,
				change: {
					change_id,
					claims: [{ kind: 'slot', verb: 'set', attribute: 'owner', confidence: 0.8, origin: 'agent' }]
				}
			});
			expect(await got(desk.me.get_change({ change_id: 'nothing' }))).toEqual({ found: false, change: null });
		});

		test('list_changes fills its pages with what it answers', async () => {
			for (let i = 0; i < 40; i++) await set(desk.bot, 'Beta', 'owner', `Owner ${String(i)}`);
			const page = await got(desk.me.list_changes({ budget: 3_000 }));
			expect(new TextEncoder().encode(JSON.stringify(page.changes)).length / 3).toBeGreaterThan(2_600);
			expect(page.left_out).toBe(45 - page.changes.length);
		});

		test('an undo is a change that says what it took back', async () => {
			const { change_id } = await set(desk.bot, 'Beta', 'owner', 'Ann');
			const undone = await got(desk.me.undo({ change_id: change_id ?? '' }));
			const [latest, before] = (await got(desk.me.list_changes({}))).changes;
			expect(latest).toMatchObject({ change_id: undone.change_id, undoes: [change_id] });
			expect(before).toMatchObject({ change_id, undone: true, undoable: false });
			expect((await got(desk.me.get_change({ change_id: change_id ?? '' }))).change).toMatchObject({
				undone_by: undone.change_id
			});
		});

		test('list_notes: latest first, by kind and by thing', async () => {
			await got(desk.me.add_note({ text: 'On [[Beta]]', kind: 'page', title: 'First' }));
			const { note_id } = await got(
				desk.me.remember({ facts: [{ entity: 'Beta', content: 'from a note' }], note: 'Second' })
			);
			await got(desk.me.add_note({ text: 'Third', kind: 'daily' }));
			expect((await got(desk.me.list_notes({}))).notes.map(({ excerpt }) => excerpt)).toEqual([
				'Third',
				'Second',
				'On [[Beta]]'
			]);
			expect((await got(desk.me.list_notes({ kind: 'page' }))).notes).toMatchObject([{ title: 'First' }]);
			const entity_id = (await got(desk.me.get_entity({ name: 'Beta' }))).entity?.id ?? '';
			expect((await got(desk.me.list_notes({ entity_id }))).notes.map(({ excerpt }) => excerpt)).toEqual([
				'Second',
				'On [[Beta]]'
			]);
			expect((await got(desk.me.get_note({ note_id: note_id ?? '' }))).note?.facts).toMatchObject([
				{ content: 'from a note' }
			]);
		});

		test('get_dossier: the page of a thing', async () => {
			await set(desk.me, 'Beta', 'owner', 'Ann');
			await set(desk.bot, 'Beta', 'owner', 'Bob');
			await fact(desk.bot, 'Ann', 'Broke Beta', { mentions: [{ entity: 'Beta', role: 'victim' }] });
			await fact(desk.me, 'Beta', 'the other', { type: 'person' });
			const entity_id = (await got(desk.me.get_entity({ name: 'Beta', type: 'software system' }))).entity?.id ?? '';
			const page = await got(desk.me.get_dossier({ entity_id }));
			expect(page).toMatchObject({
				found: true,
				entity: { name: 'Beta', mentioned_only: false, removed: false, is_person: false, by: 'person' },
				namesakes: [{ type: 'person', why: 'namesake' }],
				slots: [{ attribute: 'owner', record: { value: 'Ann' }, contenders: [{ value: 'Bob' }] }],
				about: [{ content: 'two' }, { content: 'one' }],
				mentions: [
					{
						content: 'Broke Beta',
						mentions: [
							{ name: 'Ann', role: 'subject' },
							{ name: 'Beta', role: 'victim' }
						]
					}
				],
				relations: [],
				totals: { about: 2, mentions: 1, relations: 0, notes: 0 }
			});
			expect(await got(desk.me.get_dossier({ entity_id: 'nobody' }))).toMatchObject({ found: false, entity: null });
		});

		test('get_dossier with history shows what is no longer so', async () => {
			await got(desk.me.end_fact({ fact_id: await fact(desk.me, 'Beta', 'was red') }));
			const entity_id = (await got(desk.me.get_entity({ name: 'Beta' }))).entity?.id ?? '';
			expect((await got(desk.me.get_dossier({ entity_id }))).about.map(({ status }) => status)).toEqual([
				'current',
				'current'
			]);
			expect(
				(await got(desk.me.get_dossier({ entity_id, history: true }))).about.map(({ status }) => status).sort()
			).toEqual(['current', 'current', 'ended']);
		});
	});

	describe('the notebook as a whole', () => {
		test('get_overview: empty, then counted', async () => {
			expect(await got(desk.me.get_overview({}))).toMatchObject({
				entities: 0,
				facts: 0,
				values: 0,
				relations: 0,
				notes: 0,
				changes: 0,
				review: 0,
				empty: true,
				person: null,
				recent: [],
				last_change: null
			});
			await fact(desk.me, 'User', 'rows');
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await set(desk.bot, 'Jeff', 'city', 'Bergen');
			await relate(desk.me, 'Jeff', 'knows', 'User');
			await got(desk.me.add_note({ text: 'x' }));
			await got(desk.me.end_fact({ fact_id: await fact(desk.me, 'Jeff', 'was small') }));
			expect(await got(desk.me.get_overview({}))).toMatchObject({
				entities: 2,
				facts: 1,
				values: 1,
				relations: 1,
				notes: 1,
				changes: 7,
				review: 1,
				empty: false,
				person: { name: 'User' }
			});
		});

		test('[N7] get_overview of one channel', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await fact(desk.me, 'Jeff', 'at home');
			await got(
				desk.me.remember({
					channel_id,
					facts: [{ entity: 'Ann', content: 'at work' }],
					values: [{ entity: 'Ann', attribute: 'role', value: 'lead' }],
					relations: [{ from: 'Ann', relation: 'leads', to: 'Bob' }],
					note: 'at work'
				})
			);
			const work = await got(desk.me.get_overview({ channel_id }));
			expect(work).toMatchObject({ entities: 2, facts: 1, values: 1, relations: 1, notes: 1 });
			expect(names(work.recent).sort()).toEqual(['Ann', 'Bob']);
			expect(await got(desk.me.get_overview({ channel_id: 'default' }))).toMatchObject({
				entities: 1,
				facts: 1,
				values: 0,
				relations: 0,
				notes: 0,
				recent: [{ name: 'Jeff' }]
			});
		});

		test('settings: what is not named stays', async () => {
			expect(await got(desk.me.get_settings({}))).toEqual({
				compact_responses: true,
				agents_enabled: true,
				home_channel: 'default'
			});
			expect(await got(desk.me.set_settings({ compact_responses: false }))).toEqual({
				compact_responses: false,
				agents_enabled: true,
				home_channel: 'default'
			});
			expect(await got(desk.me.set_settings({}))).toMatchObject({ compact_responses: false });
			expect(await changes(desk)).toBe(0);
		});

		test('the sample: things, a conflict, a set, an echo; one undo takes all of it back', async () => {
			const { session, facts } = await got(desk.me.load_sample({}));
			expect(facts).toBeGreaterThan(25);
			expect((await got(desk.me.list_review({}))).counts.conflict).toBeGreaterThan(0);
			expect((await got(desk.me.get_entity({ name: 'Mercury' }))).entities).toHaveLength(2);
			await got(desk.me.undo({ session }));
			expect((await got(desk.me.list_entities({}))).total).toBe(0);
			expect(await got(desk.me.get_overview({}))).toMatchObject({
				entities: 0,
				facts: 0,
				values: 0,
				relations: 0,
				review: 0
			});
		});
	});

	describe('files', () => {
		const file = [
			{ type: 'entity', name: 'Jeff', entityType: 'person', observations: ['is tall', 'likes tea'] },
			{ type: 'entity', name: 'Acme', entityType: 'company', observations: [] },
			{ type: 'relation', from: 'Jeff', to: 'Acme', relationType: 'works at' },
			{ type: 'relation', from: 'Jeff', to: 'Nowhere', relationType: 'visited' }
		]
			.map((line) => JSON.stringify(line))
			.join('\n');
		const run = async (source: string, name = 'memory.jsonl') => {
			const preview = await got(desk.me.import_preview({ source, name }));
			return got(desk.me.import_run({ preview_id: preview.preview_id }));
		};

		test('previewed, run, read back, exported and undone', async () => {
			const preview = await got(desk.me.import_preview({ source: new Blob([file]), name: 'memory.jsonl' }));
			expect(preview).toMatchObject({
				format: 'memory',
				counts: { entities_new: 2, observations_new: 2, relations_new: 2, mentioned_only: 1 },
				refused: []
			});
			expect(await changes(desk)).toBe(0);
			const done = await got(desk.me.import_run({ preview_id: preview.preview_id }));
			expect(done).toMatchObject({ action: 'imported', counts: preview.counts, changes: 1 });
			expect(await got(desk.bot.get_entity_context({ entityName: 'Jeff' }))).toEqual({
				ok: true,
				n: 'Jeff',
				t: 'person',
				o: ['likes tea', 'is tall'],
				r: {
					out: [
						{ rel: 'works at', to: 'Acme' },
						{ rel: 'visited', to: 'Nowhere' }
					],
					in: []
				}
			});
			const { blob } = await got(desk.me.export({ format: 'memory' }));
			const lines = (await blob.text())
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line) as { type: string });
			expect(lines.filter(({ type }) => type === 'entity')).toHaveLength(3);
			expect(lines).toContainEqual({ type: 'relation', from: 'Jeff', to: 'Acme', relationType: 'works at' });
			await got(desk.me.undo({ session: done.session }));
			expect((await got(desk.me.list_entities({}))).total).toBe(0);
		});

		test('the same file again doubles nothing', async () => {
			await run(file);
			const before = await changes(desk);
			expect(await run(file)).toMatchObject({
				action: 'unchanged',
				changes: 0,
				counts: { entities_matched: 3, observations_known: 2, relations_known: 2 }
			});
			expect(await changes(desk)).toBe(before);
		});

		test('a large file can be read at once after it was imported', async () => {
			const many = Array.from({ length: 3_000 }, (_, i) =>
				JSON.stringify({ type: 'relation', from: 'Hub', to: `Spoke ${String(i)}`, relationType: 'holds' })
			).join('\n');
			await run(`${file}\n${many}`);
			const { r } = (await got(desk.bot.get_entity_context({ entityName: 'Spoke 2999' }))) as { r: { in: unknown[] } };
			expect(r.in).toEqual([{ rel: 'holds', from: 'Hub' }]);
			expect(
				(await got(desk.bot.search_relationships({ channel_id: 'default', entities: ['Spoke 2999', 'Spoke 1'] }))).text
			).toContain('2 steps');
		});

		test('the journal goes out and comes back whole', async () => {
			await run(file);
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await set(desk.bot, 'Jeff', 'city', 'Bergen');
			const { blob } = await got(desk.me.export({}));
			const copy = await openDesk(open);
			const preview = await got(copy.me.import_preview({ source: blob }));
			expect(preview.format).toBe('journal');
			await got(copy.me.import_run({ preview_id: preview.preview_id }));
			expect(await current(copy.me, 'Jeff', 'city')).toEqual(await current(desk.me, 'Jeff', 'city'));
			expect((await got(copy.me.get_entity({ name: 'Jeff' }))).facts).toEqual(
				(await got(desk.me.get_entity({ name: 'Jeff' }))).facts
			);
			expect(await changes(copy)).toBe(await changes(desk));
		});

		test('a preview that is not there, or let go', async () => {
			expect(await refused(desk.me.import_run({ preview_id: 'nothing' }))).toMatchObject({
				code: 'not_found',
				parameter: 'preview_id'
			});
			const { preview_id } = await got(desk.me.import_preview({ source: file }));
			expect(await got(desk.me.import_cancel({ preview_id }))).toEqual({ cancelled: true, was: 'previewed' });
			expect(await got(desk.me.import_cancel({ preview_id }))).toEqual({ cancelled: false, was: 'unknown' });
			expect(await refused(desk.me.import_run({ preview_id }))).toMatchObject({ code: 'not_found' });
			expect(await changes(desk)).toBe(0);
		});
	});
}
