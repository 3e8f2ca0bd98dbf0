/** Where a note is, as its address has it: one that is there, the note of a day, or one that is only begun. Pure. */

export type NotePlace = { kind: 'note'; id: string } | { kind: 'day'; day: string } | { kind: 'new' };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function placeOf(address: string): NotePlace {
	if (address === 'new') return { kind: 'new' };
	return isDay(address) ? { kind: 'day', day: address } : { kind: 'note', id: address };
}

/** A day of the calendar, not only of its form. */
export function isDay(text: string): boolean {
	if (!DAY.test(text)) return false;
	const time = new Date(`${text}T12:00:00Z`);
	return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** The day so many days after one. */
export function dayAfter(day: string, days: number): string {
	const time = new Date(`${day}T12:00:00Z`);
	time.setUTCDate(time.getUTCDate() + days);
	return time.toISOString().slice(0, 10);
}
