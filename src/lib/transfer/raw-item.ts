/** What is cut out of a file before its meaning is looked at. */
import { DEPTH_LIMIT, excerptOf, isDeeperThan, VALUE_LIMIT } from './limits';

export type RawItem =
	/** `list`: the name of the list in which it stood. */
	| { kind: 'value'; line: number; value: unknown; text: string; list?: string }
	| { kind: 'refused'; line: number; reason: string; excerpt: string }
	| { kind: 'ignored'; line: number; what: string };

/** Lists that make an object a graph, and what their items are. */
export const graphLists: ReadonlyMap<string, 'entity' | 'relation'> = new Map([
	['entities', 'entity'],
	['nodes', 'entity'],
	['@graph', 'entity'],
	['relations', 'relation'],
	['relationships', 'relation'],
	['edges', 'relation']
]);

/** An object that has one of these speaks of itself: its `relations` are its own. */
export const ownFields: ReadonlySet<string> = new Set(['name', 'entityName', 'entity_name', 'from', 'from_entity']);

export const reasons = {
	tooLong: `longer than ${VALUE_LIMIT / 1_000_000} million characters`,
	tooDeep: `nested more than ${DEPTH_LIMIT} deep`,
	notText: 'bytes that are no valid UTF-8 text',
	plainText: 'a line of text, not JSON',
	malformed: 'broken JSON: a text or a number in it is malformed',
	halfLine: 'half a line of JSON: it ends inside a text',
	halfValue: 'half a JSON value: the file ends before it closes',
	cutOff: 'cut off: the file ends before its list is closed; what came before is read'
};

/** undefined: no JSON. (JSON has no undefined of its own.) */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

export const refusedItem = (line: number, reason: string, text: string): RawItem => ({
	kind: 'refused',
	line,
	reason,
	excerpt: excerptOf(text)
});

export const ignoredField = (line: number, name: string): RawItem => ({
	kind: 'ignored',
	line,
	what: `field "${excerptOf(name)}"`
});

/** A value that was parsed, unless it is nested too deep to be walked through safely. */
export const valueItem = (line: number, value: unknown, text: string, list?: string): RawItem =>
	isDeeperThan(value, DEPTH_LIMIT)
		? refusedItem(line, reasons.tooDeep, text)
		: { kind: 'value', line, value, text, ...(list !== undefined && { list }) };

/** A value cut out whole. */
export function cutOut(line: number, text: string, list?: string): RawItem {
	if (text.length > VALUE_LIMIT) return refusedItem(line, reasons.tooLong, text);
	const value = parseJson(text);
	return value === undefined ? refusedItem(line, reasons.malformed, text) : valueItem(line, value, text, list);
}
