/**
 * The notebook as other programs' formats take it (`domain/portable`): each thing with what stands now, whole. What was declared the same
 * is one thing under the name of its primary, the other names its aliases (N6); what mentions it is looked up a page at a time.
 */
import { isCurrent, SUBJECT_ROLE } from '../domain/fact';
import type { FactState, Id, Shelf } from '../domain/model';
import { exactKey, textKey } from '../domain/name';
import type { Portable, PortableFact, PortableNote, PortableRef, PortableThing } from '../domain/portable';
import { iso } from './answers';
import type { Call } from './context';
import { families } from './kindred';
import type { NameEntry } from './name-index';
import { pulled } from './pulled';
import type { Reading } from './reading';
import { edgesOn, factsOn, namedRow, noteOf, type ShelfRow } from './shelves';

export interface PortableOptions {
	channel: Id | undefined;
	/** Only these things; without notes. */
	chosen: readonly Id[] | undefined;
	/** What others say of a thing is looked up only for formats that show it. */
	withIncoming: boolean;
	/** Told at each page; throws when it is not to go on. */
	onPage: (things: number) => void;
}

const PAGE = 200;

const times = ({ valid_from, valid_until }: { valid_from?: number; valid_until?: number }) => ({
	...(valid_from !== undefined && { valid_from: iso(valid_from) }),
	...(valid_until !== undefined && { valid_until: iso(valid_until) })
});

/** Indexes must be settled. Rows of one thing are those it had when this began: a merge meanwhile must not cut it in half. */
export function portableOf(call: Call, options: PortableOptions): Portable & { size: number } {
	const { names, noteIds } = call.context.indexes;
	const { channel } = options;
	const united = new Map<Id, readonly NameEntry[]>();
	for (const rows of families(names, channel)) for (const { id } of rows) united.set(id, rows);
	const primaryOf = (id: Id): NameEntry | undefined => united.get(id)?.[0] ?? names.get(id);
	const refOf = (id: Id): PortableRef | undefined => {
		const entry = primaryOf(id);
		return entry && { id: entry.id, name: entry.name, type: entry.type };
	};
	const isWanted = (entry: NameEntry | undefined): entry is NameEntry =>
		entry !== undefined && (channel === undefined || entry.channel === channel) && primaryOf(entry.id)?.id === entry.id;
	const ids = [...new Set((options.chosen ?? []).map((id) => primaryOf(id)?.id ?? id))].filter((id) =>
		isWanted(names.get(id))
	);
	const all = options.chosen ? ids : [...names.ids()].filter((id) => isWanted(names.get(id)));

	let mentioning: Mentioning | undefined;

	async function thingsOf(shelves: readonly (Shelf | undefined)[]): Promise<PortableThing[]> {
		options.onPage(shelves.length);
		return call.read(async (reading) => {
			const things: PortableThing[] = [];
			for (const shelf of shelves) {
				const row = shelf && isWanted(names.get(shelf.id)) ? namedRow(shelf, call.now) : undefined;
				if (row) things.push(await thing(reading, row));
			}
			return things;
		});
	}

	async function thing(reading: Reading, row: ShelfRow): Promise<PortableThing> {
		const kin = united.has(row.id) ? await reading.thing(row.id) : [row];
		const rows = [row, ...kin.filter(({ id }) => id !== row.id)];
		const { state } = row;
		const spelled = new Set([exactKey(state.name)]);
		const aliases = rows
			.flatMap((each) => [each.state.name, ...each.state.aliases])
			.filter((each) => !spelled.has(exactKey(each)) && spelled.add(exactKey(each)));
		const family = new Set(rows.map(({ id }) => id));
		const found = {
			facts: factsOf(rows, family),
			values: (await reading.slots(rows)).flatMap(valueOf),
			relations: relationsOf(rows, row.id)
		};
		const description =
			state.description ?? rows.find((each) => each.state.description !== undefined)?.state.description;
		const isBare = rows.every((each) => each.state.mentioned === true) && !found.facts.length && !found.values.length;
		return {
			id: row.id,
			name: state.name,
			type: state.type,
			...(description !== undefined && { description }),
			aliases,
			created: iso(state.created),
			isMentionedOnly: isBare,
			...found,
			...(options.withIncoming ? await incomingOf(reading, rows, family) : { mentionedIn: [], incoming: [] })
		};
	}

	function factsOf(rows: readonly ShelfRow[], family: ReadonlySet<Id>): PortableFact[] {
		const facts = new Map<string, PortableFact>();
		for (const { shelf } of rows)
			for (const { fact } of factsOn(shelf)) {
				const key = textKey(fact.content);
				if (isCurrent(fact, call.now) && isAbout(fact, family) && !facts.has(key)) facts.set(key, factOf(fact, family));
			}
		return [...facts.values()];
	}

	function factOf(fact: FactState, family: ReadonlySet<Id>): PortableFact {
		const { content, confidence, importance, support } = fact;
		const mentions = fact.mentions.flatMap(({ id, role }) => {
			const named = refOf(id);
			return named && !(family.has(id) && role === SUBJECT_ROLE) ? [{ thing: named, role }] : [];
		});
		const [first] = support;
		return {
			content,
			mentions,
			confidence,
			...(importance !== undefined && { importance }),
			...(first?.source !== undefined && { source: first.source }),
			at: iso(first?.at ?? call.now),
			...times(fact)
		};
	}

	/** Equal ones once; E2: a thing has no relation to itself. */
	function relationsOf(rows: readonly ShelfRow[], own: Id): PortableThing['relations'] {
		const relations = new Map<string, PortableThing['relations'][number]>();
		for (const { shelf } of rows)
			for (const { target, relationKey, edge } of edgesOn(shelf)) {
				const to = isCurrent(edge, call.now) ? refOf(target) : undefined;
				const place = to && `${to.id} ${relationKey}`;
				if (!to || !place || to.id === own || relations.has(place)) continue;
				const [context] = edge.contexts;
				relations.set(place, {
					relation: edge.relation,
					to,
					confidence: edge.confidence,
					...(edge.strength !== undefined && { strength: edge.strength }),
					...(context !== undefined && { context }),
					at: iso(edge.support[0]?.at ?? call.now),
					...times(edge)
				});
			}
		return [...relations.values()];
	}

	/** Facts by whom they mention: of a whole notebook gathered in one look, which a query a thing would take minutes for. */
	async function gatherMentions(): Promise<Mentioning> {
		const mentioning: Mentioning = new Map();
		await call.context.store.eachShelf((page) => {
			options.onPage(page.length);
			for (const shelf of page)
				for (const { fact } of factsOn(shelf)) {
					if (!isCurrent(fact, call.now)) continue;
					for (const id of new Set(fact.mentions.map((mention) => primaryOf(mention.id)?.id ?? mention.id))) {
						if (id === primaryOf(shelf.id)?.id) continue;
						const list = mentioning.get(id);
						if (list) list.push({ fact, home: shelf.id });
						else mentioning.set(id, [{ fact, home: shelf.id }]);
					}
				}
		});
		return mentioning;
	}

	async function incomingOf(reading: Reading, rows: readonly ShelfRow[], family: ReadonlySet<Id>) {
		const facts = mentioning
			? (mentioning.get(rows[0]?.id ?? '') ?? [])
			: await reading.facts(rows, { mentions: true });
		const edges = await reading.relations(rows);
		const seen = new Set<string>();
		return {
			mentionedIn: facts.flatMap(({ fact, home }) => {
				const about = family.has(home) ? undefined : refOf(home);
				return about ? [{ content: fact.content, about }] : [];
			}),
			incoming: edges.flatMap(({ direction, other, edge }) => {
				const from = direction === 'in' ? refOf(other) : undefined;
				const place = `${from?.id ?? ''} ${edge.relation}`;
				if (!from || family.has(from.id) || seen.has(place)) return [];
				seen.add(place);
				return [{ relation: edge.relation, from }];
			})
		};
	}

	async function* things(): AsyncGenerator<PortableThing, void> {
		if (options.withIncoming && !options.chosen) mentioning ??= await gatherMentions();
		if (!options.chosen)
			yield* pulled<PortableThing>((visit) =>
				call.context.store.eachShelf(async (page) => visit(await thingsOf(page)))
			);
		else
			for (let at = 0; at < ids.length; at += PAGE)
				yield* await thingsOf(await call.read((reading) => reading.tx.shelves(ids.slice(at, at + PAGE))));
	}

	async function* notes(): AsyncGenerator<PortableNote, void> {
		const wanted = options.chosen ? [] : [...noteIds].sort();
		for (let at = 0; at < wanted.length; at += PAGE) {
			options.onPage(0);
			for (const shelf of await call.read((reading) => reading.tx.shelves(wanted.slice(at, at + PAGE)))) {
				const note = noteOf(shelf);
				if (!shelf || !note || note.removed || (channel !== undefined && note.channel !== channel)) continue;
				yield {
					id: shelf.id,
					...(note.title !== undefined && { title: note.title }),
					text: note.text,
					kind: note.kind,
					created: iso(note.created),
					things: note.mentions.flatMap((id) => refOf(id) ?? [])
				};
			}
		}
	}

	return { things, notes, refs: () => all.flatMap((id) => refOf(id) ?? []), size: all.length };
}

type Mentioning = Map<Id, { fact: FactState; home: Id }[]>;

const isAbout = (fact: FactState, family: ReadonlySet<Id>): boolean =>
	fact.mentions.some(({ id, role }) => family.has(id) && role === SUBJECT_ROLE);

type Placed = Awaited<ReturnType<Reading['slots']>>[number];

function valueOf({ slot }: Placed): PortableThing['values'] {
	if (slot.members.length)
		return [{ attribute: slot.attribute, values: slot.members.map(({ value }) => value), isSet: true }];
	return slot.current ? [{ attribute: slot.attribute, values: [slot.current.value], isSet: false }] : [];
}
