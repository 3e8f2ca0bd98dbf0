/** Subject keys (J1): taken apart, they are what they were made of. */
import { describe, expect, test } from 'vitest';
import * as subject from '../../src/lib/domain/subject';

const { subjectParts, subjectOf, localKind } = subject;

describe('keys', () => {
	test.each([
		[subject.entitySubject('ada'), { kind: 'entity', home: 'ada', local: 'e' }],
		[subject.factSubject('ada', 'f1'), { kind: 'fact', home: 'ada', local: subject.factLocal('f1') }],
		[subject.slotSubject('ada', 'a:b'), { kind: 'slot', home: 'ada', local: subject.slotLocal('a:b') }],
		[subject.edgeSubject('ada', 'bo', 'is:a'), { kind: 'edge', home: 'ada', local: subject.edgeLocal('bo', 'is:a') }],
		[subject.noteSubject('n1'), { kind: 'note', home: 'n1', local: 'n' }],
		[subject.channelSubject('work'), { kind: 'channel', home: 'channels', local: 'c:work' }]
	])('[J1] %s', (key, parts) => {
		expect(subjectParts(key)).toEqual(parts);
		expect(subjectOf(parts.home, parts.local)).toBe(key);
		expect(localKind(parts.local)).toBe(parts.kind);
	});

	test.each(['', 'x', 'e:', 'e::', 'x:ada:', 'eada:', 'e:ada'])('[J1] %j is none', (key) => {
		expect(() => subjectParts(key)).toThrow('no subject key');
	});

	test('[J1] nor is every letter a kind', () => {
		expect(() => localKind('x:1')).toThrow('no row key');
		expect(() => localKind('')).toThrow('no row key');
	});
});
