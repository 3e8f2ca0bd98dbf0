/**
 * The hybrid logical clock (J3) and UUIDv7 ids, pure: time and random bits are handed in.
 * A stamp is text that sorts as time does: 9 digits of milliseconds and 4 of a counter, both base 36, then the device's node.
 */
import type { Hlc, Id } from './model';

const DAY = 86_400_000;
const MAX_COUNTER = 36 ** 4 - 1;

export interface ClockState {
	ms: number;
	counter: number;
}

export function formatHlc(state: ClockState, node: string): Hlc {
	return `${state.ms.toString(36).padStart(9, '0')}-${state.counter.toString(36).padStart(4, '0')}-${node}`;
}

const stampShape = /^[0-9a-z]{9}-[0-9a-z]{4}-[0-9a-z]{1,16}$/;
export const isHlc = (text: string): boolean => stampShape.test(text);

/** Milliseconds since the epoch of a stamp. */
export const hlcMs = (stamp: Hlc): number => parseInt(stamp.slice(0, 9), 36);

export interface Clock {
	/** A stamp later than every one given or seen so far. */
	tick(now: number): Hlc;
	/** Takes in a stamp of another writer; one more than a day ahead is not followed beyond a day (J3). */
	see(stamp: Hlc, now: number): void;
}

/** @param node 1–16 of [0-9a-z], the device's own, so that two devices never make one stamp. */
export function createClock(node: string, start: ClockState = { ms: 0, counter: 0 }): Clock {
	let { ms, counter } = start;
	const advance = (to: number) => {
		if (to > ms) {
			ms = to;
			counter = 0;
		} else if (counter < MAX_COUNTER) counter++;
		else {
			ms++;
			counter = 0;
		}
	};
	return {
		tick(now) {
			advance(now);
			return formatHlc({ ms, counter }, node);
		},
		see(stamp, now) {
			const theirs = Math.min(hlcMs(stamp), now + DAY);
			if (theirs > ms) {
				ms = theirs;
				counter = hlcMs(stamp) === theirs ? parseInt(stamp.slice(10, 14), 36) : 0;
			} else if (theirs === ms) counter = Math.max(counter, parseInt(stamp.slice(10, 14), 36));
		}
	};
}

const hex = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

/** RFC 9562 UUIDv7 from milliseconds and ten random bytes, read from `random` at `offset`. */
export function uuidv7(ms: number, random: Uint8Array, offset = 0): Id {
	const byte = (i: number): string => hex[random[offset + i] ?? 0] ?? '00';
	const time = Math.floor(ms).toString(16).padStart(12, '0').slice(-12);
	const version = hex[0x70 | ((random[offset] ?? 0) & 0x0f)] ?? '70';
	const variant = hex[0x80 | ((random[offset + 2] ?? 0) & 0x3f)] ?? '80';
	return `${time.slice(0, 8)}-${time.slice(8)}-${version}${byte(1)}-${variant}${byte(3)}-${byte(4)}${byte(5)}${byte(6)}${byte(7)}${byte(8)}${byte(9)}`;
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isUuid = (text: string): boolean => uuidShape.test(text);
