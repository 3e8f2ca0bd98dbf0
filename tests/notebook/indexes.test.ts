/** Indexes kept from commits are those built anew (J7), whatever was in them once; and they are built while the notebook is in use. */
import { describe, expect, test, vi } from 'vitest';
import type { Door } from '../../src/lib/contract';
import type { Shelf } from '../../src/lib/domain/model';
import { createNotebook } from '../../src/lib/notebook/notebook';
import { TypeTally } from '../../src/lib/notebook/type-tally';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import type { Store } from '../../src/lib/store/store';
import { contents, fact, got, names, openDesk, relate, set, type Desk } from '../door/support';
import { learn, nextCall, nothingKnown, perform, randomOf } from '../support/fuzz';
import { createTestEnv, openNotebook, person, START } from '../support/notebooks';

vi.setConfig({ testTimeout: 60_000 });

const open = (store: Store = createMemoryStore(), seed = 1): Promise<Desk> =>
	openDesk(() => Promise.resolve(store), createTestEnv(seed));

/** What is answered from memory alone. */
async function indexed(door: Door): Promise<unknown> {
	return Promise.all([
		...['Ada', 'augusta', 'stg', 'zoe', '東', 'c', 'user'].map((query) => door.find_entities({ query })),
		...['tea', 'oslo', 'likes', '東京', 'note'].map((query) => door.memory_search({ query, top_k: 20 })),
		door.list_types({}),
		...(['name', 'facts', 'relations', 'created', 'updated'] as const).map((sort) =>
			door.list_entities({ sort, limit: 100 })
		),
		door.search_relationships({ channel_id: 'default', entities: ['Ada', 'Bo'], hops: 4 }),
		door.list_review({}),
		door.list_notes({}),
		door.get_overview({})
	]);
}

describe('kept and built anew', () => {
	test.each([1, 2, 3, 4])('[J7] after any calls they answer alike (seed %d)', async (seed) => {
		const at = await open(createMemoryStore(), seed);
		const random = randomOf(seed * 31);
		const known = nothingKnown();
		for (let i = 0; i < 120; i++) {
			at.env.at = START + i * 3_600_000;
			const answer = await perform(at.me, { ...nextCall(random, known), by: 'me' });
			if (answer.ok) learn(known, answer.value);
			if (i % 40 !== 39) continue;
			const anew = await openNotebook(at.store, { ...createTestEnv(seed), at: at.env.at });
			const expected = await indexed(anew.notebook.door(person));
			expect(await indexed(at.me)).toEqual(expected);
		}
	});

	test('[J7] a thing that comes, goes to the Trash and comes back leaves no trace', async () => {
		const at = await open();
		await fact(at.me, 'Ada', 'Likes tea', { type: 'person' });
		await relate(at.me, 'Bo', 'knows', 'Ada');
		const before = await indexed(at.me);
		const { change_id } = await got(at.me.remove_entity({ entity: 'Ada' }));
		expect(names((await got(at.me.find_entities({ query: 'Ada' }))).entities)).toEqual([]);
		expect((await got(at.me.memory_search({ query: 'tea' }))).hits).toEqual([]);
		expect(await got(at.me.get_overview({}))).toMatchObject({ entities: 1, facts: 0 });
		await got(at.me.undo({ change_id: change_id ?? '' }));
		const stable = (answer: unknown): unknown =>
			JSON.parse(
				JSON.stringify(answer, (key, value: unknown) =>
					['changes', 'last_change', 'recent', 'score'].includes(key) ? undefined : value
				)
			);
		expect(stable(await indexed(at.me))).toEqual(stable(before));
	});
});

describe('while they are being built', () => {
	async function filled(): Promise<Store> {
		const at = await open();
		for (const name of ['Ada', 'Bo', 'Cy']) await fact(at.me, name, `${name} likes tea`);
		return at.store;
	}

	/** A notebook whose indexes wait until they are let. */
	async function starting(store: Store) {
		let go: () => void = () => undefined;
		const held = new Promise<void>((resolve) => (go = resolve));
		const slow: Store = {
			...store,
			async eachShelf(visit) {
				const pages: Shelf[][] = [];
				await store.eachShelf((page) => void pages.push(page));
				await held;
				for (const page of pages) await visit(page); // as they were when it began
			}
		};
		const notebook = await createNotebook(slow, createTestEnv(9));
		return { notebook, door: notebook.door(person), go };
	}

	test('exact names are found, and writes go through', async () => {
		const { notebook, door, go } = await starting(await filled());
		expect(contents((await got(door.get_entity({ name: 'ada' }))).facts)).toEqual(['Ada likes tea']);
		await set(door, 'Ada', 'town', 'Oslo');
		await relate(door, 'Ada', 'knows', 'Bo');
		expect((await got(door.get_entity({ name: 'Bo' }))).relationships).toMatchObject([
			{ direction: 'in', entity: 'Ada' }
		]);
		go();
		await notebook.ready;
		expect((await got(door.memory_search({ query: 'oslo' }))).hits).toHaveLength(1);
	});

	test('what is committed meanwhile is not overwritten by what was there before', async () => {
		const store = await filled();
		const { notebook, door, go } = await starting(store);
		await got(door.rename_entity({ entity: 'Ada', new_name: 'Augusta' }));
		await got(door.remove_entity({ entity: 'Bo' }));
		go();
		await notebook.ready;
		const anew = await openNotebook(store, createTestEnv(9));
		expect(names((await got(door.list_entities({ sort: 'name' }))).entities)).toEqual(['Augusta', 'Cy']);
		expect(await got(door.find_entities({ query: 'Augusta' }))).toEqual(
			await got(anew.notebook.door(person).find_entities({ query: 'Augusta' }))
		);
	});

	test('whoever needs them waits for them', async () => {
		const { door, go } = await starting(await filled());
		const found = got(door.find_entities({ query: 'Ad' }));
		let answered = false;
		void found.then(() => (answered = true));
		await new Promise((resolve) => setTimeout(resolve, 5));
		expect(answered).toBe(false);
		go();
		expect(names((await found).entities)).toEqual(['Ada']);
	});

	test('a store that cannot be read says so to whoever waits', async () => {
		const store = createMemoryStore();
		const notebook = await createNotebook(
			{ ...store, eachShelf: () => Promise.reject(new DOMException('gone', 'UnknownError')) },
			createTestEnv()
		);
		await expect(notebook.ready).rejects.toThrow('gone');
		const answer = await notebook.door(person).find_entities({ query: 'Ada' });
		expect(answer).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } });
	});
});

describe('types', () => {
	test('[N1] of one key are one, shown as most things spell it, whatever came first', () => {
		const tally = new TypeTally();
		for (const type of ['Person', null, 'person', 'PERSON', 'person', 'system']) tally.count(type, 1);
		expect(tally.list([])).toEqual([
			{ type: 'person', count: 4 },
			{ type: null, count: 1 },
			{ type: 'system', count: 1 }
		]);
		for (const type of ['person', 'person', 'system', null]) tally.count(type, -1);
		expect(tally.list([])).toEqual([{ type: 'PERSON', count: 2 }]);
	});
});
