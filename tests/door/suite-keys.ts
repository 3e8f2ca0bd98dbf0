/** Idempotency keys through the door (J6). */
import { beforeEach, describe, expect, test } from 'vitest';
import type { OperationName } from '../../src/lib/contract';
import { agent } from '../support/notebooks';
import { changes, current, fact, got, openDesk, refused, send, set, type Desk, type OpenStore } from './support';

export function keysSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const undo = (change_id: string | null) => got(desk.me.undo({ change_id: change_id ?? '' }));

	describe('[J6] idempotency keys', () => {
		const key = { idempotency_key: 'k1' };
		/** A call of each kind, what makes it possible, and the same call with other arguments. */
		const calls: [OperationName, object, object, (() => Promise<unknown>)?][] = [
			[
				'remember',
				{ facts: [{ entity: 'Jeff', content: 'is tall' }] },
				{ facts: [{ entity: 'Jeff', content: 'is small' }] }
			],
			[
				'memory_fact_set',
				{ entity: 'Jeff', attribute: 'city', value: 'Oslo' },
				{ entity: 'Jeff', attribute: 'city', value: 'Bergen' }
			],
			[
				'memory_set_add',
				{ entity: 'Jeff', attribute: 'languages', member: 'French' },
				{ entity: 'Jeff', attribute: 'languages', member: 'Basque' }
			],
			[
				'relate_entities',
				{ fromEntity: 'Jeff', relation: 'knows', toEntity: 'Ann' },
				{ fromEntity: 'Jeff', relation: 'knows', toEntity: 'Bob' }
			],
			['add_note', { text: 'one' }, { text: 'two' }],
			['create_channel', { name: 'work' }, { name: 'home' }],
			['add_alias', { entity: 'Known', alias: 'K' }, { entity: 'Known', alias: 'KK' }],
			['rename_entity', { entity: 'Known', new_name: 'Better known' }, { entity: 'Known', new_name: 'Famous' }],
			['remove_entity', { entity: 'Known' }, { entity: 'Known', type: 'person' }],
			['introduce_person', { name: 'Robin' }, { name: 'Robyn' }],
			[
				'memory_set_remove',
				{ entity: 'Known', attribute: 'tags', member: 'a' },
				{ entity: 'Known', attribute: 'tags', member: 'b' }
			],
			['end_fact', { entity: 'Known', attribute: 'city' }, { entity: 'Known', attribute: 'role' }],
			['forget', { entity: 'Known', attribute: 'city' }, { entity: 'Known', attribute: 'tags' }]
		];
		beforeEach(async () => {
			await set(desk.me, 'Known', 'city', 'Rome');
			for (const member of ['a', 'b'])
				await got(desk.me.memory_set_add({ entity: 'Known', attribute: 'tags', member }));
		});

		test.each(calls)(
			'%s: the same again answers with the first receipt, repeated; other arguments are refused',
			async (operation, args, other) => {
				const first = (await got(send(desk.me, operation, { ...args, ...key }))) as object;
				const before = await changes(desk);
				expect(await got(send(desk.me, operation, { ...args, ...key }))).toEqual({ ...first, repeated: true });
				expect(await refused(send(desk.me, operation, { ...other, ...key }))).toMatchObject({
					code: 'invalid_parameter',
					parameter: 'idempotency_key'
				});
				expect(await changes(desk)).toBe(before);
			}
		);

		test.each([
			['end_fact', (fact_id: string) => ({ fact_id })],
			['retract_fact', (fact_id: string) => ({ fact_id })],
			['replace_fact', (fact_id: string) => ({ fact_id, content: 'is small' })],
			['forget', (fact_id: string) => ({ fact_id })]
		] as const)('%s of a fact that is gone since: still the first receipt', async (operation, args) => {
			const given = { ...args(await fact(desk.me, 'Jeff', 'is tall')), ...key };
			const first = (await got(send(desk.me, operation, given))) as object;
			expect(await got(send(desk.me, operation, given))).toEqual({ ...first, repeated: true });
		});

		test('memory_fact_resolve and undo too', async () => {
			await set(desk.me, 'Jeff', 'city', 'Oslo');
			await set(desk.bot, 'Jeff', 'city', 'Bergen');
			const settle = { entity: 'Jeff', attribute: 'city', accept: true, ...key };
			const first = await got(desk.me.memory_fact_resolve(settle));
			expect(await got(desk.me.memory_fact_resolve(settle))).toEqual({ ...first, repeated: true });
			const back = { change_id: first.resolved ? (first.change_id ?? '') : '', ...key };
			const undone = await got(desk.me.undo(back));
			expect(await got(desk.me.undo(back))).toEqual({ ...undone, repeated: true });
		});

		test('written another way the arguments are the same', async () => {
			const first = await got(desk.me.memory_fact_set({ entity: 'Jeff', attribute: 'city', value: 'Oslo', ...key }));
			expect(
				await got(
					send(desk.me, 'memory_fact_set', {
						...key,
						source: '',
						value: ' Oslo ',
						type: null,
						attribute: 'city',
						entity: 'Jeff '
					})
				)
			).toEqual({ ...first, repeated: true });
		});

		test('undone since, the answer says so', async () => {
			const args = { entity: 'Jeff', attribute: 'city', value: 'Oslo', ...key };
			const first = await got(desk.me.memory_fact_set(args));
			await undo(first.change_id);
			expect(await got(desk.me.memory_fact_set(args))).toEqual({ ...first, repeated: true, undone: true });
			expect((await current(desk.me, 'Jeff', 'city')).record).toBeNull();
		});

		test('a key belongs to one caller and one operation', async () => {
			await got(desk.me.memory_fact_set({ entity: 'Jeff', attribute: 'city', value: 'Oslo', ...key }));
			expect(
				await got(desk.bot.memory_fact_set({ entity: 'Jeff', attribute: 'city', value: 'Bergen', ...key }))
			).toMatchObject({ action: 'contested' });
			expect(
				await got(desk.other.memory_fact_set({ entity: 'Jeff', attribute: 'city', value: 'Bergen', ...key }))
			).not.toHaveProperty('repeated');
			expect(
				await got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'languages', member: 'French', ...key }))
			).not.toHaveProperty('repeated');
		});

		test('another session of the same agent finds its key', async () => {
			const args = { entity: 'Jeff', attribute: 'city', value: 'Oslo', ...key };
			const first = await got(desk.bot.memory_fact_set(args));
			const later = desk.door(agent('helper', '00000000-0000-7000-8000-0000000000bb'));
			expect(await got(later.memory_fact_set(args))).toEqual({ ...first, repeated: true });
		});

		test('a failed call leaves no key', async () => {
			expect(await refused(desk.me.end_fact({ entity: 'Nobody', attribute: 'city', ...key }))).toMatchObject({
				code: 'not_found'
			});
			await set(desk.me, 'Nobody', 'city', 'Oslo');
			expect(await got(desk.me.end_fact({ entity: 'Nobody', attribute: 'city', ...key }))).toMatchObject({
				action: 'ended'
			});
		});

		describe('calls of many changes', () => {
			const file = JSON.stringify({
				type: 'entity',
				name: 'Acme',
				entityType: 'company',
				observations: ['Makes anvils']
			});
			const preview = async (source = file) =>
				(await got(desk.me.import_preview({ source, name: 'memory.jsonl' }))).preview_id;
			const runs: [OperationName, () => Promise<object>][] = [
				['load_sample', () => Promise.resolve({})],
				['import_run', async () => ({ preview_id: await preview() })]
			];
			const total = async () => (await got(desk.me.list_entities({}))).total;

			test.each(runs)(
				'%s: the same again writes nothing and answers with the first receipt',
				async (operation, make) => {
					const args = { ...(await make()), ...key };
					const first = (await got(send(desk.me, operation, args))) as { session: string };
					expect(first).not.toHaveProperty('repeated');
					const before = await changes(desk);
					expect(await got(send(desk.me, operation, args))).toEqual({ ...first, repeated: true });
					expect(await changes(desk)).toBe(before);
					await got(desk.me.undo({ session: first.session }));
					expect(await total()).toBe(1);
					expect(await got(send(desk.me, operation, args))).toEqual({ ...first, repeated: true, undone: true });
				}
			);

			test.each(runs)('%s: several at once are one', async (operation, make) => {
				const args = { ...(await make()), ...key };
				const all = await Promise.all(
					[1, 2, 3].map(async () => (await got(send(desk.me, operation, args))) as { session: string; repeated?: true })
				);
				expect(new Set(all.map(({ session }) => session)).size).toBe(1);
				expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
			});

			test('with other arguments it is refused, and nothing is written', async () => {
				await got(desk.me.import_run({ preview_id: await preview(), ...key }));
				const before = await changes(desk);
				const other = await preview(file.replace('Acme', 'Globex'));
				expect(await refused(desk.me.import_run({ preview_id: other, ...key }))).toMatchObject({
					code: 'invalid_parameter',
					parameter: 'idempotency_key'
				});
				expect(await changes(desk)).toBe(before);
			});

			test('an import that brought nothing, or failed, leaves no key', async () => {
				await got(desk.me.import_run({ preview_id: await preview() }));
				const before = await changes(desk);
				expect(await got(desk.me.import_run({ preview_id: await preview(), ...key }))).toMatchObject({
					action: 'unchanged'
				});
				expect(await refused(desk.me.import_run({ preview_id: 'none', ...key }))).toMatchObject({ code: 'not_found' });
				expect(await changes(desk)).toBe(before);
			});

			test('the key outlives the app, though the preview does not', async () => {
				const args = { preview_id: await preview(), ...key };
				const first = await got(desk.me.import_run(args));
				const { store, env } = desk;
				const later = await openDesk(() => Promise.resolve(store), env);
				expect(await got(later.me.import_run(args))).toEqual({ ...first, repeated: true });
			});

			test('the journal holds nothing but what was imported', async () => {
				await got(desk.me.import_run({ preview_id: await preview(), ...key }));
				const { blob } = await got(desk.me.export({}));
				const copy = await openDesk(open);
				const restored = await got(copy.me.import_preview({ source: blob }));
				await got(copy.me.import_run({ preview_id: restored.preview_id, ...key }));
				expect(await changes(copy)).toBe(await changes(desk));
			});
		});

		test('fifty at once with one key are one', async () => {
			const args = { facts: [{ entity: 'Jeff', content: 'is tall' }], ...key };
			const before = await changes(desk);
			const all = await Promise.all(Array.from({ length: 50 }, () => got(desk.bot.remember(args))));
			expect(new Set(all.map(({ change_id }) => change_id)).size).toBe(1);
			expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
			expect(await changes(desk)).toBe(before + 1);
		});
	});
}
