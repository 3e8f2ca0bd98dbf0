import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { isCapture, readCapture, spellingsOf, squeeze, type Known, type Reading } from '../../src/lib/ui/capture';

const things: Record<string, Known> = Object.fromEntries(
	[
		['Jeff', 'person'],
		['Sarah', 'person'],
		['Acme Corp', 'organization'],
		['Ada Lovelace', 'person'],
		['Mary Somerville', 'person'],
		['Countess of Lovelace', 'person'],
		['C++', 'language'],
		['東京', 'place'],
		['mr !412', 'change']
	].map(([name = '', type = null], i) => [name.toLowerCase(), { id: `id${i}`, name, type }])
);
things['ada'] = things['ada lovelace'] as Known;

const lookup = (spelling: string): Known | undefined => things[spelling.toLowerCase()];
/** Only what `spellingsOf` names may be asked: the component looks up no more than that. */
function readAsked(line: string): Reading[] {
	const asked = new Set(spellingsOf(squeeze(line)));
	return readCapture(line, (s) => (asked.has(s) || !lookup(s) ? lookup(s) : missed(s)));
}
const missed = (s: string): never => {
	throw new Error(`"${s}" was looked up but not in spellingsOf`);
};
const known = (name: string) => ({ name, known: lookup(name) });

describe('a line with names at both ends is a relation', () => {
	test.each([
		['Jeff works at Acme Corp', 'Jeff', 'works at', 'Acme Corp'],
		['jeff  WORKS  at acme corp', 'Jeff', 'WORKS at', 'Acme Corp'],
		['Jeff uses C++', 'Jeff', 'uses', 'C++'],
		['Jeff reviewed mr !412', 'Jeff', 'reviewed', 'mr !412']
	])('%s', (line, from, relation, to) => {
		expect(readAsked(line)[0]).toEqual({ kind: 'relation', from: known(from), relation, to: known(to) });
	});

	test('a full stop keeps it a sentence: a fact that names the other', () => {
		expect(readAsked('Jeff works at Acme Corp.')[0]).toEqual({
			kind: 'fact',
			entity: known('Jeff'),
			content: 'Jeff works at Acme Corp.',
			mentions: [known('Acme Corp')]
		});
	});

	test('more than five words between, or a comma, is a fact', () => {
		expect(readAsked('Jeff said a lot of good things about Sarah')[0]?.kind).toBe('fact');
		expect(readAsked('Jeff, friend of Sarah')[0]?.kind).toBe('fact');
	});

	test('[F2] a link stays one in the words of a fact, and names what stands before its bar; @ does not stay', () => {
		const [fact] = readAsked('Jeff said a lot of good things about [[Sarah|his boss]] and @Zed');
		expect(fact).toMatchObject({
			kind: 'fact',
			content: 'Jeff said a lot of good things about [[Sarah|his boss]] and Zed',
			mentions: [known('Sarah'), { name: 'Zed' }]
		});
	});

	test('marks make names of unknown words', () => {
		expect(readAsked('[[Zed Shaw]] wrote [[Learn Python]]')[0]).toEqual({
			kind: 'relation',
			from: { name: 'Zed Shaw' },
			relation: 'wrote',
			to: { name: 'Learn Python' }
		});
		expect(readAsked('@Zed knows @Sarah')[0]).toEqual({
			kind: 'relation',
			from: { name: 'Zed' },
			relation: 'knows',
			to: known('Sarah')
		});
	});

	test('the fact and the note stand beside it', () => {
		expect(readAsked('Jeff works at Acme Corp').map((r) => r.kind)).toEqual(['relation', 'fact', 'note']);
	});
});

describe('arrows say a relation whether the names are known or not', () => {
	test.each([
		['Jeff → manages → Sarah', 'Jeff', 'manages', 'Sarah'],
		['Jeff -> manages -> Sarah', 'Jeff', 'manages', 'Sarah'],
		['Sarah <- manages <- Jeff', 'Jeff', 'manages', 'Sarah'],
		['Bo → lives in → Oslo', 'Bo', 'lives in', 'Oslo']
	])('%s', (line, from, relation, to) => {
		const reading = readAsked(line)[0];
		expect(reading).toMatchObject({ kind: 'relation', from: { name: from }, relation, to: { name: to } });
	});

	test.each([
		['Jeff →', 'relation'],
		['Jeff → manages', 'other_end'],
		['Jeff → manages →', 'other_end']
	])('%s waits for the %s', (line, needs) => {
		expect(readAsked(line)[0]).toEqual({ kind: 'unfinished', needs });
	});
});

describe('a value', () => {
	test.each([
		['Jeff · role: designer', 'Jeff', 'role', 'designer'],
		['Jeff | role: designer', 'Jeff', 'role', 'designer'],
		['Jeff role: designer', 'Jeff', 'role', 'designer'],
		["Jeff's role: designer", 'Jeff', 'role', 'designer'],
		['Ada Lovelace · known for: Note G: a table', 'Ada Lovelace', 'known for', 'Note G: a table'],
		['東京 · 人口: 1400万', '東京', '人口', '1400万'],
		['東京 · 人口：1400万', '東京', '人口', '1400万']
	])('%s', (line, name, attribute, value) => {
		expect(readAsked(line)[0]).toEqual({ kind: 'value', entity: known(name), attribute, value });
	});

	test('of a thing that will be made', () => {
		expect(readAsked('Bo · role: cook')[0]).toEqual({
			kind: 'value',
			entity: { name: 'Bo' },
			attribute: 'role',
			value: 'cook'
		});
	});

	test('+= adds to a set', () => {
		expect(readAsked('Ada Lovelace · languages += Greek')[0]).toMatchObject({
			kind: 'member',
			attribute: 'languages',
			value: 'Greek'
		});
	});

	test('an address is no attribute', () => {
		expect(readAsked('Jeff see https://example.org/a')[0]?.kind).toBe('fact');
	});

	test('begun and not finished says what comes next', () => {
		expect(readAsked('Jeff · ')[0]).toEqual({ kind: 'unfinished', needs: 'attribute' });
		expect(readAsked('Jeff · role')[0]).toEqual({ kind: 'unfinished', needs: 'value' });
		expect(readAsked('Jeff · role:')[0]).toEqual({ kind: 'unfinished', needs: 'value' });
	});
});

describe('a fact', () => {
	test('begins with a known name', () => {
		expect(readAsked('Jeff prefers dark mode')[0]).toEqual({
			kind: 'fact',
			entity: known('Jeff'),
			content: 'Jeff prefers dark mode',
			mentions: []
		});
	});

	test('a colon after the name leaves the name out', () => {
		expect(readAsked('Jeff: prefers dark mode')[0]).toMatchObject({ kind: 'fact', content: 'prefers dark mode' });
	});

	test('names what it names: with @, with capitals, once each', () => {
		expect(readAsked('Ada met Mary Somerville and @Jeff, then Jeff again.')[0]).toEqual({
			kind: 'fact',
			entity: known('Ada Lovelace'),
			content: 'Ada met Mary Somerville and Jeff, then Jeff again.',
			mentions: [known('Mary Somerville'), known('Jeff')]
		});
	});

	test('the longest name wins', () => {
		expect(readAsked('Ada Lovelace wrote notes')[0]).toMatchObject({ entity: known('Ada Lovelace') });
	});

	test('a script without spaces', () => {
		expect(readAsked('東京は日本の首都である')[0]).toMatchObject({ kind: 'fact', entity: known('東京') });
	});
});

describe('anything else', () => {
	test('is a note', () => {
		expect(readAsked('buy milk')).toEqual([{ kind: 'note', text: 'buy milk', mentions: [] }]);
		expect(isCapture(readAsked('buy milk')[0])).toBe(false);
	});

	test('a name alone is a search, blank is nothing', () => {
		expect(readAsked('Jeff')).toEqual([]);
		expect(readAsked('ADA lovelace')).toEqual([]);
		expect(readAsked(' \t ')).toEqual([]);
	});
});

test('any text has a reading that can be saved, and never more look-ups than forty', () => {
	const pieces = fc.constantFrom(
		'Jeff',
		'Ada Lovelace',
		'→',
		'->',
		'·',
		':',
		'+=',
		'@',
		'[[',
		']]',
		'x',
		'東京',
		'.',
		' ',
		'İ',
		"'s"
	);
	fc.assert(
		fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme' })), { maxLength: 12 }), (parts) => {
			const line = parts.join(' ');
			expect(spellingsOf(squeeze(line)).length).toBeLessThanOrEqual(40);
			const readings = readCapture(line, lookup);
			if (squeeze(line) && readings.length) expect(readings.some((r) => r.kind !== 'unfinished')).toBe(true);
			for (const r of readings) if (r.kind === 'note') expect(r.text).toBe(line.trim());
		})
	);
});
