/**
 * The graph as the official memory server shows it: things with their sentences, and relations by names. Names are found as
 * everywhere (N2); a merged thing is one (N6), under its primary's name; what is only an end or a mention (E2) is no entity here,
 * as it is none there.
 */
import type { OutputOf } from '../../contract';
import type { Id, Shelf } from '../../domain/model';
import { foldText } from '../../domain/name';
import { typeAmong } from '../answers';
import { byText } from '../best-of';
import type { Call, HandlersOf } from '../context';
import { cutToTokens, page, restAfter, tokensOf, type SortKey } from '../paging';
import { edgesAt, isKnown, readable, readableEdge, type ReadableEdge } from '../readable';
import type { Reading } from '../reading';
import { namedRow, type ShelfRow } from '../shelves';
import { observationsOf } from './entity-context';

type Graph = OutputOf<'read_graph'>;
type Node = Graph['entities'][number];
type Edge = Graph['relations'][number];

/** A thing, by its primary; its node is made when a page may show it. */
interface NodeItem {
	id: Id;
	node?: Node | undefined;
	place: SortKey;
}

interface EdgeItem {
	edge: Edge;
	place: SortKey;
}

type Item = NodeItem | EdgeItem;

async function nodeOf(reading: Reading, rows: readonly ShelfRow[]): Promise<Node | undefined> {
	const [primary] = rows;
	if (!primary) return undefined;
	const observations = await observationsOf(reading, rows);
	return {
		name: primary.state.name,
		entityType: typeAmong(rows) ?? '',
		// Oldest first, as they were added.
		observations: observations.map(({ content }) => content).reverse()
	};
}

const rowsOf = async (reading: Reading, id: Id, shelf: Shelf | undefined): Promise<ShelfRow[]> => {
	const row = namedRow(shelf, reading.now);
	if (!row || !reading.mayRead(row.state.channel)) return [];
	return row.same?.length ? reading.thing(id) : [row];
};

/** Things loaded at a time while a page has room. */
const SOME = 32;

/** Makes the nodes that the page may show, and no more: a notebook holds thousands. */
async function fill(reading: Reading, rest: readonly Item[], budget: number): Promise<void> {
	const wanted = rest.filter((item): item is NodeItem => 'id' in item);
	for (let at = 0, spent = 0; at < wanted.length && spent <= budget; at += SOME) {
		const some = wanted.slice(at, at + SOME);
		const shelves = await reading.tx.shelves(some.map(({ id }) => id));
		for (const [i, item] of some.entries()) {
			item.node = await nodeOf(reading, await rowsOf(reading, item.id, shelves[i]));
			spent += tokensOf(item.node ?? null);
		}
	}
}

const shownOf = (item: Item): Node | Edge | null => ('edge' in item ? item.edge : (item.node ?? null));

/** As many of its observations as there is room for, the last of them cut. */
function cut(item: Item, tokens: number): Item {
	if ('edge' in item || !item.node) return item;
	const observations: string[] = [];
	let room = tokens - 40 - tokensOf(item.node.name) - tokensOf(item.node.entityType);
	for (const text of item.node.observations) {
		if (room <= 0) break;
		const cost = tokensOf(text) + 1;
		observations.push(cost > room ? cutToTokens(text, room) : text);
		room -= cost;
	}
	return { ...item, node: { ...item.node, observations, cut: true } };
}

/** Each relation once, however many rows its ends are (N6), by the words it was first told in. */
function edgeItems(edges: Iterable<ReadableEdge>): EdgeItem[] {
	const items = new Map<string, EdgeItem & { at: number }>();
	for (const { source, target, edge } of edges) {
		const key = `${source.id} ${edge.relationKey} ${target.id}`;
		const before = items.get(key);
		if (before && before.at <= edge.at) continue;
		const told = { from: source.name, to: target.name, relationType: edge.relation };
		items.set(key, { edge: told, place: [1, source.id, edge.relationKey, target.id], at: edge.at });
	}
	return [...items].sort(([a], [b]) => byText(a, b)).map(([, item]) => item);
}

interface Pages {
	cursor?: string | undefined;
	budget: number;
}

/** @param ids of primaries, in the order of the answer. */
async function graphPage(
	call: Call,
	reading: Reading,
	args: Pages,
	nodes: readonly NodeItem[],
	edges: readonly EdgeItem[]
): Promise<Graph> {
	const items: Item[] = [...nodes, ...edges];
	const request = { scope: call.scope, cursor: args.cursor, budget: args.budget };
	const placeOf = ({ place }: Item): SortKey => place;
	await fill(reading, restAfter(items, request, placeOf), args.budget);
	const paged = page(items, request, placeOf, cut, shownOf);
	return {
		entities: paged.items.flatMap((item) => ('id' in item && item.node ? [item.node] : [])),
		relations: paged.items.flatMap((item) => ('edge' in item ? [item.edge] : [])),
		...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
	};
}

async function settled(call: Call): Promise<void> {
	await call.context.ready;
	await call.context.indexes.namesSettled();
}

/** The primary of a thing that something is known of. */
function knownThing(reading: Reading, id: Id): Id | undefined {
	const thing = readable(reading, id);
	return thing && isKnown(reading, thing.id) ? thing.id : undefined;
}

/** Each thing once, in the order given. */
const thingsAmong = (reading: Reading, ids: Iterable<Id>): Id[] => {
	const things = new Set<Id>();
	for (const id of ids) {
		const thing = knownThing(reading, id);
		if (thing !== undefined) things.add(thing);
	}
	return [...things];
};

const readGraph: HandlersOf<{ read_graph: 0 }>['read_graph'] = async (call, args) => {
	await settled(call);
	return call.read(async (reading) => {
		const { ids, edges } = call.context.indexes;
		const all = [...ids()];
		// Ids grow with time: in the order in which things were made.
		const things = thingsAmong(reading, all).sort(byText);
		function* readableEdges(): Iterable<ReadableEdge> {
			for (const id of all)
				for (const edge of edges.out(id)) {
					const found = readableEdge(reading, edge);
					if (found) yield found;
				}
		}
		const nodes = things.map((id): NodeItem => ({ id, place: [0, id] }));
		return graphPage(call, reading, args, nodes, edgeItems(readableEdges()));
	}, args.channel_id);
};

/** Things and every relation at them, to whatever is at the other end. */
const around = (call: Call, reading: Reading, args: Pages, things: readonly Id[]): Promise<Graph> =>
	graphPage(
		call,
		reading,
		args,
		things.map((id, i): NodeItem => ({ id, place: [0, i] })),
		edgeItems(things.flatMap((id) => edgesAt(reading, id)))
	);

const openNodes: HandlersOf<{ open_nodes: 0 }>['open_nodes'] = async (call, args) => {
	await settled(call);
	return call.read(async (reading) => {
		const found: Id[] = [];
		for (const name of args.names) found.push(...(await reading.family(name)).rows.map(({ id }) => id));
		return around(call, reading, args, thingsAmong(reading, found));
	}, args.channel_id);
};

/** Sentences looked at for one search. */
const MOST_HITS = 300;

/** Things whose name, other name or type holds the query as it stands, as the official server looks: names first. */
function named(reading: Reading, query: string): Id[] {
	const sought = query.toLowerCase();
	const holds = (text: string | null): boolean => text?.toLowerCase().includes(sought) ?? false;
	const byName: Id[] = [];
	const byType: Id[] = [];
	for (const id of reading.context.indexes.names.ids()) {
		const entry = reading.context.indexes.names.get(id);
		if (!entry || !reading.mayRead(entry.channel)) continue;
		if (holds(entry.name) || entry.aliases.some(holds)) byName.push(id);
		else if (holds(entry.type)) byType.push(id);
	}
	return [...byName.sort(byText), ...byType.sort(byText)];
}

/**
 * Things by their sentences, best first: those that hold every word somewhere in name, type and sentences. When nothing does, those
 * that come near: some of the words, slips of the hand.
 */
async function told(reading: Reading, query: string, nothingElse: boolean): Promise<Id[]> {
	const { words } = reading.context.indexes;
	const { hits, low_confidence } = words.search(query, {
		topK: MOST_HITS,
		kinds: ['fact', 'value'],
		...reading.channels
	});
	const sought = foldText(query).split(/\s+/u).filter(Boolean);
	const ids = [...new Set(hits.map(({ shelf }) => shelf))];
	const shelves = await reading.tx.shelves(ids);
	const whole: Id[] = [];
	for (const [i, id] of ids.entries()) {
		const node = await nodeOf(reading, await rowsOf(reading, id, shelves[i]));
		const text = node && foldText([node.name, node.entityType, ...node.observations].join('\n'));
		if (text !== undefined && sought.every((word) => text.includes(word))) whole.push(id);
	}
	if (whole.length || !nothingElse || low_confidence) return whole;
	return ids;
}

const searchNodes: HandlersOf<{ search_nodes: 0 }>['search_nodes'] = async (call, args) => {
	await settled(call);
	await call.context.indexes.settled();
	return call.read(async (reading) => {
		const exact = (await reading.family(args.query)).rows.map(({ id }) => id);
		const byName = thingsAmong(reading, [...exact, ...named(reading, args.query)]);
		const byWords = await told(reading, args.query, !byName.length);
		return around(call, reading, args, thingsAmong(reading, [...byName, ...byWords]));
	}, args.channel_id);
};

export const serverMemoryReads = { read_graph: readGraph, search_nodes: searchNodes, open_nodes: openNodes };
