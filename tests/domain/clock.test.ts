/** Stamps and ids (J3): text that sorts as time does, never twice, never far ahead of the device's own clock. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClock, formatHlc, hlcMs, isHlc, isUuid, uuidv7 } from '../../src/lib/domain/clock';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);
const ms = fc.integer({ min: 0, max: 4_102_444_800_000 }); // to the year 2100

describe('stamps', () => {
	test('[J3] sort as their times and counters do', () => {
		fc.assert(
			fc.property(ms, ms, fc.nat(36 ** 4 - 1), fc.nat(36 ** 4 - 1), (a, b, i, j) => {
				const [x, y] = [formatHlc({ ms: a, counter: i }, 'z'), formatHlc({ ms: b, counter: j }, 'a')];
				if (a !== b || i !== j) expect(x < y).toBe(a < b || (a === b && i < j));
				expect(hlcMs(x)).toBe(a);
				expect(isHlc(x)).toBe(true);
			}),
			{ seed: 1 }
		);
	});

	test('[J3] what is no stamp is told from one', () => {
		expect(['', 'x', '000000000-0000-', '00000000-0000-a', '000000000-0000-A'].filter(isHlc)).toEqual([]);
	});
});

describe('the clock', () => {
	test('[J3] every tick is later than every one given or seen, whatever the device’s clock does', () => {
		const act = fc.oneof(
			fc.record({ tick: fc.integer({ min: NOW - DAY, max: NOW + DAY }) }),
			fc.record({ see: fc.integer({ min: NOW - DAY, max: NOW }), counter: fc.nat(5) })
		);
		fc.assert(
			fc.property(fc.array(act, { minLength: 1 }), (acts) => {
				const clock = createClock('me');
				let last = '';
				for (const each of acts) {
					if ('see' in each) {
						const theirs = formatHlc({ ms: each.see, counter: each.counter }, 'them');
						clock.see(theirs, NOW);
						const mine = clock.tick(NOW - DAY);
						expect(mine > theirs).toBe(true);
						expect(mine > last).toBe(true);
						last = mine;
						continue;
					}
					const mine = clock.tick(each.tick);
					expect(mine > last).toBe(true);
					last = mine;
				}
			}),
			{ seed: 2 }
		);
	});

	test('[J3] a stamp more than a day ahead is not followed beyond a day', () => {
		const clock = createClock('me');
		clock.see(formatHlc({ ms: NOW + 400 * DAY, counter: 3 }, 'them'), NOW);
		expect(hlcMs(clock.tick(NOW))).toBe(NOW + DAY);
		clock.see(formatHlc({ ms: NOW + DAY / 2, counter: 0 }, 'them'), NOW);
		expect(hlcMs(clock.tick(NOW))).toBe(NOW + DAY);
	});

	test('[J3] a full counter goes over into the next millisecond', () => {
		const clock = createClock('me', { ms: NOW, counter: 36 ** 4 - 1 });
		expect(clock.tick(NOW)).toBe(formatHlc({ ms: NOW + 1, counter: 0 }, 'me'));
	});

	test('[J3] two devices never make one stamp', () => {
		expect(createClock('a').tick(NOW)).not.toBe(createClock('b').tick(NOW));
	});
});

describe('ids', () => {
	test('[J1] UUIDv7: version and variant in their places, time in front', () => {
		fc.assert(
			fc.property(ms, fc.uint8Array({ minLength: 10, maxLength: 10 }), (at, random) => {
				const id = uuidv7(at, random);
				expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
				expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at);
				expect(isUuid(id)).toBe(true);
			}),
			{ seed: 7 }
		);
	});

	test('[J1] all ten bytes count, from an offset too', () => {
		const made = new Set<string>();
		for (let i = 0; i < 10; i++) {
			const random = new Uint8Array(13);
			random[3 + i] = 1;
			made.add(uuidv7(NOW, random, 3));
		}
		expect(made.size).toBe(10);
		expect(isUuid('default')).toBe(false);
	});
});
