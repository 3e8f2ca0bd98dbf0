/** Random calls at the door: two stores against each other and against a naive model; caches and indexes against what is made anew (S1–S12, J7). */
import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import type { Door } from '../../src/lib/contract';
import type { Change, Shelf } from '../../src/lib/domain/model';
import type { Result } from '../../src/lib/domain/result';
import type { Notebook } from '../../src/lib/notebook/notebook';
import { rebuildProjections } from '../../src/lib/notebook/rebuild';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import { deleteDexieStore, openDexieStore } from '../../src/lib/store/dexie-store';
import type { Store } from '../../src/lib/store/store';
import { got, strict } from '../door/support';
import { projectionOf } from '../support/devices';
import {
	learn,
	nextCall,
	nothingKnown,
	perform,
	predict,
	randomOf,
	readModel,
	type Call,
	type Model,
	type Writer
} from '../support/fuzz';
import { agent, createTestEnv, openNotebook, person, START, type Opened } from '../support/notebooks';

vi.setConfig({ testTimeout: 120_000 });

const doorsOf = (notebook: Notebook): Record<Writer, Door> => ({
	me: strict(notebook.door(person)),
	bot: strict(notebook.door(agent('bot', '00000000-0000-7000-8000-0000000000b0'))),
	other: strict(notebook.door(agent('other', '00000000-0000-7000-8000-0000000000c0')))
});

async function recordsOf(store: Store): Promise<{ shelves: Shelf[]; changes: Change[] }> {
	const shelves: Shelf[] = [];
	const changes: Change[] = [];
	await store.eachShelf((page) => void shelves.push(...page));
	await store.eachChange((page) => void changes.push(...page));
	return { shelves, changes };
}

/** Everything a person could ask of the indexes, in answers that do not depend on when it is asked. */
async function asked(door: Door): Promise<unknown> {
	const each = <T, R>(list: readonly T[], ask: (item: T) => Promise<Result<R>>) => Promise.all(list.map(ask));
	return {
		overview: await door.get_overview({ recent: 50 }),
		types: await door.list_types({}),
		channels: await door.list_channels({}),
		lists: await each(['name', 'facts', 'relations', 'updated'] as const, (sort) =>
			door.list_entities({ sort, limit: 500 })
		),
		found: await each(['Ada', 'adda', 'stg', 'Zoe', '東', 'Cou'], (query) => door.find_entities({ query })),
		words: await each(['tea', 'oslo', 'piano plays', '東京', 'note'], (query) => door.memory_search({ query })),
		missed: await door.get_entity({ name: 'likes tea' }),
		near: await door.memory_fact_get({ entity: 'Ada', attribute: 'nothing' }),
		graph: await door.search_relationships({ channel_id: 'default', entities: ['Ada', 'Bo', 'STG-Orders'], hops: 4 }),
		context: await each(['Ada', 'Bo', 'tea'], (topic) => door.get_context({ topic })),
		review: await door.list_review({}),
		notes: await door.list_notes({}),
		changes: await door.list_changes({ limit: 500 })
	};
}

/** Says how to see it again: the seed, and the calls up to the one that went wrong. */
async function reproducible(seed: number, calls: readonly Call[], work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		const script = calls.map((call, i) => `${i}. ${call.by} ${call.operation} ${JSON.stringify(call.args)}`).join('\n');
		throw new Error(`seed ${seed}, after\n${script}`, { cause: error });
	}
}

/** One run on several stores: every answer is the same on all of them, and the model agrees with the first. */
async function run(seed: number, steps: number, stores: readonly Store[]): Promise<void> {
	const opened: Opened[] = [];
	for (const store of stores) opened.push(await openNotebook(store, createTestEnv(seed)));
	const doors = opened.map(({ notebook }) => doorsOf(notebook));
	const [first] = doors;
	if (!first) throw new Error('no store');
	const random = randomOf(seed);
	const known = nothingKnown();
	const calls: Call[] = [];
	let model: Model = {};
	let undoable: { change: unknown; before: Model } | undefined;
	await reproducible(seed, calls, async () => {
		for (let i = 0; i < steps; i++) {
			const call = nextCall(random, known);
			calls.push(call);
			for (const { env } of opened) env.at = START + i * 60_000; // whatever has been read meanwhile
			const [answer, ...others] = await Promise.all(doors.map((each) => perform(each[call.by], call)));
			for (const other of others) expect(other).toEqual(answer);
			if (!answer?.ok) {
				// Refused, or kept for the person: nothing was written.
				expect(await readModel(first.me)).toEqual(model);
				continue;
			}
			learn(known, answer.value);
			const before = model;
			const wanted =
				call.operation === 'undo' && undoable?.change === call.args.change_id
					? undoable?.before
					: predict(before, call, answer.value);
			model = await readModel(first.me);
			if (wanted) expect(model).toEqual(wanted);
			const { change_id } = answer.value as { change_id?: string | null };
			if (change_id) undoable = { change: change_id, before };
		}
		const [records, ...rest] = await Promise.all(stores.map(recordsOf));
		for (const each of rest) expect(each).toEqual(records);
		for (const [i, store] of stores.entries()) {
			const before = await projectionOf(store);
			const anew = (await openNotebook(store, createTestEnv(seed + 1000))).notebook;
			expect(await asked(strict(anew.door(person)))).toEqual(await asked(doors[i]!.me));
			await rebuildProjections(store);
			expect(await projectionOf(store)).toEqual(before);
		}
	});
}

const seeds = (count: number, from: number): number[] => Array.from({ length: count }, (_, i) => from + i);

describe('random calls', () => {
	test.each(seeds(3, 1))(
		'[J7] on the memory store and on IndexedDB: one answer, one journal, one projection (seed %d)',
		async (seed) => {
			const name = `fuzz-${seed}-${Math.random().toString(36).slice(2)}`;
			const dexie = await openDexieStore({ name });
			await run(seed, 60, [createMemoryStore(), dexie]);
			dexie.close();
			await deleteDexieStore(name);
		}
	);

	test.each(seeds(6, 100))('[S4][S8][F5][E1] against a naive model, on the memory store (seed %d)', async (seed) => {
		await run(seed, 80, [createMemoryStore()]);
	});
});

describe('two tabs and an agent over one IndexedDB', () => {
	/** Two connections, as two tabs with a worker each have them. */
	async function tabs(seed: number) {
		const name = `tabs-${seed}-${Math.random().toString(36).slice(2)}`;
		const stores = [await openDexieStore({ name }), await openDexieStore({ name })];
		const opened: Opened[] = [];
		for (const [i, store] of stores.entries()) opened.push(await openNotebook(store, createTestEnv(seed + i)));
		const [one, two] = opened.map(({ notebook }) => doorsOf(notebook));
		if (!one || !two) throw new Error('two were opened');
		const close = async () => {
			for (const store of stores) store.close();
			await deleteDexieStore(name);
		};
		return { writers: [one.me, two.me, two.bot], store: stores[0]!, opened, close };
	}

	const town = { entity: 'Ada', attribute: 'town' };

	test.each(seeds(4, 40))(
		'[S12] whatever each has seen, no write is lost and none is an error (seed %d)',
		async (seed) => {
			const random = randomOf(seed);
			const { writers, store, opened, close } = await tabs(seed);
			await got(writers[0]!.memory_fact_set({ ...town, value: 'Oslo' }));
			const seen = new Map<Door, string | undefined>();
			const written: { version: string | undefined; value: string; action: string }[] = [];
			for (let round = 0; round < 12; round++) {
				const going = writers.filter(() => random() < 0.8);
				for (const door of going)
					if (random() < 0.6) {
						const { record } = await got(door.memory_fact_get(town));
						seen.set(door, record?.kind === 'single' ? record.version : undefined);
					}
				for (const { env } of opened) env.at = START + (round + 1) * 60_000;
				// At once, each over what it saw last.
				const done = await Promise.all(
					going.map(async (door, i) => {
						const value = `town ${round}-${i}`;
						const expected_version = seen.get(door);
						const { action } = await got(
							door.memory_fact_set({ ...town, value, ...(expected_version !== undefined && { expected_version }) })
						);
						return { version: expected_version, value, action };
					})
				);
				written.push(...done);
			}
			const { versions } = await got(writers[1]!.memory_history({ ...town, budget: 24_000 }));
			expect(versions.map(({ value }) => value).sort()).toEqual(['Oslo', ...written.map(({ value }) => value)].sort());
			expect(versions.filter(({ status }) => status === 'current')).toHaveLength(1);
			expect(versions.filter(({ status }) => status === 'contested').length).toBeLessThanOrEqual(1);
			// Of those who named one version at most one replaced it.
			const over = written
				.filter(({ action, version }) => action === 'superseded' && version !== undefined)
				.map(({ version }) => version);
			expect(new Set(over).size).toBe(over.length);
			const before = await projectionOf(store);
			await rebuildProjections(store);
			expect(await projectionOf(store)).toEqual(before);
			await close();
		}
	);
});

describe('what random calls found', () => {
	const open = async (seed = 1) => {
		const opened = await openNotebook(createMemoryStore(), createTestEnv(seed));
		return { ...opened, ...doorsOf(opened.notebook) };
	};

	test('[F6] a fact that has ended is not replaced: it keeps the way it ended', async () => {
		const { me, bot } = await open();
		const { facts, ids } = await got(me.remember({ facts: [{ entity: 'Ada', content: 'Likes tea' }] }));
		const fact_id = facts[0]?.id ?? '';
		await got(me.memory_fact_set({ entity: 'Ada', attribute: 'town', value: 'Oslo' }));
		await got(bot.memory_fact_set({ entity: 'Ada', attribute: 'town', value: 'Bergen' })); // something waits in Review
		await got(me.end_fact({ fact_id }));
		expect(await me.replace_fact({ fact_id, content: 'Likes cocoa' })).toMatchObject({
			ok: false,
			error: { code: 'not_found' }
		});
		const { about } = await got(me.get_dossier({ entity_id: ids[0] ?? '', history: true }));
		expect(about).toMatchObject([{ content: 'Likes tea', status: 'ended' }]);
	});

	test('[J7] relations of one strength come in one order, whichever was made first', async () => {
		const { me, store, notebook } = await open();
		for (const relation of ['works at', 'knows', 'likes'])
			await got(me.relate_entities({ fromEntity: 'Ada', relation, toEntity: relation === 'likes' ? 'Cy' : 'Bo' }));
		await got(me.end_relation({ fromEntity: 'Ada', relation: 'works at', toEntity: 'Bo' }));
		await got(me.relate_entities({ fromEntity: 'Ada', relation: 'works at', toEntity: 'Bo' }));
		await notebook.settled();
		const anew = doorsOf((await openNotebook(store, createTestEnv(2))).notebook);
		const { connected } = await got(me.get_context({ topic: 'Bo' }));
		expect(connected).toEqual((await got(anew.me.get_context({ topic: 'Bo' }))).connected);
	});
});
