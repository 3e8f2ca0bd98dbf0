import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queryKeys } from '../../src/lib/domain/resolve';
import { createNameIndex, type NameIndex, type SuggestOptions } from '../../src/lib/notebook/name-index';
import { nameEntry as entry } from '../support/name-entries';

const indexOf = (...names: string[]): NameIndex => {
	const index = createNameIndex();
	for (const name of names) index.set(entry(name, name));
	return index;
};

const names = (index: NameIndex, query: string, options: Partial<SuggestOptions> = {}): string[] =>
	index.suggest(query, { limit: 10, ...options }).map(({ name }) => name);

describe('why a name is suggested', () => {
	const index = indexOf('Sarah Connor', 'Sara Conner', 'sarah-connor', 'Sarah Connor-Reese', 'Connor', 'Kyle Reese');
	index.set(entry('t', 'T-800', { aliases: ['Sarah Connor', 'Model 101'] }));

	test('[N5] exact, then alias, then another form, then what begins so, then what is near', () => {
		expect(index.suggest('sarah connor', { limit: 6 }).map(({ name, why }) => [name, why])).toEqual([
			['Sarah Connor', 'exact'],
			['T-800', 'alias'],
			['sarah-connor', 'same_form'],
			['Sarah Connor-Reese', 'prefix'],
			['Sara Conner', 'typo'],
			['Connor', 'near']
		]);
	});

	test('[N5] `matched` is the spelling that matched', () => {
		expect(index.suggest('model 101', { limit: 1 })).toEqual([
			{ id: 't', channel: 'default', name: 'T-800', type: null, matched: 'Model 101', score: 0.98, why: 'alias' }
		]);
	});

	test('[N4] scores are between 0 and 1 and fall', () => {
		const scores = index.suggest('sarah', { limit: 10 }).map(({ score }) => score);
		expect(scores.length).toBeGreaterThan(2);
		expect([...scores].sort((a, b) => b - a)).toEqual(scores);
		for (const score of scores) expect(score > 0 && score <= 1).toBe(true);
	});
});

describe('what a search box needs', () => {
	const index = indexOf(
		...[
			'Microsoft Corporation',
			'Jeff Miller',
			'Acme Corp',
			'Nebula Project',
			'Initiative Taurus 42',
			'Initiative Taurus 24',
			'stg_orders',
			'mr 412',
			'mr !412',
			'mr412'
		],
		...[
			'C',
			'C++',
			'C#',
			'Zoë',
			'Łódź',
			'Москва',
			'Мой дом',
			'القاهرة',
			'東京',
			'京都',
			'东京塔',
			'データベース',
			'서울',
			'กรุงเทพ'
		],
		...[
			"People's Liberation Army",
			'JanPieter Vosloo',
			'🎉',
			'🎉 Party',
			'!!!',
			'__proto__',
			'<b>bold</b>',
			'ASR1603',
			'ASR1605'
		]
	);

	test.each([
		['mircosoft', 'Microsoft Corporation', 'typo'],
		['micros', 'Microsoft Corporation', 'prefix'],
		['corp micro', 'Microsoft Corporation', 'word_prefix'],
		['jef miler', 'Jeff Miller', 'typo'],
		['Miller Jeff', 'Jeff Miller', 'word_order'],
		['mil jef', 'Jeff Miller', 'word_prefix'],
		['J. Miller', 'Jeff Miller', 'initials'],
		['Geoffrey Miller', 'Jeff Miller', 'nickname'],
		['acm', 'Acme Corp', 'prefix'],
		['acme', 'Acme Corp', 'company_form'],
		['ACME Corporation Ltd', 'Acme Corp', 'company_form'],
		['project', 'Nebula Project', 'word_prefix'],
		['taurus 4', 'Initiative Taurus 42', 'word_prefix'],
		['42 taurus', 'Initiative Taurus 42', 'word_prefix'],
		['STG-Orders', 'stg_orders', 'same_form'],
		['mr !412', 'mr !412', 'exact'],
		['c++', 'C++', 'exact'],
		['c#', 'C#', 'exact'],
		['Zoe\u0308', 'Zoë', 'exact'],
		['zoe', 'Zoë', 'same_form'],
		['łodz', 'Łódź', 'same_form'],
		['lodz', 'Łódź', 'spelling'],
		['москв', 'Москва', 'prefix'],
		['Моксва', 'Москва', 'typo'],
		['القاهر', 'القاهرة', 'prefix'],
		['東', '東京', 'prefix'],
		['東京', '東京', 'exact'],
		['东京', '東京', 'other_script'],
		['Moskva', 'Москва', 'other_script'],
		['データベイス', 'データベース', 'typo'],
		['서울시', '서울', 'near'],
		['กรุง', 'กรุงเทพ', 'prefix'],
		['pla', "People's Liberation Army", 'initials'],
		['jan pieter vosloo', 'JanPieter Vosloo', 'spelling'],
		['🎉', '🎉', 'exact'],
		['party', '🎉 Party', 'same_form'],
		['!!!', '!!!', 'exact'],
		['__proto__', '__proto__', 'exact'],
		['bold', '<b>bold</b>', 'word_prefix']
	])('[N5] %j suggests %j first (%s)', (query, name, why) => {
		expect(index.suggest(query, { limit: 1 })).toMatchObject([{ name, why }]);
	});

	test('[N5] two-character names of dense scripts are near by one character', () => {
		expect(names(index, '京')).toEqual(expect.arrayContaining(['京都', '東京', '东京塔']));
		expect(names(index, '東亰')).toContain('東京');
	});

	test('[N2] near spellings of other things are all offered, none is taken', () => {
		expect(names(index, 'mr-412').slice(0, 2).sort()).toEqual(['mr !412', 'mr 412']);
		expect(names(index, 'C').slice(0, 3)).toEqual(['C', 'C#', 'C++']);
	});

	test('[N4] a name that differs in digits alone is offered last', () => {
		const [first, second] = index.suggest('ASR1603', { limit: 2 });
		expect(first).toMatchObject({ name: 'ASR1603', why: 'exact' });
		expect(second).toMatchObject({ name: 'ASR1605', why: 'near' });
		expect(second?.score).toBeLessThan(0.35);
	});

	test('[N4] nothing to look for, and nothing near, suggest nothing', () => {
		for (const query of ['', '   ', '\u200b', '\u202e']) expect(names(index, query)).toEqual([]);
		expect(names(index, 'xqzw')).toEqual([]);
		expect(names(index, 'micro', { limit: 0 })).toEqual([]);
	});

	test('[N4] a query of any length is taken', () => {
		expect(names(index, `jeff miller ${'x'.repeat(100_000)}`)).toContain('Jeff Miller');
	});
});

describe('scope', () => {
	const index = createNameIndex();
	index.set(entry('1', 'Mercury', { type: 'person', channel: 'work' }));
	index.set(entry('2', 'Mercury', { type: 'Software Project', channel: 'work' }));
	index.set(entry('3', 'Mercury', { channel: 'home' }));
	const ids = (options: Partial<SuggestOptions>): string[] =>
		index.suggest('mercuri', { limit: 10, ...options }).map(({ id }) => id);

	test('[N7] only channels that may be read', () => {
		expect(ids({ channels: ['home'] })).toEqual(['3']);
		expect(ids({ channels: ['elsewhere'] })).toEqual([]);
		expect(ids({ channels: [] })).toEqual([]);
		expect(ids({})).toEqual(['1', '2', '3']);
	});

	test('[N1] type by type key; ids left out', () => {
		expect(ids({ type: 'software-project' })).toEqual(['2']);
		expect(ids({ type: 'unheard of' })).toEqual([]);
		expect(ids({ exclude: ['1', 'stranger'] })).toEqual(['2', '3']);
	});

	test('[N5] a filter does not starve: the one that may be read is found among thousands that may not', () => {
		const crowd = createNameIndex();
		for (let i = 0; i < 3000; i++) crowd.set(entry(`w${i}`, 'Mercury', { channel: 'work' }));
		crowd.set(entry('h', 'Mercury Rising Over The Old Harbour', { channel: 'home' }));
		expect(crowd.suggest('mercury', { limit: 5, channels: ['home'] }).map(({ id }) => id)).toEqual(['h']);
	});
});

describe('kept from changes', () => {
	test('[N9] renamed: found by the new name and the alias; a change of type or time keeps it findable', () => {
		const index = indexOf('Jeff');
		index.set(entry('Jeff', 'Jeffrey', { aliases: ['Jeff'] }));
		expect(index.suggest('jeff', { limit: 5 })).toMatchObject([{ name: 'Jeffrey', matched: 'Jeff', why: 'alias' }]);
		index.set(entry('Jeff', 'Jeffrey', { aliases: ['Jeff'], type: 'person', updated: 9 }));
		expect(index.suggest('jeff', { limit: 5, type: 'Person' })).toMatchObject([{ type: 'person' }]);
		index.set(entry('Jeff', 'Jeffrey'));
		expect(index.suggest('jeff', { limit: 5 })).toMatchObject([{ matched: 'Jeffrey', why: 'prefix' }]);
		expect(index.size).toBe(1);
		expect(index.get('Jeff')?.name).toBe('Jeffrey');
	});

	test('[E5] a deleted entity is not suggested', () => {
		const index = indexOf('Jeff', 'Jess');
		index.delete('Jeff');
		index.delete('Jeff');
		expect(names(index, 'jeff')).toEqual(['Jess']);
		expect(index.size).toBe(1);
		expect(index.get('Jeff')).toBeUndefined();
	});

	test('[N5] thousands come and go and the answers are those of an index built anew', () => {
		const name = (i: number): string =>
			`${['Blue', 'Green', 'Red'][i % 3]} ${['heron', 'falcon', 'owl', 'kite'][i % 4]} ${i}`;
		const kept = createNameIndex();
		for (let round = 0; round < 3; round++)
			for (let i = 0; i < 3000; i++) {
				kept.set(entry(`e${i}`, name(i + round * 7), { updated: i }));
				if (round === 2 && i % 2) kept.delete(`e${i}`);
			}
		const anew = createNameIndex();
		for (let i = 2998; i >= 0; i -= 2) anew.set(entry(`e${i}`, name(i + 14), { updated: i }));
		expect(kept.size).toBe(anew.size);
		for (const query of ['blue heron', 'gren falcon', 'owl 1300', 'kite', 'b', 'Red owl 17']) {
			expect(kept.suggest(query, { limit: 10 })).toEqual(anew.suggest(query, { limit: 10 }));
		}
	});

	test('[N5] equal ones: often used, then of a known type, then newest, then what more is known of, then by name, then id', () => {
		const index = createNameIndex();
		index.set(entry('b', 'Mercury'));
		index.set(entry('a', 'Mercury'));
		index.set(entry('newer', 'Mercury', { updated: 5 }));
		index.set(entry('used', 'Mercury', { uses: 3 }));
		index.set(entry('typed', 'Mercury', { type: 'planet' }));
		index.set(entry('heavy', 'Mercury', { weight: 4 }));
		const found = index.suggest('mercury', { limit: 9 }).map(({ id }) => id);
		expect(found).toEqual(['used', 'typed', 'newer', 'heavy', 'a', 'b']);
	});
});

describe('laws', () => {
	const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });

	test('[N5] every name that shows is suggested first for itself, in whatever order the names came', () => {
		fc.assert(
			fc.property(fc.uniqueArray(name, { maxLength: 20 }), (all) => {
				const [there, back] = [indexOf(...all), indexOf(...[...all].reverse())];
				for (const query of all) {
					const suggestions = there.suggest(query, { limit: 30 });
					expect(back.suggest(query, { limit: 30 })).toEqual(suggestions);
					if (suggestions.length > 0)
						expect(suggestions.some(({ name, why }) => name === query && why === 'exact')).toBe(true);
				}
			}),
			{ numRuns: 200 }
		);
	});

	test('[N5] one slip in a longer word still finds the name', () => {
		const letters = fc.string({
			unit: fc.constantFrom('a', 'b', 'd', 'e', 'g', 'i', 'k', 'l', 'm', 'n', 'o', 'r', 's', 't', 'u'),
			minLength: 6,
			maxLength: 14
		});
		fc.assert(
			fc.property(fc.uniqueArray(letters, { minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(), (all, which, where) => {
				const index = indexOf(...all);
				const wanted = all[which % all.length] ?? '';
				const at = 1 + (where % (wanted.length - 2));
				expect(names(index, wanted.slice(0, at) + wanted.slice(at + 1), { limit: 50 })).toContain(wanted);
			}),
			{ numRuns: 200 }
		);
	});

	test('[N2] answers what stands under a key: by name, by alias, by fold, each once, and what it is now', () => {
		const index = createNameIndex();
		index.set(entry('a', 'Café Rouge', { aliases: ['Rouge'] }));
		index.set(entry('b', 'cafe rouge'));
		index.set(entry('c', 'Rouge'));
		const under = (name: string) =>
			index
				.under(queryKeys(name))
				.map(({ id }) => id)
				.sort();
		expect(under('Café Rouge')).toEqual(['a', 'b']);
		expect(under('rouge')).toEqual(['a', 'c']);
		index.set(entry('a', 'Café Bleu', { aliases: ['Bleu'] }));
		index.delete('c');
		expect(under('rouge')).toEqual([]);
		expect(under('CAFE ROUGE')).toEqual(['b']);
		expect(under('bleu')).toEqual(['a']);
		index.set(entry('a', 'Café Bleu', { aliases: ['Bleu'], type: 'place' }));
		expect(index.under(queryKeys('bleu')).map(({ type }) => type)).toEqual(['place']);
	});

	test('[N6] knows whether anything was declared the same, and when nothing is any more', () => {
		const index = createNameIndex();
		index.set(entry('a', 'Acme', { same: ['b'] }));
		index.set(entry('b', 'ACME Corp', { same: ['a'] }));
		expect(index.hasFamilies).toBe(true);
		index.set(entry('a', 'Acme Ltd', { same: ['b'] }));
		index.delete('b');
		expect(index.hasFamilies).toBe(true);
		index.set(entry('a', 'Acme Ltd'));
		expect(index.hasFamilies).toBe(false);
	});

	test('[N5] the kin of each spelling come one by one, whatever else is said of the entity meanwhile, until its names change', () => {
		const index = createNameIndex();
		const known = entry('a', 'Project Nimbus', { aliases: ['Cumulus Rewrite'] });
		index.set(known);
		index.set(entry('b', 'Cumulus Rewrit'));
		const kin = index.kin('a')[Symbol.iterator]();
		kin.next();
		index.set({ ...known, updated: 7 });
		expect(kin.next().value).toMatchObject([{ entry: { id: 'b' }, own: { text: 'Cumulus Rewrite' } }]);
		const again = index.kin('a')[Symbol.iterator]();
		again.next();
		index.set({ ...known, aliases: ['Stratus'] });
		expect(again.next().done).toBe(true);
	});
});

test('[N5] among more equals than are looked at, what is used is looked at', () => {
	const index = createNameIndex();
	const harbour = (i: number, more: object = {}) =>
		index.set(entry(`e${i}`, `Harbour ${1_000 + i}`, { updated: i, ...more }));
	for (let i = 0; i < 2_000; i++) harbour(i);
	expect(names(index, 'harbour', { limit: 2 })).toEqual(['Harbour 2999', 'Harbour 2998']);
	harbour(107, { uses: 1 });
	harbour(1_108, { uses: 2 });
	expect(names(index, 'harbour', { limit: 3 })).toEqual(['Harbour 2108', 'Harbour 1107', 'Harbour 2999']);
});
