/** A thing's names as they stand in a text without being links: found to be linked when the person says so. Pure. */
import { linkTo } from '../domain/link';

/** What is no running text: links that are there already, code, addresses. */
const APART = /\[\[[^\]\n]*\]\]|```[\s\S]*?(?:```|$)|`[^`\n]*`|\[[^\]\n]*\]\([^)\n]*\)|https?:\/\/\S+/gu;

/** Letters of scripts that write no spaces between words: a name may stand anywhere among them. */
const DENSE =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export interface Occurrence {
	/** As it stands there. */
	text: string;
	/** In UTF-16 units. */
	at: number;
}

const escaped = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&').replace(/\s+/gu, '\\s+');

const bound = (name: string): string => {
	const before = DENSE.test(Array.from(name)[0] ?? '') ? '' : '(?<![\\p{L}\\p{M}\\p{N}_])';
	const after = DENSE.test(Array.from(name).at(-1) ?? '') ? '' : '(?![\\p{L}\\p{M}\\p{N}_])';
	return `${before}${escaped(name)}${after}`;
};

/** Longer names first: "Acme Corp" is not "Acme" and a rest. */
const anyOf = (names: readonly string[]): RegExp =>
	new RegExp(
		[...names]
			.sort((a, b) => b.length - a.length)
			.map(bound)
			.join('|'),
		'giu'
	);

/** Where names stand as whole words, whatever their case, outside of links and code. */
export function occurrences(text: string, names: readonly string[]): Occurrence[] {
	const wanted = names.filter((name) => name.trim() !== '');
	if (!wanted.length) return [];
	const apart = [...text.matchAll(APART)].map((match) => [match.index, match.index + match[0].length] as const);
	return [...text.matchAll(anyOf(wanted))]
		.map((match) => ({ text: match[0], at: match.index }))
		.filter(({ at }) => !apart.some(([from, to]) => at >= from && at < to));
}

/** The text with every such place a link; what is spelled otherwise keeps its spelling: `[[Acme Corp|acme]]`. */
export function linkedText(text: string, names: readonly string[], name: string): string {
	let linked = text;
	for (const { text: spelled, at } of occurrences(text, names).reverse()) {
		linked = linked.slice(0, at) + linkTo(name, spelled) + linked.slice(at + spelled.length);
	}
	return linked;
}
