/** Markdown as a tree: what a reader shows, and that nothing in a note is ever markup of the page. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksOf, type Block, type Inline } from '../../src/lib/ui/markdown';

const wordsOf = (nodes: readonly Inline[]): string =>
	nodes
		.map((n) => (n.kind === 'text' || n.kind === 'code' ? n.text : n.kind === 'break' ? '\n' : wordsOf(n.children)))
		.join('');

describe('what there is', () => {
	test('headings, emphasis, lists with boxes, quotes, code, tables', () => {
		const blocks = blocksOf(
			'# A *b*\n\n- [x] done\n- open\n  1. nested\n\n> quoted\n\n```js\nx < 1\n```\n\n| a | b |\n|---|---|\n| 1 | **2** |\n\n---'
		);
		expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'list', 'quote', 'code', 'table', 'rule']);
		expect(blocks[1]).toMatchObject({ ordered: false, items: [{ checked: true }, { checked: null }] });
		expect(blocks[3]).toMatchObject({ text: 'x < 1', language: 'js' });
	});

	test('links to the web are links; whatever else an address could be stays as it was written', () => {
		const [only] = blocksOf(
			'[a](https://a.example) [b](javascript:alert(1)) ![c](https://c.example/x.png) [d](data:text/html,x)'
		);
		if (only?.kind !== 'paragraph') throw new Error('one paragraph');
		expect(only.children.filter(({ kind }) => kind === 'link').map((n) => n.kind === 'link' && n.href)).toEqual([
			'https://a.example',
			'https://c.example/x.png'
		]);
		expect(wordsOf(only.children)).toContain('[b](javascript:alert(1))');
	});

	test('HTML is text, in a block and within a line', () => {
		const blocks = blocksOf('<script>alert(1)</script>\n\nsome <b onclick="x()">bold</b> text');
		expect(blocks.every(({ kind }) => kind === 'paragraph')).toBe(true);
		const said = blocks.map((b) => (b.kind === 'paragraph' ? wordsOf(b.children) : '')).join('\n');
		expect(said).toContain('<script>alert(1)</script>');
		expect(said).toContain('<b onclick="x()">bold</b>');
	});
});

test('any text gives a tree, and only addresses that may be followed', () => {
	const followed = (blocks: readonly Block[]): string[] => {
		const inLine = (nodes: readonly Inline[]): string[] =>
			nodes.flatMap((n) => ('children' in n ? [...(n.kind === 'link' ? [n.href] : []), ...inLine(n.children)] : []));
		return blocks.flatMap((b) => {
			if (b.kind === 'heading' || b.kind === 'paragraph') return inLine(b.children);
			if (b.kind === 'quote') return followed(b.blocks);
			if (b.kind === 'list') return b.items.flatMap((item) => followed(item.blocks));
			return b.kind === 'table' ? [b.head, ...b.rows].flatMap((row) => row.flatMap(inLine)) : [];
		});
	};
	const piece = fc.constantFrom(
		'[x](',
		'javascript:',
		'https://a.example',
		')',
		'<a href=x>',
		'![',
		'|',
		'\n',
		'# ',
		'- ',
		'> ',
		'`',
		'word ',
		'[[Ada]]'
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
			for (const href of followed(blocksOf(pieces.join('')))) expect(href).toMatch(/^(https?:|mailto:)/i);
		}),
		{ numRuns: 400, seed: 5 }
	);
});
