/** Times as foreign files write them, to ISO 8601 UTC. A time without a zone is taken as UTC; what is not clearly a time is none. */

const form =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** Epoch numbers from here on are milliseconds (1973), below seconds. */
const FIRST_MS = 100_000_000_000;
const FIRST_SECOND = 100_000_000;
const LAST_MS = 100_000_000_000_000;

export function parseTime(given: unknown): string | undefined {
	if (typeof given === 'number') return fromEpoch(given);
	if (typeof given !== 'string') return undefined;
	const text = given.trim();
	return /^\d{9,14}(\.\d+)?$/.test(text) ? fromEpoch(Number(text)) : fromIso(text);
}

function fromEpoch(number: number): string | undefined {
	if (!(number >= FIRST_SECOND && number < LAST_MS)) return undefined;
	return new Date(Math.round(number < FIRST_MS ? number * 1000 : number)).toISOString();
}

function fromIso(text: string): string | undefined {
	const parts: readonly (string | undefined)[] | null = form.exec(text);
	if (!parts) return undefined;
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
		.slice(1, 7)
		.map((part) => Number(part ?? 0));
	if (year === 0 || hour > 23 || minute > 59 || second > 59) return undefined;
	const time = new Date(0);
	time.setUTCFullYear(year, month - 1, day);
	if (time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return undefined;
	time.setUTCHours(hour, minute, second, Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3)));
	const utc = new Date(time.getTime() - offsetOf(parts[8]));
	return utc.getUTCFullYear() > 0 && utc.getUTCFullYear() < 10_000 ? utc.toISOString() : undefined;
}

/** Milliseconds. */
function offsetOf(zone = 'Z'): number {
	const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
	const total = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
	return sign === '-' ? -total : total;
}
