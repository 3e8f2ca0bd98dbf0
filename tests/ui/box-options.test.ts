import { describe, expect, test } from 'vitest';
import { optionsOf, type FoundThing, type Given, type Hit } from '../../src/lib/ui/box-options';
import { commandsFor } from '../../src/lib/ui/commands';
import { readCapture, type Known } from '../../src/lib/ui/capture';

const jeff: Known = { id: 'jeff', name: 'Jeff', type: 'person' };
const lookup = (spelling: string): Known | undefined => (spelling.toLowerCase() === 'jeff' ? jeff : undefined);
const thing = (name: string, why: FoundThing['why']): FoundThing => ({
	id: name.toLowerCase(),
	name,
	type: null,
	matched: name,
	score: 1,
	why
});
const hit = (text: string, entity_id: string): Hit => ({
	kind: 'fact',
	id: text,
	entity: entity_id,
	entity_id,
	text,
	score: 1,
	by: 'person',
	source: null,
	created_at: '2026-01-01T00:00:00Z'
});
const kinds = (given: Partial<Given> & { text: string }) =>
	optionsOf({ readings: readCapture(given.text, lookup), things: [], hits: [], withCommands: false, ...given }).map(
		(o) => o.kind
	);

describe('what Enter does', () => {
	test('nothing typed, nothing offered', () => {
		expect(kinds({ text: '  ' })).toEqual([]);
	});

	test('words are a search: things first, then what is said, then making and writing', () => {
		const things = [thing('Jeff', 'prefix')];
		expect(kinds({ text: 'jef', things, hits: [hit('Sarah met jef', 'sarah')] })).toEqual([
			'thing',
			'hit',
			'make',
			'write'
		]);
	});

	test('a line with a shape is written down, the search stands below', () => {
		expect(kinds({ text: 'Jeff · role: designer', things: [thing('Jeff', 'near')] })).toEqual([
			'write',
			'write',
			'thing'
		]);
	});

	test('a sentence is no slip of a short name, and is written down before it is made a thing', () => {
		const priya = [thing('Priya', 'near')];
		expect(kinds({ text: 'a lamp is out at the far end', things: priya })).toEqual(['write']);
		expect(kinds({ text: 'Priyo', things: priya })).toEqual(['thing', 'make', 'write']);
		expect(kinds({ text: 'Priya manages the harbour office' })).toEqual(['write', 'make']);
		expect(kinds({ text: 'harbour office' })).toEqual(['make', 'write']);
		const hits = [hit('Keeps the lamps of the pier', 'x')];
		expect(kinds({ text: 'a lamp is out at the far end', hits })).toEqual(['write', 'hit']);
		expect(kinds({ text: 'who keeps lamps pier', hits })).toEqual(['hit', 'write', 'make']);
	});

	test('a line begun in a shape offers no making', () => {
		expect(kinds({ text: 'Jeff · role', things: [thing('Jeff', 'near')] })).toEqual(['thing', 'write', 'write']);
	});

	test('what is called so is not made again', () => {
		for (const why of ['exact', 'alias', 'same_form'] as const)
			expect(kinds({ text: 'Jeff', things: [thing('Jeff', why)] })).not.toContain('make');
	});

	test('punctuation makes no name', () => {
		for (const text of ['who is Jeff?', 'Buy milk. Then bread.', 'a:b', 'one two three four five six'])
			expect(kinds({ text })).not.toContain('make');
	});

	test('near names only where nothing begins so', () => {
		const things = [thing('Engine', 'prefix'), thing('King', 'near')];
		expect(kinds({ text: 'eng', things })).toEqual(['thing', 'make', 'write']);
		expect(kinds({ text: 'eng', things: things.slice(1) })).toEqual(['thing', 'make', 'write']);
	});

	test('what is said of a thing that stands there is left to its page', () => {
		expect(kinds({ text: 'jef', things: [thing('Jeff', 'prefix')], hits: [hit('likes tea', 'jeff')] })).not.toContain(
			'hit'
		);
	});

	test('keys are one to a line', () => {
		const given: Given = {
			text: 'set',
			readings: readCapture('set', lookup),
			things: [thing('Set', 'exact'), thing('Seth', 'prefix')],
			hits: [hit('a set', 'x'), hit('another set', 'y')],
			withCommands: true
		};
		const keys = optionsOf(given).map(({ key }) => key);
		expect(new Set(keys).size).toBe(keys.length);
	});
});

describe('commands', () => {
	test.each([
		['hist', ['History']],
		['dark', ['Dark theme']],
		['theme d', ['Dark theme']],
		['undo', ['Undo my last change']],
		['', []],
		['zzz', []]
	])('%s', (typed, labels) => {
		expect(commandsFor(typed, 5).map(({ label }) => label)).toEqual(labels);
	});

	test('stand in the palette only', () => {
		expect(kinds({ text: 'hist' })).not.toContain('command');
		expect(kinds({ text: 'hist', withCommands: true })).toContain('command');
	});

	test.each(['history', 'History ', 'hist', 'dark  theme'])('one that is called "%s" comes first', (text) => {
		const things = [thing('History of Art', 'prefix'), thing('Dark theme of Bergen', 'prefix')];
		expect(kinds({ text, things, withCommands: true })[0]).toBe('command');
	});

	test.each(['hi', 'theme', 'my'])('"%s" is no such name: the things come first', (text) => {
		const things = [thing('Himalaya', 'prefix')];
		expect(kinds({ text, things, withCommands: true })[0]).toBe('thing');
	});
});
