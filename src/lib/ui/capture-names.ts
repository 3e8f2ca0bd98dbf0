/**
 * Finds the names of things in a typed line: at its head, at its tail, marked with `@` or `[[ ]]`, or written with capitals.
 * Pure; which names are known is asked of the caller, so that a test needs no notebook and typing needs no waiting.
 */

import { linksIn } from '../domain/link';

export interface Known {
	id: string;
	name: string;
	type: string | null;
}

/** The thing that a spelling finds by itself (exact, alias or fold: N2), else undefined. Never a near name. */
export type Lookup = (spelling: string) => Known | undefined;

/** One end of a reading, as it will be written: `known` when it stands in the notebook already, else it will be made. */
export interface End {
	name: string;
	known?: Known;
}

/** A name in the line: code unit range, marks included. */
export interface Span extends End {
	start: number;
	stop: number;
	/** Written with `@` or `[[ ]]`: a name even when unknown. */
	marked: boolean;
}

const MOST_WORDS = 6;
const MOST_ASKED = 40;
const word = /\S+/gu;
const cased =
	/\p{Lu}[\p{L}\p{M}\p{N}'’+#&-]*(?: (?:(?:of|the|de|da|von|van|der|la|le|al) )*\p{Lu}[\p{L}\p{M}\p{N}'’+#&-]*)*/gu;
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const bare = (text: string): string => text.replace(/[,:;.!?。、]+$/u, '');
const owned = (text: string): string => text.replace(/['’]s?$/u, '');

interface Piece {
	start: number;
	stop: number;
}

const wordsOf = (text: string): Piece[] =>
	[...text.matchAll(word)].map((m) => ({ start: m.index, stop: m.index + m[0].length }));

/** Heads of a line, longest first: up to six words; characters where a script writes no spaces. */
function headsOf(text: string, from = 0): { text: string; stop: number }[] {
	const rest = text.slice(from);
	const heads = wordsOf(rest)
		.slice(0, MOST_WORDS)
		.flatMap(({ stop }) => {
			const whole = bare(rest.slice(0, stop));
			const plain = { text: whole, stop: from + whole.length };
			const owner = owned(whole);
			return owner === whole ? [plain] : [{ text: owner, stop: from + whole.length }, plain];
		});
	if (unspaced.test(rest)) {
		const points = [...(rest.match(/^\S+/u)?.[0] ?? '')].slice(0, 8);
		points.slice(1).forEach((_, i) => {
			const head = points.slice(0, i + 2).join('');
			heads.push({ text: head, stop: from + head.length });
		});
	}
	return heads.filter(({ text: t }) => t !== '').sort((a, b) => b.stop - a.stop || b.text.length - a.text.length);
}

/** Tails of a line, longest first; a full stop at the end is no part of a name. */
function tailsOf(text: string): { text: string; start: number }[] {
	const whole = bare(text);
	return wordsOf(whole)
		.slice(-MOST_WORDS)
		.map(({ start }) => ({ text: whole.slice(start), start }));
}

const at = (text: string): number[] => [...text.matchAll(/(?<=^|[\s("“])@(?=\S)/gu)].map((m) => m.index);

/** Every spelling whose being known decides how the line is read: to be looked up before `readCapture`. At most 40. */
export function spellingsOf(text: string): string[] {
	const heads = headsOf(text.startsWith('@') ? text.slice(1) : text).map((h) => h.text);
	const marked = at(text).flatMap((i) => headsOf(text, i + 1).map((h) => h.text));
	const brackets = linksIn(text).map(({ name }) => name);
	const capitals = [...text.matchAll(cased)].flatMap((m) => [bare(m[0]), owned(m[0])]);
	const tails = tailsOf(text).map((t) => t.text);
	return [...new Set([text, ...brackets, ...heads, ...tails, ...marked, ...capitals])].slice(0, MOST_ASKED);
}

const end = (name: string, known: Known | undefined): End => (known ? { name: known.name, known } : { name });

function bracketSpans(text: string, lookup: Lookup): Span[] {
	return linksIn(text)
		.filter(({ name }) => name !== '')
		.map(({ name, start, stop }) => ({ ...end(name, lookup(name)), start, stop, marked: true }));
}

function atSpans(text: string, lookup: Lookup): Span[] {
	return at(text).map((start) => {
		const heads = headsOf(text, start + 1);
		const found = heads.find((h) => lookup(h.text));
		if (found) return { ...end(found.text, lookup(found.text)), start, stop: found.stop, marked: true };
		const name = bare(/^\S+/u.exec(text.slice(start + 1))?.[0] ?? '');
		return { name, start, stop: start + 1 + name.length, marked: true };
	});
}

function plainSpans(text: string, lookup: Lookup): Span[] {
	const spans: Span[] = [];
	const head = headsOf(text).find((h) => lookup(h.text));
	if (head) spans.push({ ...end(head.text, lookup(head.text)), start: 0, stop: head.stop, marked: false });
	const tail = tailsOf(text).find((t) => t.start > 0 && lookup(t.text));
	if (tail)
		spans.push({
			...end(tail.text, lookup(tail.text)),
			start: tail.start,
			stop: tail.start + tail.text.length,
			marked: false
		});
	for (const m of text.matchAll(cased)) {
		const spelling = [bare(m[0]), owned(m[0])].find((s) => lookup(s));
		if (spelling)
			spans.push({
				...end(spelling, lookup(spelling)),
				start: m.index,
				stop: m.index + spelling.length,
				marked: false
			});
	}
	return spans;
}

/** The names in a line, in its order, none inside another: marked ones first, then the known at head and tail, then known capitals. */
export function spansOf(text: string, lookup: Lookup): Span[] {
	const taken: Span[] = [];
	for (const span of [...bracketSpans(text, lookup), ...atSpans(text, lookup), ...plainSpans(text, lookup)])
		if (span.name && taken.every((t) => span.stop <= t.start || span.start >= t.stop)) taken.push(span);
	return taken.sort((a, b) => a.start - b.start);
}

/** The line as it is kept: `@` was only a way to type a name, a `[[link]]` stays one (F2). */
export function unmarked(text: string, spans: Span[]): string {
	let out = text;
	for (const { start, marked } of [...spans].reverse())
		if (marked && text[start] === '@') out = out.slice(0, start) + out.slice(start + 1);
	return out;
}
