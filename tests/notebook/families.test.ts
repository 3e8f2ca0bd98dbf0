/** Merge and its reversal over random histories (N6): what rows know of each other follows from the journal alone, and nothing else changes. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { familiesOf, pairOf } from '../../src/lib/domain/family';
import type { Change, Id, PairState, Shelf } from '../../src/lib/domain/model';
import { pairSubject, slotSubject, subjectParts } from '../../src/lib/domain/subject';
import type { Store } from '../../src/lib/store/store';
import { createMemoryStore } from '../../src/lib/store/memory-store';
import { rebuildProjections } from '../../src/lib/notebook/rebuild';
import { pairsOn } from '../../src/lib/notebook/shelves';
import { createDevice, projectionOf, type Device } from '../support/devices';
import { stores } from '../support/notebooks';

vi.setConfig({ testTimeout: 240_000 });

const NAMES = ['Ada', 'Bo', 'Cy', 'Di', 'Ed'];

interface Step {
	device: number;
	act: 'merge' | 'unmerge' | 'distinct' | 'value' | 'undo' | 'exchange';
	a: number;
	b: number;
}

const step: fc.Arbitrary<Step> = fc.record({
	device: fc.nat(1),
	act: fc.constantFrom('merge', 'merge', 'merge', 'unmerge', 'unmerge', 'distinct', 'value', 'undo', 'exchange'),
	a: fc.nat(100),
	b: fc.nat(100)
});

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

async function begin(devices: readonly Device[]): Promise<Id[]> {
	const [first, ...others] = devices;
	const change = await first?.write(async (writer) => {
		for (const name of NAMES) await writer.create(name, null, true);
	});
	if (!change) throw new Error('no device');
	for (const device of others) await device.take([change]);
	return change.claims.map(({ subject }) => subjectParts(subject).home);
}

const standing = (shelves: readonly Shelf[]): { low: Id; state: PairState }[] =>
	shelves.flatMap((shelf) => [...pairsOn(shelf)].map((state) => ({ low: shelf.id, state })));

async function perform(
	devices: readonly Device[],
	ids: readonly Id[],
	{ device: which, act, a, b }: Step
): Promise<Change | undefined> {
	const device = at(devices, which);
	const [one, other] = [at(ids, a), at(ids, b)];
	if (!device || one === undefined || other === undefined) return undefined;
	if (act === 'exchange') {
		const from = devices.find((each) => each !== device);
		if (from) await device.take(await from.changes(), 1 + (a % 3));
		return undefined;
	}
	if (act === 'undo') {
		const change = at((await device.changes()).slice(1), a);
		return change && device.undo(change.id);
	}
	const shelves = await device.shelves();
	if (act === 'value')
		return device.write(async (writer) => {
			await writer.bench.fetch([one]);
			const entity = writer.ref(one);
			const attribute = a % 2 ? 'town' : 'phone';
			const body = { entity, attribute, value: `v${b % 3}`, confidence: 1, origin: 'user' as const };
			const before = await writer.slot(one, attribute);
			await writer.claim(slotSubject(one, attribute), { verb: 'set', ...body }, before?.current?.id);
		});
	const [low, high] = pairOf(one, other);
	if (act === 'unmerge') {
		const merges = standing(shelves).flatMap(({ low: on, state }) =>
			state.merges.map(({ id }) => ({ subject: pairSubject(on, state.other), id }))
		);
		const old = at(merges, a);
		return old && device.write((writer) => writer.claim(old.subject, { verb: 'unmerge', declaration: old.id }));
	}
	if (one === other) return undefined;
	const marks = standing(shelves).find((pair) => pair.low === low && pair.state.other === high)?.state.marks ?? [];
	const despite = a % 3 && marks.length ? { despite: marks.map(({ id }) => id) } : {};
	return device.write((writer) =>
		writer.claim(pairSubject(low, high), act === 'merge' ? { verb: 'merge', ...despite } : { verb: 'distinct' })
	);
}

/** What every row knows of the others is what the pairs say, all of them taken together. */
function expectKin(shelves: readonly Shelf[]): void {
	const { groups } = familiesOf(standing(shelves));
	for (const { id, kin } of shelves) {
		const group = groups.find((each) => each.includes(id)) ?? [id];
		expect(kin?.same ?? []).toEqual(group.filter((other) => other !== id));
	}
}

const withoutPairs = (projection: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(Object.entries(projection).filter(([key]) => !key.startsWith('d:') && !key.startsWith('kin of')));

async function kinHolds(runs: number, open: () => Promise<Store>, seed: number): Promise<void> {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
			const devices = [createDevice(1, 0, await open()), createDevice(2, 40, await open())];
			const ids = await begin(devices);
			for (const each of steps) {
				await perform(devices, ids, each);
			}
			for (const device of devices) {
				expectKin(await device.shelves());
				device.store.close();
			}
		}),
		{ numRuns: runs, seed }
	);
}

describe('families over random histories of two devices', () => {
	test('[N6] rows know of each other what the declarations say, in 10,000 histories', () =>
		kinHolds(10_000, () => Promise.resolve(createMemoryStore()), 1));

	const dexie = stores.find(([name]) => name === 'Dexie')?.[1];
	test('[N6] on Dexie too', () => kinHolds(1_500, dexie ?? (() => Promise.reject(new Error('no Dexie'))), 2));

	test('[N6][J4] a merge that is unmerged or undone leaves rows, values and relations as they were', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(step, { maxLength: 8 }),
				fc.nat(100),
				fc.nat(100),
				fc.boolean(),
				async (steps, a, b, byUndo) => {
					const device = createDevice(1);
					const ids = await begin([device]);
					for (const each of steps) await perform([device], ids, { ...each, device: 0 });
					const before = await device.shelves();
					const rows = withoutPairs(await projectionOf(device.store));
					const merged = await perform([device], ids, { device: 0, act: 'merge', a, b });
					if (!merged) return;
					expect(withoutPairs(await projectionOf(device.store))).toEqual(rows);
					const [claim] = merged.claims;
					if (byUndo) await device.undo(merged.id);
					else
						await device.write((writer) =>
							writer.claim(claim?.subject ?? '', { verb: 'unmerge', declaration: `${merged.id}.0` })
						);
					const kin = (shelves: readonly Shelf[]) =>
						Object.fromEntries(shelves.map((shelf) => [shelf.id, shelf.kin?.same ?? []]));
					expect(kin(await device.shelves())).toEqual(kin(before));
					expect(withoutPairs(await projectionOf(device.store))).toEqual(rows);
				}
			),
			{ numRuns: 1_000, seed: 3 }
		);
	});

	test('[N6][J3] two devices that know the same say the same, and so does a rebuild (J7)', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
				const devices = [createDevice(1), createDevice(2, 40)];
				const ids = await begin(devices);
				for (const each of steps) await perform(devices, ids, each);
				const [one, two] = devices;
				if (!one || !two) return;
				await one.take(await two.changes());
				await two.take(await one.changes());
				const told = await projectionOf(one.store);
				expect(await projectionOf(two.store)).toEqual(told);
				await rebuildProjections(one.store);
				expect(await projectionOf(one.store)).toEqual(told);
			}),
			{ numRuns: 500, seed: 5 }
		);
	});
});
