import { describe, expect, test } from 'vitest';
import {
	ago,
	agentOf,
	bytes,
	count,
	dayOf,
	daysBetween,
	doubt,
	share,
	startOfDay,
	when,
	whoName
} from '../../src/lib/ui/format';
import { chordOf } from '../../src/lib/ui/keys';

/** Local time, as the reader's days are. */
const now = new Date(2026, 10, 30, 14, 2).getTime();
const before = (days: number, hour = 9) => new Date(2026, 10, 30 - days, hour, 30).toISOString();

describe('when', () => {
	test.each([
		[0, '09:30'],
		[1, 'yesterday'],
		[3, '3 days ago'],
		[20, '10 Nov'],
		[400, '26 Oct 2025']
	])('%i days before', (days, said) => {
		expect(when(before(days), now)).toBe(said);
	});

	test('late yesterday is yesterday, however few hours ago', () => {
		const late = new Date(2026, 10, 29, 23, 59).toISOString();
		const early = new Date(2026, 10, 30, 0, 1).getTime();
		expect(daysBetween(late, early)).toBe(1);
		expect(startOfDay(early)).toBe(new Date(2026, 10, 30).getTime());
	});

	test('a clock ahead is today, not the future', () => {
		expect(ago(now + 3_600_000, now)).toBe('today');
	});
});

describe('ago', () => {
	test.each([
		[0, 'today'],
		[1, 'yesterday'],
		[13, '13 days ago'],
		[21, '3 weeks ago'],
		[270, '9 months ago'],
		[800, '2 years ago']
	])('%i days', (days, said) => {
		expect(ago(before(days), now)).toBe(said);
	});
});

test('days as headings', () => {
	expect([0, 1, 2].map((days) => dayOf(before(days), now))).toEqual(['Today', 'Yesterday', 'Saturday 28 November']);
});

test('numbers', () => {
	expect(count(1284)).toBe('1,284');
	expect(share(0.9000001)).toBe('0.9');
	expect(doubt(1)).toBe('');
	expect(doubt(0.7)).toBe(' · 0.7');
	expect([1, 76, 46_000, 1_400_000, 11e9].map(bytes)).toEqual(['1 byte', '76 bytes', '46 kB', '1.4 MB', '11 GB']);
});

test('who wrote (P1)', () => {
	expect(agentOf('agent:Claude Code')).toBe('Claude Code');
	expect(agentOf('person')).toBeNull();
	expect(whoName('person')).toBe('you');
});

describe('chords', () => {
	/* eslint-disable @typescript-eslint/no-deprecated -- Safari's sign for composing */
	const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
		chordOf({
			key,
			metaKey: false,
			ctrlKey: false,
			altKey: false,
			shiftKey: false,
			isComposing: false,
			keyCode: 0,
			...more
		} as KeyboardEvent);

	test.each([
		[press('k', { ctrlKey: true }), 'mod+k'],
		[press('K', { metaKey: true }), 'mod+k'],
		[press('Z', { ctrlKey: true, shiftKey: true }), 'shift+mod+z'],
		[press('?', { shiftKey: true }), '?'],
		[press('F'), 'f'],
		[press('ArrowDown'), 'ArrowDown'],
		[press('f', { altKey: true }), 'alt+f']
	])('%s', (chord, expected) => {
		expect(chord).toBe(expected);
	});

	test('while an input method composes there is none', () => {
		expect(press('Enter', { isComposing: true })).toBe('');
		expect(press('Enter', { keyCode: 229 })).toBe('');
		expect(press('Dead')).toBe('');
	});
});
