import { expect, test } from 'vitest';
import { dayAfter, isDay, placeOf } from '../../src/lib/ui/note-place';

test('an address is a note, a day, or a note that is begun', () => {
	expect(placeOf('new')).toEqual({ kind: 'new' });
	expect(placeOf('2026-11-30')).toEqual({ kind: 'day', day: '2026-11-30' });
	expect(placeOf('2026-02-30')).toEqual({ kind: 'note', id: '2026-02-30' });
	expect(placeOf('019b76da')).toEqual({ kind: 'note', id: '019b76da' });
});

test('days are those of the calendar, over months, years and clocks that are set', () => {
	expect(['2024-02-29', '2026-02-29', '2026-13-01', '26-1-1'].map(isDay)).toEqual([true, false, false, false]);
	expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
	expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28');
	expect(dayAfter('2026-03-29', 1)).toBe('2026-03-30');
});
