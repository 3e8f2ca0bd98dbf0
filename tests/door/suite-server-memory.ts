/** The tools of the official memory server through the door: the recorded conversation with the real one, then what our rules add to it. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { isOperationName, type OutputOf } from '../../src/lib/contract';
import { resultToMcp, type McpToolResult } from '../../src/lib/contract/to-mcp-result';
import { operationToMcpTool, type McpToolAnnotations } from '../../src/lib/contract/to-mcp-tool';
import type { JsonSchema } from '../../src/lib/contract/to-json-schema';
import { toolsets } from '../../src/lib/contract/toolsets';
import { tokensOf } from '../../src/lib/notebook/paging';
import { agent } from '../support/notebooks';
import { changes, fact, got, names, openDesk, refused, relate, send, set, type Desk, type OpenStore } from './support';

interface Recorded {
	tools: { name: string; inputSchema: JsonSchema; annotations: Omit<McpToolAnnotations, 'title'> }[];
	steps: {
		name: string;
		arguments: Record<string, unknown>;
		answer: { content: { text: string }[]; structuredContent?: Record<string, unknown>; isError?: true };
	}[];
}

/** How it is made: scripts/record-memory-server.mjs. */
const official = JSON.parse(
	readFileSync(new URL('../contract/golden/official-memory-server.json', import.meta.url), 'utf8')
) as Recorded;

type Graph = OutputOf<'read_graph'>;

/** Without an order: the official server answers in that of its file, we best first. */
const unordered = (told: unknown): unknown => {
	if (typeof told !== 'object' || told === null) return told;
	const sorted = (list: unknown[]) => [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
	if (Array.isArray(told)) return sorted(told);
	return Object.fromEntries(
		Object.entries(told).map(([key, value]) => [key, Array.isArray(value) ? sorted(value) : (value as unknown)])
	);
};

/** Text that is JSON as what it says. */
const said = (text: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
};

const lines = ({ relations }: Pick<Graph, 'relations'>): string[] =>
	relations.map(({ from, relationType, to }) => `${from} ${relationType} ${to}`).sort();

export function serverMemorySuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const create = (name: string, entityType: string, ...observations: string[]) =>
		got(desk.bot.create_entities({ entities: [{ name, entityType, observations }] }));
	const add = (entityName: string, ...contents: string[]) =>
		got(desk.bot.add_observations({ observations: [{ entityName, contents }] }));
	const connect = (from: string, relationType: string, to: string) =>
		got(desk.bot.create_relations({ relations: [{ from, relationType, to }] }));
	const graph = (more: object = {}): Promise<Graph> => got(desk.bot.read_graph(more));
	const opened = (...list: string[]): Promise<Graph> => got(desk.bot.open_nodes({ names: list }));

	describe('as the official server', () => {
		test('the names in its order, each with its arguments, needed and typed alike, and its hints', () => {
			expect(toolsets['server-memory']).toEqual(official.tools.map(({ name }) => name));
			const typed = (schema: JsonSchema | undefined): unknown =>
				schema && {
					type: schema.type,
					...(schema.items && { items: typed(schema.items) }),
					...(schema.properties && {
						required: [...(schema.required ?? [])].sort(),
						properties: Object.fromEntries(Object.entries(schema.properties).map(([key, each]) => [key, typed(each)]))
					})
				};
			for (const { name, inputSchema, annotations } of official.tools) {
				if (!isOperationName(name)) throw new Error(name);
				const ours = operationToMcpTool(name);
				const properties = { ...ours.inputSchema.properties };
				// Ours besides: what pages, and nothing else that is shown.
				if (ours.annotations.readOnlyHint) delete properties.cursor;
				expect(typed({ ...ours.inputSchema, properties }), name).toEqual(typed(inputSchema));
				const { title: _title, ...hints } = ours.annotations;
				expect(hints).toEqual(annotations);
			}
		});

		test('a conversation: step by step the same answers, structured and as text', async () => {
			for (const { name, arguments: args, answer } of official.steps) {
				if (!isOperationName(name)) throw new Error(name);
				const result = resultToMcp(name, args, (await send(desk.bot, name, args)) as never);
				const [{ text } = { text: '' }] = result.content;
				const step = `${name} ${JSON.stringify(args)}`;
				expect(result.isError, step).toBe(answer.isError);
				const [told = { text: '' }] = answer.content;
				if (answer.isError) {
					expect(text).toContain(told.text);
					continue;
				}
				expect(unordered(result.structuredContent), step).toEqual(unordered(answer.structuredContent));
				expect(unordered(said(text)), step).toEqual(unordered(said(told.text)));
			}
		});

		test('a failure is an error, in words and by its code', async () => {
			const args = { observations: [{ entityName: 'Nobody', contents: ['x'] }] };
			const failure: McpToolResult = resultToMcp('add_observations', args, await desk.bot.add_observations(args));
			expect(failure).toMatchObject({
				isError: true,
				structuredContent: { error: 'not_found', message: 'Entity with name Nobody not found' }
			});
		});
	});

	describe('create_entities', () => {
		test('[N8] another spelling of a thing that is known is that thing: observations go there, and nothing is lost', async () => {
			await create('Acme Corp', 'organization', 'Makes anvils');
			expect((await create('acme-corp', 'Organization', 'Moved to Oslo')).entities).toEqual([
				{ name: 'Acme Corp', entityType: 'organization', observations: ['Moved to Oslo'] }
			]);
			expect((await graph()).entities).toEqual([
				{ name: 'Acme Corp', entityType: 'organization', observations: ['Makes anvils', 'Moved to Oslo'] }
			]);
		});

		test('[N8] of exactly that spelling it is skipped whatever its type; of another spelling and type it is another thing', async () => {
			await create('Mercury', 'person', 'Sings');
			expect((await create('Mercury', 'project', 'Is late')).entities).toEqual([]);
			expect((await create('mercury', 'project', 'Is late')).entities).toMatchObject([{ name: 'mercury' }]);
			const { entities } = await opened('Mercury');
			expect(entities.map(({ name, entityType }) => `${name} ${entityType}`)).toEqual([
				'Mercury person',
				'mercury project'
			]);
		});

		test('[E2] what is only an end of a relation is made, and stands in the graph from then on', async () => {
			await connect('Alice', 'knows', 'Bob');
			expect((await graph()).entities).toEqual([]);
			expect((await create('Bob', 'person')).entities).toEqual([
				{ name: 'Bob', entityType: 'person', observations: [] }
			]);
			expect(names((await graph()).entities)).toEqual(['Bob']);
			expect((await create('Bob', 'person')).entities).toEqual([]);
		});

		test('two of one name in a call: the second adds to the first', async () => {
			const entities = ['Likes tea', 'Likes coffee'].map((text) => ({
				name: 'Ada',
				entityType: 'person',
				observations: [text]
			}));
			expect((await got(desk.bot.create_entities({ entities }))).entities).toHaveLength(2);
			expect((await graph()).entities).toEqual([
				{ name: 'Ada', entityType: 'person', observations: ['Likes tea', 'Likes coffee'] }
			]);
		});

		test('a field that is not known is left aside in an item, and refused beside the list', async () => {
			const item = { type: 'entity', name: 'Ada', entityType: '', observations: [] };
			expect(await got(send(desk.bot, 'create_entities', { entities: [item] }))).toMatchObject({
				entities: [{ name: 'Ada', entityType: '', observations: [] }]
			});
			expect(await refused(send(desk.bot, 'create_entities', { nodes: [item] }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'nodes'
			});
		});

		test('[J1][J6] one change, told with its receipt; the same key again writes nothing', async () => {
			const args = {
				entities: [{ name: 'Ada', entityType: 'person', observations: ['a', 'b'] }],
				idempotency_key: 'k'
			};
			const first = await got(desk.bot.create_entities(args));
			expect(first).toMatchObject({ action: 'stored', created: [{ name: 'Ada', type: 'person' }] });
			expect(await changes(desk)).toBe(1);
			expect(await got(desk.bot.create_entities(args))).toEqual({ ...first, repeated: true });
			expect(await changes(desk)).toBe(1);
			await got(desk.me.undo({ change_id: first.change_id ?? '' }));
			expect((await graph()).entities).toEqual([]);
		});
	});

	describe('types', () => {
		test('come back as first written', async () => {
			await create('Ada', 'Software_System');
			await connect('Ada', 'Works At', 'Acme');
			expect((await connect('Ada', 'works_at', 'Acme')).relations).toEqual([]);
			expect((await connect('Ada', 'WORKS AT', 'Other')).relations).toEqual([
				{ from: 'Ada', to: 'Other', relationType: 'WORKS AT' }
			]);
			expect(await opened('ada')).toEqual({
				entities: [{ name: 'Ada', entityType: 'Software_System', observations: [] }],
				relations: [
					{ from: 'Ada', to: 'Acme', relationType: 'Works At' },
					{ from: 'Ada', to: 'Other', relationType: 'WORKS AT' }
				]
			});
		});

		test('[E2] no relation of a thing to itself; nothing is written', async () => {
			const relations = [
				{ from: 'Ada', relationType: 'knows', to: 'Bo' },
				{ from: 'Ada', relationType: 'is', to: 'ADA' }
			];
			expect(await refused(desk.bot.create_relations({ relations }))).toMatchObject({ parameter: 'relations[1].to' });
			expect(await changes(desk)).toBe(0);
			await fact(desk.me, 'Robert', 'Is tall');
			await fact(desk.me, 'Bob', 'Is here');
			await got(desk.me.merge_entities({ entity: 'Robert', other: 'Bob' }));
			const own = [{ from: 'Robert', relationType: 'knows', to: 'Bob' }];
			expect(await refused(desk.bot.create_relations({ relations: own }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'relations[0].to'
			});
		});
	});

	describe('add_observations', () => {
		test('[F5] what is said already is not added, nor what stands as a value', async () => {
			await create('Ada', 'person', 'Likes tea');
			await set(desk.me, 'Ada', 'role', 'engineer');
			expect((await add('ada', 'likes  TEA', 'role: engineer', 'Is tall')).results).toEqual([
				{ entityName: 'ada', addedObservations: ['Is tall'] }
			]);
			expect((await opened('Ada')).entities[0]?.observations).toEqual(['Likes tea', 'role: engineer', 'Is tall']);
		});

		test('[N4] of an unknown name near ones are told; nothing of the call is kept', async () => {
			await create('Jefferson', 'person');
			const before = await changes(desk);
			const observations = [
				{ entityName: 'Jefferson', contents: ['x'] },
				{ entityName: 'Jeferson', contents: ['y'] }
			];
			expect(await refused(desk.bot.add_observations({ observations }))).toMatchObject({
				code: 'not_found',
				did_you_mean: [{ name: 'Jefferson' }]
			});
			expect(await changes(desk)).toBe(before);
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			const elsewhere = await refused(desk.bot.add_observations({ observations: observations.slice(1), channel_id }));
			expect(elsewhere).toMatchObject({ code: 'not_found' });
			expect(elsewhere).not.toHaveProperty('did_you_mean'); // N7: of another channel
		});
	});

	describe('[P3] deleting', () => {
		test('what an agent wrote itself goes at once, and the person can take that back', async () => {
			await create('Ada', 'person', 'Likes tea', 'Is tall');
			await connect('Ada', 'knows', 'Bo');
			const before = await graph();
			const one = await got(
				desk.bot.delete_observations({ deletions: [{ entityName: 'Ada', observations: ['Likes tea'] }] })
			);
			const two = await got(
				desk.bot.delete_relations({ relations: [{ from: 'Ada', relationType: 'Knows', to: 'Bo' }] })
			);
			const three = await got(desk.bot.delete_entities({ entityNames: ['Ada'] }));
			expect([one.action, two.action, three.action]).toEqual(['removed', 'removed', 'removed']);
			expect(await graph()).toEqual({ entities: [], relations: [] });
			for (const { change_id } of [three, two, one]) await got(desk.me.undo({ change_id: change_id ?? '' }));
			expect(await graph()).toEqual(before);
		});

		test.each<[string, (at: Desk) => Promise<unknown>]>([
			['a fact', (at) => fact(at.me, 'Ada', 'Was born in Hull')],
			['a value', (at) => set(at.other, 'Ada', 'role', 'engineer')],
			['a relation from it', (at) => relate(at.me, 'Ada', 'knows', 'Bo')],
			['a relation to it', (at) => relate(at.other, 'Bo', 'knows', 'Ada')],
			['a confirmation', (at) => fact(at.me, 'Ada', 'Likes tea')],
			[
				'a fact that mentions it',
				(at) => fact(at.me, 'Bo', 'Met her', { mentions: [{ entity: 'Ada', role: 'guest' }] })
			],
			['a note that links to it', (at) => got(at.me.add_note({ text: 'About [[Ada]].' }))]
		])('an entity waits for the person when others said of it %s', async (_what, say) => {
			await create('Ada', 'person', 'Likes tea');
			await say(desk);
			const before = await changes(desk);
			const error = await refused(desk.bot.delete_entities({ entityNames: ['Ada'] }));
			expect(error).toMatchObject({ code: 'needs_confirmation', request_id: expect.any(String) as string });
			expect(await changes(desk)).toBe(before);
			expect(names((await opened('Ada')).entities)).toEqual(['Ada']);
			expect(await got(desk.me.delete_entities({ entityNames: ['Ada'] }))).toMatchObject({ action: 'removed' });
			expect((await opened('Ada')).entities).toEqual([]);
		});

		test('much at once waits too, though the agent wrote it; not of one that the person lets remove', async () => {
			const observations = Array.from({ length: 21 }, (_, i) => `Sentence ${String(i)}`);
			await create('Ada', 'person', ...observations);
			const deletions = [{ entityName: 'Ada', observations }];
			expect(await refused(desk.bot.delete_observations({ deletions }))).toMatchObject({ code: 'needs_confirmation' });
			await got(
				desk.bot.delete_observations({ deletions: [{ entityName: 'Ada', observations: observations.slice(1) }] })
			);
			await fact(desk.me, 'Ada', 'Was born in Hull');
			const trusted = desk.door({ ...agent('helper'), grant: { right: 'remove', channels: null } });
			expect(await got(trusted.delete_entities({ entityNames: ['Ada'] }))).toMatchObject({ action: 'removed' });
		});

		test('an observation and a relation of others wait; with them all of the call', async () => {
			await create('Ada', 'person', 'Likes tea');
			await fact(desk.me, 'Ada', 'Was born in Hull');
			await relate(desk.me, 'Ada', 'knows', 'Bo');
			const before = await changes(desk);
			const observations = ['Likes tea', 'Was born in Hull'];
			expect(
				await refused(desk.bot.delete_observations({ deletions: [{ entityName: 'Ada', observations }] }))
			).toMatchObject({ code: 'needs_confirmation' });
			expect(
				await refused(desk.bot.delete_relations({ relations: [{ from: 'Ada', relationType: 'knows', to: 'Bo' }] }))
			).toMatchObject({ code: 'needs_confirmation' });
			expect(await changes(desk)).toBe(before);
		});

		test('a value that is shown as an observation is emptied, and stays in history', async () => {
			await create('Ada', 'person');
			await set(desk.bot, 'Ada', 'role', 'engineer');
			await got(desk.bot.memory_set_add({ entity: 'Ada', attribute: 'langs', member: 'Norwegian' }));
			const observations = ['role: engineer', 'langs: Norwegian'];
			await got(desk.bot.delete_observations({ deletions: [{ entityName: 'Ada', observations }] }));
			expect((await opened('Ada')).entities).toEqual([{ name: 'Ada', entityType: 'person', observations: [] }]);
			expect((await got(desk.me.memory_history({ entity: 'Ada', attribute: 'role' }))).versions).toMatchObject([
				{ value: 'engineer', status: 'ended' }
			]);
		});

		test('[F6] what was deleted may be said again by whoever deleted it, without waiting', async () => {
			await create('Ada', 'person', 'Likes tea');
			await got(desk.bot.delete_observations({ deletions: [{ entityName: 'Ada', observations: ['likes tea'] }] }));
			expect((await add('Ada', 'Likes tea')).results).toEqual([
				{ entityName: 'Ada', addedObservations: ['Likes tea'] }
			]);
		});

		test('[N9] never a guess: of namesakes it is asked which, an ambiguous name lists what it could be', async () => {
			await fact(desk.me, 'Mercury', 'Sings', { type: 'person' });
			await fact(desk.me, 'Mercury', 'Is late', { type: 'project' });
			expect(await refused(desk.me.delete_entities({ entityNames: ['Mercury'] }))).toMatchObject({
				code: 'ambiguous_name',
				rows: [{ name: 'Mercury' }, { name: 'Mercury' }]
			});
			await got(desk.me.delete_observations({ deletions: [{ entityName: 'Mercury', observations: ['Sings'] }] }));
			const left = (await opened('Mercury')).entities.flatMap(({ observations }) => observations);
			expect(left).toEqual(['Is late']);
			await fact(desk.me, 'mr 412', 'x');
			await fact(desk.me, 'mr !412', 'x');
			expect(
				await refused(desk.me.delete_observations({ deletions: [{ entityName: 'mr-412', observations: ['x'] }] }))
			).toMatchObject({ code: 'ambiguous_name' });
		});
	});

	describe('reading', () => {
		test('[N6] a merged thing is one, under its primary’s name, found under either; what is written to it lands once', async () => {
			await create('Robert', 'person', 'Plays chess', 'Likes tea');
			await create('Bob', '', 'likes tea');
			await connect('Bob', 'knows', 'Ada');
			await connect('Robert', 'knows', 'Ada');
			await got(desk.me.merge_entities({ entity: 'Robert', other: 'Bob' }));
			const whole = {
				entities: [{ name: 'Robert', entityType: 'person', observations: ['Plays chess', 'Likes tea'] }],
				relations: [{ from: 'Robert', to: 'Ada', relationType: 'knows' }]
			};
			expect(await opened('bob', 'Robert')).toEqual(whole);
			expect(await got(desk.bot.search_nodes({ query: 'bob' }))).toEqual(whole);
			expect(await graph()).toEqual(whole);
			expect((await connect('Bob', 'KNOWS', 'Ada')).relations).toEqual([]);
			expect((await add('Bob', 'plays chess')).results).toEqual([{ entityName: 'Bob', addedObservations: [] }]);
			await got(
				desk.bot.delete_observations({ deletions: [{ entityName: 'Bob', observations: ['Plays chess', 'Likes tea'] }] })
			);
			await got(desk.bot.delete_relations({ relations: [{ from: 'Bob', relationType: 'knows', to: 'Ada' }] }));
			expect(await opened('Bob')).toEqual({
				entities: [{ name: 'Robert', entityType: 'person', observations: [] }],
				relations: []
			});
		});

		test('what others keep in the notebook is in it: facts and values about a thing, not what only mentions it', async () => {
			await fact(desk.me, 'Ada', 'Likes tea', { type: 'person', mentions: [{ entity: 'Bo', role: 'host' }] });
			await set(desk.me, 'Ada', 'role', 'engineer');
			await fact(desk.me, 'Bo', 'Is old');
			expect((await graph()).entities).toEqual([
				{ name: 'Ada', entityType: 'person', observations: ['Likes tea', 'role: engineer'] },
				{ name: 'Bo', entityType: '', observations: ['Is old'] }
			]);
		});

		test('search_nodes: by part of a name, another name, a type, words of observations in any order; when nothing holds all of them, what comes near', async () => {
			await create('stg_orders', 'table', 'Feeds the nightly mart');
			await create('Ada', 'person', 'Prefers strong tea');
			await got(desk.me.add_alias({ entity: 'Ada', alias: 'Countess' }));
			const search = async (query: string) => names((await got(desk.bot.search_nodes({ query }))).entities);
			expect(await search('orders')).toEqual(['stg_orders']);
			expect(await search('STG-Orders')).toEqual(['stg_orders']);
			expect(await search('tess')).toEqual(['Ada']);
			expect(await search('TABLE')).toEqual(['stg_orders']);
			expect(await search('tea prefers')).toEqual(['Ada']);
			expect(await search('ada tea')).toEqual(['Ada']);
			expect((await search('tea nightly')).sort()).toEqual(['Ada', 'stg_orders']);
			expect(await search('prefrs')).toEqual(['Ada']);
			expect(await search('zanzibar')).toEqual([]);
		});

		test('a page stays within the budget, says what is left out, and goes on until all was told once', async () => {
			const entities = Array.from({ length: 60 }, (_, i) => ({
				name: `Thing ${String(i).padStart(2, '0')}`,
				entityType: 'thing',
				observations: [`Is number ${String(i)}`, 'x'.repeat(60)]
			}));
			await got(desk.bot.create_entities({ entities }));
			for (let i = 1; i < 60; i++) await connect('Thing 00', 'before', `Thing ${String(i).padStart(2, '0')}`);
			const whole = await graph({ budget: 24_000 });
			expect(whole).not.toHaveProperty('cursor');
			const told: Pick<Graph, 'entities' | 'relations'> = { entities: [], relations: [] };
			let left = whole.entities.length + whole.relations.length;
			for (let cursor: string | undefined, pages = 0; pages < 50; pages++) {
				const page = await graph({ budget: 300, ...(cursor !== undefined && { cursor }) });
				expect(tokensOf(page.entities) + tokensOf(page.relations)).toBeLessThan(360);
				left -= page.entities.length + page.relations.length;
				expect(page.left_out ?? 0).toBe(left);
				told.entities.push(...page.entities);
				told.relations.push(...page.relations);
				({ cursor } = page);
				if (cursor === undefined) break;
			}
			expect(told).toEqual({ entities: whole.entities, relations: whole.relations });
			expect(await refused(desk.bot.read_graph({ cursor: 'nonsense' }))).toMatchObject({ parameter: 'cursor' });
		});

		test('one entity longer than the budget is cut, and says so', async () => {
			await create('Ada', 'person', ...Array.from({ length: 50 }, (_, i) => `Sentence ${String(i)} ${'y'.repeat(40)}`));
			const { entities } = await got(desk.bot.open_nodes({ names: ['Ada'], budget: 200 }));
			expect(entities).toMatchObject([{ name: 'Ada', cut: true }]);
			expect(tokensOf(entities)).toBeLessThanOrEqual(210);
			expect(entities[0]?.observations.at(-1)).toMatch(/…$/u);
		});

		test('[N7] only of the channel that is asked, in lists, at far ends and by words', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await got(
				desk.me.create_entities({
					entities: [{ name: 'Secret', entityType: 'plan', observations: ['Moves to Oslo'] }],
					channel_id
				})
			);
			await got(
				desk.me.create_relations({ relations: [{ from: 'Secret', relationType: 'needs', to: 'Money' }], channel_id })
			);
			await create('Ada', 'person', 'Moves to Hull');
			const here = { channel_id: 'default' };
			const read = await graph(here);
			expect([names(read.entities), lines(read)]).toEqual([['Ada'], []]);
			expect(await got(desk.bot.open_nodes({ names: ['Secret'], ...here }))).toEqual({ entities: [], relations: [] });
			expect(names((await got(desk.bot.search_nodes({ query: 'moves', ...here }))).entities)).toEqual(['Ada']);
			expect((await got(desk.bot.search_nodes({ query: 'plan', ...here }))).entities).toEqual([]);
			expect(lines(await graph({ channel_id }))).toEqual(['Secret needs Money']);
			const granted = (...channels: string[]) =>
				desk.door({ ...agent('helper'), grant: { right: 'write', channels: new Set(channels) } });
			const narrow = granted('default');
			const told = [
				await got(narrow.read_graph({})),
				await got(narrow.open_nodes({ names: ['Secret', 'Money', 'Ada'] })),
				await got(narrow.search_nodes({ query: 'moves' })),
				await got(narrow.search_nodes({ query: 'secret' }))
			];
			expect(told.map(({ entities }) => names(entities))).toEqual([['Ada'], ['Ada'], ['Ada'], []]);
			expect(told.flatMap(lines)).toEqual([]);
			expect(names((await got(granted('default', channel_id).read_graph({}))).entities).sort()).toEqual([
				'Ada',
				'Secret'
			]);
			expect(await refused(narrow.read_graph({ channel_id }))).toMatchObject({ code: 'channel_access_denied' });
			const observations = [{ entityName: 'Secret', contents: ['x'] }];
			expect(await refused(narrow.add_observations({ observations }))).toMatchObject({
				code: 'not_found',
				message: 'Entity with name Secret not found'
			});
		});

		test('[E5] what is in the Trash is at no end', async () => {
			await create('Ada', 'person');
			await connect('Ada', 'knows', 'Bo');
			await got(desk.me.remove_entity({ entity: 'Bo' }));
			expect((await graph()).relations).toEqual([]);
			expect((await opened('Ada')).relations).toEqual([]);
		});
	});

	test('agents that are switched off get the reason, whichever tool they call', async () => {
		await got(desk.me.set_settings({ agents_enabled: false }));
		const bot = desk.door(agent('helper'));
		for (const name of toolsets['server-memory'])
			expect(await refused(send(bot, name, {})), name).toMatchObject({ code: 'memory_not_enabled' });
	});
}
