/** A subgraph in words: the `text` of search_relationships, at most 600 characters that a person can read aloud. Pure. */
import type { Id } from './model';
import { MAX_PATH_EDGES } from './shortest-path';
import type { GraphEdge, Subgraph } from './subgraph';

export const MAX_TEXT = 600;
const MAX_NAME = 60;

export interface SubgraphWords<E extends GraphEdge = GraphEdge> {
	name(id: Id): string;
	/** The relation as first written. */
	relation(edge: E): string;
	/** Names that found nothing. */
	unresolved?: readonly string[];
}

const clipped = (text: string): string => {
	const points = Array.from(text); // code points: no half of a pair is left
	return points.length > MAX_NAME ? `${points.slice(0, MAX_NAME - 1).join('')}…` : text;
};

/** Stored text stays inside its quotes: one line, no double quote of its own (P4). */
const plain = (text: string): string => clipped(text.replace(/\s+/gu, ' ').replaceAll('"', "'").trim());
const quoted = (name: string): string => `"${plain(name)}"`;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const things = (count: number): string => counted(count, 'thing', 'things');
const relations = (count: number): string => counted(count, 'relation', 'relations');

/** `lead clause; clause; and 3 more.`, as many items as fit into `limit`; the lead alone when none does. */
function listed<T>(lead: string, items: readonly T[], clause: (item: T) => string, limit: number): string {
	const ending = (shown: number): string => (shown < items.length ? `; and ${items.length - shown} more.` : '.');
	let text = '';
	let shown = 0;
	for (const item of items) {
		const longer = text ? `${text}; ${clause(item)}` : `${lead} ${clause(item)}`;
		if (longer.length + ending(shown + 1).length > limit) break;
		text = longer;
		shown++;
	}
	return shown ? text + ending(shown) : lead.replace(/:$/u, '.');
}

const clause =
	<E extends GraphEdge>(words: SubgraphWords<E>) =>
	(edge: E): string =>
		`${quoted(words.name(edge.source))} ${plain(words.relation(edge))} ${quoted(words.name(edge.target))}`;

function aroundOne<E extends GraphEdge>(graph: Subgraph<E>, seed: Id, words: SubgraphWords<E>, limit: number): string {
	const name = quoted(words.name(seed));
	if (!graph.edges.length) return `${name} has no relations.`;
	const lead = `Around ${name}: ${things(graph.nodes.length - 1)}, ${relations(graph.edges.length)}`;
	return listed(`${lead}${graph.truncated ? ', the nearest only' : ''}:`, graph.edges, clause(words), limit);
}

const steps = (count: number): string => (count === 1 ? 'directly' : `in ${count} steps`);

function betweenTwo<E extends GraphEdge>(graph: Subgraph<E>, words: SubgraphWords<E>, limit: number): string {
	const [path] = graph.paths;
	const both = graph.seeds.map((id) => quoted(words.name(id))).join(' and ');
	if (!path) return `${both} are not connected within ${MAX_PATH_EDGES} steps.`;
	return listed(`${both} are connected ${steps(path.edges.length)}:`, path.edges, clause(words), limit);
}

function amongMany<E extends GraphEdge>(graph: Subgraph<E>, words: SubgraphWords<E>, limit: number): string {
	const count = graph.seeds.length;
	const pairs = (count * (count - 1)) / 2;
	const lead = `${things(count)} named, ${graph.paths.length} of ${pairs} pairs connected`;
	if (!graph.paths.length) return `${lead} within ${MAX_PATH_EDGES} steps.`;
	const shortFirst = [...graph.paths].sort((a, b) => a.edges.length - b.edges.length);
	const clauses = shortFirst.flatMap(({ edges }) => edges.map(clause(words)));
	return listed(`${lead}:`, [...new Set(clauses)], (said) => said, limit); // paths share steps: each is said once
}

function unknown(names: readonly string[], limit: number): string {
	return names.length ? listed('Nothing is known under', names, quoted, limit) : '';
}

/** What was found, in words. Two names: their path, each step in its own direction. */
export function describeSubgraph<E extends GraphEdge>(graph: Subgraph<E>, words: SubgraphWords<E>): string {
	const missing = unknown(words.unresolved ?? [], MAX_TEXT / 3);
	const limit = MAX_TEXT - missing.length - 1;
	const [seed, second, third] = graph.seeds;
	const parts: string[] = [];
	if (seed !== undefined && second === undefined) parts.push(aroundOne(graph, seed, words, limit));
	else if (second !== undefined && third === undefined) parts.push(betweenTwo(graph, words, limit));
	else if (third !== undefined) parts.push(amongMany(graph, words, limit));
	const nearest = graph.truncated ? ', the nearest only' : '';
	const size = `In all ${things(graph.nodes.length)}, ${relations(graph.edges.length)}${nearest}.`;
	if (second !== undefined && graph.edges.length && parts.join('').length + size.length + 1 <= limit) parts.push(size);
	if (missing) parts.push(missing);
	return parts.join(' ') || 'Nothing was asked for.';
}
