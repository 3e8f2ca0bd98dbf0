/**
 * How one typed line is read, before it is saved. Four shapes, nothing guessed beyond them:
 * `Jeff works at Acme Corp` (known names at both ends), `Jeff · role: designer`, `Jeff → manages → Sarah`,
 * or a sentence that a known name begins: a fact about it. Anything else is a note. Pure.
 */
import { spansOf, unmarked, type End, type Lookup, type Span } from './capture-names';

export type { End, Known, Lookup } from './capture-names';
export { spellingsOf } from './capture-names';

export type Reading =
	| { kind: 'relation'; from: End; relation: string; to: End }
	| { kind: 'value'; entity: End; attribute: string; value: string }
	/** `Ada · languages += Greek`: one more member of a set. */
	| { kind: 'member'; entity: End; attribute: string; value: string }
	| { kind: 'fact'; entity: End; content: string; mentions: End[] }
	| { kind: 'note'; text: string; mentions: End[] }
	/** Begun in a shape and not finished: says what comes next, cannot be saved. */
	| { kind: 'unfinished'; needs: 'relation' | 'other_end' | 'attribute' | 'value' };

const MOST_RELATION_WORDS = 5;
const arrow = /\s*(→|⟶|⇒|--?>|=>)\s*/u;
const backArrow = /\s*(←|⟵|<--?)\s*/u;
/** The bar of a `[[link|shown]]` is its own. */
const dot = /\s+[·•‧]\s*|\s*[·•‧]\s+|\s*\|(?![^[\]]*\]\])\s*/u;
const colon = /\s*(?:[:：](?=\s|$)|：)\s*/u;
const more = /\s*\+=\s*/u;

/** One line, single spaces. */
export const squeeze = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Cuts at the first match: text before, text after; null without one. */
function cut(text: string, at: RegExp): [string, string] | null {
	const m = at.exec(text);
	return m ? [text.slice(0, m.index).trim(), text.slice(m.index + m[0].length).trim()] : null;
}

const plainName = (text: string): string => text.replace(/^@|^\[\[|\]\]$/gu, '').trim();

function endOf(text: string, lookup: Lookup): End {
	const name = plainName(text);
	const known = lookup(name);
	return known ? { name: known.name, known } : { name };
}

function readArrows(text: string, lookup: Lookup): Reading | null {
	const back = !arrow.test(text) && backArrow.test(text);
	const sign = back ? backArrow : arrow;
	const first = cut(text, sign);
	if (!first?.[0]) return null;
	const second = cut(first[1], sign);
	if (!second) return { kind: 'unfinished', needs: first[1] ? 'other_end' : 'relation' };
	const [a, relation, b] = [endOf(first[0], lookup), second[0], second[1]];
	if (!relation) return { kind: 'unfinished', needs: 'relation' };
	if (!b) return { kind: 'unfinished', needs: 'other_end' };
	const other = endOf(b, lookup);
	return back ? { kind: 'relation', from: other, relation, to: a } : { kind: 'relation', from: a, relation, to: other };
}

/** `attribute: value` or `attribute += member`. */
function readPair(text: string, entity: End): Reading | null {
	for (const [sign, kind] of [
		[more, 'member'],
		[colon, 'value']
	] as const) {
		const pair = cut(text, sign);
		if (!pair) continue;
		const [attribute, value] = pair;
		if (!attribute) return null;
		return value ? { kind, entity, attribute, value } : { kind: 'unfinished', needs: 'value' };
	}
	return null;
}

function readDotted(text: string, lookup: Lookup): Reading[] {
	const parts = cut(text, dot);
	if (!parts?.[0]) return [];
	const entity = endOf(parts[0], lookup);
	if (!parts[1]) return [{ kind: 'unfinished', needs: 'attribute' }];
	const pair = readPair(parts[1], entity);
	if (pair) return [pair];
	return [
		{ kind: 'unfinished', needs: 'value' },
		{ kind: 'fact', entity, content: parts[1], mentions: [] }
	];
}

const isShort = (words: string, most: number): boolean => words !== '' && words.split(' ').length <= most;

/** Names at both ends and at most five words between, no full stop: a relation. */
function readEnds(text: string, head: Span, spans: Span[]): Reading | null {
	const tail = spans.at(-1);
	if (!tail || tail === head || tail.stop !== text.length) return null;
	const relation = text.slice(head.stop, tail.start).trim();
	if (!isShort(relation, MOST_RELATION_WORDS) || /[.,:;!?"“”()[\]@]/u.test(relation)) return null;
	return { kind: 'relation', from: strip(head), relation, to: strip(tail) };
}

const strip = ({ name, known }: End): End => (known ? { name, known } : { name });

function mentionsOf(spans: Span[], but?: End): End[] {
	const seen = new Set([but?.known?.id ?? but?.name]);
	return spans
		.filter((s) => {
			const key = s.known?.id ?? s.name;
			return !seen.has(key) && seen.add(key);
		})
		.map(strip);
}

/** A line that begins with a name: a value, a relation, or a fact about it. */
function readNamed(text: string, head: Span, spans: Span[]): Reading[] {
	const rest = text.slice(head.stop).replace(/^,?\s+/u, '');
	if (!rest.trim()) return [];
	const entity = strip(head);
	const mentions = mentionsOf(spans.slice(1), entity);
	const said = /^\s*[:：]\s*(.+)$/u.exec(rest);
	if (said?.[1]) return [{ kind: 'fact', entity, content: said[1], mentions }];
	const before = cut(rest, more)?.[0] ?? cut(rest, colon)?.[0] ?? '';
	const pair = isShort(before, 4) && !/[.,;!?@]/u.test(before) ? readPair(rest, entity) : null;
	const relation = pair ? null : readEnds(text, head, spans);
	const fact: Reading = { kind: 'fact', entity, content: unmarked(text, spans), mentions };
	return [...(pair ? [pair] : []), ...(relation ? [relation] : []), fact];
}

/**
 * The readings of a line, the best first; the others are offered beside it. A line that is only the name of a known thing has none:
 * it is a search. `lookup` must know the answers for `spellingsOf(line)`.
 */
export function readCapture(line: string, lookup: Lookup): Reading[] {
	const text = squeeze(line);
	if (!text || lookup(plainName(text))) return [];
	const spans = spansOf(text, lookup);
	const note: Reading = { kind: 'note', text: line.trim(), mentions: mentionsOf(spans) };
	const arrows = readArrows(text, lookup);
	if (arrows) return [arrows, note];
	const dotted = readDotted(text, lookup);
	if (dotted.length) return [...dotted, note];
	const head = spans[0]?.start === 0 ? spans[0] : undefined;
	return head ? [...readNamed(text, head, spans), note] : [note];
}

/** Whether Enter should save this reading although search found things too: the line has a shape, it is not just words. */
export const isCapture = (reading: Reading | undefined): boolean => reading !== undefined && reading.kind !== 'note';
