/** What names are taken apart into for suggesting: Latin letters, forms of company, sounds, numbers in words, and words laid on words. */
import { describe, expect, test } from 'vitest';
import { splitCompanyForms } from '../../src/lib/notebook/company-forms';
import { formOf, isOtherScript, joinLetters, latinOf } from '../../src/lib/notebook/latin-form';
import { align, wordedOf } from '../../src/lib/notebook/name-alignment';
import { inDigits } from '../../src/lib/notebook/number-words';
import { bonesOf, soundOf } from '../../src/lib/notebook/sounds';
import { fitOf } from '../../src/lib/notebook/word-likeness';

/** One name laid on another, all words of one weight. */
const laid = (a: string, b: string) => align(wordedOf(latin(a)).words, wordedOf(latin(b)).words, () => 1, new Map());

const latin = (name: string): string => latinOf(formOf(name));

describe('Latin letters', () => {
	test.each([
		['Łódź', 'lodz'],
		['Ærøskøbing', 'aeroskobing'],
		['Straße', 'strasse'],
		['Москва', 'moskva'],
		['Αθήνα', 'athina'],
		['ნინო', 'nino'],
		['東京', 'dongjing'],
		['データベース', 'detabesu'],
		['株式会社山本', 'zhushihuishe shanben'],
		['C++ 17', 'c++ 17'],
		['٢٠٢٤', '2024'],
		['!!!', '!!!']
	])('[N5] %j is %j', (name, wanted) => {
		expect(latin(name)).toBe(wanted);
	});

	test('[N5] accents are no other script', () => {
		expect(['Łódź', 'Zoë 2', 'Москва', '東京', 'Anna Анна'].map((name) => isOtherScript(formOf(name)))).toEqual([
			...[false, false],
			...[true, true, true]
		]);
	});
});

describe('forms of company', () => {
	const core = (name: string): string => splitCompanyForms(joinLetters(latin(name).split(' '))).core.join(' ');
	const forms = (name: string): number[] => splitCompanyForms(joinLetters(latin(name).split(' '))).forms;

	test.each([
		['ACME Corporation Ltd', 'acme'],
		['Acme, S.A. de C.V.', 'acme'],
		['Acme GmbH & Co. KG', 'acme'],
		['Акционерное общество Acme', 'acme'],
		['ООО Acme', 'acme'],
		['PT Acme', 'acme'],
		['Acme PT', 'acme pt'],
		['Limited', 'limited'],
		['Co Op Ltd', 'co op'],
		['Ag Bikes', 'ag bikes'],
		['AB Foods', 'ab foods'],
		['Company of Heroes', 'company of heroes']
	])('[N5] %j without its form is %j', (name, wanted) => {
		expect(core(name)).toBe(wanted);
	});

	test('[N5] one form has many spellings; two forms differ', () => {
		expect(forms('Acme Ltd')).toEqual(forms('Acme Limited'));
		expect(forms('Acme AG')).toEqual(forms('Acme Aktiengesellschaft'));
		expect(forms('Acme ООО')).toEqual(forms('Acme LLC'));
		expect(forms('Acme AG')).not.toEqual(forms('Acme Ltd'));
	});
});

describe('sounds', () => {
	test.each([
		['schmidt', 'shmidt'],
		['qashqai', 'kashkai'],
		['photios', 'fotios'],
		['wolodymyr', 'volodimir'],
		['muellner', 'mellner'],
		['xu', 'shu']
	])('[N5] %j and %j may sound alike', (a, b) => {
		expect(fitOf(a, b)?.how).toMatch(/sound|typo/);
	});

	test('[N5] of Arabic and Hebrew only the consonants are there', () => {
		expect(bonesOf('mryam')).toBe(bonesOf('maryam'));
		expect(bonesOf('hdad')).toBe(bonesOf('hadad'));
		expect(soundOf('kateryna')).toBe(soundOf('katerina'));
	});
});

describe('words', () => {
	test('[N5] numbers in words are digits', () => {
		expect(inDigits(['studio', 'forty', 'four'])).toEqual(['studio', '44']);
		expect(inDigits(['forty', '4', 'first', '2nd', 'twenty'])).toEqual(['44', '1', '2', '20']);
	});

	test.each([
		['j', 'john', 'initial'],
		['jo', 'john', 'prefix'],
		['jeffrez', 'jeffrey', 'typo'],
		['jhon', 'john', 'sound'],
		['rob1n', 'robin', 'typo'],
		['v2', 'v21', 'prefix'],
		['bob', 'robert', 'nickname']
	])('[N5] %j fits %j as %s', (word, other, how) => {
		expect(fitOf(word, other)?.how).toBe(how);
	});

	test('[N4] words with other digits do not fit', () => {
		expect(fitOf('asr1603', 'asr1605')).toBeNull();
		expect(fitOf('v2', 'v3')).toBeNull();
		expect(fitOf('v21', 'v2')).toBeNull();
		expect(fitOf('42', '4')).toBeNull();
		expect(laid('ASR 1603', 'ASR1605')).toMatchObject({ isFound: false });
		expect(fitOf('smith', 'jones')).toBeNull();
	});
});

describe('laying names on each other', () => {
	test('[N5] in any order, each word once', () => {
		expect(laid('Miller Jeff', 'Jeff Miller')).toMatchObject({ ofQuery: 1, ofName: 1, isFound: true, isSpent: true });
		expect(laid('Jeff Jeff', 'Jeff Miller')).toMatchObject({ ofQuery: 0.5, ofName: 0.5, isFound: false });
		expect(laid('Jeff', 'Jeff Miller')).toMatchObject({ ofQuery: 1, ofName: 0.5, isFound: true, isSpent: false });
	});

	test('[N5] run together or apart, first letters for words', () => {
		expect(laid('mac ullagh Finn', 'Finn Macullagh')).toMatchObject({ isFound: true, isSpent: true });
		expect(laid('JP Delacroix', 'Jean-Pierre Delacroix')).toMatchObject({ isFound: true, isSpent: true });
	});

	test('[N4] a first letter alone is no likeness', () => {
		expect(laid('Sukmawati', 'S')).toMatchObject({ ofQuery: 0, isFound: false });
	});
});
