/** One read: names resolved (N2, N3, N7), neighbours named, facts gathered, slots of the same united (N6), all inside one transaction. */
import { isCurrent, linkOf } from '../domain/fact';
import { DEFAULT_CHANNEL, type EdgeState, type FactState, type Id, type Shelf, type SlotState } from '../domain/model';
import { byStanding, groupsOfSame, type NamedRow } from '../domain/resolve';
import { textKey } from '../domain/name';
import { ofUnion } from '../domain/slot';
import { slotLocal } from '../domain/subject';
import type { StoreReader } from '../store/store';
import { channelsFor, isOpenTo, type Caller } from './caller';
import type { Context } from './context';
import { familyOf, theOnly, withSame, type Family, type RowSource } from './family';
import { JournalView } from './journal-view';
import { kindred } from './kindred';
import { nearNames, type NearName } from './near-names';
import { edgesOn, entityOf, factsOn, isLiving, namedRow, slotsOn, type ShelfRow } from './shelves';

export interface Brief {
	id: Id;
	name: string;
	type: string | null;
}

export interface LinkedFact {
	id: Id;
	fact: FactState;
	home: Id;
	/** Of its home (N7). */
	channel: Id;
	is_subject: boolean;
	roles: string[];
}

export interface PlacedSlot {
	/** The row it belongs to (S1); of the same united, the first. */
	row: ShelfRow;
	key: string;
	slot: SlotState;
	/** Ids of its claims, in order. */
	log: string[];
}

export interface PlacedEdge {
	direction: 'out' | 'in';
	other: Id;
	relationKey: string;
	edge: Pick<EdgeState, 'relation' | 'strength' | 'confidence' | 'contexts'>;
	at: number;
}

export class Reading {
	#view: JournalView | undefined;

	constructor(
		readonly tx: StoreReader,
		readonly context: Context,
		readonly now: number,
		/** Narrowed to one channel, or all the caller may read. */
		readonly channel: Id | undefined,
		readonly caller: Caller,
		/** Of a time that is over: what is held in memory is of today and tells nothing of it. */
		readonly isPast = false
	) {}

	/** What is built in memory may be asked instead of the store. */
	get #inMemory(): boolean {
		return !this.isPast && this.context.isReady();
	}

	get journal(): JournalView {
		return (this.#view ??= new JournalView(this.tx));
	}

	/** Among the channels of the caller's grant, and in the one that is asked for. */
	mayRead(channel: Id): boolean {
		return (this.channel === undefined || this.channel === channel) && this.isOpen(channel);
	}

	/** Among the channels of the caller's grant: of what lies in others nothing is told, not even a name at the end of a relation. */
	isOpen(channel: Id): boolean {
		return isOpenTo(this.caller, channel);
	}

	/** How the indexes are asked for no more than that. */
	get channels(): { channels?: readonly Id[] } {
		return channelsFor(this.caller, this.channel);
	}

	/** N2 in every channel that may be read; `entity_id` names the row itself. */
	async family(
		name: string,
		narrow: { type?: string | undefined; entity_id?: string | undefined } = {}
	): Promise<Family<ShelfRow>> {
		if (narrow.entity_id === undefined) return familyOf(name, this.#rows, narrow.type);
		const rows = await this.thing(narrow.entity_id);
		return { rows, stage: rows.length ? 'exact' : undefined, ambiguous: [], type_missed: false };
	}

	/** Rows of the store that may be read. */
	get #rows(): RowSource<ShelfRow> {
		return this.#rowsWhere((channel) => this.mayRead(channel));
	}

	/** Those of all channels that are open to the caller: what lies elsewhere may be named by what is asked for. */
	get #openRows(): RowSource<ShelfRow> {
		return this.#rowsWhere((channel) => this.isOpen(channel));
	}

	#rowsWhere(isWanted: (channel: Id) => boolean): RowSource<ShelfRow> {
		const living = (shelves: readonly (Shelf | undefined)[]): ShelfRow[] =>
			shelves
				.map((shelf) => namedRow(shelf, this.now))
				.filter((row): row is ShelfRow => row !== undefined && isWanted(row.state.channel));
		return {
			under: async (keys) => living(await this.tx.shelvesByKeys([...keys])),
			byId: async (ids) => living(await this.tx.shelves(ids))
		};
	}

	/** The living rows of a thing, the one asked first, whatever its standing; none when that does not live or may not be read. */
	async thing(id: Id): Promise<ShelfRow[]> {
		const [row] = await this.#rows.byId([id]);
		if (!row) return [];
		const others = row.same?.length ? await this.#rows.byId(row.same) : [];
		return [row, ...byStanding(others, row.state.name)];
	}

	/** Names and types of living entities, by the ids asked; of what is declared the same, the primary's (N3). Those in the Trash are left out (E5). */
	async briefs(ids: Iterable<Id>): Promise<Map<Id, Brief>> {
		const isOpen = (channel: Id): boolean => this.isOpen(channel);
		const briefs = new Map<Id, Brief>();
		const missing: Id[] = [];
		for (const id of new Set(ids)) {
			const [known] = this.isPast ? [] : kindred(this.context.indexes.names, id, isOpen);
			if (known) briefs.set(id, { id: known.id, name: known.name, type: known.type });
			else if (!this.#inMemory) missing.push(id);
		}
		if (missing.length)
			for (const row of await this.#openRows.byId(missing)) {
				const [primary = row] = byStanding(await withSame([row], this.#openRows, ''), '');
				briefs.set(row.id, { id: primary.id, name: primary.state.name, type: primary.state.type });
			}
		return briefs;
	}

	/** Shelves elsewhere with rows that name any of these. */
	async #linking(rows: readonly ShelfRow[]): Promise<Shelf[]> {
		const own = new Set(rows.map(({ id }) => id));
		const ids = new Set<Id>();
		for (const { id } of rows) for (const linking of await this.tx.linking(id)) if (!own.has(linking)) ids.add(linking);
		const shelves = ids.size ? await this.tx.shelves([...ids]) : [];
		return shelves.filter((shelf): shelf is Shelf => {
			const state = entityOf(shelf);
			return isLiving(state) && this.isOpen(state.channel);
		});
	}

	/** F2: facts linked to a family, each once. Facts at home with others too, unless only those about it are asked for. */
	async facts(rows: readonly ShelfRow[], options: { mentions: boolean; past?: boolean }): Promise<LinkedFact[]> {
		const family = new Set(rows.map(({ id }) => id));
		const shelves = [...rows.map(({ shelf }) => shelf), ...(options.mentions ? await this.#linking(rows) : [])];
		const linked = new Map<Id, LinkedFact>();
		for (const shelf of shelves) {
			const channel = entityOf(shelf)?.channel ?? DEFAULT_CHANNEL;
			for (const { id, fact } of factsOn(shelf)) {
				if (!options.past && !isCurrent(fact, this.now)) continue;
				const link = linkOf(fact, family);
				if (link) linked.set(id, { id, fact, home: shelf.id, channel, ...link });
			}
		}
		return rows.some(({ same = [] }) => same.length) ? saidOnce([...linked.values()]) : [...linked.values()];
	}

	/** Slots of rows; those of rows declared the same are the replay of the union of their claims (N6). */
	async slots(rows: readonly ShelfRow[]): Promise<PlacedSlot[]> {
		const united: PlacedSlot[] = [];
		for (const group of groupsOfSame(rows)) {
			const placed = new Map<string, PlacedSlot[]>();
			for (const row of group)
				for (const { key, slot } of slotsOn(row.shelf)) {
					const list = placed.get(key) ?? [];
					list.push({ row, key, slot, log: row.shelf.rows[slotLocal(key)]?.log ?? [] });
					placed.set(key, list);
				}
			for (const list of placed.values()) {
				const [first] = list;
				if (first) united.push(list.length === 1 ? first : await this.#unite(first, list));
			}
		}
		return united;
	}

	async #unite(first: PlacedSlot, list: PlacedSlot[]): Promise<PlacedSlot> {
		const row = await this.journal.replayRow(
			slotLocal(first.key),
			list.flatMap(({ log }) => log)
		);
		const slot = ofUnion(
			row.state as SlotState | null, // the key tells the kind
			list.map(({ log }) => log)
		);
		return { ...first, slot: slot ?? first.slot, log: row.log };
	}

	/** Current relations at any of the rows (E1), from memory when it is built, else from the store. */
	async relations(rows: readonly ShelfRow[]): Promise<PlacedEdge[]> {
		const edges: PlacedEdge[] = [];
		for (const row of rows)
			for (const { target, relationKey, edge } of edgesOn(row.shelf))
				// E2: a thing has no relation to itself, also not between the rows that it is.
				if (isCurrent(edge, this.now) && !row.same?.includes(target))
					edges.push({ direction: 'out', other: target, relationKey, edge, at: edge.support[0]?.at ?? 0 });
		return edges.concat(this.#inMemory ? this.#incomingInMemory(rows) : await this.#incomingStored(rows));
	}

	#incomingInMemory(rows: readonly ShelfRow[]): PlacedEdge[] {
		return rows.flatMap(({ id, same = [] }) =>
			this.context.indexes.edges
				.in(id)
				.filter(({ source }) => !same.includes(source))
				.filter(({ validUntil }) => validUntil === undefined || validUntil > this.now)
				.map(({ source, relationKey, relation, strength, confidence, context, at }) => ({
					direction: 'in' as const,
					other: source,
					relationKey,
					edge: {
						relation,
						confidence,
						contexts: context === undefined ? [] : [context],
						...(strength !== undefined && { strength })
					},
					at
				}))
		);
	}

	async #incomingStored(rows: readonly ShelfRow[]): Promise<PlacedEdge[]> {
		const sameOf = new Map(rows.map(({ id, same = [] }) => [id, same]));
		const family = new Set(sameOf.keys());
		const edges: PlacedEdge[] = [];
		const own = rows.map(({ shelf }) => shelf);
		for (const shelf of [...own, ...(await this.#linking(rows))])
			for (const { target, relationKey, edge } of edgesOn(shelf))
				if (family.has(target) && !sameOf.get(target)?.includes(shelf.id) && isCurrent(edge, this.now))
					edges.push({ direction: 'in', other: shelf.id, relationKey, edge, at: edge.support[0]?.at ?? 0 });
		return edges;
	}

	/** Near names for a miss (N4), of what may be read. */
	nearNames(name: string, ambiguous: readonly NamedRow[] = []): NearName[] {
		return nearNames(this.context.indexes.names, name, { ambiguous, ...this.channels });
	}

	/** The one row a call is about (N9: never guessed), or the error that says what to do. */
	async only(name: string, narrow: { type?: string | undefined; entity_id?: string | undefined }): Promise<ShelfRow> {
		const family = await this.family(name, narrow);
		return theOnly(name, family, () => this.nearNames(name));
	}
}

/** F5 over what is declared the same (N6): a sentence that stands at both rows shows once, with everyone who said so. */
function saidOnce(facts: readonly LinkedFact[]): LinkedFact[] {
	const byText = new Map<string, LinkedFact>();
	for (const linked of [...facts].sort((a, b) => (a.id < b.id ? -1 : 1))) {
		const { fact, is_subject } = linked;
		const key = is_subject && fact.status === 'current' ? textKey(fact.content) : linked.id;
		const before = byText.get(key);
		const support = [...(before?.fact.support ?? []), ...fact.support];
		byText.set(key, before ? { ...before, fact: { ...before.fact, support } } : linked);
	}
	return [...byText.values()];
}
