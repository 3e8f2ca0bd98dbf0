/** get_entity_context through the door: both shapes to the byte, both misses to the letter. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { OutputOf } from '../../src/lib/contract';
import { cjkMarkdownFile, duplicatesFile, inlineRelationsFile, objectObservationsFile } from '../support/memory-files';
import { fact, got, openDesk, changes, refused, relate, send, set, type Desk, type OpenStore } from './support';

type Context = OutputOf<'get_entity_context'>;
type Compact = Extract<Context, { ok: true }>;
type Verbose = Extract<Context, { found: true }>;

/** The example of the design notes, told as it would have been: the newest observation is the first of the answer. */
export async function tellOfJeff({ bot }: Desk): Promise<void> {
	const type = 'person';
	await fact(bot, 'Jeff', 'uses TypeScript for most projects', { type });
	await fact(bot, 'Jeff', 'prefers dark mode in IDEs', { type, source: 'chat' });
	await relate(bot, 'Jeff', 'works_at', 'Acme Corp', { toEntityType: 'organization', strength: 0.9 });
	await relate(bot, 'Jeff', 'prefers', 'TypeScript');
	await relate(bot, 'Sarah', 'manages', 'Jeff', { fromEntityType: 'person' });
}

export const jeffCompact =
	'{"ok":true,"n":"Jeff","t":"person","o":["prefers dark mode in IDEs","uses TypeScript for most projects"],"r":{"out":[{"rel":"works_at","to":"Acme Corp"},{"rel":"prefers","to":"TypeScript"}],"in":[{"rel":"manages","from":"Sarah"}]}}';

export function entityContextSuite(open: OpenStore): void {
	describe('get_entity_context', () => {
		let desk: Desk;
		beforeEach(async () => {
			desk = await openDesk(open);
		});
		const context = (entityName: string, more: object = {}): Promise<Context> =>
			got(desk.bot.get_entity_context({ entityName, ...more }));
		const compact = async (entityName: string, more: object = {}): Promise<Compact> => {
			const answer = await context(entityName, more);
			if (!('ok' in answer) || !answer.ok) throw new Error(`no compact answer: ${JSON.stringify(answer)}`);
			return answer;
		};
		const beVerbose = () => got(desk.me.set_settings({ compact_responses: false }));
		const verbose = async (entityName: string, more: object = {}): Promise<Verbose> => {
			const answer = await context(entityName, more);
			if (!('found' in answer) || !answer.found) throw new Error(`no verbose answer: ${JSON.stringify(answer)}`);
			return answer;
		};

		test('the compact answer about Jeff, byte for byte', async () => {
			await tellOfJeff(desk);
			expect(JSON.stringify(await context('Jeff'))).toBe(jeffCompact);
		});

		test('the verbose answer about Jeff', async () => {
			await tellOfJeff(desk);
			await got(desk.me.set_entity({ entity: 'Jeff', description: 'A designer who codes' }));
			await beVerbose();
			const { entity, facts } = await got(desk.bot.get_entity({ name: 'Jeff' }));
			const [dark, typescript] = facts;
			expect(await context('Jeff')).toStrictEqual({
				found: true,
				entity: { id: entity?.id, name: 'Jeff', type: 'person', description: 'A designer who codes' },
				observations: [
					{
						id: dark?.id,
						content: 'prefers dark mode in IDEs',
						source: 'chat',
						confidence: 0.8,
						created_at: dark?.created_at
					},
					{
						id: typescript?.id,
						content: 'uses TypeScript for most projects',
						source: null,
						confidence: 0.8,
						created_at: typescript?.created_at
					}
				],
				relations: {
					outgoing: [
						{ relation_type: 'works_at', to_entity: 'Acme Corp', to_entity_type: 'organization', strength: 0.9 },
						{ relation_type: 'prefers', to_entity: 'TypeScript', to_entity_type: null, strength: null }
					],
					incoming: [{ relation_type: 'manages', from_entity: 'Sarah', from_entity_type: 'person', strength: null }]
				}
			});
		});

		test('the compact answers take at least 40 % fewer tokens than the verbose ones', async () => {
			const bytes = async (): Promise<number> => {
				const { entities } = await got(desk.me.list_entities({ limit: 500 }));
				const answers = await Promise.all(entities.map(({ name }) => context(name)));
				return new TextEncoder().encode(answers.map((answer) => JSON.stringify(answer)).join('')).length;
			};
			for (const source of [duplicatesFile(), objectObservationsFile(), cjkMarkdownFile(), inlineRelationsFile()]) {
				const { preview_id } = await got(desk.me.import_preview({ source }));
				await got(desk.me.import_run({ preview_id }));
			}
			const short = await bytes();
			await beVerbose();
			expect(short / (await bytes())).toBeLessThan(0.6);
		});

		test('times are ISO 8601 UTC', async () => {
			await tellOfJeff(desk);
			await beVerbose();
			for (const { created_at } of (await verbose('Jeff')).observations)
				expect(new Date(created_at).toISOString()).toBe(created_at);
		});

		test('the misses, to the letter, without candidates', async () => {
			await tellOfJeff(desk);
			expect(JSON.stringify(await context('Jef'))).toBe('{"ok":false}');
			await beVerbose();
			expect(JSON.stringify(await context('Unknown Person'))).toBe(
				'{"found":false,"message":"No entity found with name: Unknown Person"}'
			);
		});

		test('a name of which nothing can be seen is a plain miss', async () => {
			expect(await context('\u200b\u2060')).toEqual({ ok: false });
		});

		test.each(['', '   ', 'x'.repeat(201)])('[L1] entityName of 1 to 200 characters, not %j', async (entityName) => {
			const error = await refused(desk.bot.get_entity_context({ entityName }));
			expect(error).toMatchObject({ code: 'invalid_parameter', parameter: 'entityName' });
			expect(error.message).toContain('entityName');
		});

		test('[L1] 200 characters outside the BMP are 200', async () => {
			const name = '😀'.repeat(200);
			await fact(desk.me, name, 'smiles');
			expect(await context(name)).toMatchObject({ ok: true, n: name });
		});

		test('nothing known but a row: empty lists, not a miss', async () => {
			await relate(desk.me, 'Jeff', 'knows', 'Ann');
			expect(JSON.stringify(await context('Ann'))).toBe(
				'{"ok":true,"n":"Ann","t":null,"o":[],"r":{"out":[],"in":[{"rel":"knows","from":"Jeff"}]}}'
			);
			await fact(desk.me, 'Lone', 'is alone');
			expect((await compact('Lone')).r).toEqual({ out: [], in: [] });
		});

		test('includeRelated false: no relations asked, r and relations absent', async () => {
			await tellOfJeff(desk);
			expect(JSON.stringify(await context('Jeff', { includeRelated: false }))).toBe(
				'{"ok":true,"n":"Jeff","t":"person","o":["prefers dark mode in IDEs","uses TypeScript for most projects"]}'
			);
			await beVerbose();
			expect(await context('Jeff', { includeRelated: false })).not.toHaveProperty('relations');
		});

		test('observations are newest first, values among them; mentions are none', async () => {
			await fact(desk.me, 'Jeff', 'first');
			await set(desk.me, 'Jeff', 'role', 'designer');
			await fact(desk.me, 'Jeff', 'third');
			await fact(desk.me, 'Sarah', 'Manages Jeff', { mentions: [{ entity: 'Jeff', role: 'report' }] });
			await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member: 'French' }));
			expect((await compact('Jeff')).o).toEqual(['languages: French', 'third', 'role: designer', 'first']);
		});

		test('of one time, the later one of a call is the newer', async () => {
			const now = desk.env.at;
			desk.env.now = () => now;
			await got(desk.me.remember({ facts: ['one', 'two', 'three'].map((content) => ({ entity: 'Jeff', content })) }));
			expect((await compact('Jeff')).o).toEqual(['three', 'two', 'one']);
		});

		test('of one file, the later line is the newer', async () => {
			const line = { type: 'entity', name: 'Jeff', entityType: 'person', observations: ['one', 'two', 'three'] };
			const { preview_id } = await got(desk.me.import_preview({ source: JSON.stringify(line) }));
			await got(desk.me.import_run({ preview_id }));
			expect((await compact('Jeff')).o).toEqual(['three', 'two', 'one']);
		});

		test('[F3] expired, ended, retracted and replaced ones are hidden, and not counted', async () => {
			await fact(desk.me, 'Jeff', 'was on leave', { valid_until: '2020-01-01' });
			await fact(desk.me, 'Jeff', 'is on leave', { valid_until: '2026-01-15' });
			await got(desk.me.end_fact({ fact_id: await fact(desk.me, 'Jeff', 'lived in Bonn') }));
			await got(desk.me.retract_fact({ fact_id: await fact(desk.me, 'Jeff', 'is a pilot') }));
			expect((await compact('Jeff')).o).toEqual(['is on leave']);
			expect(await compact('Jeff', { maxObs: 1 })).not.toHaveProperty('more');
			desk.env.at = Date.UTC(2026, 0, 15);
			expect((await compact('Jeff')).o).toEqual([]);
		});

		describe('maxObs', () => {
			beforeEach(async () => {
				for (let i = 0; i < 130; i += 26)
					await got(
						desk.me.remember({
							facts: Array.from({ length: 26 }, (_, j) => ({ entity: 'Jeff', content: `observation ${String(i + j)}` }))
						})
					);
			});

			test('is clamped to 1–100, 20 when absent, and more counts what is left out', async () => {
				const cases: [number | undefined, number][] = [
					[undefined, 20],
					[7, 7],
					[0, 1],
					[-5, 1],
					[1.9, 1],
					[1_000, 100]
				];
				for (const [maxObs, shown] of cases) {
					const { o, more } = await compact('Jeff', maxObs === undefined ? {} : { maxObs });
					expect([maxObs, o.length, more]).toEqual([maxObs, shown, 130 - shown]);
					expect(o[0]).toBe('observation 129');
				}
			});

			test('verbose: hasMore and totalObservations, only when some are left out', async () => {
				await beVerbose();
				expect(await verbose('Jeff', { maxObs: 3 })).toMatchObject({ hasMore: true, totalObservations: 130 });
				await fact(desk.me, 'Kim', 'one');
				const kim = await verbose('Kim');
				expect(kim).not.toHaveProperty('hasMore');
				expect(kim).not.toHaveProperty('totalObservations');
			});

			test('what is no number is refused by name', async () => {
				for (const maxObs of ['20', true, Number.NaN, Number.POSITIVE_INFINITY, [20]])
					expect(await refused(send(desk.bot, 'get_entity_context', { entityName: 'Jeff', maxObs }))).toMatchObject({
						code: 'invalid_parameter',
						parameter: 'maxObs'
					});
			});
		});

		test('[N6] equal edges of namesakes show once; labels as first written', async () => {
			await fact(desk.me, 'Aurora', 'a', { type: 'system' });
			await fact(desk.me, 'Aurora', 'b', { type: 'project' });
			await relate(desk.me, 'Aurora', 'Depends On', 'Postgres', { fromEntityType: 'system' });
			await relate(desk.me, 'Aurora', 'depends_on', 'Postgres', { fromEntityType: 'project' });
			await relate(desk.me, 'Aurora', 'DEPENDS-ON', 'Postgres', { fromEntityType: 'system' });
			expect((await compact('Aurora')).r?.out).toEqual([{ rel: 'Depends On', to: 'Postgres' }]);
		});

		test("[N3] n and t are the primary's, observations those of all namesakes", async () => {
			await fact(desk.me, 'mercury', 'sang', { type: 'person' });
			await fact(desk.me, 'Mercury', 'ships', { type: 'project' });
			await fact(desk.me, 'Mercury', 'costs', { type: 'project' });
			expect(await compact('MERCURY')).toMatchObject({ n: 'Mercury', t: 'project', o: ['costs', 'ships', 'sang'] });
			expect(await compact('MERCURY', { type: 'person' })).toMatchObject({ n: 'mercury', t: 'person', o: ['sang'] });
		});

		test('[E5] relations to things in the Trash are hidden', async () => {
			await tellOfJeff(desk);
			await got(desk.me.remove_entity({ entity: 'Acme Corp' }));
			await got(desk.me.remove_entity({ entity: 'Sarah' }));
			expect((await compact('Jeff')).r).toEqual({ out: [{ rel: 'prefers', to: 'TypeScript' }], in: [] });
		});

		describe('[N10] the person', () => {
			test.each(['User', 'the user', 'me', 'I', 'USER'])(
				'"%s" is a plain miss before the first write, and reading makes nothing',
				async (name) => {
					expect(JSON.stringify(await context(name))).toBe('{"ok":false}');
					expect(await changes(desk)).toBe(0);
				}
			);

			test.each(['User', 'the user', 'me', 'I'])(
				'a first write to "%s" makes the one that answers to all four',
				async (first) => {
					await fact(desk.bot, first, 'prefers short answers');
					for (const name of ['User', 'the user', 'The User', 'me', 'I', 'user'])
						expect(await context(name)).toMatchObject({
							ok: true,
							n: 'User',
							t: 'person',
							o: ['prefers short answers']
						});
					expect((await got(desk.me.list_entities({}))).total).toBe(1);
				}
			);

			test('a relation or a value to it makes it too', async () => {
				await relate(desk.bot, 'Sarah', 'manages', 'the user');
				await set(desk.bot, 'me', 'city', 'Bergen');
				expect(await context('User')).toMatchObject({
					n: 'User',
					o: ['city: Bergen'],
					r: { out: [], in: [{ rel: 'manages', from: 'Sarah' }] }
				});
			});

			test('introduced, it answers to the name as well, and shows it', async () => {
				await fact(desk.bot, 'User', 'prefers short answers');
				await got(desk.me.introduce_person({ name: 'Robin' }));
				for (const name of ['User', 'me', 'I', 'the user', 'Robin', 'robin'])
					expect(await context(name)).toMatchObject({ n: 'Robin', t: 'person', o: ['prefers short answers'] });
			});

			test('introduced before anything was written', async () => {
				await got(desk.me.introduce_person({ name: 'Robin' }));
				await fact(desk.bot, 'me', 'rows on Sundays');
				expect(await context('Robin')).toMatchObject({ n: 'Robin', o: ['rows on Sundays'] });
				expect((await got(desk.me.list_entities({}))).total).toBe(1);
			});

			test('introduced under a name that is known already: that thing is the person', async () => {
				await fact(desk.bot, 'Robin', 'likes tea', { type: 'person' });
				await got(desk.me.introduce_person({ name: 'Robin' }));
				expect(await context('User')).toMatchObject({ n: 'Robin', o: ['likes tea'] });
			});

			test('a type given at the first write is its type, and there is still one', async () => {
				await fact(desk.bot, 'User', 'is a pilot', { type: 'pilot' });
				await fact(desk.bot, 'me', 'is tall');
				expect(await context('I')).toMatchObject({ t: 'pilot', o: ['is tall', 'is a pilot'] });
			});

			test('whatever type a later call gives, it is one and keeps its own', async () => {
				await fact(desk.bot, 'User', 'is tall');
				await fact(desk.bot, 'User', 'is kind', { type: 'human' });
				await fact(desk.bot, 'me', 'is tired', { type: 'user' });
				expect(await context('I')).toMatchObject({ n: 'User', t: 'person', o: ['is tired', 'is kind', 'is tall'] });
				expect((await got(desk.me.list_entities({}))).total).toBe(1);
			});

			test('an imported "User" is the person from the first write to any of the names', async () => {
				const line = { type: 'entity', name: 'User', entityType: 'person', observations: ['rows on Sundays'] };
				const { preview_id } = await got(desk.me.import_preview({ source: JSON.stringify(line) }));
				await got(desk.me.import_run({ preview_id }));
				expect(await context('User')).toMatchObject({ o: ['rows on Sundays'] });
				await fact(desk.bot, 'me', 'is tall');
				for (const name of ['User', 'the user', 'me', 'I'])
					expect(await context(name)).toMatchObject({ n: 'User', o: ['is tall', 'rows on Sundays'] });
				expect((await got(desk.me.list_entities({}))).total).toBe(1);
			});

			test('the person stays in the default channel when another is open in the app', async () => {
				const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
				await got(desk.me.set_settings({ home_channel: channel_id }));
				await fact(desk.me, 'me', 'works late');
				const { entity } = await got(desk.me.get_entity({ name: 'User' }));
				expect(entity).toMatchObject({ name: 'User', channel_id: 'default' });
			});
		});

		test('memory switched off: memory_not_enabled for agents, not for the person', async () => {
			await tellOfJeff(desk);
			await got(desk.me.set_settings({ agents_enabled: false }));
			expect(await refused(desk.bot.get_entity_context({ entityName: 'Jeff' }))).toMatchObject({
				code: 'memory_not_enabled'
			});
			expect(await got(desk.me.get_entity_context({ entityName: 'Jeff' }))).toMatchObject({ ok: true });
			await got(desk.me.set_settings({ agents_enabled: true }));
			expect(await context('Jeff')).toMatchObject({ ok: true });
		});

		test('storage that does not answer: storage_unavailable with what to do', async () => {
			await tellOfJeff(desk);
			const broken: Desk['store'] = {
				...desk.store,
				read: () => Promise.reject(new DOMException('The connection is gone', 'InvalidStateError'))
			};
			const failing = await openDesk(() => Promise.resolve({ ...desk.store }));
			expect(await got(failing.me.get_entity_context({ entityName: 'Jeff' }))).toMatchObject({ ok: true });
			let fails = false;
			const flaky = await openDesk(() =>
				Promise.resolve({ ...desk.store, read: (work) => (fails ? broken.read(work) : desk.store.read(work)) })
			);
			fails = true;
			const error = await refused(flaky.bot.get_entity_context({ entityName: 'Jeff' }));
			expect(error.code).toBe('storage_unavailable');
			expect(error.message).toContain('The connection is gone');
			expect(error.hint).toMatch(/Reload/);
		});

		test('[N7] every channel that may be read, unless one is given', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await got(desk.me.remember({ channel_id, facts: [{ entity: 'Jeff', content: 'leads the team' }] }));
			expect(await context('Jeff')).toMatchObject({ o: ['leads the team'] });
			expect(await context('Jeff', { channel_id })).toMatchObject({ o: ['leads the team'] });
			expect(await context('Jeff', { channel_id: 'default' })).toEqual({ ok: false });
			expect(await refused(desk.bot.get_entity_context({ entityName: 'Jeff', channel_id: 'nowhere' }))).toMatchObject({
				code: 'channel_access_denied',
				channel_id: 'nowhere'
			});
		});
	});
}
