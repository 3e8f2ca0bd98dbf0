/** Changes of others taken in (J3, J5), and what another worker on the same store committed: stores, indexes and clocks follow. */
import { describe, expect, test } from 'vitest';
import { hlcMs } from '../../src/lib/domain/clock';
import type { Change } from '../../src/lib/domain/model';
import type { ChangedEvent } from '../../src/lib/notebook/notebook';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import type { Store } from '../../src/lib/store/store';
import { changes, DAY, fact, got, names, openDesk, relate, set, type Desk } from '../door/support';
import { createDevice, projectionOf } from '../support/devices';
import { createTestEnv, openNotebook, person } from '../support/notebooks';

const open = (store: Store = createMemoryStore(), seed = 1): Promise<Desk> =>
	openDesk(() => Promise.resolve(store), createTestEnv(seed));

const journalOf = async ({ me }: Desk): Promise<string> => (await got(me.export({ format: 'journal' }))).blob.text();

async function restore(to: Desk, source: string) {
	const { preview_id } = await got(to.me.import_preview({ source, name: 'journal.ndjson' }));
	return got(to.me.import_run({ preview_id }));
}

async function changesOf(store: Store): Promise<Change[]> {
	const all: Change[] = [];
	await store.eachChange((page) => void all.push(...page));
	return all;
}

describe('foreign changes', () => {
	test('[J3] are known to every index at once, and told of', async () => {
		const [from, to] = [await open(), await open(createMemoryStore(), 2)];
		await fact(from.me, 'Ada Lovelace', 'Plays the xylophone');
		await relate(from.me, 'Ada Lovelace', 'knows', 'Bo');
		const events: ChangedEvent[] = [];
		to.notebook.on((event) => {
			if (event.type === 'changed') events.push(event);
		});
		await restore(to, await journalOf(from));
		expect(names((await got(to.me.find_entities({ query: 'Ada Lovelase' }))).entities)).toEqual(['Ada Lovelace']);
		expect((await got(to.me.memory_search({ query: 'xylophone' }))).hits).toHaveLength(1);
		expect((await got(to.me.search_relationships({ channel_id: 'default', entities: ['Bo'] }))).edges).toHaveLength(1);
		expect(events).toMatchObject([{ via: 'import', entities: [{ name: 'Ada Lovelace' }, { name: 'Bo' }] }]);
	});

	test('[J5] husks alone make the indexes forget', async () => {
		const [from, to] = [await open(), await open(createMemoryStore(), 2)];
		await fact(from.me, 'Xylophone', 'Is loud');
		await restore(to, await journalOf(from));
		expect(names((await got(to.me.find_entities({ query: 'xylophone' }))).entities)).toEqual(['Xylophone']);
		const before = await changes(from);
		await got(from.me.forget({ entity: 'Xylophone' }));
		// All but the forgetting itself: the copy of a device that has not heard of it.
		const husks = (await changesOf(from.store)).slice(0, before);
		expect(husks.some(({ claims }) => claims.some(({ body }) => body === null))).toBe(true);
		const other = await open(createMemoryStore(), 3);
		await createDevice(3, 0, other.store).take(husks);
		await restore(to, await journalOf(other));
		expect(names((await got(to.me.find_entities({ query: 'xylophone' }))).entities)).toEqual([]);
		expect(await got(to.me.get_overview({}))).toMatchObject({ entities: 0, facts: 0 });
	});

	test('[J3] the clock goes on after what came', async () => {
		const [from, to] = [await open(createMemoryStore(), 5), await open()];
		from.env.at += DAY / 2;
		await set(from.me, 'Ada', 'town', 'Oslo');
		await restore(to, await journalOf(from));
		await set(to.me, 'Ada', 'town', 'Bergen');
		const stamps = (await changesOf(to.store)).map(({ hlc }) => hlcMs(hlc));
		expect(stamps[1]).toBeGreaterThanOrEqual(stamps[0] ?? Infinity);
	});

	test('[J3] progress is told, and a cancel stops between batches', async () => {
		const [from, to] = [await open(), await open(createMemoryStore(), 2)];
		for (let i = 0; i < 120; i++) await set(from.me, 'Ada', 'town', `Town ${i}`);
		const source = await journalOf(from);
		const { preview_id } = await got(to.me.import_preview({ source }));
		const done: number[] = [];
		to.notebook.on((event) => {
			if (event.type !== 'progress' || event.phase !== 'writing') return;
			done.push(event.done);
			if (event.done >= 100) void to.me.import_cancel({ preview_id });
		});
		const ran = await got(to.me.import_run({ preview_id }));
		expect(ran).toMatchObject({ cancelled: true, changes: 100 });
		expect(done).toEqual([50, 100]);
		await got(to.me.undo({ session: ran.session }));
		expect((await got(to.me.get_entity({ name: 'Ada' }))).found).toBe(false);
		await restore(to, source);
		expect(await changes(to)).toBe(121); // and the undo
	});

	test('[J2] a page of changes of which one cannot be taken leaves nothing of the page', async () => {
		const device = createDevice(1);
		const good = await device.write((writer) => writer.create('Ada', null, true));
		const bad = { ...good, id: 'bad', claims: [{ subject: 'no subject', after: [], body: null }] };
		const to = createDevice(2);
		await expect(to.take([good, bad], 2)).rejects.toThrow('no subject key');
		expect(await projectionOf(to.store)).toEqual({});
		expect(await to.changes()).toEqual([]);
	});
});

describe('two workers on one store', () => {
	async function pair() {
		const store = createMemoryStore();
		const one = await openNotebook(store, createTestEnv(1));
		const two = await openNotebook(store, createTestEnv(2));
		for (const [from, to] of [
			[one, two],
			[two, one]
		] as const)
			from.notebook.on((event) => {
				if (event.type === 'changed' && !absorbing.has(event)) {
					absorbing.add(event);
					pending.push(to.notebook.absorb(event));
				}
			});
		return { store, one: one.notebook.door(person), two: two.notebook.door(person) };
	}
	const absorbing = new WeakSet<object>();
	const pending: Promise<void>[] = [];
	const heard = (): Promise<unknown> => Promise.all(pending.splice(0));

	test('[J7] what either commits is in the indexes of the other', async () => {
		const { one, two } = await pair();
		const id = await fact(one, 'Ada Lovelace', 'Plays the xylophone');
		await heard();
		expect(names((await got(two.find_entities({ query: 'Lovelase' }))).entities)).toEqual(['Ada Lovelace']);
		await got(two.end_fact({ fact_id: id })); // found by the index of the other
		await got(two.rename_entity({ entity: 'Ada Lovelace', new_name: 'Augusta' }));
		await heard();
		expect((await got(one.memory_search({ query: 'xylophone' }))).hits).toEqual([]);
		expect(names((await got(one.find_entities({ query: 'Augusta' }))).entities)).toEqual(['Augusta']);
		const counts = ({ entities, facts }: { entities: number; facts: number }) => ({ entities, facts });
		expect(counts(await got(one.get_overview({})))).toEqual(counts(await got(two.get_overview({}))));
	});

	test('[S12] both saw one version and both write: the second is a contender, and neither is lost', async () => {
		const { store, one, two } = await pair();
		const { version = '' } = await set(one, 'Ada', 'town', 'Oslo');
		const both = await Promise.all([
			set(one, 'Ada', 'town', 'Bergen', { expected_version: version }),
			set(two, 'Ada', 'town', 'Tromsø', { expected_version: version })
		]);
		await heard();
		expect(both.map(({ action }) => action)).toEqual(['superseded', 'contested']);
		const { versions } = await got(two.memory_history({ entity: 'Ada', attribute: 'town' }));
		expect(versions.map(({ value, status }) => `${value} ${status}`).sort()).toEqual([
			'Bergen current',
			'Oslo superseded',
			'Tromsø contested'
		]);
		const stamps = (await changesOf(store)).map(({ hlc }) => hlc);
		expect(new Set(stamps).size).toBe(stamps.length);
	});
});
