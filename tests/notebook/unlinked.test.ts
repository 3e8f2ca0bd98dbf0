import { describe, expect, test } from 'vitest';
import { linkedText, occurrences } from '../../src/lib/notebook/unlinked';

const found = (text: string, ...names: string[]) => occurrences(text, names).map((each) => each.text);

describe('names that stand in a text', () => {
	test('as whole words, whatever their case, the longer name first', () => {
		expect(found('Acme met ACME CORP. and Acmeville, not_acme, acme’s', 'Acme', 'Acme Corp')).toEqual([
			'Acme',
			'ACME CORP',
			'acme'
		]);
	});

	test('across a line break, with signs that mean something in a pattern', () => {
		expect(found('We use C++ and Node.js\nand Ada\nLovelace (again)', 'C++', 'Node.js', 'Ada Lovelace')).toEqual([
			'C++',
			'Node.js',
			'Ada\nLovelace'
		]);
		expect(found('NodeXjs', 'Node.js')).toEqual([]);
	});

	test('not in links, code or addresses', () => {
		const text = '[[Acme]] `Acme` [Acme](https://acme.example) https://x.example/Acme\n```\nAcme\n```\nAcme';
		expect(occurrences(text, ['Acme'])).toEqual([{ text: 'Acme', at: text.length - 4 }]);
	});

	test('anywhere in scripts that write no spaces, as whole words in others', () => {
		expect(found('我们在东京塔见面', '东京塔')).toEqual(['东京塔']);
		expect(found('Он любит Москву и Москва', 'Москва')).toEqual(['Москва']);
		expect(found('عمر في القاهرة', 'القاهرة')).toEqual(['القاهرة']);
	});

	test('linked, each keeps its spelling, and linking again changes nothing', () => {
		const linked = linkedText('Acme and ACME Corp; `Acme`', ['Acme', 'Acme Corp'], 'Acme Corp');
		expect(linked).toBe('[[Acme Corp|Acme]] and [[Acme Corp|ACME Corp]]; `Acme`');
		expect(linkedText(linked, ['Acme', 'Acme Corp'], 'Acme Corp')).toBe(linked);
	});
});
