/** The laws of the journal (J1–J4, J6, J7), on random histories of up to three devices and through the door. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { hlcMs } from '../../src/lib/domain/clock';
import type { Change } from '../../src/lib/domain/model';
import { slotSubject } from '../../src/lib/domain/subject';
import { rebuildProjections } from '../../src/lib/notebook/rebuild';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import type { Store, StoreWriter } from '../../src/lib/store/store';
import { DAY, got, openDesk, refused, set } from '../door/support';
import { createDevice, projectionOf, type Device } from '../support/devices';
import { begin, perform, stepArbitrary, type Step } from '../support/histories';
import { createTestEnv, openNotebook, person } from '../support/notebooks';

const SEED = 20260801;

vi.setConfig({ testTimeout: 60_000 });

/** Everything the devices have, each version once: a husk and the content it came from are two. */
async function pool(devices: readonly Device[]): Promise<Change[]> {
	const all = new Map<string, Change>();
	for (const device of devices)
		for (const change of await device.changes())
			all.set(change.id + change.claims.map(({ body }) => (body ? '1' : '0')).join(''), change);
	return [...all.values()];
}

function* permutations<T>(list: readonly T[]): Iterable<T[]> {
	if (list.length <= 1) yield [...list];
	for (const [i, each] of list.entries()) for (const rest of permutations(list.toSpliced(i, 1))) yield [each, ...rest];
}

async function arrival(changes: readonly Change[], batch: number) {
	const device = createDevice(9);
	await device.take(changes, batch);
	return projectionOf(device.store);
}

async function live(steps: readonly Step[], skews: readonly number[]): Promise<Device[]> {
	const devices = skews.map((skew, i) => createDevice(i + 1, skew));
	await begin(devices);
	for (const step of steps) await perform(devices, step);
	return devices;
}

const skews = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 3 });
const stepsUpTo = (maxLength: number, forget = false) =>
	fc.noBias(fc.array(stepArbitrary(3, { forget }), { minLength: maxLength >> 1, maxLength }));

describe('order and batching', () => {
	test('[J3] every arrival order of up to five changes gives the same rows', async () => {
		await fc.assert(
			fc.asyncProperty(stepsUpTo(9, true), skews, async (steps, off) => {
				const changes = (await pool(await live(steps, off))).slice(-5);
				const expected = await arrival(changes, changes.length);
				for (const order of permutations(changes)) expect(await arrival(order, 1)).toEqual(expected);
			}),
			{ numRuns: 30, seed: SEED }
		);
	});

	test('[J3] long histories: the devices agree once they have everything, in whatever order and batches it came', async () => {
		await fc.assert(
			fc.asyncProperty(
				stepsUpTo(45, true),
				skews,
				fc.infiniteStream(fc.nat()),
				fc.integer({ min: 1, max: 7 }),
				async (steps, off, random, batch) => {
					const devices = await live(steps, off);
					const changes = await pool(devices);
					const shuffled = changes
						.map((change) => ({ change, at: random.next().value as number }))
						.sort((a, b) => a.at - b.at)
						.map(({ change }) => change);
					const expected = await arrival(changes, changes.length || 1);
					expect(await arrival(shuffled, batch)).toEqual(expected);
					for (const device of devices) {
						await device.take(changes, batch);
						expect(await projectionOf(device.store)).toEqual(expected);
					}
				}
			),
			{ numRuns: 120, seed: SEED }
		);
	});

	test('[J3] an undo that comes before what it undoes, and an undo of that before both', async () => {
		const device = createDevice(1);
		const made = await device.write((writer) => writer.create('Ada', 'person', true));
		const first = await device.undo(made.id);
		const second = await device.undo(first.id);
		const expected = await projectionOf(device.store);
		expect(Object.keys(expected)).toHaveLength(2);
		for (const order of permutations([made, first, second])) expect(await arrival(order, 1)).toEqual(expected);
		for (const order of permutations([made, first])) expect(Object.keys(await arrival(order, 1))).toHaveLength(1);
	});

	test('[J3] a ring of undoes, which only a forged journal has, comes to an end', async () => {
		const device = createDevice(1);
		const made = await device.write((writer) => writer.create('Ada', 'person', true));
		const [one, two] = [await device.undo(made.id), await device.undo(made.id)];
		one.undoes = [two.id, made.id];
		two.undoes = [one.id, made.id];
		const results = [];
		for (const order of permutations([made, one, two])) results.push(await arrival(order, 1));
		expect(new Set(results.map((each) => JSON.stringify(each))).size).toBe(1);
	});

	test('[J3] what is here already changes nothing', async () => {
		const devices = await live([{ device: 0, act: 5, a: 1, b: 0, c: 0 }], [0, 5]);
		const [first] = devices;
		const before = await first!.shelves();
		await first!.take(await pool(devices));
		expect(await first!.shelves()).toEqual(before);
	});
});

describe('caches', () => {
	test('[J7] dropped and rebuilt from the journal they are what they were', async () => {
		await fc.assert(
			fc.asyncProperty(stepsUpTo(40, true), skews, async (steps, off) => {
				for (const device of await live(steps, off)) {
					const before = await projectionOf(device.store);
					const changes = await device.changes();
					expect(await rebuildProjections(device.store)).toBe(changes.length);
					expect(await projectionOf(device.store)).toEqual(before);
					expect(await device.changes()).toEqual(changes);
				}
			}),
			{ numRuns: 60, seed: SEED }
		);
	});

	test('[J7] a claim over a version that was undone is replayed as it is written', async () => {
		const device = createDevice(1);
		const say = (value: string, over?: string) =>
			device.write((writer) =>
				writer.claim(
					slotSubject('ada', 'town'),
					{
						verb: 'set',
						entity: { id: 'ada', name: 'Ada', type: null },
						attribute: 'town',
						value,
						confidence: 1,
						origin: 'user'
					},
					over
				)
			);
		const oslo = await say('Oslo');
		const bergen = await say('Bergen', `${oslo.id}.0`);
		await device.undo(bergen.id);
		await say('Tromsø', `${bergen.id}.0`);
		expect((await device.row(slotSubject('ada', 'town')))?.state).toMatchObject({
			current: { value: 'Tromsø' },
			contender: null
		});
		const before = await projectionOf(device.store);
		await rebuildProjections(device.store);
		expect(await projectionOf(device.store)).toEqual(before);
	});
});

describe('one call, one change', () => {
	test('[J1] it tells who, in which session, by which operation, and what was answered', async () => {
		const { me, bot, store } = await openDesk(() => Promise.resolve(createMemoryStore()));
		const mine = await set(me, 'Ada', 'home town', 'Oslo');
		const theirs = await set(bot, 'Ada', 'home town', 'Bergen', { expected_version: mine.version });
		const changes: Change[] = [];
		await store.eachChange((page) => void changes.push(...page));
		expect(changes).toHaveLength(2);
		expect(changes[0]).toMatchObject({
			id: mine.change_id,
			who: 'person',
			session: person.session,
			operation: 'memory_fact_set'
		});
		expect(changes[0]?.receipt).toEqual(mine);
		expect(changes[0]?.claims.map(({ after }) => after)).toEqual([[], []]);
		expect(changes[1]).toMatchObject({
			id: theirs.change_id,
			who: 'agent:helper',
			claims: [{ after: [mine.version], over: mine.version, body: { verb: 'set', named: true } }]
		});
	});

	test('[P1] a script’s calls are the person’s, marked so', async () => {
		const { door, store } = await openDesk(() => Promise.resolve(createMemoryStore()));
		await set(door({ ...person, via: 'script' }), 'Ada', 'home town', 'Oslo');
		const [head] = await store.read((tx) => tx.headsBefore(undefined, 1));
		expect(head).toMatchObject({ who: 'person', via: 'script' });
	});

	test('[J2] a call that fails in the middle leaves nothing, in whatever store call it fails', async () => {
		const calls = ['putShelves', 'putChange', 'shelvesByKeys', 'headByIdempotency'] as const;
		for (const call of calls) {
			const inner = createMemoryStore();
			let armed = false;
			const desk = await openDesk(() => Promise.resolve(failing(inner, call, () => armed)));
			await set(desk.me, 'Ada', 'home town', 'Oslo');
			const before = await projectionOf(inner);
			armed = true;
			const failed = await desk.me.remember({
				facts: [{ entity: 'Bo', content: 'Likes tea', mentions: [{ entity: 'Ada', role: 'host' }] }],
				relations: [{ from: 'Bo', relation: 'knows', to: 'Ada' }],
				idempotency_key: 'k'
			});
			expect(failed).toMatchObject({ ok: false, error: { code: 'internal' } });
			armed = false;
			expect(await projectionOf(inner)).toEqual(before);
			expect(await inner.read((tx) => tx.countChanges())).toBe(1);
			expect((await got(desk.me.get_entity({ name: 'Bo' }))).found).toBe(false);
		}
	});

	test('[J1] a call that says nothing new leaves no change', async () => {
		const { me, store } = await openDesk(() => Promise.resolve(createMemoryStore()));
		const facts = [{ entity: 'Ada', content: 'Likes tea' }];
		await got(me.remember({ facts }));
		expect(await got(me.remember({ facts }))).toMatchObject({ change_id: null, action: 'unchanged' });
		expect(await store.read((tx) => tx.countChanges())).toBe(1);
	});
});

describe('idempotency keys', () => {
	const desk = () => openDesk(() => Promise.resolve(createMemoryStore()));
	const call = { entity: 'Ada', attribute: 'home town', value: 'Oslo', idempotency_key: 'k' };

	test('[J6] same key and arguments: the first receipt, marked, and nothing written', async () => {
		const { me, store } = await desk();
		const first = await got(me.memory_fact_set(call));
		await set(me, 'Ada', 'home town', 'Bergen');
		expect(await got(me.memory_fact_set(call))).toEqual({ ...first, repeated: true });
		expect(await store.read((tx) => tx.countChanges())).toBe(2);
	});

	test('[J6] other arguments are refused by name', async () => {
		const { me } = await desk();
		await got(me.memory_fact_set(call));
		expect(await refused(me.memory_fact_set({ ...call, value: 'Bergen' }))).toMatchObject({
			code: 'invalid_parameter',
			parameter: 'idempotency_key'
		});
	});

	test('[J6] a key is of one writer and one operation', async () => {
		const { me, bot, other, store } = await desk();
		await got(me.memory_fact_set(call));
		await got(bot.memory_fact_set(call));
		await got(other.memory_fact_set({ ...call, value: 'Bergen' }));
		await got(me.memory_set_add({ entity: 'Ada', attribute: 'langs', member: 'no', idempotency_key: 'k' }));
		expect(await store.read((tx) => tx.countChanges())).toBe(4);
	});

	test('[J6] it says when that has been undone since, and not when the undo was undone', async () => {
		const { me } = await desk();
		const first = await got(me.memory_fact_set(call));
		const undo = await got(me.undo({ change_id: first.change_id ?? '' }));
		expect(await got(me.memory_fact_set(call))).toMatchObject({ repeated: true, undone: true });
		await got(me.undo({ change_id: undo.change_id ?? '' }));
		const again = await got(me.memory_fact_set(call));
		expect(again.repeated).toBe(true);
		expect(again.undone).toBeUndefined();
	});

	test('[J6] a failed call leaves no key', async () => {
		const { me } = await desk();
		await got(me.memory_set_add({ entity: 'Ada', attribute: 'home town', member: 'Oslo' }));
		await refused(me.memory_fact_set(call)); // it holds a set
		await got(me.memory_set_remove({ entity: 'Ada', attribute: 'home town', member: 'Oslo' }));
		expect(await got(me.memory_fact_set(call))).toMatchObject({ action: 'inserted' });
	});

	test('[J6] two calls with one key at once are done once', async () => {
		const { me, store } = await desk();
		const both = await Promise.all([got(me.memory_fact_set(call)), got(me.memory_fact_set(call))]);
		expect(both.map(({ repeated }) => repeated)).toEqual([undefined, true]);
		expect(await store.read((tx) => tx.countChanges())).toBe(1);
	});
});

describe('changes of one stamp', () => {
	test('[J3] two devices may have made them: every one is listed, once, wherever a page ends', async () => {
		const { me, store } = await openDesk(() => Promise.resolve(createMemoryStore()));
		const { change_id } = await set(me, 'Ada', 'home town', 'Oslo');
		const ids = [change_id ?? ''];
		await store.write(async (tx) => {
			const head = await tx.head(ids[0] ?? '');
			for (let i = 0; head && i < 450; i++) {
				const id = `other-${String(i)}`;
				ids.push(id);
				await tx.putChange({ ...head, id }, []);
			}
		});
		const listed: string[] = [];
		let cursor: string | undefined;
		do {
			const page = await got(me.list_changes({ limit: 130, budget: 24_000, cursor }));
			listed.push(...page.changes.map((change) => change.change_id));
			cursor = page.cursor;
		} while (cursor !== undefined);
		expect(listed).toHaveLength(ids.length);
		expect(new Set(listed)).toEqual(new Set(ids));
	});
});

describe('the clock of a notebook', () => {
	const stamps = async (store: Store) =>
		(await store.read((tx) => tx.headsBefore(undefined, 2))).map(({ hlc }) => hlcMs(hlc));

	test('[J3] set back between two runs, what is written later is later', async () => {
		const store = createMemoryStore();
		const env = createTestEnv();
		const one = await openNotebook(store, env);
		await set(one.notebook.door(person), 'Ada', 'home town', 'Oslo');
		env.at -= 400 * DAY;
		const two = await openNotebook(store, env);
		await set(two.notebook.door(person), 'Ada', 'home town', 'Bergen');
		const [newest, older] = await stamps(store);
		expect(newest).toBeGreaterThanOrEqual(older ?? Infinity);
		expect((await store.read((tx) => tx.headsBefore(undefined, 1)))[0]?.gist.lines[0]?.text).toContain('Bergen');
	});

	test('[J3] a foreign change from a year ahead is taken in, and not followed beyond a day', async () => {
		const store = createMemoryStore();
		const env = createTestEnv();
		const far = createDevice(3, 365 * DAY);
		const change = await far.write((writer) => writer.create('Ada', 'person', true));
		const near = createDevice(4, 0, store);
		await near.take([change]);
		const { notebook } = await openNotebook(store, env);
		await set(notebook.door(person), 'Ada', 'home town', 'Oslo');
		const [newest, own] = await stamps(store);
		expect(newest).toBe(hlcMs(change.hlc));
		expect(own).toBeLessThanOrEqual(env.at + DAY);
		expect(
			(await got(notebook.door(person).memory_fact_get({ entity: 'Ada', attribute: 'home town' }))).record
		).toMatchObject({ value: 'Oslo' });
	});
});

/** A store of which one call fails while it is armed. */
function failing(inner: Store, method: keyof StoreWriter, isArmed: () => boolean): Store {
	const fails = () => Promise.reject(new Error('the disk is gone'));
	return {
		...inner,
		write: (work, durability) => inner.write((tx) => work(isArmed() ? { ...tx, [method]: fails } : tx), durability)
	};
}
