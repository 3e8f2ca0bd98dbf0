/** Reading about entities by name: everything known of one, and names that are near. */
import type { OutputOf } from '../../contract';
import { entityAnswer, factAnswer, namedEdges, valueAnswer, type FactAnswer } from '../answers';
import { channelsFor } from '../caller';
import type { HandlersOf } from '../context';
import { cutToTokens, page, tokensOf, type SortKey } from '../paging';
import type { Family } from '../family';
import type { NameIndex, Suggestion } from '../name-index';
import type { Reading } from '../reading';
import type { ShelfRow } from '../shelves';
import { documentFacts } from './found-facts';

type Relationship = OutputOf<'get_entity'>['relationships'][number];
type Item = { section: 'fact'; fact: FactAnswer; key: SortKey } | { section: 'edge'; edge: Relationship; key: SortKey };

/** F4 as a sort key: everything ascending. */
const factKey = (fact: FactAnswer): SortKey => [
	0,
	fact.is_subject ? 0 : 1,
	Math.round(1000 - (fact.importance ?? 0.5) * 1000),
	-Date.parse(fact.created_at),
	fact.id
];

type NamedEdge = ReturnType<typeof namedEdges>[number];

/** The id last: equal relations to namesakes are two. */
const edgeKey = ({ direction, edge, brief }: NamedEdge): SortKey => [
	1,
	direction === 'out' ? 0 : 1,
	Math.round(1000 - edge.confidence * 1000),
	edge.relation,
	brief.name,
	brief.id
];

const relationshipOf = (edge: NamedEdge): Relationship => ({
	relation: edge.edge.relation,
	direction: edge.direction,
	entity: edge.brief.name,
	entity_type: edge.brief.type,
	strength: edge.edge.strength ?? null,
	confidence: edge.edge.confidence,
	context: edge.edge.contexts[0] ?? null
});

const shownOf = (item: Item) => (item.section === 'fact' ? item.fact : item.edge);

function cutFact(item: Item, tokens: number): Item {
	if (item.section === 'edge') return item;
	return { ...item, fact: { ...item.fact, content: cutToTokens(item.fact.content, tokens - 80), cut: true } };
}

async function knownEntity(reading: Reading, family: Family<ShelfRow>) {
	const facts = (await reading.facts(family.rows, { mentions: true })).map((linked) => ({
		answer: factAnswer(linked),
		channel: linked.channel
	}));
	const values = (await reading.slots(family.rows)).flatMap((placed) => {
		const answer = valueAnswer(placed);
		return answer ? [{ answer, channel: placed.row.state.channel }] : [];
	});
	const relations = await reading.relations(family.rows);
	const briefs = await reading.briefs(relations.map(({ other }) => other));
	return {
		facts: withChannels([...facts, ...values], family.rows),
		edges: namedEdges(relations, briefs)
	};
}

/** N7: items carry their channel where an answer spans several. */
function withChannels(facts: { answer: FactAnswer; channel: string }[], rows: readonly ShelfRow[]): FactAnswer[] {
	const several = new Set(rows.map(({ state }) => state.channel)).size > 1;
	return facts.map(({ answer, channel }) => (several ? { ...answer, channel_id: channel } : answer));
}

const getEntity: HandlersOf<{ get_entity: 0 }>['get_entity'] = async (call, args) => {
	const family = await call.read((reading) => reading.family(args.name, args), args.channel_id);
	const found = family.rows.length > 0;
	if (!found) await call.context.ready; // only a miss needs the indexes
	return call.read(async (reading) => {
		const known = found
			? await knownEntity(reading, family)
			: { facts: await wordFacts(reading, args.name), edges: [] };
		const items: Item[] = [
			...known.facts.map((fact): Item => ({ section: 'fact', fact, key: found ? factKey(fact) : [0, 0, 0, 0, ''] })),
			...known.edges.map((edge): Item => ({ section: 'edge', edge: relationshipOf(edge), key: edgeKey(edge) }))
		];
		if (found) items.sort(byKey);
		else
			items.forEach((item, i) => {
				item.key = [0, i];
			});
		const head = family.rows.map(({ id, state }) => entityAnswer(id, state));
		const budget = args.budget - tokensOf(head);
		const paged = page(items, { scope: call.scope, cursor: args.cursor, budget }, ({ key }) => key, cutFact, shownOf);
		return {
			found,
			name: args.name,
			entity: head[0] ?? null,
			entities: head,
			facts: paged.items.flatMap((item) => (item.section === 'fact' ? [item.fact] : [])),
			relationships: paged.items.flatMap((item) => (item.section === 'edge' ? [item.edge] : [])),
			type_missed: family.type_missed,
			...(!found && { did_you_mean: reading.nearNames(args.name, family.ambiguous) }),
			...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
		};
	}, args.channel_id);
};

const byKey = (a: { key: SortKey }, b: { key: SortKey }): number => {
	for (let i = 0; i < a.key.length; i++) {
		const [x, y] = [a.key[i] ?? '', b.key[i] ?? ''];
		if (x !== y) return x < y ? -1 : 1;
	}
	return 0;
};

/** An unknown name: current facts and values that hold every word of it, at most 20. */
async function wordFacts(reading: Reading, name: string): Promise<FactAnswer[]> {
	const hits = reading.context.indexes.words.withAllWords(name, {
		limit: 20,
		kinds: ['fact', 'value'],
		...reading.channels
	});
	return (await documentFacts(reading, hits, new Set())).map(({ answer }) => answer);
}

/** Rows of a thing beside the one that is found, for which a list of things leaves room. */
const MOST_ROWS_BESIDE = 10;

/** Each thing once, under the row that matched best (N6). */
function oneOfEach(names: NameIndex, found: readonly Suggestion[]): Suggestion[] {
	const seen = new Set<string>();
	return found.filter(({ id }) => {
		const isNew = !seen.has(id);
		for (const other of names.get(id)?.same ?? []) seen.add(other);
		return isNew;
	});
}

const findEntities: HandlersOf<{ find_entities: 0 }>['find_entities'] = async (call, args) => {
	await call.context.ready;
	await call.context.indexes.namesSettled();
	const { names } = call.context.indexes;
	// Rows of one thing may take several places: a few more are asked for.
	const found = names.suggest(args.query, {
		limit: args.limit + MOST_ROWS_BESIDE,
		...(args.type !== undefined && { type: args.type }),
		...channelsFor(call.caller, args.channel_id)
	});
	return {
		entities: oneOfEach(names, found)
			.slice(0, args.limit)
			.map(({ id, name, type, matched, score, why, channel }) => ({
				id,
				name,
				type,
				matched,
				score,
				why,
				...(channel !== 'default' && { channel_id: channel })
			}))
	};
};

export const entityReads = {
	get_entity: getEntity,
	find_entities: findEntities
};
