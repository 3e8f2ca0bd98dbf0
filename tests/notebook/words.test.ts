import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairsOf, piecesOf, wordsOf } from '../../src/lib/notebook/words';

describe('words', () => {
	test.each([
		['Prefers dark-mode in IDEs.', ['prefers', 'dark', 'mode', 'in', 'ides']],
		['cpu_package /usr/lib', ['cpu', 'package', 'usr', 'lib']],
		['v1.2, 3,14 and 5.', ['v1.2', '3,14', 'and', '5']],
		['C, C++ and C#; C++17 a+b', ['c', 'c++', 'and', 'c#', 'c++17', 'a', 'b']],
		['Zoë Müller, Straße', ['zoe', 'muller', 'strasse']],
		['Москва й ΟΔΟΣ', ['москва', 'й', 'οδοσ']],
		['القاهرة جميلة', ['القاهرة', 'جميلة']],
		['東京', ['東京']],
		['东京塔', ['东京', '京塔']],
		['京', ['京']],
		['データベース', ['デー', 'ータ', 'タベ', 'ベー', 'ース']],
		['GPT4モデル', ['gpt4', 'モデ', 'デル']],
		['서울에서', ['서울', '울에', '에서']],
		['ไทย', ['ไท', 'ทย']],
		['🎉 party 🇫🇷 ❤️', ['🎉', 'party', '🇫🇷', '❤']],
		['<b onclick="x()">bold</b>', ['b', 'onclick', 'x', 'bold', 'b']],
		['!!! … --', []],
		['', []]
	])('[N1] %j', (text, words) => {
		expect(wordsOf(text)).toEqual(words);
	});

	test('[N1] ideographs outside of the basic plane pair by letter', () => {
		expect(wordsOf('𠮷野家')).toEqual(['𠮷野', '野家']);
		expect(pairsOf('𠮷')).toEqual(['𠮷']);
	});

	test('[N1] runs of dense scripts stand apart from the words beside them', () => {
		expect(piecesOf('iPhone手机 a')).toEqual([
			{ text: 'iphone', dense: false },
			{ text: '手机', dense: true },
			{ text: 'a', dense: false }
		]);
	});

	test('[N1] a sign after a letter of a dense script is no word, after others it is a part of it', () => {
		expect(wordsOf('⻳# 龟++ C++ か#')).toEqual(['龟', '龟', 'c++', 'か']);
	});

	test('[N1] the words of words are the same words', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
				const pieces = piecesOf(text).map((piece) => piece.text);
				expect(piecesOf(pieces.join(' ')).map((piece) => piece.text)).toEqual(pieces);
			})
		);
	});

	test('[N1] the way for plain ASCII and the general way agree', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary-ascii', maxLength: 40 }), (text) => {
				expect(wordsOf(`${text} é`)).toEqual([...wordsOf(text), 'e']);
			})
		);
	});
});
