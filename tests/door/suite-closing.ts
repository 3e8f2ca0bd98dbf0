/** Ending, retracting and replacing facts and values through the door (F6, F7). */
import { beforeEach, describe, expect, test } from 'vitest';
import {
	changes,
	contents,
	current,
	fact,
	got,
	openDesk,
	refused,
	relate,
	set,
	type Desk,
	type OpenStore
} from './support';

export function closingSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const known = async (name: string): Promise<string[]> => contents((await got(desk.me.get_entity({ name }))).facts);

	describe('[F6] a fact', () => {
		test('ended: no longer there, and since when', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'lives in Bonn');
			expect(await got(desk.me.end_fact({ fact_id, until: '2025-06-01' }))).toMatchObject({
				action: 'ended',
				ids: [fact_id],
				content: 'lives in Bonn',
				until: '2025-06-01T00:00:00.000Z'
			});
			expect(await known('Jeff')).toEqual([]);
		});

		test('an end that is still to come is refused by name: what has ended is not shown any more', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'is on leave');
			await set(desk.me, 'Jeff', 'status', 'on leave');
			await relate(desk.me, 'Jeff', 'works at', 'Acme');
			for (const call of [
				desk.me.end_fact({ fact_id, until: '2026-03-01' }),
				desk.me.end_fact({ entity: 'Jeff', attribute: 'status', until: '2026-03-01' }),
				desk.me.end_relation({ fromEntity: 'Jeff', relation: 'works at', toEntity: 'Acme', until: '2026-03-01' })
			])
				expect(await refused(call)).toMatchObject({ code: 'invalid_parameter', parameter: 'until' });
			expect(await known('Jeff')).toEqual(['status: on leave', 'is on leave']);
		});

		test('[F7] an end before its beginning is refused with both named', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'lives in Bonn', { valid_from: '2025-01-01' });
			const error = await refused(desk.me.end_fact({ fact_id, until: '2024-01-01' }));
			expect(error).toMatchObject({ code: 'invalid_parameter', parameter: 'until' });
			expect(error.message).toContain('2024-01-01');
			expect(error.message).toContain('2025-01-01');
			expect(await known('Jeff')).toEqual(['lives in Bonn']);
		});

		test('retracted', async () => {
			const fact_id = await fact(desk.bot, 'Jeff', 'is a pilot');
			expect(await got(desk.me.retract_fact({ fact_id, reason: 'he told me' }))).toMatchObject({
				action: 'retracted',
				content: 'is a pilot'
			});
			expect(await known('Jeff')).toEqual([]);
		});

		test('[F4] weighed anew: it moves, says the same by the same sources, and an undo puts it back', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'likes tea');
			await fact(desk.bot, 'Jeff', 'runs the office');
			const seen = async () =>
				(await got(desk.me.get_entity({ name: 'Jeff' }))).facts.map(({ content, importance }) => [content, importance]);
			const before = await got(
				desk.me.get_dossier({ entity_id: (await got(desk.me.get_entity({ name: 'Jeff' }))).entity!.id })
			);
			const of = ({ about }: typeof before) => about.find(({ id }) => id === fact_id);
			expect(await seen()).toEqual([
				['runs the office', null],
				['likes tea', null]
			]);
			const done = await got(desk.me.weigh_fact({ fact_id, importance: 0.9 }));
			expect(done).toMatchObject({ action: 'updated', ids: [fact_id], importance: 0.9 });
			expect(await seen()).toEqual([
				['likes tea', 0.9],
				['runs the office', null]
			]);
			const after = await got(desk.me.get_dossier({ entity_id: before.entity!.id }));
			expect(of(after)).toEqual({ ...of(before), importance: 0.9 });
			expect(await got(desk.me.weigh_fact({ fact_id, importance: 0.9 }))).toMatchObject({
				change_id: null,
				action: 'unchanged'
			});
			await got(desk.me.undo({ change_id: done.change_id! }));
			expect((await seen())[0]).toEqual(['runs the office', null]);
			await got(desk.me.weigh_fact({ fact_id, importance: 0 }));
			await got(desk.me.weigh_fact({ fact_id }));
			expect((await seen())[1]).toEqual(['likes tea', null]);
		});

		test('weighed when it has ended: refused; out of range: refused by name', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'likes tea');
			expect(await refused(desk.me.weigh_fact({ fact_id, importance: 1.1 }))).toMatchObject({
				code: 'invalid_parameter',
				parameter: 'importance'
			});
			await got(desk.me.end_fact({ fact_id }));
			for (const gone of [fact_id, 'nobody'])
				expect(await refused(desk.me.weigh_fact({ fact_id: gone, importance: 1 }))).toMatchObject({
					code: 'not_found'
				});
		});

		test('replaced: the new one has its mentions and importance', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'Met Ann in Oslo', {
				importance: 0.9,
				mentions: [{ entity: 'Ann', role: 'company' }]
			});
			const done = await got(desk.me.replace_fact({ fact_id, content: 'Met Ann in Bergen', source: 'diary' }));
			expect(done).toMatchObject({
				action: 'replaced',
				before: { value: 'Met Ann in Oslo' },
				ids: [fact_id, done.fact_id]
			});
			expect((await got(desk.me.get_entity({ name: 'Ann' }))).facts).toMatchObject([
				{ id: done.fact_id, content: 'Met Ann in Bergen', roles: ['company'], importance: 0.9, source: 'diary' }
			]);
		});

		test('replaced by its own text: confirmed, and still there', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'likes tea');
			expect(await got(desk.me.replace_fact({ fact_id, content: 'Likes tea', source: 'diary' }))).toMatchObject({
				action: 'confirmed',
				fact_id
			});
			expect(await known('Jeff')).toEqual(['likes tea']);
		});

		test('replaced by a text that was called wrong: an agent waits, and the old one stands', async () => {
			await got(desk.me.retract_fact({ fact_id: await fact(desk.bot, 'Jeff', 'has two cats') }));
			const fact_id = await fact(desk.bot, 'Jeff', 'has one cat');
			expect(await got(desk.bot.replace_fact({ fact_id, content: 'has two cats' }))).toMatchObject({
				action: 'contested',
				rejected_at: expect.any(String) as string
			});
			expect(await known('Jeff')).toEqual(['has one cat']);
		});

		test('an id that no current fact has is not_found, named', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'lives in Bonn');
			await got(desk.me.end_fact({ fact_id }));
			for (const id of [fact_id, 'nothing'])
				for (const call of [
					desk.me.end_fact({ fact_id: id }),
					desk.me.retract_fact({ fact_id: id }),
					desk.me.replace_fact({ fact_id: id, content: 'x' })
				]) {
					const error = await refused(call);
					expect(error).toMatchObject({ code: 'not_found', parameter: 'fact_id' });
					expect(error.message).toContain(id);
				}
		});

		test('another version than expected is version_conflict, with the version that stands', async () => {
			const fact_id = await fact(desk.me, 'Jeff', 'lives in Bonn');
			const { about } = await got(
				desk.me.get_dossier({ entity_id: (await got(desk.me.get_entity({ name: 'Jeff' }))).entity?.id ?? '' })
			);
			const version = about[0]?.version ?? '';
			for (const call of [
				desk.me.end_fact({ fact_id, expected_version: 'older' }),
				desk.me.retract_fact({ fact_id, expected_version: 'older' }),
				desk.me.replace_fact({ fact_id, content: 'x', expected_version: 'older' })
			])
				expect(await refused(call)).toMatchObject({ code: 'version_conflict', current_version: version });
			expect(await got(desk.me.end_fact({ fact_id, expected_version: version }))).toMatchObject({ action: 'ended' });
		});

		test('[N7] a fact of another channel than the one given is not found there', async () => {
			const { channel_id } = await got(desk.me.create_channel({ name: 'work' }));
			const fact_id = await fact(desk.me, 'Jeff', 'lives in Bonn');
			expect(await refused(desk.me.end_fact({ fact_id, channel_id }))).toMatchObject({
				code: 'not_found',
				parameter: 'fact_id'
			});
			expect(await known('Jeff')).toEqual(['lives in Bonn']);
		});
	});

	describe('[F6] the value of a slot', () => {
		test.each(['end', 'retract'] as const)('%s: the slot is EMPTY', async (verb) => {
			const { version } = await set(desk.me, 'Jeff', 'city', 'Oslo');
			const done =
				verb === 'end'
					? await got(desk.me.end_fact({ entity: 'jeff', attribute: 'City' }))
					: await got(desk.me.retract_fact({ entity: 'jeff', attribute: 'City' }));
			expect(done).toMatchObject({
				action: verb === 'end' ? 'ended' : 'retracted',
				content: 'city: Oslo',
				before: { value: 'Oslo', version }
			});
			expect((await current(desk.me, 'Jeff', 'city')).record).toBeNull();
			const { versions } = await got(desk.me.memory_history({ entity: 'Jeff', attribute: 'city' }));
			expect(versions).toMatchObject([{ value: 'Oslo', status: verb === 'end' ? 'ended' : 'retracted' }]);
		});

		test('of a slot that is EMPTY: unchanged, and nothing is written', async () => {
			await fact(desk.me, 'Jeff', 'x');
			const before = await changes(desk);
			expect(await got(desk.me.end_fact({ entity: 'Jeff', attribute: 'city' }))).toMatchObject({
				change_id: null,
				action: 'unchanged'
			});
			expect(await got(desk.me.retract_fact({ entity: 'Jeff', attribute: 'city' }))).toMatchObject({
				change_id: null,
				action: 'unchanged'
			});
			expect(await changes(desk)).toBe(before);
		});

		test('of a set: all its members go', async () => {
			for (const member of ['French', 'Basque'])
				await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member }));
			expect(await got(desk.me.end_fact({ entity: 'Jeff', attribute: 'languages' }))).toMatchObject({
				action: 'ended',
				content: 'languages: French, Basque'
			});
			expect((await current(desk.me, 'Jeff', 'languages')).record).toMatchObject({
				members: [],
				removed: ['French', 'Basque']
			});
		});

		test('replace_fact is memory_fact_set on the current version', async () => {
			const { version } = await set(desk.bot, 'Jeff', 'city', 'Oslo');
			expect(await got(desk.bot.replace_fact({ entity: 'Jeff', attribute: 'city', content: 'Bergen' }))).toMatchObject({
				action: 'superseded',
				before: { value: 'Oslo', version }
			});
			expect(await got(desk.bot.replace_fact({ entity: 'Jeff', attribute: 'city', content: 'Oslo' }))).toMatchObject({
				action: 'superseded'
			});
			expect(
				await got(
					desk.bot.replace_fact({ entity: 'Jeff', attribute: 'city', content: 'Rome', expected_version: version })
				)
			).toMatchObject({ action: 'contested', contender: { value: 'Rome', why: 'outdated' } });
			await set(desk.me, 'Jeff', 'role', 'designer');
			expect(await got(desk.bot.replace_fact({ entity: 'Jeff', attribute: 'role', content: 'writer' }))).toMatchObject({
				action: 'contested',
				contender: { why: 'weaker' }
			});
		});

		test('a stale version is version_conflict, a thing that is not there not_found, and never guessed of namesakes', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			expect(
				await refused(desk.me.end_fact({ entity: 'Jeff', attribute: 'city', expected_version: 'older' }))
			).toMatchObject({ code: 'version_conflict' });
			expect(await refused(desk.me.end_fact({ entity: 'Jef', attribute: 'city' }))).toMatchObject({
				code: 'not_found',
				did_you_mean: [{ name: 'Jeff' }]
			});
			await fact(desk.me, 'Mercury', 'a', { type: 'person' });
			await fact(desk.me, 'Mercury', 'b', { type: 'project' });
			expect(await refused(desk.me.retract_fact({ entity: 'Mercury', attribute: 'city' }))).toMatchObject({
				code: 'ambiguous_name',
				rows: [{}, {}]
			});
		});
	});
}
