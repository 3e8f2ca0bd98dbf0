/** How a value ages (S10). Pure. */
import type { Freshness } from './model';
import { thousandths } from './standing';

const DAY = 86_400_000;

/** Time to live in days, and the floor that effective confidence never falls below as a share of the stored one. */
const classes: Record<Freshness, { ttl: number; floor: number }> = {
	evergreen: { ttl: Infinity, floor: 1 },
	slow: { ttl: 270, floor: 0.5 },
	volatile: { ttl: 21, floor: 0.4 }
};

/** S10: c × max(f, 1 − (1−f)·age/TTL); stale when age > 2 TTL; the clock is last_confirmed (ms). `age` in whole days. */
export function freshnessOf(confidence: number, lastConfirmed: number, freshness: Freshness, now: number) {
	const { ttl, floor } = classes[freshness];
	const days = Math.max(0, (now - lastConfirmed) / DAY);
	const share = ttl === Infinity ? 1 : Math.max(floor, 1 - ((1 - floor) * days) / ttl);
	return { effective: thousandths(confidence * share), stale: days > 2 * ttl, age: Math.floor(days) };
}
