/** Search by words across facts, values and notes, and the background of a topic. */
import type { OutputOf } from '../../contract';
import { compareFacts } from '../../domain/fact';
import { entityAnswer, factAnswer, iso, namedEdges, valueAnswer, type FactAnswer } from '../answers';
import { channelsFor } from '../caller';
import { cutText } from '../gist';
import type { Call, HandlersOf } from '../context';
import { compareKeys, cutToTokens, page, tokensOf } from '../paging';
import type { Reading } from '../reading';
import { namedRow, noteOf, type ShelfRow } from '../shelves';
import { documentFacts } from './found-facts';

type Hit = OutputOf<'memory_search'>['hits'][number];
type Found = { id: string; kind: 'fact' | 'value' | 'note'; shelf: string; score: number };

async function settledIndexes(call: Call): Promise<void> {
	await call.context.ready;
	await call.context.indexes.settled();
}

async function hitsOf(reading: Reading, found: readonly Found[]): Promise<Hit[]> {
	const facts = new Map((await documentFacts(reading, found)).map((each) => [each.document, each]));
	const notes = await reading.tx.shelves(found.filter(({ kind }) => kind === 'note').map(({ shelf }) => shelf));
	const noteById = new Map(notes.map((shelf) => [shelf?.id, noteOf(shelf)]));
	return found.flatMap((hit): Hit[] => {
		const fact = facts.get(hit.id);
		if (fact) return [factHit(hit, fact.answer, fact.row)];
		const note = hit.kind === 'note' ? noteById.get(hit.shelf) : undefined;
		if (!note || !reading.mayRead(note.channel)) return [];
		return [
			{
				kind: 'note',
				id: hit.shelf,
				entity: null,
				text: cutText(`${note.title ? `${note.title}: ` : ''}${note.text}`, 400),
				score: hit.score,
				by: note.by,
				source: null,
				created_at: iso(note.created),
				...(note.channel !== 'default' && { channel_id: note.channel })
			}
		];
	});
}

const factHit = (hit: Found, answer: FactAnswer, row: ShelfRow): Hit => ({
	kind: hit.kind,
	id: answer.id,
	entity: row.state.name,
	entity_id: row.id,
	...(answer.attribute !== undefined && { attribute: answer.attribute }),
	text: answer.content,
	score: hit.score,
	by: answer.by,
	source: answer.source,
	created_at: answer.created_at,
	...(row.state.channel !== 'default' && { channel_id: row.state.channel })
});

const memorySearch: HandlersOf<{ memory_search: 0 }>['memory_search'] = async (call, args) => {
	await settledIndexes(call);
	const { hits, low_confidence } = call.context.indexes.words.search(args.query, {
		topK: args.top_k,
		...channelsFor(call.caller, args.channel_id)
	});
	return call.read(async (reading) => {
		const answers = (await hitsOf(reading, hits)).map((hit, i) => ({ hit, i }));
		const paged = page(
			answers,
			{ scope: call.scope, cursor: args.cursor, budget: args.budget },
			({ i }) => [i],
			cutHit
		);
		return {
			query: args.query,
			hits: paged.items.map(({ hit }) => hit),
			low_confidence,
			...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
		};
	}, args.channel_id);
};

const cutHit = ({ hit, i }: { hit: Hit; i: number }, tokens: number) => ({
	hit: { ...hit, text: cutToTokens(hit.text, tokens - 120), cut: true as const },
	i
});

const MOST_CONNECTED = 10;
const FACTS_EACH = 5;
type Connected = OutputOf<'get_context'>['connected'][number];

/** Facts about one row and its current values, best first. */
async function bestFacts(reading: Reading, rows: readonly ShelfRow[], most: number): Promise<FactAnswer[]> {
	const facts = (await reading.facts(rows, { mentions: false })).filter(({ is_subject }) => is_subject).map(factAnswer);
	const values = (await reading.slots(rows)).map(valueAnswer).filter((value) => value !== undefined);
	return [...facts, ...values]
		.sort((a, b) => compareFacts({ ...a, at: Date.parse(a.created_at) }, { ...b, at: Date.parse(b.created_at) }))
		.slice(0, most);
}

/** Of equal strength: by name, and so on until no two are alike, or memory would show in what order it learned of them. */
const placeOf = ({ brief, other, direction, relationKey }: ReturnType<typeof namedEdges>[number]) => [
	brief.name,
	other,
	direction,
	relationKey
];

async function connectedTo(reading: Reading, rows: readonly ShelfRow[]): Promise<Connected[]> {
	const edges = await reading.relations(rows);
	const named = namedEdges(edges, await reading.briefs(edges.map(({ other }) => other)));
	named.sort(
		(a, b) =>
			(b.edge.strength ?? b.edge.confidence) - (a.edge.strength ?? a.edge.confidence) ||
			compareKeys(placeOf(a), placeOf(b))
	);
	const strongest = named
		.filter((each, i) => named.findIndex(({ brief }) => brief.id === each.brief.id) === i)
		.slice(0, MOST_CONNECTED);
	const shelves = await reading.tx.shelves(strongest.map(({ other }) => other));
	const connected: Connected[] = [];
	for (const [i, { brief, edge, direction }] of strongest.entries()) {
		const other = namedRow(shelves[i], reading.now);
		const row = other && reading.isOpen(other.state.channel) ? other : undefined;
		const rows = row?.same?.length ? await reading.thing(row.id) : row ? [row] : [];
		const facts = await bestFacts(reading, rows, FACTS_EACH);
		connected.push({ ...brief, relation: edge.relation, direction, strength: edge.strength ?? null, facts });
	}
	return connected;
}

type Part = { fact: OutputOf<'get_context'>['facts'][number]; i: number } | { connected: Connected; i: number };

const getContext: HandlersOf<{ get_context: 0 }>['get_context'] = async (call, args) => {
	await settledIndexes(call);
	return call.read(async (reading) => {
		const family = await reading.family(args.topic);
		const [primary] = family.rows;
		const own = (await bestFacts(reading, family.rows, 50)).map((fact) => ({
			...fact,
			entity: primary?.state.name ?? null
		}));
		const known = new Set(own.map(({ id }) => id));
		const found = reading.context.indexes.words.search(args.topic, {
			topK: 30,
			kinds: ['fact', 'value'],
			...reading.channels
		});
		const ids = new Set(family.rows.map(({ id }) => id));
		const matching = (await documentFacts(reading, found.low_confidence && primary ? [] : found.hits, ids))
			.filter(({ answer }) => !known.has(answer.id))
			.map(({ answer, row }) => ({ ...answer, entity: row.state.name }));
		const connected = family.rows.length ? await connectedTo(reading, family.rows) : [];
		const parts: Part[] = [...own, ...matching].map((fact, i) => ({ fact, i }));
		connected.forEach((each) => parts.push({ connected: each, i: parts.length }));
		const entity = primary ? entityAnswer(primary.id, primary.state) : null;
		const budget = args.budget - tokensOf(entity);
		const paged = page(parts, { scope: call.scope, cursor: args.cursor, budget }, ({ i }) => [i], cutPart);
		return {
			topic: args.topic,
			entity,
			facts: paged.items.flatMap((part) => ('fact' in part ? [part.fact] : [])),
			connected: paged.items.flatMap((part) => ('connected' in part ? [part.connected] : [])),
			...(!primary && { did_you_mean: reading.nearNames(args.topic, family.ambiguous) }),
			...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
		};
	}, args.channel_id);
};

function cutPart(part: Part, tokens: number): Part {
	if (!('fact' in part)) return part;
	return { ...part, fact: { ...part.fact, content: cutToTokens(part.fact.content, tokens - 100), cut: true } };
}

export const searchHandlers = { memory_search: memorySearch, get_context: getContext };
