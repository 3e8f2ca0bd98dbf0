/** memory_fact_resolve through the door (S6). */
import { beforeEach, describe, expect, test } from 'vitest';
import { changes, current, got, openDesk, refused, set, type Desk, type OpenStore } from './support';

export function resolveSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const add = (member: string, more: object = {}, door = desk.me) =>
		got(door.memory_set_add({ entity: 'Jeff', attribute: 'languages', member, ...more }));

	describe('[S6] memory_fact_resolve', () => {
		const resolve = (args: object, door = desk.me) =>
			got(door.memory_fact_resolve({ entity: 'Jeff', attribute: 'city', accept: true, ...args }));
		const contest = async (): Promise<string> => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			const { contender } = await set(desk.bot, 'Jeff', 'city', 'Bergen');
			return contender?.version ?? '';
		};

		test('accept makes the contender current, with the standing of who accepted', async () => {
			const version = await contest();
			expect(await resolve({ expected_contender: version })).toMatchObject({
				resolved: true,
				accepted: true,
				action: 'accepted',
				current: 'Bergen',
				version,
				before: { value: 'Oslo' },
				record: { value: 'Bergen', version, by: 'agent:helper' }
			});
			expect(await current(desk.me, 'Jeff', 'city')).toMatchObject({ contenders: [] });
			expect(await set(desk.bot, 'Jeff', 'city', 'Trondheim')).toMatchObject({
				action: 'contested',
				contender: { why: 'weaker' }
			});
		});

		test('reject keeps the current value', async () => {
			await contest();
			expect(await resolve({ accept: false })).toMatchObject({
				resolved: true,
				accepted: false,
				action: 'rejected',
				current: 'Oslo',
				record: { value: 'Oslo' }
			});
			expect((await current(desk.me, 'Jeff', 'city')).contenders).toEqual([]);
		});

		test.each([true, false])('keep_both makes a set of the two (accept %j)', async (accept) => {
			await contest();
			expect(await resolve({ accept, keep_both: true })).toMatchObject({
				resolved: true,
				accepted: true,
				action: 'kept_both',
				current: 'Oslo, Bergen',
				record: { kind: 'set', members: ['Oslo', 'Bergen'] }
			});
		});

		test('no contender, or a set: resolved false with the reason, and nothing written', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await add('French');
			const before = await changes(desk);
			expect(await resolve({})).toEqual({ resolved: false, reason: 'no_contender' });
			expect(await got(desk.me.memory_fact_resolve({ entity: 'Jeff', attribute: 'languages', accept: true }))).toEqual({
				resolved: false,
				reason: 'slot_holds_set'
			});
			expect(await changes(desk)).toBe(before);
		});

		test('a stale expected_contender settles nothing and shows the one that waits now', async () => {
			const version = await contest();
			await set(desk.other, 'Jeff', 'city', 'Trondheim');
			expect(await resolve({ expected_contender: version })).toMatchObject({
				resolved: false,
				reason: 'no_contender',
				contender: { value: 'Trondheim' }
			});
			expect((await current(desk.me, 'Jeff', 'city')).record).toMatchObject({ value: 'Oslo' });
		});

		test('a thing that is not there is not_found', async () => {
			expect(
				await refused(desk.me.memory_fact_resolve({ entity: 'Nobody', attribute: 'city', accept: true }))
			).toMatchObject({ code: 'not_found' });
		});

		test('[N3] of namesakes, the one whose slot is contested', async () => {
			await set(desk.me, 'Mercury', 'city', 'Rome', { type: 'person' });
			await set(desk.me, 'Mercury', 'city', 'Oslo', { type: 'project' });
			await set(desk.bot, 'Mercury', 'city', 'Bergen', { type: 'project' });
			expect(
				await got(desk.me.memory_fact_resolve({ entity: 'Mercury', attribute: 'city', accept: true }))
			).toMatchObject({ current: 'Bergen' });
			expect((await current(desk.me, 'Mercury', 'city', { type: 'person' })).record).toMatchObject({ value: 'Rome' });
		});

		describe("an agent's", () => {
			const waits = async (args: object, door = desk.other): Promise<void> => {
				const before = await changes(desk);
				expect(
					await refused(door.memory_fact_resolve({ entity: 'Jeff', attribute: 'city', accept: true, ...args }))
				).toMatchObject({ code: 'needs_confirmation' });
				expect(await changes(desk)).toBe(before);
			};

			test('accept over stronger support waits for the person', async () => {
				await contest();
				await waits({});
				expect((await current(desk.me, 'Jeff', 'city')).record).toMatchObject({ value: 'Oslo' });
			});

			test.each([{ accept: true }, { accept: false, keep_both: true }, { accept: true, keep_both: true }])(
				'accept of a claim of its own session waits: %j',
				async (args) => {
					await set(desk.other, 'Jeff', 'city', 'Oslo', { confidence: 0.9 });
					await set(desk.bot, 'Jeff', 'city', 'Bergen', { confidence: 0.5 });
					await waits(args, desk.bot);
				}
			);

			test('reject of what the person told another agent waits', async () => {
				await set(desk.me, 'Jeff', 'city', 'Oslo');
				await set(desk.bot, 'Jeff', 'city', 'Bergen', { origin: 'user' });
				await waits({ accept: false });
			});

			test("accept of another agent's over an agent's is done, with the standing of an agent", async () => {
				await set(desk.other, 'Jeff', 'city', 'Oslo', { confidence: 0.9 });
				await set(desk.bot, 'Jeff', 'city', 'Bergen', { confidence: 0.5 });
				expect(await resolve({}, desk.other)).toMatchObject({ resolved: true, current: 'Bergen' });
				expect(await set(desk.bot, 'Jeff', 'city', 'Rome', { confidence: 0.8 })).toMatchObject({
					action: 'superseded'
				});
			});

			test('keep both of two agents is done', async () => {
				await set(desk.other, 'Jeff', 'city', 'Oslo', { confidence: 0.9 });
				await set(desk.bot, 'Jeff', 'city', 'Bergen', { confidence: 0.5 });
				expect(await resolve({ keep_both: true }, desk.other)).toMatchObject({ action: 'kept_both' });
			});
		});
	});
}
