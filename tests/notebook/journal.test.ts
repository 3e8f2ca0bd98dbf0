/** The laws of the journal (J1–J4, J6, J7), on random histories of up to three devices and through the door. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/lib/domain/model';
import { createDevice, projectionOf, type Device } from '../support/devices';
import { begin, perform, stepArbitrary, type Step } from '../support/histories';

const SEED = 20260801;

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
			{ numRuns: 40, seed: SEED }
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
			{ numRuns: 150, seed: SEED }
		);
	});
});
