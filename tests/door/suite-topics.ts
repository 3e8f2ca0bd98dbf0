/** find_experts and trace_decision_history through the door. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { OutputOf } from '../../src/lib/contract';
import { resultToMcp } from '../../src/lib/contract/to-mcp-result';
import { tokensOf } from '../../src/lib/notebook/paging';
import { agent } from '../support/notebooks';
import { DAY, fact, got, openDesk, refused, relate, send, set, type Desk, type OpenStore } from './support';

export function topicsSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const person = (name: string, content: string, ...named: string[]) =>
		fact(desk.me, name, content, {
			type: 'person',
			mentions: named.map((entity) => ({ entity, role: 'topic' }))
		});

	describe('find_experts', () => {
		type Found = OutputOf<'find_experts'>;
		const find = (topic: string, more: object = {}): Promise<Found> =>
			got(desk.bot.find_experts({ channel_id: 'default', topic, ...more }));
		const scores = ({ experts }: Found): unknown[] =>
			experts.map(({ name, expertise_score, fact_count }) => [name, expertise_score, fact_count]);

		test('people by the number of facts and relations that tie them to a thing, with what else they have to do with', async () => {
			await person('Ada', 'Runs the cluster', 'Kafka', 'Zookeeper');
			await person('Ada', 'Tuned the brokers', 'Kafka');
			await relate(desk.me, 'Ada', 'maintains', 'Kafka');
			await relate(desk.me, 'Ada', 'knows', 'Bo', { toEntityType: 'person' });
			await relate(desk.me, 'Bo', 'uses', 'Kafka');
			await relate(desk.me, 'Acme', 'pays for', 'Kafka', { fromEntityType: 'company' });
			await fact(desk.me, 'Kafka', 'Was brought in', { mentions: [{ entity: 'Bo', role: 'sponsor' }] });
			const found = await find('kafka');
			expect(found).toEqual({
				experts: [
					{ name: 'Ada', expertise_score: 3, fact_count: 2, top_topics: ['Kafka', 'Zookeeper'] },
					{ name: 'Bo', expertise_score: 2, fact_count: 1, top_topics: ['Kafka'] }
				]
			});
		});

		test('[F3] only what is current counts; a person is by type key', async () => {
			await fact(desk.me, 'Ada', 'Ran it', { type: 'Person', mentions: [{ entity: 'Kafka', role: 'topic' }] });
			const over = await person('Bo', 'Ran it too', 'Kafka');
			await relate(desk.me, 'Bo', 'owns', 'Kafka');
			await got(desk.me.retract_fact({ fact_id: over }));
			await got(desk.me.end_relation({ fromEntity: 'Bo', relation: 'owns', toEntity: 'Kafka' }));
			expect(scores(await find('Kafka'))).toEqual([['Ada', 1, 1]]);
		});

		test('a topic that is no thing, or to which nobody is tied, is words', async () => {
			await person('Ada', 'Wrote the query planner');
			await person('Ada', 'Explains the planner to new people');
			await set(desk.me, 'Bo', 'work', 'planner tests');
			await got(desk.me.set_entity({ entity: 'Bo', new_type: 'person' }));
			await fact(desk.me, 'Acme', 'Sells a planner', { type: 'company' });
			expect(scores(await find('planner'))).toEqual([
				['Ada', 2, 2],
				['Bo', 1, 1]
			]);
			await fact(desk.me, 'Planner', 'Is a thing of its own', { type: 'system' });
			expect(scores(await find('planner'))).toEqual([
				['Ada', 2, 2],
				['Bo', 1, 1]
			]);
		});

		test('[N4] nobody: a miss is an answer, with near names when the topic is no thing', async () => {
			await fact(desk.me, 'Kafka', 'Is a log');
			expect(await find('Kafka')).toEqual({ experts: [] });
			expect(await find('Kafcka')).toMatchObject({ experts: [], did_you_mean: [{ name: 'Kafka' }] });
		});

		test('[N6] a merged person is one, under the primary’s name, each tie once; a merged topic is one', async () => {
			await person('Robert', 'Runs Kafka', 'Kafka');
			await person('Robert', 'Runs Apache', 'Apache Kafka');
			await person('Bob', 'runs  kafka', 'Kafka');
			await relate(desk.me, 'Bob', 'maintains', 'Kafka');
			await relate(desk.me, 'Robert', 'maintains', 'Apache Kafka');
			await got(desk.me.merge_entities({ entity: 'Robert', other: 'Bob' }));
			await got(desk.me.merge_entities({ entity: 'Kafka', other: 'Apache Kafka' }));
			expect(scores(await find('apache kafka'))).toEqual([['Robert', 3, 2]]);
			expect((await find('Kafka')).experts[0]?.top_topics).toHaveLength(1);
		});

		test('a person is no expert on itself', async () => {
			await person('Ada', 'Is tall');
			await relate(desk.me, 'Bo', 'knows', 'Ada', { fromEntityType: 'person' });
			expect(scores(await find('Ada'))).toEqual([['Bo', 1, 0]]);
		});

		test('limit, cursor and budget', async () => {
			for (let i = 0; i < 8; i++)
				await relate(desk.me, `Person ${String(i)}`, 'knows about', 'Kafka', { fromEntityType: 'person' });
			const five = await find('Kafka');
			expect([five.experts.length, five.left_out]).toEqual([5, 3]);
			const rest = await find('Kafka', { cursor: five.cursor });
			expect(rest.experts.map(({ name }) => name)).toEqual(['Person 5', 'Person 6', 'Person 7']);
			expect(rest.experts[0]?.top_topics).toEqual(['Kafka']);
			expect(rest).not.toHaveProperty('cursor');
			expect((await find('Kafka', { limit: 99 })).experts).toHaveLength(8);
			expect((await find('Kafka', { limit: 0 })).experts).toHaveLength(1);
			const small = await find('Kafka', { budget: 100 });
			expect(tokensOf(small.experts)).toBeLessThanOrEqual(110);
			expect(small.left_out).toBe(8 - small.experts.length);
		});

		test('[N7] of that channel only, by thing and by words', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await relate(desk.me, 'Ada', 'maintains', 'Kafka', { fromEntityType: 'person', channel_id });
			await got(desk.me.remember({ facts: [{ entity: 'Ada', type: 'person', content: 'Plans sprints' }], channel_id }));
			expect((await find('Kafka')).experts).toEqual([]);
			expect((await find('sprints')).experts).toEqual([]);
			expect(scores(await find('Kafka', { channel_id }))).toEqual([['Ada', 1, 0]]);
			expect(scores(await find('sprints', { channel_id }))).toEqual([['Ada', 1, 1]]);
			const narrow = desk.door({ ...agent('helper'), grant: { right: 'read', channels: new Set(['default']) } });
			for (const operation of ['find_experts', 'trace_decision_history', 'get_wiki_graph'] as const)
				expect(
					await refused(send(narrow, operation, { channel_id, ...(operation !== 'get_wiki_graph' && { topic: 'x' }) }))
				).toMatchObject({ code: 'channel_access_denied', channel_id });
		});
	});

	describe('trace_decision_history', () => {
		type Traced = OutputOf<'trace_decision_history'>;
		const trace = (topic: string, more: object = {}): Promise<Traced> =>
			got(desk.bot.trace_decision_history({ channel_id: 'default', topic, ...more }));
		const steps = ({ decisions }: Traced): string[] =>
			decisions.map((each) => `${String(each.position)} ${each.entity} → ${each.superseded_by}`);

		test('replaced facts, versions of values and supersedes, oldest first, numbered', async () => {
			const old = await fact(desk.me, 'Phoenix', 'Ships in May');
			await set(desk.me, 'Phoenix', 'database', 'MySQL');
			desk.env.at += DAY;
			await set(desk.me, 'Phoenix', 'database', 'Postgres', { confidence: 0.9 });
			desk.env.at += DAY;
			const at = new Date(desk.env.at).toISOString().slice(0, 10);
			await got(desk.me.replace_fact({ fact_id: old, content: 'Ships in June', confidence: 0.8 }));
			desk.env.at += DAY;
			await relate(desk.me, 'Phoenix 2', 'Supersedes', 'Phoenix', { context: 'rewritten', confidence: 0.7 });
			const { decisions } = await trace('phoenix');
			expect(decisions).toMatchObject([
				{
					entity: 'database: MySQL',
					superseded_by: 'database: Postgres',
					relationship: 'superseded',
					confidence: 0.9,
					context: 'Phoenix',
					position: 1
				},
				{
					entity: 'Ships in May',
					superseded_by: 'Ships in June',
					relationship: 'replaced',
					confidence: 0.8,
					context: 'Phoenix',
					position: 2,
					at: expect.stringContaining(at) as string
				},
				{
					entity: 'Phoenix',
					superseded_by: 'Phoenix 2',
					relationship: 'Supersedes',
					confidence: 0.7,
					context: 'rewritten',
					position: 3
				}
			]);
			expect(decisions.map((each) => each.at)).toEqual(decisions.map((each) => each.at).sort());
		});

		test('a chain is told whole from any of its links, in its order even when all was told at once; a ring ends', async () => {
			await got(
				desk.me.remember({
					relations: [
						{ from: 'v3', relation: 'supersedes', to: 'v2' },
						{ from: 'v2', relation: 'supersedes', to: 'v1' },
						{ from: 'v4', relation: 'supersedes', to: 'v3' }
					]
				})
			);
			for (const name of ['v1', 'v2', 'v4'])
				expect(steps(await trace(name))).toEqual(['1 v1 → v2', '2 v2 → v3', '3 v3 → v4']);
			await relate(desk.me, 'v1', 'supersedes', 'v4');
			expect(steps(await trace('v1'))).toHaveLength(4);
		});

		test('what stands where the fact went: elsewhere, and replaced again', async () => {
			const first = await fact(desk.me, 'Ada', 'Leads the team');
			const second = await fact(desk.me, 'Bo', 'Leads the team now', { replaces: first });
			await got(desk.me.replace_fact({ fact_id: second, content: 'Leads two teams' }));
			expect(steps(await trace('Ada'))).toEqual(['1 Leads the team → Leads the team now']);
			expect(steps(await trace('Bo'))).toEqual(['1 Leads the team now → Leads two teams']);
		});

		test('[J4] what was undone decided nothing', async () => {
			await set(desk.me, 'Phoenix', 'database', 'MySQL');
			const { change_id } = await set(desk.me, 'Phoenix', 'database', 'Postgres');
			expect(steps(await trace('Phoenix'))).toHaveLength(1);
			await got(desk.me.undo({ change_id: change_id ?? '' }));
			expect(await trace('Phoenix')).toEqual({ decisions: [] });
		});

		test('a topic that is no thing is words: of values and facts that stand, what they took the place of', async () => {
			await set(desk.me, 'Phoenix', 'database', 'MySQL');
			await set(desk.me, 'Phoenix', 'database', 'Postgres');
			const one = await fact(desk.me, 'Ada', 'The database lives in Hull');
			const two = await got(desk.me.replace_fact({ fact_id: one, content: 'The database lives in Oslo' }));
			await got(desk.me.replace_fact({ fact_id: two.fact_id ?? '', content: 'The database lives in Bergen' }));
			expect(steps(await trace('database'))).toEqual([
				'1 database: MySQL → database: Postgres',
				'2 The database lives in Hull → The database lives in Oslo',
				'3 The database lives in Oslo → The database lives in Bergen'
			]);
			expect(await trace('zanzibar')).toEqual({ decisions: [], did_you_mean: [] });
		});

		test('[N6] a merged thing is one: values of the whole, its primary’s name, its own relation not shown', async () => {
			await set(desk.me, 'Phoenix', 'database', 'MySQL');
			await set(desk.me, 'Phoenix', 'database', 'Postgres');
			await fact(desk.me, 'Phoenix', 'Is big');
			await relate(desk.me, 'Phoenix', 'supersedes', 'Griffin');
			await relate(desk.me, 'The Phoenix', 'supersedes', 'Griffin');
			await relate(desk.me, 'The Phoenix', 'supersedes', 'Phoenix');
			await got(desk.me.merge_entities({ entity: 'Phoenix', other: 'The Phoenix' }));
			expect(steps(await trace('the phoenix'))).toEqual([
				'1 database: MySQL → database: Postgres',
				'2 Griffin → Phoenix'
			]);
		});

		test('cursor and budget; one longer than the budget is cut', async () => {
			for (let i = 0; i < 12; i++) await set(desk.me, 'Phoenix', 'database', `Database ${String(i)}`);
			const whole = await trace('Phoenix');
			expect(whole.decisions).toHaveLength(11);
			const told: Traced['decisions'] = [];
			for (let cursor: string | undefined; told.length < 11;) {
				const page = await trace('Phoenix', { budget: 200, ...(cursor !== undefined && { cursor }) });
				expect(tokensOf(page.decisions)).toBeLessThanOrEqual(210);
				told.push(...page.decisions);
				expect(page.left_out ?? 0).toBe(11 - told.length);
				({ cursor } = page);
			}
			expect(told).toEqual(whole.decisions);
			await set(desk.me, 'Long', 'text', 'a'.repeat(3_000));
			await set(desk.me, 'Long', 'text', 'b'.repeat(3_000));
			const { decisions } = await trace('Long', { budget: 300 });
			expect(decisions).toMatchObject([{ cut: true, entity: expect.stringMatching(/…$/u) as string }]);
			expect(tokensOf(decisions)).toBeLessThanOrEqual(310);
		});

		test('[N7] of that channel only', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			for (const value of ['MySQL', 'Postgres']) await set(desk.me, 'Phoenix', 'database', value, { channel_id });
			expect((await trace('Phoenix')).decisions).toEqual([]);
			expect((await trace('database')).decisions).toEqual([]);
			expect(steps(await trace('Phoenix', { channel_id }))).toHaveLength(1);
		});
	});

	test.each([
		['find_experts', { experts: [] }],
		['trace_decision_history', { decisions: [] }]
	] as const)('a failure of %s never looks like "nothing found"', async (operation, empty) => {
		const args = { channel_id: 'nowhere', topic: 'x' };
		const failure = await send(desk.bot, operation, args);
		expect(resultToMcp(operation, args, failure as never)).toMatchObject({
			isError: true,
			structuredContent: { ...empty, channel_id: 'nowhere', error: 'channel_access_denied' }
		});
		expect(await refused(send(desk.bot, operation, { topic: 'x' }))).toMatchObject({ parameter: 'channel_id' });
		expect(await refused(send(desk.bot, operation, { channel_id: 'default' }))).toMatchObject({ parameter: 'topic' });
	});
}
