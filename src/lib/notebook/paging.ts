/** Answers that fit an agent (tools.md, house rules): a budget of estimated tokens, and cursors that survive a changing notebook. */
import { fromBase64Url, toBase64Url } from '../domain/base64url';
import { refuse } from '../domain/result';

export const DEFAULT_BUDGET = 6_000;

const encoder = new TextEncoder();

/** Estimated tokens = UTF-8 bytes / 3. */
export const tokensOf = (value: unknown): number => Math.ceil(encoder.encode(JSON.stringify(value)).length / 3);

export type SortKey = (string | number)[];

export interface Paged<T> {
	items: T[];
	left_out: number;
	cursor?: string;
}

/** A stable digest (64-bit FNV-1a as two halves) of the arguments a cursor is good for. */
export function digest(value: unknown): string {
	const text = canonical(value);
	let a = 0x811c9dc5;
	let b = 0x1000193;
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		a = Math.imul(a ^ code, 0x01000193);
		b = Math.imul(b ^ code, 0x85ebca6b) + 0x9e3779b9;
	}
	return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

/** JSON with sorted keys, absent ones left out. */
export function canonical(value: unknown): string {
	if (value === null || typeof value !== 'object') return value === undefined ? 'null' : JSON.stringify(value);
	if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
	const entries = Object.entries(value)
		.filter(([, each]) => each !== undefined)
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`;
}

function encodeCursor(scope: string, key: SortKey): string {
	return toBase64Url(encoder.encode(JSON.stringify([scope, ...key])));
}

function decodeCursor(scope: string, cursor: string): SortKey {
	try {
		const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(cursor)));
		if (
			Array.isArray(parsed) &&
			parsed[0] === scope &&
			parsed.slice(1).every((part) => typeof part === 'string' || typeof part === 'number')
		)
			return parsed.slice(1) as SortKey;
	} catch {
		// falls through: whatever it is, it is not ours
	}
	throw refuse(
		'invalid_parameter',
		'The cursor is not one that this call gave.',
		'Call without cursor, then use the one the answer carries, with the same other arguments.',
		{ parameter: 'cursor' }
	);
}

export function compareKeys(a: SortKey, b: SortKey): number {
	for (let i = 0; i < Math.max(a.length, b.length); i++) {
		const x = a[i] ?? '';
		const y = b[i] ?? '';
		if (x === y) continue;
		return x < y ? -1 : 1;
	}
	return 0;
}

export interface PageRequest {
	/** Digest of operation and arguments. */
	scope: string;
	cursor?: string | undefined;
	budget?: number | undefined;
	/** Most items, besides the budget. */
	limit?: number | undefined;
}

/** Those of sorted items that follow the cursor: what an answer may show, and so what must be loaded for it. */
export function restAfter<T>(all: readonly T[], request: PageRequest, keyOf: (item: T) => SortKey): readonly T[] {
	if (request.cursor === undefined) return all;
	const after = decodeCursor(request.scope, request.cursor);
	return all.filter((item) => compareKeys(keyOf(item), after) > 0);
}

/**
 * One page of sorted items: stops before the item that would pass the budget; one alone longer than the budget is cut by `cut`.
 * @param keyOf its sort key; items must come in its order.
 * @param shown what the answer carries of an item, which is what counts.
 */
export function page<T>(
	all: readonly T[],
	request: PageRequest,
	keyOf: (item: T) => SortKey,
	cut: (item: T, tokens: number) => T = (item) => item,
	shown: (item: T) => unknown = (item) => item
): Paged<T> {
	const rest = restAfter(all, request, keyOf);
	let room = request.budget ?? DEFAULT_BUDGET;
	const items: T[] = [];
	for (const item of rest) {
		if (request.limit !== undefined && items.length >= request.limit) break;
		const cost = tokensOf(shown(item));
		if (cost > room && items.length) break;
		items.push(cost > room ? cut(item, room) : item);
		room -= cost;
	}
	const left_out = rest.length - items.length;
	const last = rest[items.length - 1];
	return {
		items,
		left_out,
		...(left_out > 0 && last !== undefined && { cursor: encodeCursor(request.scope, keyOf(last)) })
	};
}

/** How much of a text, in UTF-16 units, fits into so many tokens (but a few words at least): whole code points. */
export const fitting = (text: string, tokens: number): number =>
	encoder.encodeInto(text, new Uint8Array(Math.max(tokens * 3, 30))).read;

/** Cuts a text to about so many tokens, on a code point, with `…`. */
export function cutToTokens(text: string, tokens: number): string {
	const end = fitting(text, tokens);
	return end >= text.length ? text : `${text.slice(0, end)}…`;
}
