/** find_experts: people by what ties them to a topic, counted. */
import type { OutputOf } from '../../contract';
import type { Id } from '../../domain/model';
import { textKey } from '../../domain/name';
import { bestOf, byText } from '../best-of';
import type { HandlersOf } from '../context';
import { page, restAfter, type SortKey } from '../paging';
import { edgesAt, isOfType, readable } from '../readable';
import type { Reading } from '../reading';
import { factOf, type ShelfRow } from '../shelves';
import { documentFacts } from './found-facts';

type Expert = OutputOf<'find_experts'>['experts'][number];

const PERSON = 'person';
/** Sentences looked at for a topic that is no thing: who has most of so many has most. */
const MOST_HITS = 1_000;
const MOST_TOPICS = 5;

/** What ties a person to the topic, each once: sentences by their text, since a merged person may have one twice (N6). */
interface Ties {
	facts: Set<string>;
	relations: Set<string>;
}

class People {
	readonly #ties = new Map<Id, Ties>();

	constructor(readonly reading: Reading) {}

	/** @param id any of the rows of what may be a person. */
	tie(id: Id, kind: keyof Ties, what: string): void {
		const person = readable(this.reading, id);
		if (!person || !isOfType(this.reading, id, PERSON)) return;
		const ties = this.#ties.get(person.id) ?? { facts: new Set(), relations: new Set() };
		ties[kind].add(what);
		this.#ties.set(person.id, ties);
	}

	get size(): number {
		return this.#ties.size;
	}

	/** The topic itself, if that is a person, is no expert on itself. */
	ranked(topic: ReadonlySet<Id>): Ranked[] {
		const list = [...this.#ties].flatMap(([id, { facts, relations }]) => {
			const name = readable(this.reading, id)?.name ?? '';
			return topic.has(id) ? [] : [{ id, name, facts: facts.size, score: facts.size + relations.size }];
		});
		return list.sort((a, b) => b.score - a.score || b.facts - a.facts || byText(a.name, b.name) || byText(a.id, b.id));
	}
}

interface Ranked {
	id: Id;
	name: string;
	facts: number;
	score: number;
	topics?: string[];
}

/** By relations to the thing, and by facts that link both. */
async function byThing(reading: Reading, rows: readonly ShelfRow[]): Promise<People> {
	const people = new People(reading);
	for (const { direction, other, relationKey } of await reading.relations(rows))
		people.tie(other, 'relations', `${direction} ${relationKey}`);
	for (const { fact, home, channel } of await reading.facts(rows, { mentions: true }))
		if (reading.mayRead(channel))
			for (const id of [home, ...fact.mentions.map((mention) => mention.id)])
				people.tie(id, 'facts', textKey(fact.content));
	return people;
}

/** By facts and values that hold every word of the topic. */
async function byWords(reading: Reading, topic: string): Promise<People> {
	const people = new People(reading);
	const hits = reading.context.indexes.words.withAllWords(topic, {
		limit: MOST_HITS,
		kinds: ['fact', 'value'],
		...reading.channels
	});
	for (const { answer, row, document } of await documentFacts(reading, hits)) {
		const mentions = factOf(row.shelf, document)?.mentions ?? [];
		for (const id of [row.id, ...mentions.map((mention) => mention.id)])
			people.tie(id, 'facts', textKey(answer.content));
	}
	return people;
}

/** The things, other than people, that a person has most to do with, by relations and by whom their facts name. */
async function topicsOf(reading: Reading, person: Id): Promise<string[]> {
	const ties = new Map<Id, { name: string; count: number }>();
	const tie = (id: Id): void => {
		const thing = readable(reading, id);
		if (!thing || thing.id === person || isOfType(reading, id, PERSON)) return;
		ties.set(thing.id, { name: thing.name, count: (ties.get(thing.id)?.count ?? 0) + 1 });
	};
	const relations = new Map(
		edgesAt(reading, person).map(({ source, target, edge }) => [
			`${source.id} ${edge.relationKey} ${target.id}`,
			source.id === person ? target.id : source.id
		])
	);
	for (const other of relations.values()) tie(other);
	for (const { fact, is_subject } of await reading.facts(await reading.thing(person), { mentions: false }))
		if (is_subject) for (const id of new Set(fact.mentions.map((mention) => mention.id))) tie(id);
	return bestOf(ties.values(), MOST_TOPICS, (a, b) => b.count - a.count || byText(a.name, b.name)).map(
		({ name }) => name
	);
}

const placeOf = ({ score, facts, name, id }: Ranked): SortKey => [-score, -facts, name, id];

const expertOf = ({ name, score, facts, topics = [] }: Ranked): Expert => ({
	name,
	expertise_score: score,
	fact_count: facts,
	top_topics: topics
});

const findExperts: HandlersOf<{ find_experts: 0 }>['find_experts'] = async (call, args) => {
	await call.context.ready;
	await call.context.indexes.settled();
	return call.read(async (reading) => {
		const { rows, ambiguous } = await reading.family(args.topic);
		const tied = await byThing(reading, rows);
		const people = tied.size ? tied : await byWords(reading, args.topic);
		const ranked = people.ranked(new Set(rows.map(({ id }) => id)));
		const request = { scope: call.scope, cursor: args.cursor, budget: args.budget, limit: args.limit };
		for (const one of restAfter(ranked, request, placeOf).slice(0, args.limit))
			one.topics = await topicsOf(reading, one.id);
		const paged = page(ranked, request, placeOf, (one) => one, expertOf);
		return {
			experts: paged.items.map(expertOf),
			...(!rows.length && !ranked.length && { did_you_mean: reading.nearNames(args.topic, ambiguous) }),
			...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
		};
	}, args.channel_id);
};

export const expertReads = { find_experts: findExperts };
