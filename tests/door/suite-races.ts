/** Several callers at once (S12, N8, J2): no write is lost, nothing is made twice, nobody sees half of a call. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OperationName } from '../../src/lib/contract';
import { agent, createTestEnv } from '../support/notebooks';
import {
	changes,
	contents,
	current,
	fact,
	got,
	names,
	openDesk,
	relate,
	send,
	set,
	type Desk,
	type OpenStore
} from './support';

const fifty = Array.from({ length: 50 }, (_, i) => i);

export function racesSuite(open: OpenStore): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = await openDesk(open);
	});
	const history = async (attribute: string) =>
		(await got(desk.me.memory_history({ entity: 'Jeff', attribute, budget: 24_000 }))).versions;
	const everyName = async (): Promise<string[]> => names((await got(desk.me.list_entities({ sort: 'name' }))).entities);

	test('fifty values for one slot at once: one stands, each is in its history, in the order they were taken', async () => {
		const done = await Promise.all(fifty.map((i) => set(desk.me, 'Jeff', 'city', `city ${String(i)}`)));
		expect(done.filter(({ action }) => action === 'inserted')).toHaveLength(1);
		expect(done.filter(({ action }) => action === 'superseded')).toHaveLength(49);
		expect(await everyName()).toEqual(['Jeff']);
		expect(await changes(desk)).toBe(50);
		const versions = await history('city');
		expect(versions).toHaveLength(50);
		expect(versions.filter(({ status }) => status === 'current')).toHaveLength(1);
		for (const [i, { replaced_by }] of versions.slice(0, -1).entries())
			expect(replaced_by).toBe(versions[i + 1]?.version);
		const { record } = await current(desk.me, 'Jeff', 'city');
		expect(record?.kind === 'single' && record.value).toBe(versions.at(-1)?.value);
	});

	test('[S12] fifty who all saw one version: one supersedes, the others contend, none is lost and none is an error', async () => {
		const { version: expected_version } = await set(desk.bot, 'Jeff', 'city', 'Oslo');
		const done = await Promise.all(
			fifty.map((i) => set(i % 2 ? desk.bot : desk.other, 'Jeff', 'city', `city ${String(i)}`, { expected_version }))
		);
		expect(done.filter(({ action }) => action === 'superseded')).toHaveLength(1);
		expect(done.filter(({ action }) => action === 'contested')).toHaveLength(49);
		const { contenders } = await current(desk.me, 'Jeff', 'city');
		expect(contenders).toMatchObject([{ why: 'outdated' }]);
		expect(await history('city')).toHaveLength(51);
	});

	test('[S3] fifty times the same value: one version, confirmed by all', async () => {
		const done = await Promise.all(
			fifty.map((i) => set(i % 2 ? desk.bot : desk.other, 'Jeff', 'city', i % 3 ? 'Oslo' : ' OSLO '))
		);
		expect(new Set(done.map(({ version }) => version)).size).toBe(1);
		const { record } = await current(desk.me, 'Jeff', 'city', { verbose: true });
		expect(record).toMatchObject({ confidence: 0.95 });
		expect(record?.kind === 'single' && record.support).toHaveLength(50);
	});

	test('[S8] fifty members at once: all are in the set', async () => {
		await Promise.all(
			fifty.map((i) => got(desk.me.memory_set_add({ entity: 'Jeff', attribute: 'tags', member: `tag ${String(i)}` })))
		);
		const { record } = await current(desk.me, 'Jeff', 'tags');
		expect(record?.kind === 'set' && new Set(record.members).size).toBe(50);
	});

	test('[N8] fifty calls of remember about one new name: one row, fifty facts', async () => {
		const done = await Promise.all(
			fifty.map((i) =>
				got(
					(i % 2 ? desk.me : desk.bot).remember({
						facts: [{ entity: 'Newcomer', type: 'person', content: `fact ${String(i)}` }]
					})
				)
			)
		);
		expect(done.flatMap(({ created = [] }) => created)).toHaveLength(1);
		expect(new Set(done.flatMap(({ ids }) => ids)).size).toBe(1);
		expect(await everyName()).toEqual(['Newcomer']);
		expect((await got(desk.me.get_entity({ name: 'Newcomer', budget: 24_000 }))).facts).toHaveLength(50);
	});

	test('[N8] in fifty spellings that are one: one row', async () => {
		const spellings = ['STG-Orders', 'stg_orders', 'stg orders', 'Stg.Orders', 'STG/ORDERS'];
		await Promise.all(fifty.map((i) => fact(desk.me, spellings[i % 5] ?? '', `fact ${String(i)}`)));
		expect(await everyName()).toHaveLength(1);
	});

	test('[N8] fifty new names: fifty rows', async () => {
		await Promise.all(fifty.map((i) => fact(desk.me, `Name ${String(i)}`, 'x')));
		expect(new Set(await everyName()).size).toBe(50);
		expect((await got(desk.me.find_entities({ query: 'Name', limit: 100 }))).entities).toHaveLength(50);
	});

	test('[N10] fifty first writes to the person, by four names: one person', async () => {
		await Promise.all(
			fifty.map((i) => fact(desk.bot, ['User', 'the user', 'me', 'I'][i % 4] ?? '', `fact ${String(i)}`))
		);
		expect(await everyName()).toEqual(['User']);
	});

	test('[E1] fifty times one relation, both ends new: two rows, one relation', async () => {
		await Promise.all(
			fifty.map((i) => relate(i % 2 ? desk.me : desk.bot, 'Jeff', i % 3 ? 'works at' : 'WORKS_AT', 'Acme'))
		);
		expect(await everyName()).toEqual(['Acme', 'Jeff']);
		expect((await got(desk.me.get_entity({ name: 'Jeff' }))).relationships).toHaveLength(1);
		expect((await got(desk.me.get_entity({ name: 'Acme' }))).relationships).toHaveLength(1);
	});

	test('[F5] fifty times one fact: one fact', async () => {
		await Promise.all(
			fifty.map((i) =>
				got(desk.door(agent(`agent ${String(i)}`)).remember({ facts: [{ entity: 'Jeff', content: 'is tall' }] }))
			)
		);
		expect(contents((await got(desk.me.get_entity({ name: 'Jeff' }))).facts)).toEqual(['is tall']);
	});

	test('[N9] fifty renames to one name: one gets it, the others are refused with its row', async () => {
		for (const i of fifty) await fact(desk.me, `Name ${String(i)}`, 'x');
		const done = await Promise.all(
			fifty.map((i) => desk.me.rename_entity({ entity: `Name ${String(i)}`, new_name: 'Wanted' }))
		);
		expect(done.filter(({ ok }) => ok)).toHaveLength(1);
		for (const result of done)
			if (!result.ok) expect(result.error).toMatchObject({ code: 'ambiguous_name', rows: [{ name: 'Wanted' }] });
	});

	test('[J4] fifty undoes of one change: it is taken back once', async () => {
		const { change_id } = await set(desk.me, 'Jeff', 'city', 'Oslo');
		const done = await Promise.all(fifty.map(() => got(desk.me.undo({ change_id: change_id ?? '' }))));
		expect(done.filter(({ action }) => action === 'undone')).toHaveLength(1);
		expect((await current(desk.me, 'Jeff', 'city')).record).toBeNull();
	});

	test('[N6] merges and their reversals in two tabs at once: both tabs, and a copy made anew, know the same families', async () => {
		const things = ['Ann', 'Bob', 'Cid', 'Dan', 'Eve'];
		const thing = fc.constantFrom(...things);
		const step = fc.record({
			tab: fc.boolean(),
			what: fc.constantFrom('merge_entities', 'merge_entities', 'unmerge_entities', 'mark_distinct'),
			entity: thing,
			other: thing
		});
		const familiesOf = async (door: Desk['me']): Promise<string[][]> => {
			const families = await Promise.all(
				things.map(async (name) => names((await got(door.get_entity({ name }))).entities))
			);
			return families.map((family) => family.sort());
		};
		await fc.assert(
			fc.asyncProperty(fc.array(fc.array(step, { minLength: 2, maxLength: 6 }), { maxLength: 5 }), async (batches) => {
				const one = await openDesk(open);
				for (const name of things) await fact(one.me, name, `is ${name}`);
				const other = await openDesk(() => Promise.resolve(one.store), createTestEnv(7));
				for (const batch of batches)
					await Promise.all(
						batch.map(({ tab, what, entity, other: second }) =>
							send((tab ? one : other).me, what as OperationName, { entity, other: second })
						)
					);
				const known = await familiesOf(one.me);
				expect(await familiesOf(other.me)).toEqual(known);
				// One thing: each of its rows says the same of the others.
				for (const family of known) for (const name of family) expect(known[things.indexOf(name)]).toEqual(family);
				const copy = await got(one.me.export({ format: 'journal' }));
				const anew = await openDesk(open);
				const { preview_id } = await got(anew.me.import_preview({ source: await copy.blob.text() }));
				await got(anew.me.import_run({ preview_id }));
				expect(await familiesOf(anew.me)).toEqual(known);
			}),
			{ numRuns: 12 }
		);
	});

	test('[S6] one conflict settled by fifty at once: settled once', async () => {
		await set(desk.me, 'Jeff', 'city', 'Oslo');
		await set(desk.bot, 'Jeff', 'city', 'Bergen');
		const done = await Promise.all(
			fifty.map((i) => got(desk.me.memory_fact_resolve({ entity: 'Jeff', attribute: 'city', accept: i % 2 === 0 })))
		);
		expect(done.filter(({ resolved }) => resolved)).toHaveLength(1);
		expect((await current(desk.me, 'Jeff', 'city')).contenders).toEqual([]);
	});

	test('[J2] who reads meanwhile sees a call whole or not at all', async () => {
		const write = async (): Promise<void> => {
			for (let i = 0; i < 15; i++)
				await got(
					desk.bot.remember({
						facts: [
							{ entity: `Thing ${String(i)}`, content: 'one' },
							{ entity: `Thing ${String(i)}`, content: 'two' }
						],
						relations: [{ from: `Thing ${String(i)}`, relation: 'is near', to: 'Acme' }],
						values: [{ entity: `Thing ${String(i)}`, attribute: 'a', value: 'b' }]
					})
				);
		};
		const seen = new Set<string>();
		const read = async (): Promise<void> => {
			for (let round = 0; round < 15; round++)
				for (const i of [round, 14 - round]) {
					const { found, facts, relationships } = await got(desk.me.get_entity({ name: `Thing ${String(i)}` }));
					if (found) seen.add(`${String(facts.length)} ${String(relationships.length)}`);
				}
		};
		await Promise.all([write(), read(), read()]);
		await read();
		expect([...seen]).toEqual(['3 1']);
	});

	test('an import and other writes at once: both are whole', async () => {
		const source = fifty
			.map((i) =>
				JSON.stringify({
					type: 'entity',
					name: `Thing ${String(i)}`,
					entityType: 'thing',
					observations: [`seen ${String(i)}`]
				})
			)
			.join('\n');
		const { preview_id } = await got(desk.me.import_preview({ source }));
		await Promise.all([
			got(desk.me.import_run({ preview_id })),
			...fifty.map((i) => fact(desk.bot, `Other ${String(i)}`, 'x'))
		]);
		expect((await got(desk.me.list_entities({}))).total).toBe(100);
	});

	test('what each commit tells comes once and in the order of the commits', async () => {
		const heard: string[] = [];
		desk.notebook.on((event) => {
			if (event.type === 'changed') heard.push(event.change_id);
		});
		await Promise.all(fifty.map((i) => set(i % 2 ? desk.me : desk.bot, 'Jeff', 'city', `city ${String(i)}`)));
		const order = (await got(desk.me.list_changes({ limit: 100, budget: 24_000 }))).changes
			.map(({ change_id }) => change_id)
			.reverse();
		expect(heard).toEqual(order);
	});

	describe('the person and an agent, in any order', () => {
		const value = fc.constantFrom('Oslo', 'Bergen', 'Rome', 'Paris');
		const step = fc.oneof(
			fc.record({ kind: fc.constant('set' as const), value, seen: fc.boolean() }),
			fc.record({ kind: fc.constant('fact' as const), value }),
			fc.record({ kind: fc.constant('relate' as const), value }),
			fc.record({ kind: fc.constant('read' as const) })
		);

		test('[S12] no write is lost and none is an error, whatever each saw', async () => {
			await fc.assert(
				fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.array(step, { maxLength: 12 }), async (mine, theirs) => {
					const one = await openDesk(open);
					const said = { values: 0, facts: new Set<string>(), ends: new Set<string>() };
					const walk = async (door: Desk['me'], steps: typeof mine): Promise<void> => {
						let version: string | undefined;
						for (const each of steps) {
							if (each.kind === 'set') {
								const done = await set(
									door,
									'Jeff',
									'city',
									each.value,
									each.seen && version !== undefined ? { expected_version: version } : {}
								);
								if (done.action !== 'confirmed') said.values++;
								version = done.version;
							} else if (each.kind === 'fact') {
								await fact(door, 'jeff', `likes ${each.value}`);
								said.facts.add(`likes ${each.value}`);
							} else if (each.kind === 'relate') {
								await relate(door, 'JEFF', 'visited', each.value);
								said.ends.add(each.value);
							} else version = (await current(door, 'Jeff', 'city')).record?.kind === 'single' ? version : undefined;
						}
					};
					await Promise.all([walk(one.me, mine), walk(one.bot, theirs)]);
					const { entities, facts, relationships } = await got(one.me.get_entity({ name: 'Jeff' }));
					expect(entities.length).toBeLessThanOrEqual(1);
					expect(new Set(contents(facts.filter(({ attribute }) => attribute === undefined)))).toEqual(said.facts);
					expect(relationships.map(({ entity }) => entity).sort()).toEqual([...said.ends].sort());
					const { versions } = await got(one.me.memory_history({ entity: 'Jeff', budget: 24_000 }));
					// A contender said again confirms it, and is no version of its own.
					expect(versions.length).toBeLessThanOrEqual(said.values);
					expect(versions.filter(({ status }) => status === 'current').length).toBe(said.values > 0 ? 1 : 0);
					one.store.close();
				}),
				{ numRuns: 40 }
			);
		});
	});
}
