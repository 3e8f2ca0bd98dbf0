/** search_relationships through the door: neighbourhoods, paths, caps, and failures that never look like "no connections". */
import { beforeEach, describe, expect, test } from 'vitest';
import type { OutputOf } from '../../src/lib/contract';
import { resultToMcp } from '../../src/lib/contract/to-mcp-result';
import { fact, got, names, openDesk, refused, relate, send, type Desk, type OpenStore } from './support';

type Graph = OutputOf<'search_relationships'>;

export function searchRelationshipsSuite(open: OpenStore): void {
	describe('search_relationships', () => {
		let desk: Desk;
		beforeEach(async () => {
			desk = await openDesk(open);
		});
		const search = (entities: string[], more: object = {}): Promise<Graph> =>
			got(desk.bot.search_relationships({ channel_id: 'default', entities, ...more }));
		/** A chain a0 → a1 → … of so many things. */
		const chain = async (count: number): Promise<void> => {
			const relations = Array.from({ length: count - 1 }, (_, i) => ({
				from: `a${String(i)}`,
				relation: 'leads to',
				to: `a${String(i + 1)}`
			}));
			await got(desk.me.remember({ relations }));
		};
		const pairs = ({ edges }: Graph): string[] =>
			edges.map(({ source, type, target }) => `${source} ${type} ${target}`).sort();

		test('since when, for the app that filters by it; agents do not pay for it', async () => {
			await relate(desk.me, 'Sarah', 'manages', 'Jeff');
			const asked = { channel_id: 'default', entities: ['Jeff'], hops: 1 };
			const [app, agent] = [await desk.me.search_relationships(asked), await desk.bot.search_relationships(asked)];
			expect(app.ok && app.value.edges[0]?.since).toMatch(/^\d{4}-\d\d-\d\dT/);
			expect(agent.ok && agent.value.edges).toHaveLength(1);
			expect(agent.ok && agent.value.edges[0]).not.toHaveProperty('since');
		});

		test('one name: its neighbourhood, whole', async () => {
			await fact(desk.me, 'Jeff', 'is tall', { type: 'person' });
			await relate(desk.bot, 'Jeff', 'works_at', 'Acme', { context: 'Jeff joined Acme in May', confidence: 0.9 });
			await relate(desk.me, 'Sarah', 'manages', 'Jeff');
			const graph = await search(['Jeff']);
			const byName = new Map(graph.nodes.map((node) => [node.name, node]));
			expect([...byName.keys()].sort()).toEqual(['Acme', 'Jeff', 'Sarah']);
			expect(byName.get('Jeff')?.type).toBe('person');
			expect(graph.edges).toHaveLength(2);
			expect(graph.edges).toContainEqual({
				source: 'Jeff',
				target: 'Acme',
				source_id: byName.get('Jeff')?.id,
				target_id: byName.get('Acme')?.id,
				type: 'works_at',
				confidence: 0.9,
				context: 'Jeff joined Acme in May'
			});
			expect(graph.entities_searched).toEqual(['Jeff']);
			expect(graph).not.toHaveProperty('unresolved');
			expect(graph).not.toHaveProperty('truncated');
			expect(graph.text).toContain('"Jeff" works_at "Acme"');
			expect(graph.text).toContain('"Sarah" manages "Jeff"');
		});

		test.each([
			[undefined, 2],
			[1, 1],
			[3, 3],
			[9, 4],
			[2.7, 2],
			[0, 1],
			[-3, 1]
		])('hops %j is %i', async (hops, steps) => {
			await chain(8);
			const graph = await search(['a0'], hops === undefined ? {} : { hops });
			expect(names(graph.nodes).sort()).toEqual(Array.from({ length: steps + 1 }, (_, i) => `a${String(i)}`));
		});

		test.each(['two', '2', Number.NaN, Number.POSITIVE_INFINITY, null, true, [2]])(
			'hops %j is no number and refused by name',
			async (hops) => {
				expect(
					await refused(send(desk.bot, 'search_relationships', { channel_id: 'default', entities: ['a0'], hops }))
				).toMatchObject({
					code: 'invalid_parameter',
					parameter: 'hops'
				});
			}
		);

		test('[E3] two names: the path between them in words, even when it is longer than hops', async () => {
			await chain(6);
			const graph = await search(['a0', 'a5'], { hops: 1 });
			expect(pairs(graph)).toEqual([
				'a0 leads to a1',
				'a1 leads to a2',
				'a2 leads to a3',
				'a3 leads to a4',
				'a4 leads to a5'
			]);
			expect(graph.text).toContain(
				'"a0" and "a5" are connected in 5 steps: "a0" leads to "a1"; "a1" leads to "a2"; "a2" leads to "a3"; "a3" leads to "a4"; "a4" leads to "a5"'
			);
		});

		test('[E3] each step is said in its own direction', async () => {
			await relate(desk.me, 'Ann', 'works at', 'Acme');
			await relate(desk.me, 'Bob', 'works at', 'Acme');
			const { text } = await search(['Ann', 'Bob'], { hops: 1 });
			expect(text).toContain('"Ann" and "Bob" are connected in 2 steps: "Ann" works at "Acme"; "Bob" works at "Acme"');
		});

		test('[E3] eight steps are found, nine are not, and the text says so', async () => {
			await chain(10);
			expect((await search(['a0', 'a8'], { hops: 1 })).text).toContain('connected in 8 steps');
			const far = await search(['a0', 'a9'], { hops: 1 });
			expect(far.edges).toHaveLength(2);
			expect(far.text).toContain('"a0" and "a9" are not connected within 8 steps');
		});

		test('three names: a path between every two', async () => {
			for (const name of ['Ann', 'Bob', 'Cid']) await relate(desk.me, name, 'knows', 'Hub');
			expect(pairs(await search(['Ann', 'Bob', 'Cid'], { hops: 1 }))).toEqual([
				'Ann knows Hub',
				'Bob knows Hub',
				'Cid knows Hub'
			]);
		});

		describe('unknown names', () => {
			test('yield an empty graph, never an error, never a stranger', async () => {
				await relate(desk.me, 'Jefferson', 'works at', 'Acme');
				const graph = await search(['Jeferson', 'Zanzibar']);
				expect(graph).toMatchObject({ nodes: [], edges: [], entities_searched: ['Jeferson', 'Zanzibar'] });
				expect(graph.unresolved).toMatchObject([
					{ name: 'Jeferson', did_you_mean: [{ name: 'Jefferson' }] },
					{ name: 'Zanzibar', did_you_mean: [] }
				]);
				expect(graph.text).toContain('Nothing is known under "Jeferson"; "Zanzibar"');
			});

			test('one known, one unknown: the neighbourhood of the known one', async () => {
				await relate(desk.me, 'Jeff', 'works at', 'Acme');
				const graph = await search(['Nobody', 'Jeff']);
				expect(pairs(graph)).toEqual(['Jeff works at Acme']);
				expect(graph.unresolved).toMatchObject([{ name: 'Nobody' }]);
				expect(graph.text).toContain('"Jeff" works at "Acme"');
				expect(graph.text).toContain('"Nobody"');
			});

			test('[N2] an ambiguous name finds nothing and lists what it could be', async () => {
				await relate(desk.me, 'mr 412', 'fixes', 'bug');
				await relate(desk.me, 'mr !412', 'adds', 'thing');
				const graph = await search(['mr-412']);
				expect(graph.nodes).toEqual([]);
				expect(graph.unresolved?.[0]?.did_you_mean.map(({ name, why }) => [name, why]).sort()).toEqual([
					['mr !412', 'ambiguous'],
					['mr 412', 'ambiguous']
				]);
			});

			test('a name of which nothing can be seen is one of them', async () => {
				expect(await search(['\u200b'])).toMatchObject({ nodes: [], edges: [], unresolved: [{ did_you_mean: [] }] });
			});
		});

		test('[N2] names are found by alias and by form', async () => {
			await relate(desk.me, 'stg_orders', 'feeds', 'Mart');
			await got(desk.me.add_alias({ entity: 'Mart', alias: 'the warehouse' }));
			expect(pairs(await search(['STG-Orders', 'The Warehouse']))).toEqual(['stg_orders feeds Mart']);
			expect((await search(['STG-Orders'])).entities_searched).toEqual(['STG-Orders']);
		});

		test('[E3] no path runs through namesakes as if they were one', async () => {
			await relate(desk.me, 'Ann', 'sings with', 'Mercury', { toEntityType: 'person' });
			await relate(desk.me, 'Bob', 'works on', 'Mercury', { toEntityType: 'project' });
			const graph = await search(['Ann', 'Bob'], { hops: 1 });
			expect(graph.text).toContain('not connected');
			expect(graph.nodes.filter(({ name }) => name === 'Mercury')).toHaveLength(2);
		});

		test('a thing without relations is a node, and the text says that there are none', async () => {
			await fact(desk.me, 'Lone', 'is alone');
			const graph = await search(['Lone']);
			expect(names(graph.nodes)).toEqual(['Lone']);
			expect(graph.text).toBe('"Lone" has no relations.');
		});

		test('one name twice is one', async () => {
			await relate(desk.me, 'Jeff', 'works at', 'Acme');
			const graph = await search(['Jeff', 'jeff']);
			expect(graph.text).toContain('Around "Jeff"');
			expect(graph.entities_searched).toEqual(['Jeff', 'jeff']);
		});

		test('entities as JSON text', async () => {
			await relate(desk.me, 'Jeff', 'works at', 'Acme');
			const graph = await got(
				send(desk.bot, 'search_relationships', { channel_id: 'default', entities: '["Jeff","Acme"]' })
			);
			expect(graph).toMatchObject({ entities_searched: ['Jeff', 'Acme'], edges: [{ type: 'works at' }] });
		});

		test('ended and retracted relations, and things in the Trash, are not in it', async () => {
			await relate(desk.me, 'Jeff', 'worked at', 'Acme');
			await relate(desk.me, 'Jeff', 'knows', 'Ann');
			await relate(desk.me, 'Jeff', 'likes', 'Bob');
			await relate(desk.me, 'Jeff', 'owns', 'Boat');
			await got(desk.me.end_relation({ fromEntity: 'Jeff', relation: 'worked at', toEntity: 'Acme' }));
			await got(desk.me.end_relation({ fromEntity: 'Jeff', relation: 'knows', toEntity: 'Ann', wrong: true }));
			await got(desk.me.remove_entity({ entity: 'Bob' }));
			expect(pairs(await search(['Jeff'], { hops: 4 }))).toEqual(['Jeff owns Boat']);
			await relate(desk.me, 'Jeff', 'knows', 'Ann');
			expect(pairs(await search(['Jeff']))).toEqual(['Jeff knows Ann', 'Jeff owns Boat']);
		});

		describe('[E4] caps', () => {
			beforeEach(async () => {
				for (let i = 0; i < 150; i += 50)
					await got(
						desk.me.remember({
							relations: Array.from({ length: 50 }, (_, j) => ({
								from: 'Hub',
								relation: 'holds',
								to: `Spoke ${String(i + j).padStart(3, '0')}`
							}))
						})
					);
			});

			test('at most 100 nodes and 300 edges for an agent, and truncated says so', async () => {
				const graph = await search(['Hub']);
				expect(graph.nodes).toHaveLength(100);
				expect(graph.edges).toHaveLength(99);
				expect(graph.truncated).toBe(true);
				expect(graph.text).toContain('the nearest only');
				expect(graph.text.length).toBeLessThanOrEqual(600);
			});

			test('every edge has both its ends; the same twice', async () => {
				const graph = await search(['Hub']);
				const ids = new Set(graph.nodes.map(({ id }) => id));
				for (const { source_id, target_id } of graph.edges)
					expect([ids.has(source_id), ids.has(target_id)]).toEqual([true, true]);
				expect(await search(['Hub'])).toEqual(graph);
			});

			test('named things and what lies on their path always stay', async () => {
				await relate(desk.me, 'Zz', 'ends at', 'Spoke 149');
				const graph = await search(['Hub', 'Zz'], { hops: 1 });
				expect(names(graph.nodes)).toEqual(expect.arrayContaining(['Hub', 'Zz', 'Spoke 149']));
				expect(graph.text).toContain(
					'"Hub" and "Zz" are connected in 2 steps: "Hub" holds "Spoke 149"; "Zz" ends at "Spoke 149"'
				);
			});

			test('the app sees more; a script as much as an agent', async () => {
				const call = { channel_id: 'default', entities: ['Hub'] };
				expect((await got(desk.me.search_relationships(call))).nodes).toHaveLength(151);
				const script = desk.door({ who: 'person', via: 'script', session: '00000000-0000-7000-8000-0000000000ff' });
				expect((await got(script.search_relationships(call))).nodes).toHaveLength(100);
			});
		});

		describe('channels', () => {
			test('[N7] only the channel that is asked', async () => {
				const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
				await relate(desk.me, 'Jeff', 'leads', 'Team', { channel_id });
				await relate(desk.me, 'Jeff', 'owns', 'Boat', { channel_id: 'default' });
				expect(pairs(await search(['Jeff']))).toEqual(['Jeff owns Boat']);
				expect(pairs(await search(['Jeff'], { channel_id }))).toEqual(['Jeff leads Team']);
				const { unresolved } = await search(['Team']);
				expect(unresolved).toEqual([{ name: 'Team', did_you_mean: [] }]);
			});

			test('must be named', async () => {
				expect(await refused(send(desk.bot, 'search_relationships', { entities: ['Jeff'] }))).toMatchObject({
					parameter: 'channel_id'
				});
			});
		});

		describe('the order of the checks', () => {
			const call = (channel_id: unknown, entities: unknown) =>
				refused(send(desk.bot, 'search_relationships', { channel_id, entities }));

			test('an agent that is switched off before all else', async () => {
				await got(desk.me.set_settings({ agents_enabled: false }));
				expect(await call('a b', [])).toMatchObject({ code: 'memory_not_enabled' });
			});

			test.each(['a b', '', 'ä', 'x'.repeat(129), 7, null])(
				'the form of channel_id %j before access',
				async (channel_id) => {
					expect(await call(channel_id, [])).toMatchObject({ code: 'invalid_parameter', parameter: 'channel_id' });
				}
			);

			test('access before empty entities', async () => {
				expect(await call('nowhere', [])).toMatchObject({ code: 'channel_access_denied', channel_id: 'nowhere' });
			});

			test('then empty entities', async () => {
				for (const entities of [[], '[]', undefined])
					expect(await call('default', entities)).toMatchObject({ code: 'invalid_parameter', parameter: 'entities' });
			});
		});

		test('a failure never looks like "no connections": over MCP it is an error that carries the empty graph', async () => {
			const failures = [
				await desk.bot.search_relationships({ channel_id: 'nowhere', entities: ['Jeff'] }),
				await desk.bot.search_relationships({ channel_id: 'default', entities: [] })
			];
			for (const [i, failure] of failures.entries()) {
				const channel_id = ['nowhere', 'default'][i];
				expect(failure.ok).toBe(false);
				const { isError, structuredContent } = resultToMcp('search_relationships', { channel_id }, failure);
				expect(isError).toBe(true);
				expect(structuredContent).toMatchObject({
					nodes: [],
					edges: [],
					channel_id,
					error: expect.any(String) as string,
					message: expect.any(String) as string,
					hint: expect.any(String) as string
				});
			}
			const none = await desk.bot.search_relationships({ channel_id: 'default', entities: ['Nobody'] });
			expect(none.ok).toBe(true);
		});

		test('a store that does not answer is storage_unavailable', async () => {
			let fails = false;
			const flaky = await openDesk(() =>
				Promise.resolve({
					...desk.store,
					read: (work) =>
						fails ? Promise.reject(new DOMException('gone', 'InvalidStateError')) : desk.store.read(work)
				})
			);
			fails = true;
			expect(await refused(flaky.me.search_relationships({ channel_id: 'default', entities: ['Jeff'] }))).toMatchObject(
				{ code: 'storage_unavailable' }
			);
		});

		test('[P4] names are quoted in the text, on one line, with no quote of their own', async () => {
			await relate(desk.me, 'A "quoted"\nname', 'says\n"so"', '<b>B</b>');
			const { text } = await search(['<b>B</b>']);
			expect(text).toContain(`"A 'quoted' name" says 'so' "<b>B</b>"`);
			expect(text).not.toContain('\n');
		});

		test('the text holds at most 600 characters, whatever the names', async () => {
			for (let i = 0; i < 12; i++)
				await relate(
					desk.me,
					`${'ä'.repeat(150)} ${String(i)}`,
					'x'.repeat(150),
					`${'ö'.repeat(150)} ${String(i + 1)}`
				);
			const many = Array.from({ length: 20 }, (_, i) => `${'ä'.repeat(150)} ${String(i)}`);
			expect((await search(many)).text.length).toBeLessThanOrEqual(600);
		});
	});
}
