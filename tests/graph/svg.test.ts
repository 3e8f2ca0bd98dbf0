/** The picture as a file: well formed whatever names hold, text as text, the same each time; and the chips of what is folded. */
import { describe, expect, test } from 'vitest';
import { chipAt, chipOf } from '../../src/lib/graph/chips';
import { fileStem, svgOf } from '../../src/lib/graph/export';
import { arrange, buildScene } from '../../src/lib/graph/scene';
import { escapeXml } from '../../src/lib/graph/svg';

const measure = (text: string): number => text.length * 6;
const lettering = { name: measure, strong: measure, relation: measure, lineHeight: 15 };
const hue = { line: '#123', fill: '#456' };
const palette = {
	ground: '#fff',
	ink: '#000',
	ink2: '#111',
	ink3: '#222',
	edge: '#333',
	accent: '#070',
	line: '#ccc',
	hues: Array.from({ length: 8 }, () => hue)
};
const fonts = { name: '450 11.5px "A", sans', strong: '650 12px "A", sans', relation: '400 10px "A", sans' };

function scene(name: string, folded = 0) {
	const nodes = [
		{ id: 'a', name, type: 'person' },
		{ id: 'b', name: 'B', type: null, folded }
	];
	const edges = [{ source_id: 'a', target_id: 'b', type: 'is <of>', confidence: 0.3, context: null }];
	const made = buildScene({ nodes, edges, centres: ['a'] }, lettering);
	arrange(
		made,
		new Map([
			['a', { x: 0, y: 0 }],
			['b', { x: 300, y: 40 }]
		])
	);
	return made;
}

const picture = (name: string, folded = 0) => ({
	scene: scene(name, folded),
	palette,
	fonts,
	title: `Graph: ${name}`,
	size: { width: 800, height: 600 }
});

/** Every tag is closed in turn, and no text holds a bare sign. */
function wellFormed(text: string): boolean {
	const open: string[] = [];
	for (const [, end, name, rest] of text.matchAll(/<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<]*")*\s*\/?)>/g)) {
		if (end) {
			if (open.pop() !== name) return false;
		} else if (!rest?.endsWith('/')) open.push(name ?? '');
	}
	const bare = text.replace(/<\/?[a-z]+(?:\s+[\w:-]+="[^"<]*")*\s*\/?>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, '');
	return open.length === 0 && !/[<>&]/.test(bare);
}

describe('a picture as SVG', () => {
	test('what people wrote is escaped, and stays text', () => {
		const svg = svgOf(picture('<b>&"\'</b>'));
		expect(wellFormed(svg)).toBe(true);
		expect(svg).toContain('&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;</text>');
		expect(svg).toContain('<title>Graph: &lt;b&gt;');
		expect(svg).toContain('is &lt;of&gt;</text>');
		expect(svg).not.toContain('NaN');
	});

	test('characters that XML has no room for are replaced', () => {
		expect(escapeXml('a\u0000b\uD800c\u{1F600}')).toBe('a\uFFFDb\uFFFDc\u{1F600}');
	});

	test('its own colours, dashes and chips; the same each time', () => {
		const svg = svgOf(picture('Ada', 37));
		expect(svg).toContain('fill="#fff"');
		expect(svg).toContain('stroke-dasharray="4 4"');
		expect(svg).toContain('>+37</text>');
		expect(svgOf(picture('Ada', 37))).toBe(svg);
	});

	test('is named after what it is about', () => {
		expect(fileStem(['Ada Lovelace', 'a/b:c'])).toBe('Ada-Lovelace-a-b-c');
		expect(fileStem(['../..'])).toBe('graph');
		expect(fileStem([])).toBe('graph');
	});
});

test('a chip is hit exactly, and only where something is folded', () => {
	const made = scene('Ada', 37);
	const view = { k: 1, x: 0, y: 0 };
	const node = made.byId.get('b');
	const chip = node && chipOf(node, view);
	expect(chip && chipAt(made, view, { x: chip.x + 2, y: chip.y + 2 })?.id).toBe('b');
	expect(chip && chipAt(made, view, { x: chip.x - 2, y: chip.y + 2 })).toBeNull();
	expect(chipAt(scene('Ada'), view, { x: chip ? chip.x + 2 : 0, y: chip ? chip.y + 2 : 0 })).toBeNull();
});
