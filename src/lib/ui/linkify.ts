/** Cuts a sentence at the names of things in it, so that a page can show them as links: text nodes and anchors, never markup. Pure. */
import { linksIn } from '../domain/link';
import type { Targets } from './links';

export interface Named {
	id: string;
	name: string;
	/** Other spellings that lead to the same thing. */
	aliases?: string[];
}

export type Segment = { text: string } | { text: string; id: string };

interface Needle {
	text: string;
	id: string;
}

const letter = /[\p{L}\p{M}\p{N}_]/u;

/** A name inside a word is no name: "Ada" not in "Adam". Scripts without spaces have no such edges. */
const edge = (a: string | undefined, b: string | undefined): boolean =>
	a === undefined ||
	b === undefined ||
	!letter.test(a) ||
	!letter.test(b) ||
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(a + b);

const needlesOf = (things: readonly Named[]): Needle[] =>
	things
		.flatMap(({ id, name, aliases = [] }) => [name, ...aliases].map((text) => ({ text: text.trim(), id })))
		.filter(({ text }) => [...text].length > 1)
		.sort((a, b) => b.text.length - a.text.length);

/** `Intl` and `toLowerCase` may change lengths ("İ"); then case is not folded, so that positions stay true. */
const folded = (text: string): string => {
	const low = text.toLowerCase();
	return low.length === text.length ? low : text;
};

function needleAt(text: string, low: string, at: number, needles: readonly Needle[]): Needle | undefined {
	return needles.find(
		(n) =>
			low.startsWith(folded(n.text), at) &&
			edge(text[at - 1], text[at]) &&
			edge(text[at + n.text.length - 1], text[at + n.text.length])
	);
}

/** Text without links in it. The longest name wins. */
function byNames(plain: string, needles: readonly Needle[]): Segment[] {
	const text = plain.normalize('NFC');
	const low = folded(text);
	const segments: Segment[] = [];
	let from = 0;
	for (let at = 0; at < text.length;) {
		const hit = needleAt(text, low, at, needles);
		if (!hit) {
			at += 1;
			continue;
		}
		if (at > from) segments.push({ text: text.slice(from, at) });
		segments.push({ text: text.slice(at, at + hit.text.length), id: hit.id });
		at = from = at + hit.text.length;
	}
	if (from < text.length) segments.push({ text: text.slice(from) });
	return segments;
}

interface Options {
	/** The page's own thing, with all rows that it is: its names stay plain text. */
	own?: ReadonlySet<string>;
	/** What the `[[links]]` in it mean; one that means nothing stays as it is written. */
	targets?: Targets;
}

/** `content` as segments in order; joined they are `content` again, but for `[[links]]`, which are shown by their words. */
export function linkify(content: string, things: readonly Named[], { own, targets }: Options = {}): Segment[] {
	const needles = needlesOf(things).filter(({ id }) => !own?.has(id));
	const segments: Segment[] = [];
	let from = 0;
	for (const { start, stop, name, shown } of linksIn(content)) {
		segments.push(...byNames(content.slice(from, start), needles));
		const target = targets?.get(name);
		const text = target ? (shown ?? target.name) : content.slice(start, stop).normalize('NFC');
		segments.push(target && !own?.has(target.id) ? { text, id: target.id } : { text });
		from = stop;
	}
	return [...segments, ...byNames(content.slice(from), needles)];
}
