/** The notebook as it stood at a time is what it was at that time. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { hlcMs } from '../../src/lib/domain/clock';
import type { EntityState, Shelf } from '../../src/lib/domain/model';
import { pastReader } from '../../src/lib/notebook/past';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import { fact, got, openDesk, relate, set, type Desk } from '../door/support';
import { createDevice } from '../support/devices';
import { begin, perform, stepArbitrary } from '../support/histories';

vi.setConfig({ testTimeout: 60_000 });

/** What stands on shelves, but for ghosts: they are of no claim of their own. */
function standing(shelves: readonly (Shelf | undefined)[]): Record<string, unknown> {
	const all: [string, unknown][] = [];
	for (const shelf of shelves) {
		for (const [local, { state }] of Object.entries(shelf?.rows ?? {}))
			if (state && !(local === 'e' && (state as EntityState).ghost)) all.push([`${shelf?.id ?? ''} ${local}`, state]);
	}
	return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe('the law', () => {
	test('[J3] [J4] at each moment of a history, undoes and merges among it: what stood then', async () => {
		await fc.assert(
			fc.asyncProperty(fc.noBias(fc.array(stepArbitrary(1), { minLength: 4, maxLength: 24 })), async (steps) => {
				const device = createDevice(1);
				await begin([device]);
				const moments: { at: number; stood: Record<string, unknown> }[] = [];
				for (const step of steps) {
					const change = await perform([device], step);
					if (change) moments.push({ at: hlcMs(change.hlc), stood: standing(await device.shelves()) });
				}
				const ids = (await device.shelves()).map(({ id }) => id);
				for (const { at, stood } of moments) {
					const then = await device.store.read((tx) => pastReader(tx, at).shelves(ids));
					expect(standing(then)).toEqual(stood);
				}
			}),
			{ numRuns: 150, seed: 12 }
		);
	});

	test('the journal ends there', async () => {
		const device = createDevice(1);
		const first = await device.write((writer) => writer.create('Ada', null, false, {}));
		const second = await device.write((writer) => writer.create('Bo', null, false, {}));
		await device.store.read(async (tx) => {
			const past = pastReader(tx, hlcMs(first.hlc));
			expect(await past.countChanges()).toBe(1);
			expect((await past.headsBefore(undefined, 5)).map(({ id }) => id)).toEqual([first.id]);
			expect(await past.heads([first.id, second.id])).toMatchObject([{ id: first.id }, undefined]);
			expect(await past.head(second.id)).toBeUndefined();
			expect(await past.claims([second.id])).toEqual([undefined]);
			expect(await past.sessionChanges(first.session)).toEqual([first.id]);
		});
	});
});

describe('the page of a thing', () => {
	const desk = (): Promise<Desk> => openDesk(() => Promise.resolve(createMemoryStore()));

	test('values, facts, relations and the name of then; before it was there it is not found', async () => {
		const { me, env } = await desk();
		const before = env.at;
		env.at += 1_000;
		await fact(me, 'Jeff', 'likes tea');
		await set(me, 'Jeff', 'city', 'Oslo');
		await relate(me, 'Jeff', 'works at', 'Acme');
		await relate(me, 'Mary', 'manages', 'Jeff');
		const entity_id = (await got(me.find_entities({ query: 'Jeff' }))).entities[0]?.id ?? '';
		const then = env.at;
		env.at += 1_000;
		const page = await got(me.get_dossier({ entity_id }));
		await set(me, 'Jeff', 'city', 'Rome');
		await got(me.retract_fact({ fact_id: page.about[0]?.id ?? '' }));
		await got(me.end_relation({ fromEntity: 'Jeff', relation: 'works at', toEntity: 'Acme' }));
		await got(me.rename_entity({ entity: 'Jeff', new_name: 'Geoffrey' }));
		await got(me.rename_entity({ entity: 'Mary', new_name: 'Maria' }));

		const as_of = new Date(then).toISOString();
		const past = await got(me.get_dossier({ entity_id, as_of }));
		expect(past.entity?.name).toBe('Jeff');
		expect(past.slots.map(({ record }) => record)).toMatchObject([{ value: 'Oslo', age: 0 }]);
		expect(past.about.map(({ content, status }) => [content, status])).toEqual([['likes tea', 'current']]);
		expect(past.relations.map((r) => [r.direction, r.relation, r.entity.name]).sort()).toEqual([
			['in', 'manages', 'Mary'],
			['out', 'works at', 'Acme']
		]);
		const now = await got(me.get_dossier({ entity_id }));
		expect(now.entity?.name).toBe('Geoffrey');
		expect(now.relations.map(({ entity }) => entity.name)).toEqual(['Maria']);
		expect(await got(me.get_dossier({ entity_id, as_of: new Date(before).toISOString() }))).toMatchObject({
			found: false
		});
	});

	test('[N6] what was merged later stood apart then', async () => {
		const { me, env } = await desk();
		await fact(me, 'Acme Corp', 'is in Oslo');
		await fact(me, 'ACME Corporation', 'sells anvils');
		const as_of = new Date(env.at).toISOString();
		env.at += 1_000;
		await got(me.merge_entities({ entity: 'Acme Corp', other: 'ACME Corporation' }));
		const entity_id = (await got(me.find_entities({ query: 'Acme Corp' }))).entities[0]?.id ?? '';
		expect((await got(me.get_dossier({ entity_id }))).about).toHaveLength(2);
		const past = await got(me.get_dossier({ entity_id, as_of }));
		expect(past.about).toHaveLength(1);
		expect(past.family.rows).toHaveLength(1);
		const merged = await got(me.get_dossier({ entity_id, as_of: new Date(env.at).toISOString() }));
		expect(merged.about).toHaveLength(2);
		expect(merged.family.rows).toHaveLength(2);
	});
});
