import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	attributeKey,
	cleanName,
	exactKey,
	foldKey,
	lookupKeys,
	relationKey,
	sameButForForm,
	textKey,
	typeKey
} from '../../src/lib/domain/name';

const keys = { exactKey, foldKey, typeKey, relationKey, attributeKey, textKey };

/** Pieces where keys have gone wrong elsewhere, mixed with any code point. */
const tricky = [
	...['İ', 'ı', 'ß', 'ẞ', 'Σ', 'ς', 'ﬁ', 'ŉ', 'ǰ', 'Å', 'Ω', 'K', 'ſ', '½', '②', 'Ⅻ', '㍱', 'ｶ', 'ﾞ', '゛', '´', '¨'],
	...['\u0301', '\u0308', '\u0345', '\u20e3', '\u3099', '\u05b8', '\u064b', '\u0e31', '\u093f', '\u034f'],
	...[
		'\u200b',
		'\u200d',
		'\u202e',
		'\u2066',
		'\ufe0f',
		'\ufeff',
		'\u00ad',
		'\u1160',
		'\ud800',
		'\udc00',
		'\0',
		'\u0085'
	],
	...[
		'+',
		'#',
		'.',
		',',
		'-',
		'_',
		'/',
		' ',
		'\t',
		'\u00a0',
		'\u3000',
		'!',
		'1',
		'2',
		'a',
		'Z',
		'й',
		'が',
		'가',
		'東',
		'🎉'
	]
];
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const name = fc
	.array(fc.oneof(fc.constantFrom(...tricky), codePoint, fc.string({ unit: 'grapheme', maxLength: 4 })), {
		maxLength: 12
	})
	.map((pieces) => pieces.join(''));

describe('exact key', () => {
	test('[N1] composed and decomposed, upper and lower case are one', () => {
		expect(exactKey('  Zoë ')).toBe(exactKey('zoe\u0308'));
		expect(exactKey('ZOË')).toBe('zoë');
		expect(exactKey('Zoe')).not.toBe(exactKey('Zoë'));
	});

	test('[N1] zero width, variation selectors, bidi controls and lone marks are dropped', () => {
		expect(exactKey('Je\u200bff\u200d')).toBe('jeff');
		expect(exactKey('\u202eJeff\u202c \u2066x\u2069')).toBe('jeff x');
		expect(exactKey('\u2764\ufe0f')).toBe('\u2764');
		expect(exactKey('\u0301Jeff \u0308x')).toBe('jeff x');
		expect(exactKey('\ufeffJeff\u00ad')).toBe('jeff');
	});

	test('[N1] a name of which nothing is visible has an empty key', () => {
		for (const blank of ['', ' \t\n', '\u200b', '\u202e\u2066', '\ufe0f', '\u0301', '\u3000'])
			expect(exactKey(blank)).toBe('');
	});

	test('[N1] punctuation and emoji are a spelling like any other', () => {
		expect(exactKey('!!!')).toBe('!!!');
		expect(exactKey('🎉')).toBe('🎉');
		expect(exactKey('mr !412')).toBe('mr !412');
	});
});

describe('fold key', () => {
	test.each([
		['mr 412', 'mr 412'],
		['mr !412', 'mr 412'],
		['mr-412', 'mr 412'],
		['mr412', 'mr412'],
		['STG-Orders', 'stg orders'],
		['stg_orders', 'stg orders'],
		['nebula.x', 'nebula x'],
		['NEBULA x', 'nebula x'],
		['nebulax', 'nebulax'],
		['C', 'c'],
		['C++', 'c++'],
		['C#', 'c#'],
		['C #', 'c'],
		['#1 fan', '1 fan'],
		['Zoë', 'zoe'],
		['Zoe\u0308', 'zoe'],
		['Zoe', 'zoe'],
		['Straße', 'strasse'],
		['ΟΔΟΣ', 'οδοσ'],
		['οδος', 'οδοσ'],
		['Łódź', 'łodz'],
		['Ørsted', 'ørsted'],
		['đà nẵng', 'đa nang'],
		['Ærø', 'ærø'],
		['İstanbul', 'istanbul'],
		['ISTANBUL', 'istanbul'],
		['ılgaz', 'ılgaz'],
		['й', 'й'],
		['и\u0306', 'й'],
		['и', 'и'],
		['が', 'が'],
		['か\u3099', 'が'],
		['か', 'か'],
		['東京', '東京'],
		['东京塔', '东京塔'],
		['Ｔｏｋｙｏ', 'tokyo'],
		['ｶﾞ', 'ガ'],
		['서울', '서울'],
		['서울'.normalize('NFD'), '서울'],
		['Москва', 'москва'],
		['القاهرة', 'القاهرة'],
		['שָׁלוֹם', 'שָׁלוֹם'.normalize('NFC')],
		['שלום', 'שלום'],
		['กรุงเทพ', 'กรุงเทพ'],
		['दिल्ली', 'दिल्ली'],
		['v1.2', 'v1.2'],
		['v12', 'v12'],
		['v1-2', 'v1 2'],
		['1,5 kg', '1,5 kg'],
		['a.b, c', 'a b c'],
		['1.', '1'],
		['AT&T', 'at t'],
		['a\u200db', 'ab'],
		['🎉 party', 'party'],
		['𝔄lpha', 'alpha'],
		['𐐀', '𐐨']
	])('[N1] %j folds to %j', (written, key) => {
		expect(foldKey(written)).toBe(key);
	});

	test('[N1] nothing but punctuation, symbols or emoji is the empty key, which matches nothing', () => {
		for (const written of ['!!!', '+', '#', '- _ . /', '🎉', '👩‍👩‍👧', '❤️', '\ud800', '´', ''])
			expect(foldKey(written)).toBe('');
	});

	test('[N1] marks of other scripts tell letters apart', () => {
		expect(foldKey('й')).not.toBe(foldKey('и'));
		expect(foldKey('が')).not.toBe(foldKey('か'));
		expect(foldKey('שָׁלוֹם')).not.toBe(foldKey('שלום'));
	});
});

describe('type, relation, attribute and text keys', () => {
	test('[N1] separators of types and relations are one underscore', () => {
		expect(typeKey(' Software  System')).toBe('software_system');
		expect(typeKey('software-system')).toBe('software_system');
		expect(relationKey('Works At')).toBe('works_at');
		expect(relationKey('works__at')).toBe('works_at');
		expect(relationKey('worksAt')).toBe('worksat');
		expect(relationKey('所属')).toBe('所属');
	});

	test('[N1][S1] separators of attributes are one hyphen, ends stripped', () => {
		for (const written of [
			'Home.Town',
			'home town',
			'home-town',
			'_home / town_',
			'HOME\u00a0TOWN',
			'home\u200b_town'
		]) {
			expect(attributeKey(written)).toBe('home-town');
		}
		expect(attributeKey('hometown')).toBe('hometown');
		expect(attributeKey('Größe')).toBe('grösse');
		expect(attributeKey('- _ . /')).toBe('');
		expect(attributeKey('-')).toBe('');
	});

	test('[F5] texts are the same whatever their case, composition and white space, and differ by anything else', () => {
		expect(textKey(' Likes\n\n Tea ')).toBe('likes tea');
		expect(textKey('Cafe\u0301')).toBe(textKey('CAFÉ'));
		expect(textKey('STRASSE')).toBe(textKey('Straße'));
		expect(textKey('likes tea.')).not.toBe(textKey('likes tea'));
		expect(textKey('café')).not.toBe(textKey('cafe'));
		expect(textKey('<b>x</b>')).toBe('<b>x</b>');
	});
});

describe('likeness for writing', () => {
	test.each([
		['STG-Orders', 'stg_orders'],
		['mr 412', 'MR-412'],
		['Zoë', 'zoe'],
		['Straße', 'STRASSE'],
		['ΟΔΟΣ', 'οδοσ'],
		['İstanbul', 'istanbul'],
		['nebula.x', 'nebula / x'],
		['C++', 'c++ '],
		['Acme, Inc.', 'acme, inc'],
		['Zo\u200bë', 'Zoë'],
		['🎉 Party', '🎉-party']
	])('[N8] %j and %j differ in form alone', (a, b) => {
		expect(sameButForForm(a, b)).toBe(true);
		expect(sameButForForm(b, a)).toBe(true);
	});

	test.each([
		['mr 412', 'mr !412'],
		['mr 412', 'mr412'],
		['Acme, Inc.', 'Acme Inc'],
		['team 2', 'team ②'],
		['Tokyo', 'Ｔｏｋｙｏ'],
		['AT&T', 'AT T'],
		['Party', '🎉 Party'],
		['v1.2', 'v1-2'],
		['й', 'и'],
		['ł', 'l'],
		['C', 'C#'],
		['🎉', '🎉'],
		['!!!', '!!!']
	])('[N8] %j and %j differ in more', (a, b) => {
		expect(sameButForForm(a, b)).toBe(false);
	});
});

describe('look-up keys', () => {
	test('[N2] exact and fold keys of the name and the aliases, each once', () => {
		expect(lookupKeys('STG-Orders', ['stg_orders', 'Orders!', '🎉'])).toEqual([
			'stg-orders',
			'stg orders',
			'stg_orders',
			'orders!',
			'orders',
			'🎉'
		]);
	});

	test('[N1] an empty key is no key', () => {
		expect(lookupKeys('\u200b', ['!!!'])).toEqual(['!!!']);
	});
});

describe('laws', () => {
	test.each(Object.entries(keys))('[N1] %s is idempotent', (_, key) => {
		fc.assert(
			fc.property(name, (text) => {
				expect(key(key(text))).toBe(key(text));
			}),
			{ numRuns: 2000 }
		);
	});

	test.each(Object.entries(keys))(
		'[N1] %s is idempotent for every code point alone, after a letter and between digits',
		(_, key) => {
			const wrong: string[] = [];
			for (let code = 0; code <= 0x10ffff; code++) {
				if (code >= 0x20000 && code < 0xe0000 && code % 257 !== 0) continue;
				const text = `${String.fromCodePoint(code)} a${String.fromCodePoint(code)}`;
				const once = key(text);
				if (key(once) !== once) wrong.push(code.toString(16));
			}
			expect(wrong).toEqual([]);
		}
	);

	test('[N1] one exact key means one fold key', () => {
		fc.assert(
			fc.property(name, (text) => {
				expect(foldKey(exactKey(text))).toBe(foldKey(text));
			}),
			{ numRuns: 2000 }
		);
	});

	test('[N1] composition, case of ASCII and the ends change no key', () => {
		fc.assert(
			fc.property(name, (text) => {
				const shaken = ` ${text.normalize('NFD').replace(/[a-z]/g, (letter) => letter.toUpperCase())}\u200b\t`;
				expect(foldKey(shaken)).toBe(foldKey(text));
				expect(exactKey(shaken.normalize('NFC'))).toBe(exactKey(text));
			}),
			{ numRuns: 1000 }
		);
	});

	test('[N1] the way for plain ASCII and the general way agree', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary-ascii', maxLength: 30 }), (text) => {
				// A zero-width character sends the same text the general way.
				for (const key of [exactKey, foldKey, typeKey, attributeKey]) expect(key(`${text}\u200b`)).toBe(key(text));
			}),
			{ numRuns: 2000 }
		);
	});

	test('[N1] a fold key holds letters, marks, digits, + # . , and single spaces', () => {
		fc.assert(
			fc.property(name, (text) => {
				expect(foldKey(text)).toMatch(/^(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}+#.,]*(?: |$))*$/u);
				expect(foldKey(text)).not.toMatch(/\s$/);
			})
		);
	});

	test('[N8] likeness is an equivalence on names with words, and stricter than one fold key', () => {
		fc.assert(
			fc.property(name, name, (a, b) => {
				expect(sameButForForm(a, a)).toBe(foldKey(a) !== '');
				expect(sameButForForm(a, b)).toBe(sameButForForm(b, a));
				if (sameButForForm(a, b)) expect(foldKey(a)).toBe(foldKey(b));
			})
		);
	});

	test('[N1] what is shown is as written but for the ends', () => {
		expect(cleanName('  Zoe\u0308 神 ❤️ ')).toBe('Zoe\u0308 神 ❤️');
		fc.assert(
			fc.property(name, (text) => {
				expect(text).toContain(cleanName(text));
				expect(exactKey(cleanName(text))).toBe(exactKey(text));
			})
		);
	});
});
