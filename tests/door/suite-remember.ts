/** remember through the door: a bad item is refused alone, the rest is stored whole or not at all. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { OutputOf } from '../../src/lib/contract';
import {
	changes,
	contents,
	current,
	fact,
	got,
	names,
	openDesk,
	refused,
	relate,
	send,
	set,
	stored,
	type Desk,
	type OpenStore
} from './support';

export function rememberSuite(open: OpenStore): void {
	describe('remember', () => {
		let desk: Desk;
		beforeEach(async () => {
			desk = await openDesk(open);
		});
		const remember = (args: unknown, door = desk.bot): Promise<OutputOf<'remember'>> =>
			got(send(door, 'remember', args)) as Promise<OutputOf<'remember'>>;
		const everyName = async (): Promise<string[]> =>
			names((await got(desk.me.list_entities({ sort: 'name' }))).entities);

		test('facts, relations, values and the note they come from, in one change', async () => {
			const done = await remember({
				facts: [
					{
						entity: 'Jeff',
						type: 'person',
						content: 'Moved to Oslo with Ann',
						mentions: [{ entity: 'Ann', role: 'companion' }],
						importance: 0.7,
						source: 'mail'
					}
				],
				relations: [{ from: 'Jeff', relation: 'works_at', to: 'Acme', context: 'since May', strength: 0.5 }],
				values: [{ entity: 'Jeff', attribute: 'city', value: 'Oslo' }],
				note: 'Jeff moved to Oslo with Ann.'
			});
			expect(done).toMatchObject({
				action: 'stored',
				facts: [{ index: 0, action: 'new', matched_by: 'created' }],
				relations: [{ index: 0, action: 'new', matched_by: 'exact' }],
				values: [{ index: 0, action: 'new', matched_by: 'exact' }]
			});
			expect(names((done.created ?? []).map(({ name }) => ({ name }))).sort()).toEqual(['Acme', 'Ann', 'Jeff']);
			expect(await changes(desk)).toBe(1);
			const { facts, relationships } = await got(desk.bot.get_entity({ name: 'Jeff' }));
			expect(facts).toMatchObject([
				{
					content: 'Moved to Oslo with Ann',
					importance: 0.7,
					source: 'mail',
					note_id: done.note_id,
					confidence: 0.8,
					by: 'agent:helper'
				},
				{ content: 'city: Oslo', note_id: done.note_id }
			]);
			expect(relationships).toMatchObject([
				{ relation: 'works_at', entity: 'Acme', strength: 0.5, context: 'since May' }
			]);
			expect(await got(desk.me.get_note({ note_id: done.note_id ?? '' }))).toMatchObject({
				found: true,
				note: { text: 'Jeff moved to Oslo with Ann.', kind: 'capture', by: 'agent:helper' }
			});
		});

		test('ids of the answer are those of reading', async () => {
			const { facts, values } = await remember({
				facts: [{ entity: 'Jeff', content: 'is tall' }],
				values: [{ entity: 'Jeff', attribute: 'city', value: 'Oslo' }]
			});
			const read = await got(desk.bot.get_entity({ name: 'Jeff' }));
			expect(read.facts.map(({ id }) => id).sort()).toEqual([facts[0]?.id, values[0]?.id].sort());
			expect([facts[0]?.entity_id, values[0]?.entity_id]).toEqual([read.entity?.id, read.entity?.id]);
		});

		test('a note alone; nothing at all is refused', async () => {
			expect(await remember({ note: 'Just a thought' })).toMatchObject({
				action: 'stored',
				facts: [],
				relations: [],
				values: []
			});
			expect(await refused(send(desk.bot, 'remember', { facts: [] }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'facts'
			});
		});

		test('lists as JSON text', async () => {
			const done = await remember({ facts: '[{"entity":"Jeff","content":"is tall"}]', values: '[]' });
			expect(done.facts).toMatchObject([{ action: 'new' }]);
		});

		test('more than 50 items are refused whole, and nothing is stored', async () => {
			const facts = Array.from({ length: 51 }, (_, i) => ({ entity: 'Jeff', content: `fact ${String(i)}` }));
			expect(await refused(desk.bot.remember({ facts }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'facts'
			});
			expect(await changes(desk)).toBe(0);
			expect((await remember({ facts: facts.slice(1) })).facts).toHaveLength(50);
		});

		describe('a bad item is refused alone', () => {
			const bad: [string, unknown, string][] = [
				['no content', { entity: 'Ghost 1' }, 'content'],
				['empty content', { entity: 'Ghost 1', content: ' ' }, 'content'],
				['no entity', { content: 'x' }, 'entity'],
				['an over-long name', { entity: 'x'.repeat(201), content: 'x' }, 'entity'],
				['an unknown key', { entity: 'Ghost 1', content: 'x', colour: 'red' }, 'colour'],
				['a confidence of 2', { entity: 'Ghost 1', content: 'x', confidence: 2 }, 'confidence'],
				['a time that is none', { entity: 'Ghost 1', content: 'x', valid_from: 'soon' }, 'valid_from'],
				['half a pair', { entity: 'Ghost 1', content: 'half \ud800' }, 'content'],
				[
					'a mention without a role',
					{ entity: 'Ghost 1', content: 'x', mentions: [{ entity: 'Ghost 2' }] },
					'mentions[0].role'
				],
				['a name of which nothing can be seen', { entity: '\u200b', content: 'x' }, 'entity'],
				[
					'a mention of which nothing can be seen',
					{ entity: 'Ghost 1', content: 'x', mentions: [{ entity: '\u2060', role: 'topic' }] },
					'mentions[0].entity'
				],
				[
					'another subject: whom it is about is its entity',
					{ entity: 'Ghost 1', content: 'x', mentions: [{ entity: 'Ghost 2', role: 'Subject' }] },
					'mentions[0].role'
				],
				['a type of which nothing can be seen', { entity: 'Ghost 1', type: '\u200b', content: 'x' }, 'type'],
				['text', 'Jeff is tall', 'arguments'],
				['null', null, 'arguments'],
				['a list', [], 'arguments']
			];
			test.each(bad)('a fact: %s', async (_, item, parameter) => {
				const done = await remember({
					facts: [{ entity: 'Jeff', content: 'one' }, item, { entity: 'Jeff', content: 'three' }]
				});
				expect(done.facts).toMatchObject([
					{ index: 0, action: 'new' },
					{ index: 1, action: 'refused', error: { code: 'invalid_parameter', parameter } },
					{ index: 2, action: 'new' }
				]);
				expect(contents((await got(desk.bot.get_entity({ name: 'Jeff' }))).facts).sort()).toEqual(['one', 'three']);
				expect(await everyName()).toEqual(['Jeff']);
			});

			test.each<[string, unknown, string]>([
				['a thing with itself', { from: 'Ghost 1', relation: 'is', to: 'ghost 1' }, 'to'],
				['a thing with itself by another form', { from: 'ghost-one', relation: 'is', to: 'Ghost_One' }, 'to'],
				['the person with themselves', { from: 'User', relation: 'is', to: 'me' }, 'to'],
				['an untyped one with its typed self', { from: 'Ghost', relation: 'is', to: 'Ghost', to_type: 'person' }, 'to'],
				['no relation', { from: 'Ghost 1', to: 'Ghost 2' }, 'relation'],
				['a relation without a letter', { from: 'Ghost 1', relation: '--', to: 'Ghost 2' }, 'relation'],
				['an end of which nothing can be seen', { from: 'Ghost 1', relation: 'is', to: '\u200b' }, 'to'],
				['a start of which nothing can be seen', { from: '\u200b', relation: 'is', to: 'Ghost 1' }, 'from'],
				['a strength of -1', { from: 'Ghost 1', relation: 'is', to: 'Ghost 2', strength: -1 }, 'strength']
			])('a relation: %s', async (_, item, parameter) => {
				const done = await remember({ relations: [item, { from: 'Jeff', relation: 'knows', to: 'Ann' }] });
				expect(done.relations).toMatchObject([
					{ action: 'refused', error: { code: 'invalid_parameter', parameter } },
					{ action: 'new' }
				]);
				expect(await everyName()).toEqual(['Ann', 'Jeff']);
			});

			test('a person and a project of one name are two, and may be related', async () => {
				const done = await remember({
					relations: [{ from: 'Mercury', from_type: 'person', relation: 'leads', to: 'Mercury', to_type: 'project' }]
				});
				expect(done.relations).toMatchObject([{ action: 'new' }]);
				expect(await everyName()).toEqual(['Mercury', 'Mercury']);
			});

			test.each<[string, unknown, string]>([
				['no value', { entity: 'Ghost 1', attribute: 'a' }, 'value'],
				['an attribute without a letter', { entity: 'Ghost 1', attribute: '-.-', value: 'x' }, 'attribute'],
				['an object for a value', { entity: 'Ghost 1', attribute: 'a', value: {} }, 'value'],
				['a name of which nothing can be seen', { entity: '\u202e', attribute: 'a', value: 'x' }, 'entity']
			])('a value: %s', async (_, item, parameter) => {
				const done = await remember({ values: [item, { entity: 'Jeff', attribute: 'age', value: 41 }] });
				expect(done.values).toMatchObject([
					{ action: 'refused', error: { code: 'invalid_parameter', parameter } },
					{ action: 'new' }
				]);
				expect(await everyName()).toEqual(['Jeff']);
				expect((await current(desk.bot, 'Jeff', 'age')).record).toMatchObject({ value: '41' });
			});

			test('[S8] a single value for a slot that holds a set, with the call to use', async () => {
				await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member: 'French' }));
				const { values } = await remember({ values: [{ entity: 'Jeff', attribute: 'languages', value: 'Basque' }] });
				expect(values).toMatchObject([
					{ action: 'refused', error: { code: 'invalid_parameter', parameter: 'attribute' } }
				]);
				expect(values[0]?.error?.hint).toContain('memory_set_add');
			});

			test('[F7] valid_until before valid_from, with both named, and nothing made', async () => {
				const { facts } = await remember({
					facts: [{ entity: 'Ghost', content: 'x', valid_from: '2026-03-01', valid_until: '2026-02-01' }]
				});
				expect(facts).toMatchObject([
					{ action: 'refused', error: { code: 'invalid_parameter', parameter: 'valid_until' } }
				]);
				expect(facts[0]?.error?.message).toContain('2026-03-01');
				expect(facts[0]?.error?.message).toContain('2026-02-01');
				expect(await everyName()).toEqual([]);
			});

			test('[N8] an alias of two owners', async () => {
				await fact(desk.me, 'Robert Smith', 'x');
				await fact(desk.me, 'Robert Jones', 'x');
				await got(desk.me.add_alias({ entity: 'Robert Smith', alias: 'Bob' }));
				// The same alias on a second owner comes by undoing a rename, or from another device.
				const renamed = await got(desk.me.rename_entity({ entity: 'Robert Smith', new_name: 'Rob Smith' }));
				await got(desk.me.remove_alias({ entity: 'Rob Smith', alias: 'Bob' }));
				const removal = (await got(desk.me.list_changes({ limit: 1 }))).changes[0]?.change_id ?? '';
				await got(desk.me.add_alias({ entity: 'Robert Jones', alias: 'Bob' }));
				await got(desk.me.undo({ change_id: removal }));
				expect(renamed.action).toBe('renamed');
				const { facts } = await remember({
					facts: [{ entity: 'Bob', content: 'sails', mentions: [{ entity: 'Ghost', role: 'x' }] }]
				});
				expect(facts).toMatchObject([{ action: 'refused', error: { code: 'ambiguous_name', rows: [{}, {}] } }]);
				expect(await everyName()).toEqual(['Rob Smith', 'Robert Jones']);
			});

			test('all bad: nothing is written and there is no change', async () => {
				expect(await remember({ facts: [{}], relations: [{}], values: [{}] })).toMatchObject({
					change_id: null,
					action: 'unchanged'
				});
				expect(await changes(desk)).toBe(0);
				expect(await stored(desk)).toBe('[]');
			});
		});

		test('the rest is stored whole or not at all', async () => {
			let full = false;
			const flaky = await openDesk(async () => {
				const inner = await open();
				const putShelves = (): Promise<void> => Promise.reject(new DOMException('disk full', 'QuotaExceededError'));
				return {
					...inner,
					write: (work, durability) => inner.write((tx) => work(full ? { ...tx, putShelves } : tx), durability)
				};
			});
			await fact(flaky.me, 'Jeff', 'is tall');
			full = true;
			expect(
				await refused(
					flaky.me.remember({
						facts: [
							{ entity: 'Ann', content: 'a' },
							{ entity: 'Bob', content: 'b' }
						],
						note: 'n'
					})
				)
			).toMatchObject({ code: 'storage_full' });
			expect(await changes(flaky)).toBe(1);
			expect(await stored(flaky)).not.toContain('Ann');
			expect((await got(flaky.me.find_entities({ query: 'Ann' }))).entities).toEqual([]);
		});

		test('[F1] the subject named once more is no other subject', async () => {
			const mentions = [{ entity: 'jeff', role: 'subject' }];
			expect((await remember({ facts: [{ entity: 'Jeff', content: 'is tall', mentions }] })).facts).toMatchObject([
				{ action: 'new' }
			]);
			expect((await got(desk.bot.get_entity({ name: 'Jeff' }))).facts).toMatchObject([
				{ is_subject: true, roles: ['subject'] }
			]);
		});

		describe('[N8] names', () => {
			test('later items see what earlier ones made', async () => {
				const done = await remember({
					facts: [
						{ entity: 'STG-Orders', content: 'one' },
						{ entity: 'stg_orders', content: 'two' },
						{ entity: 'stg orders', content: 'three', mentions: [{ entity: 'STG/ORDERS', role: 'itself' }] }
					]
				});
				expect(done.facts.map(({ matched_by }) => matched_by)).toEqual(['created', 'fold', 'fold']);
				expect(await everyName()).toEqual(['STG-Orders']);
			});

			test('a name that only resembles makes a new row, and the receipt names the near one', async () => {
				await fact(desk.me, 'Katherine', 'x');
				const { facts } = await remember({ facts: [{ entity: 'Katharine', content: 'y' }] });
				expect(facts).toMatchObject([{ action: 'new', matched_by: 'created', did_you_mean: [{ name: 'Katherine' }] }]);
				expect(await everyName()).toEqual(['Katharine', 'Katherine']);
			});

			test('"mr !412" does not land on "mr 412"', async () => {
				await fact(desk.me, 'mr 412', 'x');
				const { facts } = await remember({ facts: [{ entity: 'mr !412', content: 'y' }] });
				expect(facts).toMatchObject([{ matched_by: 'created', other_rows: [{ name: 'mr 412' }] }]);
			});

			test('a type picks the row of that type; a row without one takes it; another type makes a row', async () => {
				await fact(desk.me, 'Mercury', 'a');
				expect((await remember({ facts: [{ entity: 'Mercury', type: 'person', content: 'b' }] })).facts).toMatchObject([
					{ matched_by: 'exact' }
				]);
				expect((await remember({ facts: [{ entity: 'Mercury', type: 'Project', content: 'c' }] })).facts).toMatchObject(
					[{ matched_by: 'created', other_rows: [{ type: 'person' }] }]
				);
				expect((await remember({ facts: [{ entity: 'mercury', type: 'project', content: 'd' }] })).facts).toMatchObject(
					[{ matched_by: 'exact', other_rows: [{ type: 'person' }] }]
				);
				const { entities } = await got(desk.bot.get_entity({ name: 'Mercury' }));
				expect(entities.map(({ type }) => type).sort()).toEqual(['Project', 'person']);
			});

			test('an alias finds its thing', async () => {
				await fact(desk.me, 'Robert', 'x');
				await got(desk.me.add_alias({ entity: 'Robert', alias: 'Bob' }));
				expect((await remember({ facts: [{ entity: 'bob', content: 'y' }] })).facts).toMatchObject([
					{ matched_by: 'alias' }
				]);
				expect(await everyName()).toEqual(['Robert']);
			});
		});

		describe('[F5] the same text about the same thing', () => {
			test('confirms: one row, one more source', async () => {
				const id = await fact(desk.bot, 'Jeff', 'Likes  strong\ncoffee', { source: 'chat' });
				const { facts } = await remember(
					{ facts: [{ entity: 'jeff', content: 'likes strong COFFEE', source: 'mail' }] },
					desk.other
				);
				expect(facts).toMatchObject([{ action: 'confirmed', id }]);
				const read = (await got(desk.bot.get_entity({ name: 'Jeff' }))).facts;
				expect(read).toMatchObject([{ id, content: 'Likes  strong\ncoffee', confidence: 0.868 }]);
			});

			test('from the same source again writes nothing', async () => {
				await fact(desk.bot, 'Jeff', 'likes coffee', { source: 'chat' });
				const before = await changes(desk);
				expect(await remember({ facts: [{ entity: 'Jeff', content: 'Likes coffee', source: 'chat' }] })).toMatchObject({
					change_id: null,
					action: 'unchanged',
					facts: [{ action: 'confirmed' }]
				});
				expect(await changes(desk)).toBe(before);
			});

			test('twice in one call is one', async () => {
				const item = { entity: 'Jeff', content: 'likes coffee' };
				const { facts } = await remember({ facts: [item, item] });
				expect(facts.map(({ action, id }) => [action, id])).toEqual([
					['new', facts[0]?.id],
					['confirmed', facts[0]?.id]
				]);
			});

			test('about another thing is another fact', async () => {
				await fact(desk.bot, 'Jeff', 'likes coffee');
				expect((await remember({ facts: [{ entity: 'Ann', content: 'likes coffee' }] })).facts).toMatchObject([
					{ action: 'new' }
				]);
			});
		});

		describe('[F6] wrong, no longer true, replaced', () => {
			test('restated after an end: a new fact', async () => {
				const id = await fact(desk.bot, 'Jeff', 'lives in Bonn');
				await got(desk.bot.end_fact({ fact_id: id }));
				const { facts } = await remember({ facts: [{ entity: 'Jeff', content: 'lives in Bonn' }] });
				expect(facts[0]?.action).toBe('new');
				expect(facts[0]?.id).not.toBe(id);
			});

			test('called wrong and restated by an agent: it waits, and the answer says when it was rejected', async () => {
				const id = await fact(desk.bot, 'Jeff', 'is a pilot');
				await got(desk.me.retract_fact({ fact_id: id }));
				const { facts } = await remember({ facts: [{ entity: 'Jeff', content: 'Is a pilot' }] });
				expect(facts).toMatchObject([
					{ action: 'contested', rejected_at: expect.stringMatching(/^2026-01-01T/) as string }
				]);
				expect((await got(desk.bot.get_entity({ name: 'Jeff' }))).facts).toEqual([]);
				expect((await got(desk.me.list_review({}))).items).toMatchObject([
					{ kind: 'restated', text: 'is a pilot', by: 'agent:helper', rejected_by: 'person' }
				]);
			});

			test('by the person: a new fact, and nothing waits any more', async () => {
				await got(desk.me.retract_fact({ fact_id: await fact(desk.bot, 'Jeff', 'is a pilot') }));
				await remember({ facts: [{ entity: 'Jeff', content: 'is a pilot' }] });
				expect((await remember({ facts: [{ entity: 'Jeff', content: 'is a pilot' }] }, desk.me)).facts).toMatchObject([
					{ action: 'new' }
				]);
				expect(contents((await got(desk.bot.get_entity({ name: 'Jeff' }))).facts)).toEqual(['is a pilot']);
				expect((await got(desk.me.list_review({}))).items).toEqual([]);
			});
		});

		describe('replaces', () => {
			test('the named fact gives way', async () => {
				const id = await fact(desk.bot, 'Jeff', 'has one cat');
				const { facts } = await remember({ facts: [{ entity: 'Jeff', content: 'has two cats', replaces: id }] });
				expect(facts).toMatchObject([{ action: 'new' }]);
				expect(contents((await got(desk.bot.get_entity({ name: 'Jeff' }))).facts)).toEqual(['has two cats']);
			});

			test('an id that no fact has is refused alone, and nothing is made', async () => {
				const { facts } = await remember({
					facts: [
						{ entity: 'Ghost', content: 'x', replaces: 'nothing' },
						{ entity: 'Jeff', content: 'y' }
					]
				});
				expect(facts).toMatchObject([
					{ action: 'refused', error: { code: 'not_found', parameter: 'replaces' } },
					{ action: 'new' }
				]);
				expect(await everyName()).toEqual(['Jeff']);
			});

			test('[P3] what another wrote is refused alone, with the call that asks', async () => {
				const id = await fact(desk.me, 'Jeff', 'has one cat');
				const { facts } = await remember({ facts: [{ entity: 'Ghost', content: 'has two cats', replaces: id }] });
				expect(facts).toMatchObject([{ action: 'refused', error: { code: 'needs_confirmation' } }]);
				expect(facts[0]?.error?.hint).toContain('replace_fact');
				expect(contents((await got(desk.bot.get_entity({ name: 'Jeff' }))).facts)).toEqual(['has one cat']);
				expect(await everyName()).toEqual(['Jeff']);
			});

			test('the same text as the one it replaces confirms it', async () => {
				const id = await fact(desk.bot, 'Jeff', 'has one cat');
				const { facts } = await remember({
					facts: [{ entity: 'Jeff', content: 'Has one cat', source: 'mail', replaces: id }]
				});
				expect(facts).toMatchObject([{ action: 'confirmed', id }]);
				expect(contents((await got(desk.bot.get_entity({ name: 'Jeff' }))).facts)).toEqual(['has one cat']);
			});
		});

		test('values follow the slots: confirmed, superseded, contested with the contender', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await set(desk.bot, 'Jeff', 'role', 'designer');
			const { values } = await remember({
				values: [
					{ entity: 'Jeff', attribute: 'City', value: 'OSLO' },
					{ entity: 'Jeff', attribute: 'city', value: 'Bergen' },
					{ entity: 'Jeff', attribute: 'role', value: 'writer' },
					{ entity: 'Jeff', attribute: 'age', value: 41 },
					{ entity: 'Jeff', attribute: 'sails', value: true }
				]
			});
			expect(values.map(({ action }) => action)).toEqual(['confirmed', 'contested', 'superseded', 'new', 'new']);
			expect(values[1]?.contender).toMatchObject({ value: 'Bergen', why: 'weaker' });
			expect((await current(desk.bot, 'Jeff', 'sails')).record).toMatchObject({ value: 'true' });
		});

		test('[E1] relations again confirm: strength is replaced, the newest context shown', async () => {
			await relate(desk.bot, 'Jeff', 'works at', 'Acme', { strength: 0.4, context: 'old' });
			const { relations } = await remember({
				relations: [{ from: 'jeff', relation: 'WORKS_AT', to: 'acme', strength: 0.9, context: 'new' }]
			});
			expect(relations).toMatchObject([{ action: 'confirmed' }]);
			expect((await got(desk.bot.get_entity({ name: 'Jeff' }))).relationships).toMatchObject([
				{ relation: 'works at', strength: 0.9, context: 'new' }
			]);
		});

		test('[E2] ends and mentions that are missing are made, mentioned only until something is known of them', async () => {
			await remember({
				facts: [{ entity: 'Jeff', content: 'x', mentions: [{ entity: 'Ann', role: 'topic' }] }],
				relations: [{ from: 'Jeff', relation: 'knows', to: 'Bob' }]
			});
			const shown = async () =>
				Object.fromEntries(
					(await got(desk.me.list_entities({ sort: 'name' }))).entities.map(({ name, mentioned_only }) => [
						name,
						mentioned_only
					])
				);
			expect(await shown()).toEqual({ Ann: true, Bob: true, Jeff: false });
			await fact(desk.bot, 'Ann', 'is real');
			expect(await shown()).toEqual({ Ann: false, Bob: true, Jeff: false });
		});

		test('[N7] into the channel that is given, else where the first name is known', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			await remember({ channel_id, facts: [{ entity: 'Jeff', content: 'leads' }] });
			await remember({
				facts: [{ entity: 'Jeff', content: 'hires' }],
				relations: [{ from: 'Jeff', relation: 'knows', to: 'Ann' }]
			});
			const { entity, facts } = await got(desk.bot.get_entity({ name: 'Jeff' }));
			expect([entity?.channel_id, facts.length]).toEqual([channel_id, 2]);
			expect((await got(desk.bot.get_entity({ name: 'Ann' }))).entity).toMatchObject({ channel_id });
			expect(
				await refused(desk.bot.remember({ channel_id: 'nowhere', facts: [{ entity: 'Jeff', content: 'x' }] }))
			).toMatchObject({ code: 'channel_access_denied', channel_id: 'nowhere' });
		});
	});
}
