/** get_entity through the door: every example of the design notes, and its pages. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { OutputOf } from '../../src/lib/contract';
import { contents, fact, got, names, openDesk, refused, relate, set, type Desk, type OpenStore } from './support';

type Entity = OutputOf<'get_entity'>;

export function getEntitySuite(open: OpenStore): void {
	describe('get_entity', () => {
		let desk: Desk;
		beforeEach(async () => {
			desk = await openDesk(open);
		});
		const find = (name: string, more: object = {}): Promise<Entity> => got(desk.bot.get_entity({ name, ...more }));
		const made = async (...list: string[]): Promise<void> => {
			for (const name of list) await fact(desk.me, name, `known as ${name}`);
		};

		describe('two Mercurys', () => {
			beforeEach(async () => {
				await fact(desk.me, 'Mercury', 'Sang for thirty years', { type: 'person' });
				await fact(desk.me, 'Mercury', 'Ships in March', { type: 'project' });
				await fact(desk.me, 'Mercury', 'Costs too much', { type: 'project' });
			});

			test('[N3] without a type both answer, the one with more known of it first', async () => {
				const both = await find('Mercury');
				expect(both.entities.map(({ type }) => type)).toEqual(['project', 'person']);
				expect(both.entity).toEqual(both.entities[0]);
				expect(contents(both.facts).sort()).toEqual(['Costs too much', 'Sang for thirty years', 'Ships in March']);
				expect(both).toMatchObject({ found: true, name: 'Mercury', type_missed: false, relationships: [] });
				expect(both).not.toHaveProperty('did_you_mean');
			});

			test.each([
				['person', ['Sang for thirty years']],
				['PROJECT', ['Costs too much', 'Ships in March']]
			])('with type %s only that one, by type key', async (type, expected) => {
				const one = await find('Mercury', { type });
				expect(one.entities).toHaveLength(1);
				expect(contents(one.facts)).toEqual(expected);
				expect(one).toMatchObject({ found: true, type_missed: false });
			});

			test('with a type that none of them has: all rows, and type_missed', async () => {
				const missed = await find('Mercury', { type: 'planet' });
				expect(missed).toMatchObject({ found: true, type_missed: true });
				expect(missed.entities).toHaveLength(2);
				expect(missed.facts).toHaveLength(3);
			});

			test('by id only that row; an id that nobody has is a miss', async () => {
				const id = (await find('Mercury')).entities[1]?.id ?? '';
				expect(await find('Mercury', { entity_id: id })).toMatchObject({
					found: true,
					entities: [{ id, type: 'person' }]
				});
				expect(await find('Mercury', { entity_id: 'nobody' })).toMatchObject({
					found: false,
					entity: null,
					entities: []
				});
			});
		});

		test('[N2] "mr 412" and "mr !412" both stored: each spelling finds its own, "mr-412" neither', async () => {
			await made('mr 412', 'mr !412');
			expect(names((await find('mr 412')).entities)).toEqual(['mr 412']);
			expect(names((await find('mr !412')).entities)).toEqual(['mr !412']);
			const neither = await find('mr-412');
			expect(neither).toMatchObject({ found: false, entity: null, entities: [] });
			expect(neither.did_you_mean?.map(({ name, why }) => [name, why]).sort()).toEqual([
				['mr !412', 'ambiguous'],
				['mr 412', 'ambiguous']
			]);
		});

		test('[N2] only one of them stored: "mr-412" finds it, "mr412" does not', async () => {
			await made('mr 412');
			expect(names((await find('mr-412')).entities)).toEqual(['mr 412']);
			expect(names((await find('mr !412')).entities)).toEqual(['mr 412']);
			const other = await find('mr412');
			expect(other).toMatchObject({ found: false, entity: null, facts: [] });
			expect(other.did_you_mean?.map(({ name }) => name)).toEqual(['mr 412']);
		});

		test('[N2] "STG-Orders" finds "stg_orders", and a write by it lands there', async () => {
			await made('stg_orders');
			expect(await find('STG-Orders')).toMatchObject({
				found: true,
				name: 'STG-Orders',
				entity: { name: 'stg_orders' }
			});
			await fact(desk.me, 'STG-Orders', 'Runs at night');
			expect((await find('stg_orders')).facts).toHaveLength(2);
		});

		test('[N1] C, C++ and C# stay three', async () => {
			await made('C', 'C++', 'C#');
			for (const name of ['C', 'C++', 'C#', 'c', 'c++', 'c#']) {
				const { entities, facts } = await find(name);
				expect(names(entities)).toEqual([name.toUpperCase()]);
				expect(contents(facts)).toEqual([`known as ${name.toUpperCase()}`]);
			}
		});

		test('[F1] "Alex\'s transfer was approved by Robin": about Alex, only mentions Robin', async () => {
			const content = "Alex's transfer was approved by Robin";
			await fact(desk.bot, 'Alex', content, { mentions: [{ entity: 'Robin', role: 'approver' }] });
			expect((await find('Robin')).facts).toMatchObject([{ content, is_subject: false, roles: ['approver'] }]);
			expect((await find('Alex')).facts).toMatchObject([{ content, is_subject: true, roles: ['subject'] }]);
		});

		test('[F4] a subject fact of importance 0.4 before a mention of 0.9', async () => {
			await fact(desk.me, 'Robin', 'Likes tea', { importance: 0.4 });
			await fact(desk.me, 'Alex', 'Was approved by Robin', {
				importance: 0.9,
				mentions: [{ entity: 'Robin', role: 'approver' }]
			});
			expect((await find('Robin')).facts.map(({ importance, is_subject }) => [importance, is_subject])).toEqual([
				[0.4, true],
				[0.9, false]
			]);
		});

		test('[F4] then importance falling, none counting 0.5, then newest', async () => {
			await fact(desk.me, 'Robin', 'low', { importance: 0.3 });
			await fact(desk.me, 'Robin', 'none, older');
			await fact(desk.me, 'Robin', 'none, newer');
			await fact(desk.me, 'Robin', 'high', { importance: 0.7 });
			await set(desk.me, 'Robin', 'role', 'judge');
			expect(contents((await find('Robin')).facts)).toEqual([
				'high',
				'role: judge',
				'none, newer',
				'none, older',
				'low'
			]);
		});

		test.each(['Zoë', 'Zoe\u0308', 'Zoe', 'ZOE\u0308', 'zo\u200bë'])('[N1] %j finds Zoë', async (typed) => {
			await made('Zoë');
			expect(names((await find(typed)).entities)).toEqual(['Zoë']);
		});

		test('[N1] a name stored decomposed is found composed', async () => {
			await made('Zoe\u0308');
			expect((await find('Zoë')).found).toBe(true);
		});

		test.each(['東京', '东京塔', 'Ярослав Мудрый', 'й', 'محمد علي', 'أحمد', '서울', 'กรุงเทพ', '🦊'])(
			'a name in any script: %s',
			async (name) => {
				await made(name, 'somebody else');
				await relate(desk.me, name, 'knows', 'somebody else');
				expect(await find(name)).toMatchObject({
					found: true,
					entities: [{ name }],
					facts: [{ content: `known as ${name}` }],
					relationships: [{ relation: 'knows', direction: 'out', entity: 'somebody else' }]
				});
				expect(await find('somebody else')).toMatchObject({ relationships: [{ direction: 'in', entity: name }] });
			}
		);

		test('東京 and 东京塔 are two, and neither is found by a part of it', async () => {
			await made('東京', '东京塔');
			expect(names((await find('東京')).entities)).toEqual(['東京']);
			expect(names((await find('东京塔')).entities)).toEqual(['东京塔']);
			expect((await find('东京')).found).toBe(false);
		});

		test('Cyrillic case is one name, й is not и', async () => {
			await made('Ярослав', 'май');
			expect((await find('ЯРОСЛАВ')).found).toBe(true);
			expect((await find('маи')).found).toBe(false);
		});

		test('one thing under two types answers with the facts of both', async () => {
			await fact(desk.me, 'Aurora', 'Runs on the quay server', { type: 'system' });
			await fact(desk.me, 'Aurora', 'Was begun in May', { type: 'project' });
			await relate(desk.me, 'Aurora', 'depends on', 'Postgres', { fromEntityType: 'system' });
			await relate(desk.me, 'Robin', 'leads', 'Aurora', { toEntityType: 'project' });
			const { entities, facts, relationships } = await find('Aurora');
			expect(entities.map(({ type }) => type).sort()).toEqual(['project', 'system']);
			expect(contents(facts).sort()).toEqual(['Runs on the quay server', 'Was begun in May']);
			expect(relationships.map(({ direction, entity }) => [direction, entity])).toEqual([
				['out', 'Postgres'],
				['in', 'Robin']
			]);
		});

		test('values are facts too; a set is one line of its members', async () => {
			await set(desk.bot, 'Jeff', 'role', 'designer', { source: 'the team page' });
			for (const member of ['French', 'Basque'])
				await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member }));
			expect((await find('Jeff')).facts).toMatchObject([
				{ content: 'languages: French, Basque', attribute: 'languages', is_subject: true, by: 'person' },
				{
					content: 'role: designer',
					attribute: 'role',
					is_subject: true,
					by: 'agent:helper',
					source: 'the team page',
					confidence: 0.8
				}
			]);
		});

		test('a relationship carries type, strength, confidence and context', async () => {
			await relate(desk.bot, 'Jeff', 'works at', 'Acme', {
				toEntityType: 'company',
				strength: 0.7,
				context: 'since May',
				confidence: 0.9
			});
			expect((await find('Jeff')).relationships).toEqual([
				{
					relation: 'works at',
					direction: 'out',
					entity: 'Acme',
					entity_type: 'company',
					strength: 0.7,
					confidence: 0.9,
					context: 'since May'
				}
			]);
			expect((await find('Acme')).relationships).toMatchObject([
				{ direction: 'in', entity: 'Jeff', entity_type: null }
			]);
		});

		test('found says nothing of facts: true with none, false with some', async () => {
			await relate(desk.me, 'Jeff', 'works at', 'Acme');
			expect(await find('Acme')).toMatchObject({ found: true, facts: [] });
			await fact(desk.me, 'Jeff', 'Met Sarah in Oslo');
			expect(await find('Sarah')).toMatchObject({
				found: false,
				entity: null,
				entities: [],
				relationships: [],
				facts: [{}]
			});
		});

		describe('a miss', () => {
			test('carries current facts and values that hold every word as a whole word, is_subject false', async () => {
				await fact(desk.me, 'Jeff', 'Bought a red boat with Ann');
				await fact(desk.me, 'Jeff', 'The boat of Ann is redder');
				await set(desk.me, 'Kim', 'transport', 'a red boat');
				await fact(desk.me, 'Jeff', 'Had a red boat once', { valid_until: '2020-01-01' });
				const miss = await find('red boat');
				expect(miss).toMatchObject({ found: false, entity: null, type_missed: false });
				expect(contents(miss.facts).sort()).toEqual(['Bought a red boat with Ann', 'transport: a red boat']);
				for (const each of miss.facts) expect(each).toMatchObject({ is_subject: false, roles: [] });
				expect((await find('red boats')).facts).toEqual([]);
			});

			test('takes Chinese and Japanese names as a run', async () => {
				await fact(desk.me, 'Li', '东京塔的高度是333米');
				expect(contents((await find('东京塔')).facts)).toEqual(['东京塔的高度是333米']);
				expect((await find('京东')).facts).toEqual([]);
			});

			test('at most twenty, and notes do not take their place', async () => {
				const days = Array.from({ length: 25 }, (_, i) => `day ${String(i)} at the harbour, quiet`);
				await got(desk.me.remember({ facts: days.map((content) => ({ entity: 'Log', content })) }));
				for (let i = 0; i < 25; i++) await got(desk.me.add_note({ text: 'harbour' }));
				expect((await find('harbour')).facts).toHaveLength(20);
			});

			test('[N4] names up to five near ones, and follows none of them', async () => {
				await made('Jefferson', 'Jeff Smith', 'Jeff Jones', 'Jeff Doe', 'Jeff Ray', 'Jeff Lee', 'Ulrike');
				const miss = await find('Jef');
				expect(miss).toMatchObject({ found: false, entity: null, facts: [] });
				expect(miss.did_you_mean).toHaveLength(5);
				expect(miss.did_you_mean?.map(({ name }) => name)).not.toContain('Ulrike');
			});

			test('a name of which nothing can be seen is a plain miss', async () => {
				await made('Jeff');
				expect(await find('\u200b\u200d\u2060')).toMatchObject({
					found: false,
					entity: null,
					facts: [],
					relationships: []
				});
			});

			test('an empty notebook answers every name with a plain miss', async () => {
				expect(await find('Jeff')).toEqual({
					found: false,
					name: 'Jeff',
					entity: null,
					entities: [],
					facts: [],
					relationships: [],
					type_missed: false,
					did_you_mean: []
				});
			});
		});

		test('[F3] only current facts; what ended, was wrong or was replaced is not there', async () => {
			const [ended, wrong, old] = [
				await fact(desk.me, 'Jeff', 'Lives in Bonn'),
				await fact(desk.me, 'Jeff', 'Is a pilot'),
				await fact(desk.me, 'Jeff', 'Has one cat')
			];
			await got(desk.me.end_fact({ fact_id: ended }));
			await got(desk.me.retract_fact({ fact_id: wrong }));
			await got(desk.me.replace_fact({ fact_id: old, content: 'Has two cats' }));
			await fact(desk.me, 'Jeff', 'On leave', { valid_until: '2026-02-01' });
			expect(contents((await find('Jeff')).facts).sort()).toEqual(['Has two cats', 'On leave']);
			desk.env.at = Date.UTC(2026, 1, 2);
			expect(contents((await find('Jeff')).facts)).toEqual(['Has two cats']);
		});

		test('[F2] a fact linked to a family more than once is there once, as subject', async () => {
			await fact(desk.me, 'Jeff', 'Hired himself', {
				mentions: [
					{ entity: 'Jeff', role: 'employer' },
					{ entity: 'Jeff', role: 'employer' }
				]
			});
			expect((await find('Jeff')).facts).toMatchObject([{ is_subject: true, roles: ['subject', 'employer'] }]);
		});

		describe('pages', () => {
			const all = Array.from({ length: 60 }, (_, i) => `Fact number ${String(i)} says something of a middling length`);
			beforeEach(async () => {
				for (let i = 0; i < all.length; i += 30)
					await got(desk.me.remember({ facts: all.slice(i, i + 30).map((content) => ({ entity: 'Jeff', content })) }));
				for (let i = 0; i < 20; i++) await relate(desk.me, 'Jeff', 'knows', `Friend ${String(i)}`);
			});

			async function pages(budget: number): Promise<Entity[]> {
				const list = [await find('Jeff', { budget })];
				for (let cursor = list.at(-1)?.cursor; cursor !== undefined; cursor = list.at(-1)?.cursor)
					list.push(await find('Jeff', { budget, cursor }));
				return list;
			}

			test('hold everything once, facts before relationships, within the budget', async () => {
				const list = await pages(800);
				expect(list.length).toBeGreaterThan(5);
				expect(list.flatMap(({ facts }) => contents(facts)).sort()).toEqual([...all].sort());
				const friends = list.flatMap(({ relationships }) => relationships.map(({ entity }) => entity));
				expect([friends.length, new Set(friends).size]).toEqual([20, 20]);
				const firstWithEdges = list.findIndex(({ relationships }) => relationships.length > 0);
				for (const later of list.slice(firstWithEdges + 1)) expect(later.facts).toEqual([]);
				for (const each of list)
					expect(
						new TextEncoder().encode(JSON.stringify([each.entities, each.facts, each.relationships])).length / 3
					).toBeLessThan(830);
			});

			test('count what is left out, and the last says neither', async () => {
				const list = await pages(1_000);
				let seen = 0;
				for (const each of list) {
					seen += each.facts.length + each.relationships.length;
					expect(each.left_out ?? 0).toBe(80 - seen);
				}
				expect(list.at(-1)).not.toHaveProperty('left_out');
				expect(list.at(-1)).not.toHaveProperty('cursor');
			});

			test('are filled: the next item would have passed the budget', async () => {
				const tokens = (value: unknown) => Math.ceil(new TextEncoder().encode(JSON.stringify(value)).length / 3);
				const items = ({ facts, relationships }: Entity) => [...facts, ...relationships];
				const list = await pages(1_000);
				for (const [i, next] of list.slice(1).entries()) {
					const page = list[i]!;
					const used = items(page).reduce((sum, item) => sum + tokens(item), tokens(page.entities));
					expect(used).toBeLessThanOrEqual(1_000);
					expect(used + tokens(items(next)[0])).toBeGreaterThan(1_000);
				}
			});

			test('go on rightly while the notebook changes', async () => {
				const first = await find('Jeff', { budget: 800 });
				await got(desk.me.end_fact({ fact_id: first.facts.at(-1)?.id ?? '' }));
				await fact(desk.me, 'Jeff', 'News that stands before the page');
				const rest = await find('Jeff', { budget: 24_000, cursor: first.cursor });
				const seen = [...contents(first.facts), ...contents(rest.facts)];
				expect(seen.sort()).toEqual([...all].sort());
			});

			test('the budget is clamped, and no part of what a cursor is good for', async () => {
				const { cursor } = await find('Jeff', { budget: 100 });
				expect((await find('Jeff', { budget: 1_000_000, cursor })).facts.length).toBeGreaterThan(20);
			});

			test.each(['not a cursor', 'e30', '😀', 'WyJ4IiwxXQ'])(
				'a cursor %j that is none is refused by name',
				async (cursor) => {
					expect(await refused(desk.me.get_entity({ name: 'Jeff', cursor }))).toMatchObject({
						code: 'invalid_parameter',
						parameter: 'cursor'
					});
				}
			);

			test('a cursor of another call is refused by name', async () => {
				await made('Kim');
				const { cursor } = await find('Jeff', { budget: 800 });
				for (const name of ['Kim', 'jeff'])
					expect(await refused(desk.me.get_entity({ name, cursor }))).toMatchObject({
						code: 'invalid_parameter',
						parameter: 'cursor'
					});
				expect(await refused(desk.me.memory_search({ query: 'Jeff', cursor }))).toMatchObject({ parameter: 'cursor' });
			});

			test('equal relations to namesakes are not lost between two pages', async () => {
				for (let i = 0; i < 12; i++)
					await relate(desk.me, 'Hub', 'holds', 'Spoke', { toEntityType: `kind ${String(i)}` });
				const seen: (string | null)[] = [];
				let cursor: string | undefined;
				do {
					const page = await find('Hub', { budget: 100, cursor });
					seen.push(...page.relationships.map(({ entity_type }) => entity_type));
					cursor = page.cursor;
				} while (cursor !== undefined);
				expect([seen.length, new Set(seen).size]).toEqual([12, 12]);
			});
		});

		test('one fact longer than the budget is cut on a whole character, with … and cut: true', async () => {
			const long = '🦊 a long story '.repeat(1_000).trim();
			await fact(desk.me, 'Jeff', long);
			await fact(desk.me, 'Jeff', 'short', { importance: 0.1 });
			const { facts, cursor } = await find('Jeff', { budget: 300 });
			expect(facts).toMatchObject([{ cut: true }]);
			const content = facts[0]?.content ?? '';
			expect(content.endsWith('…')).toBe(true);
			expect(long.startsWith(content.slice(0, -1))).toBe(true);
			expect(content.isWellFormed()).toBe(true);
			expect(new TextEncoder().encode(content).length).toBeLessThan(900);
			expect(contents((await find('Jeff', { cursor })).facts)).toEqual(['short']);
		});

		describe('[N7] channels', () => {
			let work = '';
			beforeEach(async () => {
				({ channel_id: work } = await got(desk.me.create_channel({ name: 'work' })));
				await fact(desk.me, 'Mercury', 'At home', { type: 'person' });
				await got(
					desk.me.remember({ channel_id: work, facts: [{ entity: 'Mercury', type: 'project', content: 'At work' }] })
				);
				await got(
					desk.me.remember({
						channel_id: work,
						facts: [{ entity: 'Ann', content: 'Leads it', mentions: [{ entity: 'Mercury', role: 'project' }] }]
					})
				);
			});

			test('a read over several answers with the rows of each, and items say their channel', async () => {
				const both = await find('Mercury');
				expect(both.entities.map(({ channel_id }) => channel_id).sort()).toEqual([work, 'default'].sort());
				expect(Object.fromEntries(both.facts.map(({ content, channel_id }) => [content, channel_id]))).toEqual({
					'At home': 'default',
					'At work': work,
					'Leads it': work
				});
			});

			test('narrowed to one, only its rows, and nothing of the other', async () => {
				expect(contents((await find('Mercury', { channel_id: 'default' })).facts)).toEqual(['At home']);
				expect(contents((await find('Mercury', { channel_id: work })).facts)).toEqual(['At work', 'Leads it']);
				const miss = await find('Ann', { channel_id: 'default' });
				expect(miss).toMatchObject({ found: false, facts: [], did_you_mean: [] });
			});

			test('a channel that does not exist is channel_access_denied', async () => {
				expect(await refused(desk.bot.get_entity({ name: 'Mercury', channel_id: 'nowhere' }))).toMatchObject({
					code: 'channel_access_denied',
					channel_id: 'nowhere'
				});
			});
		});

		test('[E5] a thing in the Trash is not found, nor the facts that are at home with it', async () => {
			await fact(desk.me, 'Jeff', 'Knows Acme well', { mentions: [{ entity: 'Acme', role: 'topic' }] });
			await relate(desk.me, 'Acme', 'employs', 'Jeff');
			await got(desk.me.remove_entity({ entity: 'Jeff' }));
			expect(await find('Jeff')).toMatchObject({ found: false, facts: [] });
			expect(await find('Acme')).toMatchObject({ found: true, facts: [], relationships: [] });
		});
	});
}
