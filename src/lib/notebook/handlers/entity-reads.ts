/** Reading about entities: get_entity, get_entity_context, find_entities, lists. */
import type { OperationName, OutputOf } from '../../contract';
import { foldKey, typeKey } from '../../domain/name';
import { entityAnswer, factAnswer, iso, namedEdges, valueAnswer, type FactAnswer } from '../answers';
import type { Call, HandlersOf } from '../context';
import { cutToTokens, page, tokensOf, type SortKey } from '../paging';
import type { Family } from '../family';
import { primaryOf } from '../kindred';
import type { NameIndex, Suggestion } from '../name-index';
import type { PlacedEdge, Reading } from '../reading';
import type { ShelfRow } from '../shelves';
import { entityOf, isMentionedOnly, weightOf } from '../shelves';
import { TypeTally } from '../type-tally';
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
	const channels = reading.channel === undefined ? {} : { channels: [reading.channel] };
	const hits = reading.context.indexes.words.withAllWords(name, { limit: 20, kinds: ['fact', 'value'], ...channels });
	return (await documentFacts(reading, hits, new Set())).map(({ answer }) => answer);
}

const getEntityContext: HandlersOf<{ get_entity_context: 0 }>['get_entity_context'] = (call, args) =>
	call.read(async (reading) => {
		const [{ compact_responses }, family] = await Promise.all([
			call.context.settings.recent(reading.tx),
			reading.family(args.entityName, args)
		]);
		if (!family.rows.length)
			return compact_responses
				? { ok: false as const }
				: { found: false as const, message: `No entity found with name: ${args.entityName}` };
		const observations = await observationsOf(reading, family.rows);
		const relations = args.includeRelated ? await namedRelations(reading, family.rows) : undefined;
		return compact_responses
			? compact(family.rows, observations, args.maxObs, relations)
			: verbose(family.rows, observations, args.maxObs, relations);
	}, args.channel_id);

type Named = NamedEdge[];

async function namedRelations(reading: Reading, rows: readonly ShelfRow[]): Promise<Named> {
	const edges = await reading.relations(rows);
	const briefs = await reading.briefs(edges.map(({ other }) => other));
	return namedEdges(edges.sort(byTime), briefs);
}

const byTime = (a: PlacedEdge, b: PlacedEdge): number => a.at - b.at || (a.other < b.other ? -1 : 1);

/** Facts with the family as subject and current values; newest first, of one time the one later in its file (ids grow). */
async function observationsOf(reading: Reading, rows: readonly ShelfRow[]): Promise<FactAnswer[]> {
	const facts = await reading.facts(rows, { mentions: rows.length > 1 });
	const values = (await reading.slots(rows)).map(valueAnswer).filter((value) => value !== undefined);
	return [...facts.filter(({ is_subject }) => is_subject).map(factAnswer), ...values].sort(
		(a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : -1)
	);
}

function compact(rows: readonly ShelfRow[], observations: FactAnswer[], most: number, relations: Named | undefined) {
	const [primary] = rows;
	const more = observations.length - most;
	return {
		ok: true as const,
		n: primary?.state.name ?? '',
		t: primary?.state.type ?? null,
		o: observations.slice(0, most).map(({ content }) => content),
		...(relations && {
			r: {
				out: relations.filter(isOut).map(({ edge, brief }) => ({ rel: edge.relation, to: brief.name })),
				in: relations
					.filter((each) => !isOut(each))
					.map(({ edge, brief }) => ({ rel: edge.relation, from: brief.name }))
			}
		}),
		...(more > 0 && { more })
	};
}

const isOut = ({ direction }: { direction: string }): boolean => direction === 'out';

function verbose(rows: readonly ShelfRow[], observations: FactAnswer[], most: number, relations: Named | undefined) {
	const [primary] = rows;
	return {
		found: true as const,
		entity: {
			id: primary?.id ?? '',
			name: primary?.state.name ?? '',
			type: primary?.state.type ?? null,
			description: primary?.state.description ?? null
		},
		observations: observations
			.slice(0, most)
			.map(({ id, content, source, confidence, created_at }) => ({ id, content, source, confidence, created_at })),
		...(relations && {
			relations: {
				outgoing: relations.filter(isOut).map(({ edge, brief }) => ({
					relation_type: edge.relation,
					to_entity: brief.name,
					to_entity_type: brief.type,
					strength: edge.strength ?? null
				})),
				incoming: relations
					.filter((each) => !isOut(each))
					.map(({ edge, brief }) => ({
						relation_type: edge.relation,
						from_entity: brief.name,
						from_entity_type: brief.type,
						strength: edge.strength ?? null
					}))
			}
		}),
		...(observations.length > most && { hasMore: true as const, totalObservations: observations.length })
	};
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
	const channels = args.channel_id === undefined ? {} : { channels: [args.channel_id] };
	const { names } = call.context.indexes;
	// Rows of one thing may take several places: a few more are asked for.
	const found = names.suggest(args.query, {
		limit: args.limit + MOST_ROWS_BESIDE,
		...(args.type !== undefined && { type: args.type }),
		...channels
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

const listTypes: HandlersOf<{ list_types: 0 }>['list_types'] = async (call, args) => {
	await call.context.ready;
	await call.context.indexes.namesSettled();
	const { types } = call.context.indexes;
	return { types: (args.channel_id === undefined ? types : typesIn(call, args.channel_id)).list() };
};

/** Counted anew: kept are only those of the whole notebook. */
function typesIn(call: Call, channel: string): TypeTally {
	const types = new TypeTally();
	for (const id of call.context.indexes.ids()) {
		const entry = call.context.indexes.names.get(id);
		if (entry?.channel === channel) types.count(entry.type, 1);
	}
	return types;
}

type Listed = OutputOf<'list_entities'>['entities'][number];

async function listed(call: Call, ids: string[]): Promise<Listed[]> {
	const shelves = await call.read((reading) => reading.tx.shelves(ids));
	return shelves.flatMap((shelf) => {
		const state = entityOf(shelf);
		if (!shelf || !state) return [];
		return [
			{
				id: shelf.id,
				name: state.name,
				type: state.type,
				description: state.description ?? null,
				channel_id: state.channel,
				fact_count: weightOf(shelf, call.now),
				relation_count: call.context.indexes.edges.degree(shelf.id),
				created_at: iso(state.created),
				updated_at: iso(state.updated),
				mentioned_only: isMentionedOnly(shelf, call.now)
			}
		];
	});
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const listEntities: HandlersOf<{ list_entities: 0 }>['list_entities'] = async (call, args) => {
	await call.context.ready;
	await call.context.indexes.namesSettled();
	if (args.trash) return listTrash(call, args);
	const { names, edges, ids } = call.context.indexes;
	const wanted = args.type === undefined ? undefined : typeKey(args.type);
	const part = args.contains === undefined ? undefined : foldKey(args.contains);
	// One line for each thing: of what is declared the same, the primary's (N6).
	const all = [...ids()]
		.map((id) => names.get(id))
		.filter((entry) => entry !== undefined)
		.filter(({ id, same }) => !same?.length || primaryOf(names, id)?.id === id);
	const entries = all.filter(
		(entry) =>
			(args.channel_id === undefined || entry.channel === args.channel_id) &&
			(wanted === undefined || (entry.type !== null && typeKey(entry.type) === wanted)) &&
			(part === undefined || foldKey(entry.name).includes(part))
	);
	const by: Record<string, (a: (typeof entries)[number], b: (typeof entries)[number]) => number> = {
		updated: (a, b) => b.updated - a.updated,
		created: (a, b) => (a.id < b.id ? 1 : -1),
		name: (a, b) => collator.compare(a.name, b.name),
		facts: (a, b) => call.context.indexes.factCount(b.id) - call.context.indexes.factCount(a.id),
		relations: (a, b) => edges.degree(b.id) - edges.degree(a.id)
	};
	const order = by[args.sort ?? 'updated'];
	entries.sort((a, b) => (order?.(a, b) ?? 0) * (args.descending ? -1 : 1) || (a.id < b.id ? -1 : 1));
	return offsetPage(
		call,
		entries.map(({ id }) => id),
		args
	);
};

async function listTrash(call: Call, args: { cursor?: string | undefined; limit: number; budget?: number }) {
	const ids: string[] = [];
	await call.context.store.eachShelf((shelves) => {
		for (const shelf of shelves) if (entityOf(shelf)?.removed) ids.push(shelf.id);
	});
	return offsetPage(call, ids, args);
}

/** A table's page: the cursor is the place in the list, since any column may order it. */
async function offsetPage(
	call: Call,
	ids: string[],
	args: { cursor?: string | undefined; limit: number; budget?: number }
) {
	const places = ids.map((id, i) => ({ id, i }));
	const paged = page(
		places,
		{ scope: call.scope, cursor: args.cursor, budget: Infinity, limit: args.limit },
		({ i }) => [i]
	);
	return {
		entities: await listed(
			call,
			paged.items.map(({ id }) => id)
		),
		total: ids.length,
		...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
	};
}

export const entityReads = {
	get_entity: getEntity,
	get_entity_context: getEntityContext,
	find_entities: findEntities,
	list_entities: listEntities,
	list_types: listTypes
} satisfies HandlersOf<Partial<Record<OperationName, unknown>>> | object;
