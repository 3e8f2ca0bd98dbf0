import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDuplicates, type LikelyPair } from '../../src/lib/notebook/duplicates';
import { twinsOf, type LikelyDuplicate } from '../../src/lib/notebook/likely-duplicates';
import { createNameIndex, type NameEntry, type NameIndex } from '../../src/lib/notebook/name-index';
import { nameEntry as entry } from '../support/name-entries';

const indexOf = (entries: readonly NameEntry[]): NameIndex => {
	const index = createNameIndex();
	for (const each of entries) index.set(each);
	return index;
};

/** Every pair once, by the way in which it is likeliest; the likeliest first. */
function scanned(index: NameIndex): LikelyDuplicate[] {
	const best = new Map<string, LikelyDuplicate>();
	for (const id of index.ids())
		for (const pair of [...twinsOf(index, id)].flat()) {
			const key = `${pair.a.id} ${pair.b.id}`;
			if ((best.get(key)?.score ?? 0) < pair.score) best.set(key, pair);
		}
	return [...best.values()].sort((x, y) => y.score - x.score);
}

/** As the notebook looks for them. */
async function looked(entries: readonly NameEntry[]): Promise<LikelyPair[]> {
	const duplicates = createDuplicates({
		names: indexOf(entries),
		isMarked: () => false,
		rest: () => Promise.resolve()
	});
	for (const { id } of entries) duplicates.touch(id);
	duplicates.start();
	await duplicates.settled();
	return duplicates.list(undefined);
}

/** The names of the pairs, each pair and all of them in order of letters. */
const pairsOf = (entries: readonly NameEntry[]): string[] =>
	scanned(indexOf(entries))
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
		expect(scanned(index)).toEqual([]);
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

	test('[N5] the same pairs in whatever order they came, the likeliest first, each once', async () => {
		await fc.assert(
			fc.asyncProperty(entries, async (all) => {
				const there = await looked(all);
				expect(await looked([...all].reverse())).toEqual(there);
				expect(there.map(({ score }) => score)).toEqual(there.map(({ score }) => score).sort((a, b) => b - a));
				expect(new Set(there.map(({ low, high }) => `${low} ${high}`)).size).toBe(there.length);
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

	test('[N5] thousands of one name are compared with a few each', () => {
		const crowd = Array.from({ length: 3000 }, (_, at) =>
			entry(`c${at}`, 'Mercury', { type: at % 2 ? 'planet' : 'person' })
		);
		const found = scanned(indexOf(crowd));
		expect(found.length).toBeLessThan(60_000);
		expect(found.every(({ why, score }) => why === 'exact' && score === 1)).toBe(true);
	});
});
