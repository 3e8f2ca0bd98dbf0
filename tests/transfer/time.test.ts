/** Times of foreign files. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTime } from '../../src/lib/transfer/time';

test.each<[unknown, string]>([
	['2025-05-06T14:09:36.202Z', '2025-05-06T14:09:36.202Z'],
	['2025-05-06T14:09:36Z', '2025-05-06T14:09:36.000Z'],
	['2025-05-06t14:09:36z', '2025-05-06T14:09:36.000Z'],
	['2025-05-06T14:09', '2025-05-06T14:09:00.000Z'],
	['2025-05-06T14:09:36.202123', '2025-05-06T14:09:36.202Z'],
	['2025-05-06 14:09:36,2', '2025-05-06T14:09:36.200Z'],
	['2025-05-06T14:09:36+02:00', '2025-05-06T12:09:36.000Z'],
	['2025-05-06T14:09:36-0530', '2025-05-06T19:39:36.000Z'],
	['2025-05-06T00:30:00+01', '2025-05-05T23:30:00.000Z'],
	[' 2025-05-06 ', '2025-05-06T00:00:00.000Z'],
	['2024-02-29', '2024-02-29T00:00:00.000Z'],
	['0044-03-15', '0044-03-15T00:00:00.000Z'],
	[1746540576202, '2025-05-06T14:09:36.202Z'],
	[1746540576, '2025-05-06T14:09:36.000Z'],
	[1746540576.202, '2025-05-06T14:09:36.202Z'],
	['1746540576202', '2025-05-06T14:09:36.202Z']
])('%j is %s', (given, time) => {
	expect(parseTime(given)).toBe(time);
});

test.each<unknown>([
	'',
	'yesterday',
	'May 6, 2025',
	'2025',
	'2025-05',
	'2025-13-01',
	'2025-02-30',
	'2023-02-29',
	'2025-05-06T24:00',
	'2025-05-06T14:60',
	'0000-01-01',
	'12025-05-06',
	7,
	-1,
	1e99,
	NaN,
	Infinity,
	true,
	null,
	{},
	[]
])('%j is no time', (given) => {
	expect(parseTime(given)).toBeUndefined();
});

test('what it answers, it reads as the same', () => {
	const min = new Date('0001-01-01T00:00:00Z');
	const max = new Date('9999-12-31T23:59:59.999Z');
	fc.assert(
		fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
			expect(parseTime(date.toISOString())).toBe(date.toISOString());
		})
	);
});
