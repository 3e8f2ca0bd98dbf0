/** memory_fact_get through the door: the one value at a slot, EMPTY, conflicts, age, namesakes, leads. */
import { beforeEach, describe, expect, test } from 'vitest';
import { current, DAY, fact, got, openDesk, refused, set, type Desk, type OpenStore } from './support';

export function factGetSuite(open: OpenStore): void {
	describe('memory_fact_get', () => {
		let desk: Desk;
		beforeEach(async () => {
			desk = await openDesk(open);
		});

		test('a single value with all that the design notes name', async () => {
			const at = new Date(desk.env.at).toISOString().slice(0, 10);
			const { version } = await set(desk.bot, 'Jeff', 'role', 'designer', { source: 'the team page' });
			const { record, ...rest } = await current(desk.bot, 'jeff', 'Role');
			expect(record).toEqual({
				entity: 'Jeff',
				attribute: 'role',
				value: 'designer',
				kind: 'single',
				confidence: 0.8,
				origin: 'agent',
				by: 'agent:helper',
				asserted_at: expect.stringContaining(at) as string,
				last_confirmed: expect.stringContaining(at) as string,
				age: 0,
				freshness_class: 'evergreen',
				stale: false,
				version
			});
			expect(rest).toEqual({
				contenders: [],
				entity_ref: { entity_id: expect.any(String) as string, canonical: 'Jeff', type: null, aliases: [] }
			});
		});

		test('[S1] "nebula.x", "NEBULA x" and "nebula-x" are one slot; "nebulax" is another', async () => {
			const { version } = await set(desk.me, 'nebula.x', 'Launch Date', 'May');
			for (const entity of ['nebula.x', 'NEBULA x', 'nebula-x', ' Nebula_X '])
				for (const attribute of ['Launch Date', 'launch.date', 'LAUNCH-DATE', 'launch_date', ' launch  date '])
					expect((await current(desk.bot, entity, attribute)).record).toMatchObject({ version, value: 'May' });
			expect((await current(desk.bot, 'nebulax', 'Launch Date')).record).toBeNull();
			expect((await current(desk.bot, 'nebula.x', 'launchdate')).record).toBeNull();
		});

		test('[S1] values given by other spellings land in that slot', async () => {
			await set(desk.me, 'nebula.x', 'launch date', 'May');
			expect(await set(desk.me, 'NEBULA x', 'launch.date', 'June')).toMatchObject({
				action: 'superseded',
				matched_by: 'fold'
			});
			expect((await current(desk.bot, 'nebula-x', 'launch-date')).record).toMatchObject({
				value: 'June',
				entity: 'nebula.x',
				attribute: 'launch date'
			});
		});

		describe('[S2] EMPTY', () => {
			test('a thing that nobody wrote of', async () => {
				expect(await current(desk.bot, 'Nobody', 'role')).toEqual({ record: null, contenders: [], candidates: [] });
			});

			test('a known thing without the slot says who it is', async () => {
				await fact(desk.me, 'Jeff', 'is tall', { type: 'person' });
				await got(desk.me.add_alias({ entity: 'Jeff', alias: 'Jeffrey' }));
				expect(await current(desk.bot, 'Jeffrey', 'role')).toMatchObject({
					record: null,
					contenders: [],
					entity_ref: { canonical: 'Jeff', type: 'person', aliases: ['Jeffrey'] }
				});
			});

			test('a value that ended', async () => {
				await set(desk.me, 'Jeff', 'role', 'designer');
				await got(desk.me.end_fact({ entity: 'Jeff', attribute: 'role' }));
				expect(await current(desk.bot, 'Jeff', 'role')).toMatchObject({ record: null, contenders: [] });
			});

			test('an emptied set: members [] and what was removed', async () => {
				await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member: 'French' }));
				await got(desk.me.memory_set_remove({ entity: 'Jeff', attribute: 'languages', member: 'french' }));
				expect(await current(desk.bot, 'Jeff', 'languages')).toMatchObject({
					record: { kind: 'set', entity: 'Jeff', attribute: 'languages', members: [], removed: ['French'] },
					contenders: [],
					candidates: []
				});
			});

			test('with a contender: a value that was called wrong and is said again by an agent', async () => {
				await set(desk.me, 'Jeff', 'role', 'pilot');
				await got(desk.me.retract_fact({ entity: 'Jeff', attribute: 'role' }));
				expect(await set(desk.bot, 'Jeff', 'role', 'pilot')).toMatchObject({ action: 'contested', record: null });
				const empty = await current(desk.bot, 'Jeff', 'role');
				expect(empty).toMatchObject({ record: null, contenders: [{ value: 'pilot', why: 'rejected_before' }] });
				expect(empty).not.toHaveProperty('candidates');
			});
		});

		test('a set', async () => {
			for (const member of ['French', 'Basque', 'Latin'])
				await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member }));
			await got(desk.me.memory_set_remove({ entity: 'Jeff', attribute: 'languages', member: 'Latin' }));
			const { record } = await current(desk.bot, 'Jeff', 'languages');
			expect(record).toEqual({
				kind: 'set',
				entity: 'Jeff',
				attribute: 'languages',
				members: ['French', 'Basque'],
				removed: ['Latin']
			});
		});

		test('[S4] contested: the contender, why, and the call that settles it', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await set(desk.bot, 'Jeff', 'city', 'Bergen');
			const { record, contenders } = await current(desk.bot, 'Jeff', 'city');
			expect(record).toMatchObject({
				value: 'Oslo',
				correct_with: { tool: 'memory_fact_resolve', arguments: { entity: 'Jeff', attribute: 'city' } }
			});
			expect(contenders).toEqual([
				{
					value: 'Bergen',
					version: expect.any(String) as string,
					confidence: 0.8,
					origin: 'agent',
					by: 'agent:helper',
					asserted_at: expect.any(String) as string,
					why: 'weaker'
				}
			]);
		});

		describe('[S10] age', () => {
			test('stale past twice its time to live, with the call that confirms it', async () => {
				await set(desk.bot, 'Shop', 'hours', '10 to 6', { freshness_class: 'volatile', confidence: 0.8 });
				desk.env.at += 21 * DAY;
				expect((await current(desk.bot, 'Shop', 'hours')).record).toMatchObject({
					age: 21,
					stale: false,
					confidence: 0.8,
					effective_confidence: 0.32,
					freshness_class: 'volatile'
				});
				desk.env.at += 22 * DAY;
				const { record } = await current(desk.bot, 'Shop', 'hours');
				expect(record).toMatchObject({
					age: 43,
					stale: true,
					effective_confidence: 0.32,
					correct_with: { tool: 'memory_fact_set', arguments: { entity: 'Shop', attribute: 'hours', value: '10 to 6' } }
				});
			});

			test('correct_with can be called as it stands, and the value is fresh again', async () => {
				await set(desk.bot, 'Shop', 'hours', '10 to 6', { freshness_class: 'volatile' });
				desk.env.at += 60 * DAY;
				const { record } = await current(desk.bot, 'Shop', 'hours');
				const { arguments: args } = (record?.kind === 'single' && record.correct_with) || { arguments: {} };
				const done = await got(desk.bot.memory_fact_set(args as { entity: string; attribute: string; value: string }));
				expect(done).toMatchObject({
					action: 'confirmed',
					record: { stale: false, age: 0, freshness_class: 'volatile' }
				});
			});

			test('evergreen ones never age', async () => {
				await set(desk.bot, 'Jeff', 'born', '1990');
				desk.env.at += 5_000 * DAY;
				const { record } = await current(desk.bot, 'Jeff', 'born');
				expect(record).toMatchObject({ age: 5_000, stale: false });
				expect(record).not.toHaveProperty('effective_confidence');
			});
		});

		describe('[S9] re_verify', () => {
			const derived = async (): Promise<string> => {
				const { note_id } = await got(desk.me.add_note({ text: 'Jeff is a designer.' }));
				await set(desk.me, 'Jeff', 'role', 'designer', { note_id });
				return note_id;
			};

			test('after the note it comes from was corrected; the value stands', async () => {
				const note_id = await derived();
				expect((await current(desk.bot, 'Jeff', 'role')).record).not.toHaveProperty('re_verify');
				expect(await got(desk.me.correct_note({ note_id, text: 'Jeff is a writer.' }))).toMatchObject({
					action: 'updated',
					re_verify: 1
				});
				expect((await current(desk.bot, 'Jeff', 'role')).record).toMatchObject({
					value: 'designer',
					re_verify: true,
					re_verify_reason: 'the note it comes from was corrected since',
					correct_with: { tool: 'memory_fact_set', arguments: { entity: 'Jeff', attribute: 'role', value: 'designer' } }
				});
			});

			test('confirming clears it', async () => {
				await got(desk.me.correct_note({ note_id: await derived(), text: 'Jeff is a writer.' }));
				await set(desk.me, 'Jeff', 'role', 'designer');
				expect((await current(desk.bot, 'Jeff', 'role')).record).not.toHaveProperty('re_verify');
			});

			test('after the note was forgotten', async () => {
				await got(desk.me.forget({ note_id: await derived() }));
				expect((await current(desk.bot, 'Jeff', 'role')).record).toMatchObject({ re_verify: true });
			});

			test('sets carry it at the slot', async () => {
				const { note_id } = await got(desk.me.add_note({ text: 'Jeff speaks French.' }));
				await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member: 'French', note_id }));
				await got(desk.me.correct_note({ note_id, text: 'Jeff speaks Basque.' }));
				expect((await current(desk.bot, 'Jeff', 'languages')).record).toMatchObject({ kind: 'set', re_verify: true });
			});
		});

		describe('[S11] candidates', () => {
			test('other attributes of the same thing, latest first, then the same slot of near names; five at most, no values', async () => {
				await set(desk.me, 'Jeff', 'city', 'Oslo');
				await set(desk.me, 'Jeff', 'role', 'designer');
				await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member: 'French' }));
				await set(desk.me, 'Jeff Smith', 'phone', '555');
				const { candidates } = await current(desk.bot, 'Jeff', 'phone');
				expect(candidates?.map(({ entity, attribute, kind, why }) => [entity, attribute, kind, why])).toEqual([
					['Jeff', 'languages', 'set', 'same_entity'],
					['Jeff', 'role', 'single', 'same_entity'],
					['Jeff', 'city', 'single', 'same_entity'],
					['Jeff Smith', 'phone', 'single', 'similar_slot']
				]);
				expect(JSON.stringify(candidates)).not.toMatch(/555|Oslo|designer|French/);
				for (let i = 0; i < 6; i++) await set(desk.me, 'Jeff', `more ${String(i)}`, 'x');
				expect((await current(desk.bot, 'Jeff', 'phone')).candidates).toHaveLength(5);
			});

			test('an unknown name leads to the near one that has the slot, without taking it', async () => {
				await set(desk.me, 'Katherine Johnson', 'field', 'mathematics');
				const { record, candidates } = await current(desk.bot, 'Katharine Johnson', 'field');
				expect(record).toBeNull();
				expect(candidates).toMatchObject([{ entity: 'Katherine Johnson', attribute: 'field', why: 'similar_slot' }]);
			});

			test('none where something is current', async () => {
				await set(desk.me, 'Jeff', 'city', 'Oslo');
				expect(await current(desk.bot, 'Jeff', 'city')).not.toHaveProperty('candidates');
			});
		});

		describe('[N3] namesakes', () => {
			beforeEach(async () => {
				await fact(desk.me, 'Mercury', 'sang', { type: 'person' });
				await fact(desk.me, 'Mercury', 'ships', { type: 'project' });
				await fact(desk.me, 'Mercury', 'costs', { type: 'project' });
			});

			test('the one row that has the slot', async () => {
				await set(desk.me, 'Mercury', 'born', '1946', { type: 'person' });
				const { record, entity_ref, ...rest } = await current(desk.bot, 'Mercury', 'born');
				expect(record).toMatchObject({ value: '1946' });
				expect(entity_ref).toMatchObject({ type: 'person' });
				expect(rest).not.toHaveProperty('other_rows');
			});

			test("several: the primary's, the others in other_rows", async () => {
				await set(desk.me, 'Mercury', 'begun', '1946', { type: 'person' });
				await set(desk.me, 'Mercury', 'begun', '2025', { type: 'project' });
				const { record, entity_ref, other_rows } = await current(desk.bot, 'Mercury', 'begun');
				expect(record).toMatchObject({ value: '2025' });
				expect(entity_ref).toMatchObject({ type: 'project' });
				expect(other_rows).toEqual([{ entity_id: expect.any(String) as string, type: 'person', value: '1946' }]);
			});

			test('type and entity_id narrow', async () => {
				await set(desk.me, 'Mercury', 'begun', '1946', { type: 'person' });
				await set(desk.me, 'Mercury', 'begun', '2025', { type: 'project' });
				expect((await current(desk.bot, 'Mercury', 'begun', { type: 'Person' })).record).toMatchObject({
					value: '1946'
				});
				const { entities } = await got(desk.bot.get_entity({ name: 'Mercury', type: 'person' }));
				expect((await current(desk.bot, 'Mercury', 'begun', { entity_id: entities[0]?.id })).record).toMatchObject({
					value: '1946'
				});
				expect((await current(desk.bot, 'Mercury', 'begun', { type: 'planet' })).record).toBeNull();
			});
		});

		describe('verbose', () => {
			test('adds provenance, support, the temporal stamps and the supersession chain', async () => {
				await set(desk.bot, 'Jeff', 'city', 'Oslo', { source: 'chat' });
				const { change_id } = await set(desk.bot, 'Jeff', 'city', 'Bergen', { source: 'mail' });
				await set(desk.other, 'Jeff', 'city', 'bergen');
				const { record } = await current(desk.bot, 'Jeff', 'city', { verbose: true });
				expect(record).toMatchObject({
					value: 'Bergen',
					provenance: { source: 'mail', via: null, note_id: null, change_id },
					support: [
						{ by: 'agent:helper', origin: 'agent', source: 'mail' },
						{ by: 'agent:second', origin: 'agent' }
					],
					chain: [{ value: 'Oslo', status: 'superseded', by: 'agent:helper' }],
					temporal: { valid_from: null, valid_until: null }
				});
			});

			test('of a set: who put each member there', async () => {
				await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member: 'French' }));
				await got(desk.bot.memory_set_add({ entity: 'Jeff', attribute: 'languages', member: 'Basque' }));
				expect((await current(desk.bot, 'Jeff', 'languages', { verbose: true })).record).toMatchObject({
					member_records: [
						{ value: 'French', by: 'person', origin: 'user', confidence: 1 },
						{ value: 'Basque', by: 'agent:helper', origin: 'agent', confidence: 0.8 }
					]
				});
			});

			test('of an EMPTY slot there is nothing to add', async () => {
				expect((await current(desk.bot, 'Jeff', 'role', { verbose: true })).record).toBeNull();
			});
		});

		test('[N1] an attribute without a letter or digit is refused by name', async () => {
			for (const attribute of ['---', '\u200b', ' . ']) {
				expect(await refused(desk.bot.memory_fact_get({ entity: 'Jeff', attribute }))).toMatchObject({
					code: 'invalid_parameter',
					parameter: 'attribute'
				});
			}
		});

		describe('[N7] acts on one channel', () => {
			let work = '';
			beforeEach(async () => {
				({ channel_id: work } = await got(desk.me.create_channel({ name: 'work' })));
			});

			test('the one given; else the only one that holds the name', async () => {
				await set(desk.me, 'Jeff', 'role', 'lead', { channel_id: work });
				expect((await current(desk.bot, 'Jeff', 'role')).record).toMatchObject({ value: 'lead' });
				expect((await current(desk.bot, 'Jeff', 'role', { channel_id: 'default' })).record).toBeNull();
			});

			test("else the caller's home: the person's is the channel open in the app, an agent's the first of its grant, a script's the default", async () => {
				await set(desk.me, 'Jeff', 'role', 'friend', { channel_id: 'default' });
				await set(desk.me, 'Jeff', 'role', 'lead', { channel_id: work });
				await got(desk.me.set_settings({ home_channel: work }));
				const session = '00000000-0000-7000-8000-0000000000ff';
				const script = desk.door({ who: 'person', via: 'script', session });
				const granted = desk.door({ who: 'agent:granted', session, home: work });
				expect((await current(desk.me, 'Jeff', 'role')).record).toMatchObject({ value: 'lead' });
				expect((await current(granted, 'Jeff', 'role')).record).toMatchObject({ value: 'lead' });
				expect((await current(script, 'Jeff', 'role')).record).toMatchObject({ value: 'friend' });
				expect((await current(desk.bot, 'Jeff', 'role')).record).toMatchObject({ value: 'friend' });
			});

			test('a home that does not hold the name is EMPTY there, as a write would find it', async () => {
				const { channel_id: third } = await got(desk.me.create_channel({ name: 'third' }));
				await set(desk.me, 'Jeff', 'role', 'friend', { channel_id: 'default' });
				await set(desk.me, 'Jeff', 'role', 'lead', { channel_id: work });
				await got(desk.me.set_settings({ home_channel: third }));
				expect((await current(desk.me, 'Jeff', 'role')).record).toBeNull();
				expect(await set(desk.me, 'Jeff', 'role', 'nobody')).toMatchObject({
					action: 'inserted',
					matched_by: 'created'
				});
				expect((await current(desk.me, 'Jeff', 'role')).record).toMatchObject({ value: 'nobody' });
			});

			test('an unknown channel is channel_access_denied', async () => {
				expect(
					await refused(desk.bot.memory_fact_get({ entity: 'Jeff', attribute: 'role', channel_id: 'nowhere' }))
				).toMatchObject({
					code: 'channel_access_denied',
					channel_id: 'nowhere'
				});
			});
		});
	});
}
