import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freshnessOf } from '../../src/lib/domain/freshness';
import type { Freshness } from '../../src/lib/domain/model';

const DAY = 86_400_000;
const after = (days: number, freshness: Freshness, confidence = 1) => freshnessOf(confidence, 0, freshness, days * DAY);

describe('how a value ages', () => {
	test.each<[Freshness, days: number, effective: number, stale: boolean]>([
		['evergreen', 100_000, 1, false],
		['slow', 0, 1, false],
		['slow', 135, 0.75, false],
		['slow', 270, 0.5, false],
		['slow', 540, 0.5, false],
		['slow', 540.1, 0.5, true],
		['volatile', 0, 1, false],
		['volatile', 7, 0.8, false],
		['volatile', 21, 0.4, false],
		['volatile', 42, 0.4, false],
		['volatile', 43, 0.4, true]
	])('[S10] %s after %d days: %d, stale %s', (freshness, days, effective, stale) => {
		expect(after(days, freshness)).toMatchObject({ effective, stale });
	});

	test('[S10] age is in whole days, and a clock that is behind makes none', () => {
		expect([after(1.9, 'slow').age, after(-3, 'volatile').age, after(-3, 'volatile').effective]).toEqual([1, 0, 1]);
	});

	test('[S10] effective confidence only falls with age, never below its floor, never above what is stored', () => {
		const freshness = fc.constantFrom<Freshness>('evergreen', 'slow', 'volatile');
		fc.assert(
			fc.property(freshness, fc.nat(1000), fc.nat(1000), fc.nat(100), (kind, thousandths, days, more) => {
				const confidence = thousandths / 1000;
				const [now, later] = [after(days, kind, confidence), after(days + more, kind, confidence)];
				expect(later.effective).toBeLessThanOrEqual(now.effective);
				expect(now.effective).toBeLessThanOrEqual(confidence);
				expect(later.effective).toBeGreaterThanOrEqual(Math.floor(confidence * 400) / 1000);
			}),
			{ seed: 10 }
		);
	});
});
