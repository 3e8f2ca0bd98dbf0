/** How times, counts and writers are put in words. Pure but for the language of the page; `now` is given, so that a test can stop the clock. */
import { strings } from './strings';

const DAY = 86_400_000;

/** English as the reader's system writes it (dates differ between London and Boston); other languages wait for their catalogue. */
const locale = ((): string => {
	const asked = typeof navigator === 'undefined' ? [] : navigator.languages;
	return asked.find((l) => l.startsWith(strings.language)) ?? 'en-GB';
})();

const numbers = new Intl.NumberFormat(locale);
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const dayMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const dayMonthYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const longDay = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
const longDayYear = new Intl.DateTimeFormat(locale, {
	weekday: 'long',
	day: 'numeric',
	month: 'long',
	year: 'numeric'
});
const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' });

/** Names sorted as the reader's language sorts them, numbers in them by size. */
export const collator = new Intl.Collator(locale, { numeric: true });

export const count = (n: number): string => numbers.format(n);
export const list = (items: readonly string[]): string => lists.format(items);

export const timeOf = (at: number | string): Date => new Date(at);
export const iso = (at: number | string): string => timeOf(at).toISOString();

/** Midnight before it, here. */
export const startOfDay = (at: number | string): number => new Date(at).setHours(0, 0, 0, 0);

/** The local day as an address or a date field has it: 2026-11-30. */
export function localDay(at: number | string): string {
	const time = timeOf(at);
	const two = (n: number): string => String(n).padStart(2, '0');
	return `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** The last moment of a local day, ISO 8601; undefined for what is no day. */
export function endOfDay(day: string): string | undefined {
	const time = new Date(`${day}T23:59:59.999`);
	return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined;
}

/** Whole local days from `at` to `now`. */
export const daysBetween = (at: number | string, now: number): number =>
	Math.round((startOfDay(now) - startOfDay(at)) / DAY);

/** Short: 14:02 today, yesterday, 3 days ago, 12 May, 12 May 2024. */
export function when(at: number | string, now: number): string {
	const days = daysBetween(at, now);
	if (days <= 0) return clock.format(timeOf(at));
	if (days < 7) return relative.format(-days, 'day');
	return dateOf(at, now);
}

/** How long ago, in one unit: for values, whose age is what matters. */
export function ago(at: number | string, now: number): string {
	const days = daysBetween(at, now);
	if (days < 14) return relative.format(-Math.max(0, days), 'day');
	if (days < 60) return relative.format(-Math.round(days / 7), 'week');
	if (days < 700) return relative.format(-Math.round(days / 30.44), 'month');
	return relative.format(-Math.round(days / 365.25), 'year');
}

/** 12 May, or with the year when it is another. */
export const dateOf = (at: number | string, now: number): string =>
	(timeOf(at).getFullYear() === new Date(now).getFullYear() ? dayMonth : dayMonthYear).format(timeOf(at));

/** A heading for a day: Today, Yesterday, Monday, 30 November. */
export function dayOf(at: number | string, now: number): string {
	const days = daysBetween(at, now);
	if (days === 0) return strings.time.today;
	if (days === 1) return strings.time.yesterday;
	return (timeOf(at).getFullYear() === new Date(now).getFullYear() ? longDay : longDayYear).format(timeOf(at));
}

/** Monday, 30 November. */
export const longDate = (at: number | string): string => longDay.format(timeOf(at));
export const clockOf = (at: number | string): string => clock.format(timeOf(at));
/** Everything, for a tooltip. */
export const fullTime = (at: number | string): string => whole.format(timeOf(at));

/** "· 0.9" after a claim; nothing where it is certain. */
export const doubt = (n: number): string => (n < 1 ? ` · ${share(n)}` : '');

/** 0.9; never 0.90 or 0.9000001. */
export const share = (n: number): string => numbers.format(Math.round(n * 100) / 100);

export function bytes(n: number): string {
	if (n < 1000) return strings.bytes(n);
	const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
	const step = Math.min(units.length - 1, Math.floor(Math.log10(n) / 3));
	const size = n / 1000 ** step;
	const digits = step > 1 && size < 10 ? 1 : 0;
	const shape = { style: 'unit', unit: units[step], unitDisplay: 'short', maximumFractionDigits: digits } as const;
	return new Intl.NumberFormat(locale, shape).format(size);
}

/** The name of the agent that wrote, or null: the person. */
export const agentOf = (who: string): string | null => (who.startsWith('agent:') ? who.slice(6) : null);

export const whoName = (who: string): string => agentOf(who) ?? strings.who.you;
