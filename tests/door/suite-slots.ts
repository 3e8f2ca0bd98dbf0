/** Values and sets through the door: what each write answers, and what stands afterwards (S1–S8). */
import { beforeEach, describe, expect, test } from 'vitest';
import { changes, current, fact, got, openDesk, refused, send, set, type Desk, type OpenStore } from './support';

export function slotsSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const add = (member: string, more: object = {}, door = desk.me) =>
		got(door.memory_set_add({ entity: 'Jeff', attribute: 'languages', member, ...more }));
	const drop = (member: string, door = desk.me) =>
		door.memory_set_remove({ entity: 'Jeff', attribute: 'languages', member });
	const members = async (): Promise<string[] | undefined> => {
		const { record } = await current(desk.me, 'Jeff', 'languages');
		return record?.kind === 'set' ? record.members : undefined;
	};

	describe('memory_fact_set', () => {
		test('inserted, with the receipt of a new thing', async () => {
			const done = await set(desk.bot, 'Jeff', 'role', 'designer', { type: 'person' });
			expect(done).toMatchObject({
				action: 'inserted',
				matched_by: 'created',
				created: [{ name: 'Jeff', type: 'person' }],
				record: { value: 'designer' }
			});
			expect(done.ids).toEqual([done.created?.[0]?.entity_id]);
			expect(done.version).toBe(`${done.change_id ?? ''}.1`);
			expect(done).not.toHaveProperty('before');
		});

		test('[S3] the same value confirms: the version stays, confidence grows, an agent never above 0.95', async () => {
			const { version } = await set(desk.bot, 'Jeff', 'role', 'Designer');
			expect(await set(desk.other, 'jeff', 'ROLE', ' designer ')).toMatchObject({
				action: 'confirmed',
				version,
				record: { value: 'Designer', confidence: 0.868, version }
			});
			for (let i = 0; i < 8; i++) await set(desk.bot, 'Jeff', 'role', 'designer');
			expect((await current(desk.bot, 'Jeff', 'role')).record).toMatchObject({ confidence: 0.95, version });
		});

		test("[S3] the first wording stays; the person's wording replaces it", async () => {
			await set(desk.bot, 'Jeff', 'role', 'designer');
			expect((await set(desk.bot, 'Jeff', 'role', 'DESIGNER')).record).toMatchObject({ value: 'designer' });
			expect((await set(desk.me, 'Jeff', 'role', 'Designer')).record).toMatchObject({
				value: 'Designer',
				by: 'agent:helper'
			});
		});

		test('[S4] another value of the same standing supersedes, and the receipt says what stood before', async () => {
			const { version } = await set(desk.bot, 'Jeff', 'role', 'designer');
			expect(await set(desk.other, 'Jeff', 'role', 'writer')).toMatchObject({
				action: 'superseded',
				before: { value: 'designer', version },
				record: { value: 'writer' }
			});
		});

		test('[S4] weaker standing is contested, and the answer says what stands', async () => {
			await set(desk.me, 'Jeff', 'role', 'designer');
			const done = await set(desk.bot, 'Jeff', 'role', 'writer', { origin: 'user' });
			expect(done).toMatchObject({
				action: 'contested',
				contender: { value: 'writer', why: 'weaker', origin: 'user', by: 'agent:helper' },
				current: { value: 'designer', by: 'person' },
				record: { value: 'designer' }
			});
		});

		test('[P2] what the person said to an agent outranks what an agent inferred', async () => {
			await set(desk.bot, 'Jeff', 'role', 'designer');
			expect(await set(desk.other, 'Jeff', 'role', 'writer', { origin: 'action' })).toMatchObject({
				action: 'superseded'
			});
			expect(await set(desk.bot, 'Jeff', 'role', 'pilot')).toMatchObject({
				action: 'contested',
				contender: { why: 'weaker' }
			});
		});

		test('[S4] a confidence more than 0.15 lower is contested', async () => {
			await set(desk.bot, 'Jeff', 'role', 'designer', { confidence: 0.8 });
			expect(await set(desk.bot, 'Jeff', 'role', 'writer', { confidence: 0.649 })).toMatchObject({
				action: 'contested',
				contender: { why: 'weaker' }
			});
			expect(await set(desk.bot, 'Jeff', 'role', 'pilot', { confidence: 0.65 })).toMatchObject({
				action: 'superseded'
			});
		});

		test('[S12] two writers who both saw one version: the second is the contender, and nobody gets an error', async () => {
			const { version: expected_version } = await set(desk.bot, 'Jeff', 'role', 'designer');
			expect(await set(desk.bot, 'Jeff', 'role', 'writer', { expected_version })).toMatchObject({
				action: 'superseded'
			});
			expect(await set(desk.other, 'Jeff', 'role', 'pilot', { expected_version })).toMatchObject({
				action: 'contested',
				contender: { value: 'pilot', why: 'outdated' },
				current: { value: 'writer' }
			});
		});

		test('[S7] a value held before is an echo, unless the person says so or the current version is named', async () => {
			await set(desk.bot, 'Jeff', 'city', 'Oslo');
			const { version: expected_version } = await set(desk.bot, 'Jeff', 'city', 'Bergen');
			expect(await set(desk.other, 'Jeff', 'city', 'oslo')).toMatchObject({
				action: 'contested',
				contender: { why: 'echo' }
			});
			expect(await set(desk.bot, 'Jeff', 'city', 'Oslo', { expected_version })).toMatchObject({
				action: 'superseded',
				record: { value: 'Oslo' }
			});
			expect(await set(desk.me, 'Jeff', 'city', 'Bergen')).toMatchObject({ action: 'superseded' });
		});

		test('[S7] a rejected value is parked for agents in every case', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await set(desk.bot, 'Jeff', 'city', 'Bergen');
			await got(desk.me.memory_fact_resolve({ entity: 'Jeff', attribute: 'city', accept: false }));
			expect(await set(desk.other, 'Jeff', 'city', 'Bergen', { origin: 'user' })).toMatchObject({
				action: 'contested',
				contender: { why: 'rejected_before' }
			});
		});

		test('a set is refused with the call to use, and nothing is written', async () => {
			await add('French');
			const before = await changes(desk);
			const error = await refused(
				desk.bot.memory_fact_set({ entity: 'Jeff', attribute: 'languages', value: 'Basque' })
			);
			expect(error).toMatchObject({ code: 'invalid_parameter', parameter: 'attribute' });
			expect(error.message).toContain('French');
			expect(error.hint).toContain('memory_set_add');
			expect(await changes(desk)).toBe(before);
		});

		test('[S8] an emptied set may become single again', async () => {
			await add('French');
			await got(drop('French'));
			expect(await set(desk.me, 'Jeff', 'languages', 'none')).toMatchObject({
				action: 'inserted',
				record: { kind: 'single', value: 'none' }
			});
		});

		test('numbers and booleans become their text, markup stays text', async () => {
			for (const [given, text] of [
				[41, '41'],
				[0.5, '0.5'],
				[false, 'false'],
				['<b>"x"</b>', '<b>"x"</b>']
			] as const)
				expect(
					await got(send(desk.me, 'memory_fact_set', { entity: 'Jeff', attribute: `is ${text}`, value: given }))
				).toMatchObject({ record: { value: text } });
		});

		test('by id, whatever the name says', async () => {
			await fact(desk.me, 'Mercury', 'a', { type: 'person' });
			await fact(desk.me, 'Mercury', 'b', { type: 'project' });
			const { entities } = await got(desk.me.get_entity({ name: 'Mercury', type: 'person' }));
			await set(desk.bot, 'Mercury', 'born', '1946', { entity_id: entities[0]?.id });
			expect(await current(desk.bot, 'Mercury', 'born')).toMatchObject({
				record: { value: '1946' },
				entity_ref: { type: 'person' }
			});
			expect(
				await refused(desk.bot.memory_fact_set({ entity: 'Mercury', attribute: 'x', value: 'y', entity_id: 'nobody' }))
			).toMatchObject({ code: 'not_found' });
		});

		test('[N7] an id of another channel than the one given is not found there', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			const { ids } = await set(desk.me, 'Jeff', 'city', 'Oslo', { channel_id: 'default' });
			expect(
				await refused(
					desk.me.memory_fact_set({ entity: 'Jeff', attribute: 'city', value: 'Bergen', entity_id: ids[0], channel_id })
				)
			).toMatchObject({ code: 'not_found' });
			expect((await current(desk.me, 'Jeff', 'city')).record).toMatchObject({ value: 'Oslo' });
		});
	});

	describe('[S8] sets', () => {
		test('add: inserted, added, confirmed', async () => {
			expect(await add('French')).toMatchObject({ action: 'inserted', record: { members: ['French'] } });
			expect(await add('Basque', {}, desk.bot)).toMatchObject({
				action: 'added',
				record: { members: ['French', 'Basque'] }
			});
			expect(await add(' french ', {}, desk.bot)).toMatchObject({
				action: 'confirmed',
				record: { members: ['French', 'Basque'] }
			});
		});

		test('remove: removed with what stood before; one that is not in it changes nothing', async () => {
			await add('French');
			await add('Basque');
			expect(await got(drop('FRENCH'))).toMatchObject({
				action: 'removed',
				before: { value: 'French' },
				record: { members: ['Basque'], removed: ['French'] }
			});
			const before = await changes(desk);
			expect(await got(drop('Latin'))).toMatchObject({ change_id: null, action: 'unchanged' });
			expect(await changes(desk)).toBe(before);
		});

		test('a single value becomes the first member when the writer may', async () => {
			await set(desk.bot, 'Jeff', 'languages', 'French');
			expect(await add('Basque', {}, desk.other)).toMatchObject({
				action: 'added',
				record: { kind: 'set', members: ['French', 'Basque'] }
			});
		});

		test('not over the person, nor over a number: parked, and accepting adds it', async () => {
			await set(desk.me, 'Jeff', 'languages', 'French');
			expect(await add('Basque', {}, desk.bot)).toMatchObject({
				action: 'contested',
				contender: { value: 'Basque', why: 'addition' },
				record: { value: 'French' }
			});
			expect(
				await got(desk.me.memory_fact_resolve({ entity: 'Jeff', attribute: 'languages', accept: true }))
			).toMatchObject({ action: 'accepted', record: { members: ['French', 'Basque'] } });
			await set(desk.me, 'Jeff', 'age', '41 years');
			expect(await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'age', member: '42' }))).toMatchObject({
				action: 'contested',
				contender: { why: 'addition' }
			});
		});

		test('at most 100 members; the 101st is refused and nothing is written', async () => {
			for (let i = 0; i < 100; i++) await add(`language ${String(i)}`);
			const before = await changes(desk);
			expect(
				await refused(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member: 'one more' }))
			).toMatchObject({ code: 'invalid_parameter', parameter: 'member' });
			expect(await changes(desk)).toBe(before);
			expect(await add('language 7')).toMatchObject({ action: 'confirmed' });
		});

		test('a blank member is refused', async () => {
			expect(
				await refused(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member: ' ' }))
			).toMatchObject({ parameter: 'member' });
		});

		test('[E2] removing from a thing that is not there is not_found with near names', async () => {
			await add('French');
			expect(
				await refused(desk.me.memory_set_remove({ entity: 'Jef', attribute: 'languages', member: 'French' }))
			).toMatchObject({ code: 'not_found', did_you_mean: [{ name: 'Jeff' }] });
		});

		test('removing from a single value is refused with the call to use', async () => {
			await set(desk.me, 'Jeff', 'languages', 'French');
			const error = await refused(drop('French'));
			expect(error).toMatchObject({ code: 'invalid_parameter', parameter: 'attribute' });
			expect(error.hint).toContain('end_fact');
		});

		test('[P3] an agent may take out what it put there itself', async () => {
			await add('French', {}, desk.bot);
			expect(await got(drop('French', desk.bot))).toMatchObject({ action: 'removed' });
		});

		test.each(['person', 'agent'] as const)(
			"[P3] an agent's removal of what a %s put there waits, and nothing is written",
			async (who) => {
				await add('French', {}, who === 'person' ? desk.me : desk.other);
				const before = await changes(desk);
				const error = await refused(drop('French', desk.bot));
				expect(error).toMatchObject({ code: 'needs_confirmation', request_id: expect.any(String) as string });
				expect(await changes(desk)).toBe(before);
				expect(await members()).toEqual(['French']);
			}
		);

		test('[P3] so does one that others have confirmed since', async () => {
			await add('French', {}, desk.bot);
			await add('French', {}, desk.other);
			expect(await refused(drop('French', desk.bot))).toMatchObject({ code: 'needs_confirmation' });
		});
	});
}
