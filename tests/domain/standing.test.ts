import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entry, Origin, Who } from '../../src/lib/domain/model';
import {
	confirmedConfidence,
	defaultConfidence,
	standingOf,
	supportOf,
	thousandths
} from '../../src/lib/domain/standing';

describe('who outranks whom', () => {
	test.each<[Who, 'script' | 'import' | undefined, Origin, number]>([
		['person', undefined, 'user', 3],
		['person', 'script', 'user', 3],
		['person', 'import', 'import', 1],
		['person', undefined, 'import', 1],
		['agent:Bot', undefined, 'user', 2],
		['agent:Bot', undefined, 'action', 2],
		['agent:Bot', undefined, 'agent', 1]
	])('[P2] %s, via %s, origin %s: %d', (who, via, origin, standing) => {
		expect(standingOf(who, via, origin)).toBe(standing);
	});

	test('[P2] default confidence: agents 0.8, the person 1', () => {
		expect([defaultConfidence('agent:Bot'), defaultConfidence('person')]).toEqual([0.8, 1]);
	});
});

describe('confidence', () => {
	const share = fc.nat(1000).map((n) => n / 1000);

	test('[S3] confirming never lowers it, never passes 1, nor 0.95 by an agent', () => {
		fc.assert(
			fc.property(share, share, (current, added) => {
				const [person, agent] = [
					confirmedConfidence(current, added, 'person'),
					confirmedConfidence(current, added, 'agent:Bot')
				];
				for (const each of [person, agent]) {
					expect(each).toBeGreaterThanOrEqual(current);
					expect(each).toBeLessThanOrEqual(1);
					expect(thousandths(each)).toBe(each);
				}
				expect(person).toBeGreaterThanOrEqual(added);
				expect(agent).toBeLessThanOrEqual(Math.max(0.95, current));
			}),
			{ seed: 3 }
		);
	});

	test('[S3] min(1, max(c + (1 − c)·0.34, new))', () => {
		expect([
			confirmedConfidence(0.5, 0.1, 'person'),
			confirmedConfidence(0.5, 0.9, 'person'),
			confirmedConfidence(1, 0, 'agent:Bot')
		]).toEqual([0.67, 0.9, 1]);
	});
});

test('[P1] every record tells who, which session, what source, and when: the file’s time if it had one', () => {
	const entry: Entry = {
		id: 'c.0',
		change: 'c',
		hlc: '',
		at: 9,
		who: 'agent:Bot',
		via: 'script',
		session: 's',
		subject: 'f:ada:fact',
		after: [],
		body: { verb: 'remove' }
	};
	const said = { origin: 'user', source: 'a letter', note: 'n', at: 3 } as const;
	expect(supportOf(entry, said)).toEqual({
		id: 'c.0',
		who: 'agent:Bot',
		via: 'script',
		session: 's',
		origin: 'user',
		at: 3,
		source: 'a letter',
		note: 'n'
	});
	expect(supportOf(entry, { origin: 'agent' })).toEqual({
		id: 'c.0',
		who: 'agent:Bot',
		via: 'script',
		session: 's',
		origin: 'agent',
		at: 9
	});
});
