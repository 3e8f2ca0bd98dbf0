import { describe, expect, test } from 'vitest';
import { lineFrom } from '../../src/lib/ui/arriving';

const from = (query: Record<string, string>) => lineFrom(new URLSearchParams(query));

describe('a line from an address', () => {
	test.each([
		['the shortcut opens an empty line', { capture: '1' }, ''],
		['no question, no line', {}, null],
		['a link of ours', { capture: 'web+commonplace:Jeff%20works%20at%20Acme' }, 'Jeff works at Acme'],
		['with slashes', { capture: 'web+commonplace://Jeff%20likes%20tea' }, 'Jeff likes tea'],
		['a sign that is no escape', { capture: 'web+commonplace:50% off' }, '50% off'],
		['a text of several lines is one', { text: 'one\n\n two\tthree ' }, 'one two three'],
		[
			'title, text and address',
			{ title: 'News', text: 'Read this', url: 'https://a.example' },
			'News Read this https://a.example'
		],
		[
			'what the text has already is not said twice',
			{ title: 'News', text: 'News: https://a.example', url: 'https://a.example' },
			'News: https://a.example'
		],
		['empty parts are none', { title: '', text: '', url: '' }, null]
	])('%s', (_what, query, line) => {
		expect(from(query as Record<string, string>)).toBe(line);
	});

	test('markup stays text, and it ends somewhere', () => {
		expect(from({ text: '<img src=x onerror=alert(1)>' })).toBe('<img src=x onerror=alert(1)>');
		expect(from({ text: 'a'.repeat(9_000) })).toHaveLength(2_000);
	});
});
