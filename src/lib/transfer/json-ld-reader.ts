/**
 * JSON-LD: nodes of a graph to things, their properties to values and relations. Names are the last part of what they are called; no
 * context is ever fetched, so one that stands elsewhere says nothing here.
 */
import type { ImportItem } from '../domain/import-item';
import { readOwnNode } from './json-ld-own';
import { aliasKeys, isLiteral, literal, localName, nameKeys, textOf } from './json-ld-terms';
import { EntityDraft, refusal, relationItem, type Place } from './entity-draft';
import { isRecord, nameOf, Refusal, type JsonRecord } from './fields';
import type { Line } from './lines';
import type { LineReader } from './memory-reader';
import { RecordSplitter } from './record-splitter';
import type { RawItem } from './raw-item';

/** Whether a text begins like JSON-LD: it has a context, a graph or a node with an id. */
export const isJsonLdHead = (text: string): boolean =>
	/^[\s\uFEFF]*[[{]/.test(text) && /"@(?:context|graph|id|type)"\s*:/.test(text.slice(0, 4000));

interface Pending {
	place: Place;
	from: { name: string; type: string | null };
	relation: string;
	/** `@id` of the other end. */
	to: string;
}

/** Nested nodes deeper than this are told, not read. */
const MOST_NESTED = 20;

export class JsonLdReader implements LineReader {
	readonly #splitter = new RecordSplitter();
	readonly #nodes = new Map<string, { name: string; type: string | null }>();
	#pending: Pending[] = [];

	push(lines: readonly Line[]): ImportItem[] {
		return this.#meaning(this.#splitter.push(lines));
	}

	/** Relations come last: a node may be described after what points to it. */
	end(): ImportItem[] {
		const last = this.#meaning(this.#splitter.end());
		const relations = this.#pending.map(({ place, from, relation, to }): ImportItem => {
			const end = this.#nodes.get(to) ?? { name: localName(to), type: null };
			const ends = { from: from.name, fromType: from.type, to: end.name, toType: end.type };
			return relationItem(place, ends, relation);
		});
		this.#pending = [];
		return [...last, ...relations];
	}

	#meaning(raw: readonly RawItem[]): ImportItem[] {
		const items: ImportItem[] = [];
		for (const item of raw) {
			if (item.kind === 'value') this.#document(item.value, { line: item.line }, item.text, items);
			else if (item.kind !== 'ignored' || item.what !== 'field "@context"') items.push(item);
		}
		return items;
	}

	#document(value: unknown, place: Place, text: string, items: ImportItem[]): void {
		const graph = isRecord(value) && Object.hasOwn(value, '@graph') ? value['@graph'] : value;
		for (const node of Array.isArray(graph) ? (graph as unknown[]) : [graph]) {
			if (isRecord(node)) this.#node(node, place, items, 0);
			else items.push(refusal(place, 'no node of a graph', text));
		}
	}

	/** @returns what it is called, if it is a thing */
	#node(
		node: JsonRecord,
		place: Place,
		items: ImportItem[],
		depth: number
	): { name: string; type: string | null } | undefined {
		const own = readOwnNode(node, place);
		if (own) {
			items.push(...own);
			return undefined;
		}
		const id = textOf(node['@id']);
		const given = firstText(node, nameKeys) || (id && localName(id));
		const name = nameOf('name', given || null);
		if (name instanceof Refusal) {
			items.push(
				refusal(place, given ? name.reason : 'a node without a name or "@id"', JSON.stringify(node).slice(0, 200))
			);
			return undefined;
		}
		const draft = new EntityDraft(name, place);
		const [type] = [node['@type']].flat().map((each) => localName(textOf(each)));
		if (type && type !== 'Thing') draft.setType(type);
		const called = { name, type: draft.entity.type };
		if (id) this.#nodes.set(id, called);
		for (const [key, value] of Object.entries(node)) this.#property({ draft, called, place, items, depth }, key, value);
		items.push(...draft.items);
		return called;
	}

	#property(
		at: { draft: EntityDraft; called: Pending['from']; place: Place; items: ImportItem[]; depth: number },
		key: string,
		value: unknown
	): void {
		const { draft, called, place, items, depth } = at;
		const word = localName(key);
		if (key.startsWith('@') || nameKeys.has(word)) return;
		const all = listOf(value);
		if (aliasKeys.has(word)) return all.forEach((each) => draft.addAlias(literal(each)));
		if (word === 'description' && all.length === 1 && isLiteral(all[0])) return draft.setDescription(literal(all[0]));
		if (word === 'dateCreated') draft.setCreated(literal(all[0]));
		draft.addValue(word, all.filter(isLiteral).map(literal), Array.isArray(value) && all.length > 1);
		for (const each of all) {
			if (isLiteral(each) || each === null) continue;
			if (!isRecord(each) || depth >= MOST_NESTED) {
				draft.drop(word);
				continue;
			}
			const id = textOf(each['@id']);
			const isBare = Object.keys(each).every((name) => name.startsWith('@'));
			const end = isBare ? undefined : this.#node(each, place, items, depth + 1);
			if (id) this.#pending.push({ place, from: called, relation: word, to: id });
			else if (end)
				items.push(
					relationItem(place, { from: called.name, fromType: called.type, to: end.name, toType: end.type }, word)
				);
		}
	}
}

function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value as unknown[];
	if (isRecord(value)) {
		const list = value['@list'] ?? value['@set'];
		if (Array.isArray(list)) return list as unknown[];
	}
	return [value];
}

function firstText(node: JsonRecord, names: ReadonlySet<string>): string {
	for (const [key, value] of Object.entries(node)) {
		if (key.startsWith('@') || !names.has(localName(key))) continue;
		const [first] = listOf(value);
		if (isLiteral(first) && literal(first).trim() !== '') return literal(first);
	}
	return '';
}
