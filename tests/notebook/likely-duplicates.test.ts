import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanForDuplicates, type LikelyDuplicate, type ScanOptions } from '../../src/lib/notebook/likely-duplicates';
import { createNameIndex, type NameEntry, type NameIndex } from '../../src/lib/notebook/name-index';

const entry = (id: string, name: string, more: Partial<NameEntry> = {}): NameEntry => ({
	id,
	channel: 'default',
	name,
	type: null,
	aliases: [],
	created: 0,
	updated: 0,
	weight: 0,
	...more
});

const indexOf = (entries: readonly NameEntry[]): NameIndex => {
	const index = createNameIndex();
	for (const each of entries) index.set(each);
	return index;
};

const scanned = (index: NameIndex, options: Partial<ScanOptions> = {}, channel = 'default'): LikelyDuplicate[] => {
	const scan = scanForDuplicates(index, channel, { limit: 100, ...options });
	while (!scan.step(() => true));
	return scan.pairs();
};

/** The names of the pairs, each pair and all of them in order of letters. */
const pairsOf = (entries: readonly NameEntry[], options?: Partial<ScanOptions>): string[] =>
	scanned(indexOf(entries), options)
		.map(({ a, b }) => [a.name, b.name].sort().join(' = '))
		.sort();

const named = (...names: string[]): NameEntry[] => names.map((name, at) => entry(`e${at}`, name));

describe('what is paired', () => {
	test.each([
		['Jonathan Whitcombe', 'Whitcombe, Jonathan', 'word_order'],
		['Acme Ltd', 'ACME Limited', 'company_form'],
		['Łukasz Wójcik', 'Lukasz Wojcik', 'spelling'],
		['Москва', 'Moskva', 'other_script'],
		['Annelise Brandt', 'Annelise Brand', 'word_prefix'],
		['Thobias Lindqvist', 'Tobias Lindqvist', 'typo'],
		['Robert Featherstone', 'Bob Featherstone', 'nickname'],
		['Jonathan Thistlewood', 'J. Thistlewood', 'initials'],
		['stg_orders', 'stg-orders', 'same_form']
	])('[N4] %j and %j: %s', (a, b, why) => {
		expect(scanned(indexOf(named(a, b)))).toMatchObject([{ a: { name: a }, b: { name: b }, why }]);
	});

	test('[N4] an alias counts as a name, and it is told which spellings are alike', () => {
		const entries = [entry('a', 'Project Nimbus', { aliases: ['Cumulus Rewrite'] }), entry('b', 'Cumulus Rewrit')];
		expect(scanned(indexOf(entries))).toMatchObject([{ spellings: ['Cumulus Rewrite', 'Cumulus Rewrit'] }]);
	});

	test('[N4] a person may have a middle name more, other things with a word more are others', () => {
		const [short, long] = ['Desmond Achterhuis', 'Desmond Pieter Achterhuis'];
		expect(pairsOf([entry('a', short, { type: 'Person' }), entry('b', long)])).toHaveLength(1);
		expect(pairsOf([entry('a', short), entry('b', long)])).toEqual([]);
		expect(pairsOf(named('user-service', 'user-service-mock', 'orders', 'orders archive'))).toEqual([]);
	});
});

describe('what is not', () => {
	test.each([
		['ASR1603', 'ASR1605'],
		['billing-api v2', 'billing-api v3'],
		['release 1.2', 'release 12'],
		['Oakfield Capital Fund II', 'Oakfield Capital Fund III'],
		['Oakfield Capital Fund V', 'Oakfield Capital Fund X'],
		['Oakfield Capital Fund', 'Oakfield Capital Fund II'],
		['Harold Finch Sr.', 'Harold Finch Jr.'],
		['George Ambrose', 'George Ambrose Jr.'],
		['Studio Forty-Four', 'Studio 45'],
		['C++', 'C#'],
		['prod-db', 'prod-dr'],
		['α', 'a'],
		['Tobias Lindberg', 'Tobias Lindqvist']
	])('[N4] %j and %j', (a, b) => {
		for (const type of [null, 'person']) {
			expect(pairsOf([entry('a', a, { type }), entry('b', b, { type })])).toEqual([]);
		}
	});

	test('[N4] two of different known types, unless the names are the same', () => {
		const typed = (name: string, type: string | null) => entry(`${name} ${type}`, name, { type });
		expect(pairsOf([typed('Acme Ltd', 'company'), typed('Acme Limited', 'Software Project')])).toEqual([]);
		expect(pairsOf([typed('Acme Ltd', 'company'), typed('Acme Limited', null)])).toHaveLength(1);
		expect(pairsOf([typed('Acme Ltd', 'software-project'), typed('Acme Limited', 'Software Project')])).toHaveLength(1);
		expect(pairsOf([typed('Mercury', 'planet'), typed('mercury', 'person')])).toHaveLength(1);
	});

	test('[N7] two of different channels', () => {
		const index = indexOf([entry('a', 'Mercury'), entry('b', 'Mercury', { channel: 'work' })]);
		expect([...scanned(index), ...scanned(index, {}, 'work'), ...scanned(index, {}, 'nowhere')]).toEqual([]);
	});

	test('[N6] what is settled', () => {
		const entries = named('Acme Ltd', 'Acme Limited', 'Acme Inc');
		const isSettled = (a: string, b: string): boolean => [a, b].sort().join() === 'e0,e1';
		expect(pairsOf(entries)).toHaveLength(3);
		expect(pairsOf(entries, { isSettled })).toEqual(['Acme Inc = Acme Limited', 'Acme Inc = Acme Ltd']);
	});

	test('[E5] what is deleted while it goes on', () => {
		const index = indexOf(named('Acme Ltd', 'Acme Limited', 'Mercury', 'mercury'));
		const scan = scanForDuplicates(index, 'default', { limit: 10 });
		scan.step(() => true);
		index.delete('e0');
		while (!scan.step(() => true));
		expect(scan.pairs().map(({ a }) => a.name)).toEqual(['Mercury']);
	});
});

describe('how', () => {
	const words = [
		'blue',
		'green',
		'heron',
		'falcon',
		'harbour',
		'lantern',
		'meadow',
		'Вера',
		'Vera',
		'Ltd',
		'Limited',
		'2',
		'3'
	];
	const name = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((chosen) => chosen.join(' '));
	const entries = fc
		.array(fc.record({ name, type: fc.constantFrom(null, 'person', 'place'), updated: fc.nat(5) }), { maxLength: 40 })
		.map((all) => all.map(({ name: text, ...more }, at) => entry(`e${at}`, text, more)));

	test('[N5] the same pairs in whatever order they came and in whatever slices, the likeliest first, each once', () => {
		fc.assert(
			fc.property(entries, (all) => {
				const there = scanned(indexOf(all), { limit: 20 });
				expect(scanned(indexOf([...all].reverse()), { limit: 20 })).toEqual(there);
				const whole = scanForDuplicates(indexOf(all), 'default', { limit: 20 });
				expect(whole.step(() => false)).toBe(true);
				expect(whole.pairs()).toEqual(there);
				expect(there.map(({ score }) => score)).toEqual(there.map(({ score }) => score).sort((a, b) => b - a));
				expect(new Set(there.map(({ a, b }) => `${a.id} ${b.id}`)).size).toBe(there.length);
			}),
			{ numRuns: 60 }
		);
	});

	test('[N4] numbers always the same', () => {
		fc.assert(
			fc.property(entries, (all) => {
				const numbers = (text: string): string => (text.match(/\d/g) ?? []).join();
				for (const { spellings } of scanned(indexOf(all))) expect(numbers(spellings[0])).toBe(numbers(spellings[1]));
			}),
			{ numRuns: 60 }
		);
	});

	test('[N5] a slice ends after any entity, and tells how far it is', () => {
		const scan = scanForDuplicates(indexOf(named('Acme', 'Bolt', 'Cord')), 'default', { limit: 5 });
		expect(scan.progress).toEqual({ done: 0, all: 3 });
		expect(scan.step(() => true)).toBe(false);
		expect(scan.progress).toEqual({ done: 1, all: 3 });
		expect(scan.step(() => false)).toBe(true);
		expect(scan.progress).toEqual({ done: 3, all: 3 });
		expect(scan.step(() => true)).toBe(true);
	});

	test('[N5] only the likeliest are kept, and thousands of one name are no matter', () => {
		const crowd = Array.from({ length: 3000 }, (_, at) =>
			entry(`c${at}`, 'Mercury', { type: at % 2 ? 'planet' : 'person' })
		);
		const found = scanned(indexOf(crowd), { limit: 7 });
		expect(found).toHaveLength(7);
		expect(found.every(({ why, score }) => why === 'exact' && score === 1)).toBe(true);
	});
});
