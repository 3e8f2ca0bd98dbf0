/** trace_decision_history: what gave way to what on a topic (F6, S4), oldest first. */
import type { OutputOf } from '../../contract';
import type { FactState, Id, Shelf } from '../../domain/model';
import { factLocal, subjectParts } from '../../domain/subject';
import { iso } from '../answers';
import { byText } from '../best-of';
import type { HandlersOf } from '../context';
import { slotHistory } from '../history';
import { cutToTokens, page, type SortKey } from '../paging';
import { edgesAt, readable, type ReadableEdge } from '../readable';
import type { PlacedSlot, Reading } from '../reading';
import { entityOf, factOf, factsOn, isLiving, type ShelfRow } from '../shelves';
import { documentFacts } from './found-facts';

type Answer = OutputOf<'trace_decision_history'>['decisions'][number];

interface Decision extends Omit<Answer, 'position' | 'at'> {
	/** ms since epoch */
	at: number;
	/** How many decisions of its chain came before it, of those told at one moment. */
	depth: number;
	id: string;
}

/** The relation that says so outright. */
const SUPERSEDES = 'supersedes';
/** Facts and values looked at for a topic that is no thing. */
const MOST_HITS = 200;
/** Things on one chain of `supersedes`. */
const MOST_ON_CHAIN = 500;

interface OldFact {
	id: Id;
	fact: FactState;
	shelf: Shelf;
}

/** A fact that was replaced, with what took its place and when that was said. */
async function replacedFact(reading: Reading, { id, fact, shelf }: OldFact): Promise<Decision[]> {
	const by = fact.status === 'superseded' ? fact.replaced_by : undefined;
	if (by === undefined) return [];
	const claims = await reading.journal.claimsOf(shelf.rows[factLocal(id)]?.log ?? []);
	const said = claims.findLast(({ effective, entry }) => effective && entry?.body.verb === 'replace')?.entry;
	const next = factOf(shelf, by) ?? (await factElsewhere(reading, by, said?.change));
	if (!said || !next) return [];
	return [
		{
			entity: fact.content,
			superseded_by: next.content,
			relationship: 'replaced',
			confidence: next.confidence,
			context: readable(reading, shelf.id)?.name ?? null,
			at: said.at,
			depth: 0,
			id
		}
	];
}

/** A fact that is at home with another thing: the words know of it while it is current, else the change that brought it. */
async function factElsewhere(reading: Reading, id: Id, change: Id | undefined): Promise<FactState | null> {
	const brought = change === undefined ? undefined : reading.journal.get(change);
	const subject = brought?.claims.find(
		({ subject: each }) => each.startsWith('f:') && each.endsWith(`:${id}`)
	)?.subject;
	const home = reading.context.indexes.words.shelfOf(id) ?? (subject && subjectParts(subject).home);
	if (home === undefined || !readable(reading, home)) return null;
	return factOf(await reading.tx.shelf(home), id);
}

/** Each version of a slot that gave way to another. */
async function supersededValues(reading: Reading, { row, key, slot, log }: PlacedSlot): Promise<Decision[]> {
	const versions = await slotHistory(reading.journal, log);
	const byVersion = new Map(versions.map((version) => [version.version, version]));
	return versions.flatMap((old) => {
		const next = old.status === 'superseded' ? byVersion.get(old.replaced_by ?? '') : undefined;
		if (!next) return [];
		return [
			{
				entity: `${slot.attribute}: ${old.value}`,
				superseded_by: `${slot.attribute}: ${next.value}`,
				relationship: 'superseded',
				confidence: next.confidence,
				context: readable(reading, row.id)?.name ?? row.state.name,
				at: next.support.at,
				depth: 0,
				id: `${old.version} ${key}`
			}
		];
	});
}

/** The whole chain of things of which one supersedes another, from any of its links. */
function supersededThings(reading: Reading, rows: readonly ShelfRow[]): Decision[] {
	const edges = new Map<string, ReadableEdge>();
	const seen = new Set(rows.flatMap(({ id }) => readable(reading, id)?.id ?? []));
	for (let next = [...seen]; next.length && seen.size <= MOST_ON_CHAIN;) {
		const found = next.flatMap((id) => edgesAt(reading, id)).filter(({ edge }) => edge.relationKey === SUPERSEDES);
		for (const each of found) {
			const id = `${each.source.id} ${each.target.id}`;
			const before = edges.get(id);
			if (!before || each.edge.at < before.edge.at) edges.set(id, each);
		}
		next = [...new Set(found.flatMap(({ source, target }) => [source.id, target.id]))].filter((id) => !seen.has(id));
		for (const id of next) seen.add(id);
	}
	const depths = depthsOf([...edges.values()]);
	return [...edges].map(([id, { source, target, edge }]) => ({
		entity: target.name,
		superseded_by: source.name,
		relationship: edge.relation,
		confidence: edge.confidence,
		context: edge.context ?? null,
		at: edge.at,
		depth: depths.get(target.id) ?? 0,
		id
	}));
}

/** How long the longest chain is of what a thing superseded, directly or by others; a ring is cut where it closes. */
function depthsOf(edges: readonly ReadableEdge[]): Map<Id, number> {
	const olderOf = new Map<Id, Id[]>();
	for (const { source, target } of edges) olderOf.set(source.id, [...(olderOf.get(source.id) ?? []), target.id]);
	const depths = new Map<Id, number>();
	const depthOf = (id: Id): number => {
		const known = depths.get(id);
		if (known !== undefined) return known;
		depths.set(id, 0);
		const depth = Math.max(0, ...(olderOf.get(id) ?? []).map((older) => depthOf(older) + 1));
		depths.set(id, depth);
		return depth;
	};
	for (const { source, target } of edges) for (const { id } of [source, target]) depthOf(id);
	return depths;
}

async function ofThing(reading: Reading, rows: readonly ShelfRow[]): Promise<Decision[]> {
	const linked = await reading.facts(rows, { mentions: true, past: true });
	const replaced = linked.filter(({ fact, channel }) => fact.status === 'superseded' && reading.mayRead(channel));
	const homes = [...new Set(replaced.map(({ home }) => home))];
	const shelves = new Map((await reading.tx.shelves(homes)).map((shelf, i) => [homes[i], shelf]));
	const found = supersededThings(reading, rows);
	for (const { id, fact, home } of replaced) {
		const shelf = shelves.get(home);
		if (shelf && isLiving(entityOf(shelf))) found.push(...(await replacedFact(reading, { id, fact, shelf })));
	}
	for (const placed of await reading.slots(rows)) found.push(...(await supersededValues(reading, placed)));
	return found;
}

/** What current facts and values that hold every word of the topic took the place of. */
async function byWords(reading: Reading, topic: string): Promise<Decision[]> {
	const hits = reading.context.indexes.words.withAllWords(topic, {
		limit: MOST_HITS,
		kinds: ['fact', 'value'],
		...reading.channels
	});
	const found: Decision[] = [];
	for (const { row, document } of await documentFacts(reading, hits)) {
		if (factOf(row.shelf, document)) {
			for (const old of replacedBy(row.shelf, document)) found.push(...(await replacedFact(reading, old)));
			continue;
		}
		const rows = row.same?.length ? await reading.thing(row.id) : [row];
		const key = document.slice(row.id.length + 3);
		for (const placed of await reading.slots(rows))
			if (placed.key === key) found.push(...(await supersededValues(reading, placed)));
	}
	return found;
}

/** Facts on a shelf that a fact took the place of, directly or by others. */
function replacedBy(shelf: Shelf, id: Id): OldFact[] {
	const found = new Map<Id, OldFact>();
	for (let next = [id]; next.length;) {
		const older = [...factsOn(shelf)].filter(
			({ id: each, fact }) => fact.status === 'superseded' && next.includes(fact.replaced_by ?? '') && !found.has(each)
		);
		for (const { id: each, fact } of older) found.set(each, { id: each, fact, shelf });
		next = older.map(({ id: each }) => each);
	}
	return [...found.values()];
}

const byTime = (a: Decision, b: Decision): number => a.at - b.at || a.depth - b.depth || byText(a.id, b.id);
const placeOf = ({ at, depth, id }: Decision): SortKey => [at, depth, id];

interface Placed {
	answer: Answer;
	place: SortKey;
}

function cut({ answer, place }: Placed, tokens: number): Placed {
	const part = Math.floor((tokens - 80) / 3);
	const { entity, superseded_by, context } = answer;
	return {
		answer: {
			...answer,
			entity: cutToTokens(entity, part),
			superseded_by: cutToTokens(superseded_by, part),
			context: context === null ? null : cutToTokens(context, part),
			cut: true
		},
		place
	};
}

const traceDecisions: HandlersOf<{ trace_decision_history: 0 }>['trace_decision_history'] = async (call, args) => {
	await call.context.ready;
	await call.context.indexes.settled();
	return call.read(async (reading) => {
		const { rows, ambiguous } = await reading.family(args.topic);
		const own = rows.length ? await ofThing(reading, rows) : [];
		const found = own.length ? own : await byWords(reading, args.topic);
		const once = [...new Map(found.map((decision) => [decision.id, decision])).values()].sort(byTime);
		const placed = once.map((decision, i): Placed => {
			const { id: _id, depth: _depth, at, ...told } = decision;
			return { answer: { ...told, position: i + 1, at: iso(at) }, place: placeOf(decision) };
		});
		const paged = page(
			placed,
			{ scope: call.scope, cursor: args.cursor, budget: args.budget },
			({ place }) => place,
			cut,
			({ answer }) => answer
		);
		return {
			decisions: paged.items.map(({ answer }) => answer),
			...(!rows.length && !once.length && { did_you_mean: reading.nearNames(args.topic, ambiguous) }),
			...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
		};
	}, args.channel_id);
};

export const decisionReads = { trace_decision_history: traceDecisions };
