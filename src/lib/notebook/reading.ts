/** One read: names resolved (N2, N3, N7), neighbours named, facts gathered, slots of the same united (N6), all inside one transaction. */
import { isCurrent, linkOf } from '../domain/fact';
import { DEFAULT_CHANNEL, type EdgeState, type FactState, type Id, type Shelf, type SlotState } from '../domain/model';
import { byStanding, lookUp, queryKeys, samenessKey, type Stage } from '../domain/resolve';
import { refuse } from '../domain/result';
import { slotLocal } from '../domain/subject';
import { exactKey, typeKey } from '../domain/name';
import type { StoreReader } from '../store/store';
import type { Context } from './context';
import { JournalView } from './journal-view';
import { edgesOn, entityOf, factsOn, isLiving, namedRow, slotsOn, type ShelfRow } from './shelves';

export interface Brief {
	id: Id;
	name: string;
	type: string | null;
}

/** Rows that a name means, in the order N3; or all that could be meant. */
export interface Family {
	rows: ShelfRow[];
	stage: Stage | undefined;
	ambiguous: ShelfRow[];
	/** The name is known, but not under the type asked for: rows are all of them. */
	type_missed: boolean;
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
		readonly channel: Id | undefined
	) {}

	get journal(): JournalView {
		return (this.#view ??= new JournalView(this.tx));
	}

	mayRead(channel: Id): boolean {
		return this.channel === undefined || this.channel === channel;
	}

	/** N2 in every channel that may be read; `entity_id` names the row itself. */
	async family(
		name: string,
		narrow: { type?: string | undefined; entity_id?: string | undefined } = {}
	): Promise<Family> {
		if (narrow.entity_id !== undefined) return this.#byId(narrow.entity_id);
		const keys = queryKeys(name);
		const shelves = keys.length ? await this.tx.shelvesByKeys(keys) : [];
		const rows = shelves
			.map((shelf) => namedRow(shelf, this.now))
			.filter((row): row is ShelfRow => row !== undefined && this.mayRead(row.state.channel));
		const channels = [...new Set(rows.map(({ state }) => state.channel))];
		const found = channels.map((channel) =>
			lookUp(
				rows.filter(({ state }) => state.channel === channel),
				name
			)
		);
		const hits = found.flatMap((each) => (each.found ? each.rows : []));
		const stage = found.find((each) => each.found)?.stage;
		const ambiguous = hits.length ? [] : found.flatMap((each) => (each.found ? [] : each.ambiguous));
		const family = stage === 'exact' || !hits.length ? hits : await this.#withNamesakes(hits);
		return { ...ofType(family, narrow.type), stage, ambiguous };
	}

	/** N3: found by an alias or a form, a thing still brings the namesakes of its name. */
	async #withNamesakes(hits: ShelfRow[]): Promise<ShelfRow[]> {
		const [first] = hits;
		if (!first) return hits;
		const key = exactKey(first.state.name);
		const shelves = await this.tx.shelvesByKeys([key]);
		const own = new Set(hits.map(({ id }) => id));
		const namesakes = shelves
			.map((shelf) => namedRow(shelf, this.now))
			.filter((row): row is ShelfRow => row !== undefined && !own.has(row.id) && this.mayRead(row.state.channel))
			.filter(({ state }) => exactKey(state.name) === key);
		return [...hits, ...byStanding(namesakes, first.state.name)];
	}

	async #byId(id: Id): Promise<Family> {
		const row = namedRow(await this.tx.shelf(id), this.now);
		const rows = row && this.mayRead(row.state.channel) ? [row] : [];
		return { rows, stage: rows.length ? 'exact' : undefined, ambiguous: [], type_missed: false };
	}

	/** Names and types of living entities; those in the Trash are left out (E5). */
	async briefs(ids: Iterable<Id>): Promise<Map<Id, Brief>> {
		const briefs = new Map<Id, Brief>();
		const missing: Id[] = [];
		for (const id of new Set(ids)) {
			const known = this.context.indexes.names.get(id);
			if (known) briefs.set(id, { id, name: known.name, type: known.type });
			else if (!this.context.isReady()) missing.push(id);
		}
		if (missing.length)
			for (const shelf of await this.tx.shelves(missing)) {
				const state = entityOf(shelf);
				if (shelf && isLiving(state)) briefs.set(shelf.id, { id: shelf.id, name: state.name, type: state.type });
			}
		return briefs;
	}

	/** Shelves elsewhere with rows that name any of these. */
	async #linking(rows: readonly ShelfRow[]): Promise<Shelf[]> {
		const own = new Set(rows.map(({ id }) => id));
		const ids = new Set<Id>();
		for (const { id } of rows) for (const linking of await this.tx.linking(id)) if (!own.has(linking)) ids.add(linking);
		const shelves = ids.size ? await this.tx.shelves([...ids]) : [];
		return shelves.filter((shelf): shelf is Shelf => isLiving(entityOf(shelf)));
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
		return [...linked.values()];
	}

	/** Slots of rows; those of rows declared the same are the replay of the union of their claims (N6). */
	async slots(rows: readonly ShelfRow[]): Promise<PlacedSlot[]> {
		const placed = new Map<string, PlacedSlot[]>();
		for (const row of rows)
			for (const { key, slot } of slotsOn(row.shelf)) {
				const group = `${samenessKey(row.state)}\u0000${key}`;
				const list = placed.get(group) ?? [];
				list.push({ row, key, slot, log: row.shelf.rows[slotLocal(key)]?.log ?? [] });
				placed.set(group, list);
			}
		const united: PlacedSlot[] = [];
		for (const list of placed.values()) {
			const [first] = list;
			if (first) united.push(list.length === 1 ? first : await this.#unite(first, list));
		}
		return united;
	}

	async #unite(first: PlacedSlot, list: PlacedSlot[]): Promise<PlacedSlot> {
		const row = await this.journal.replayRow(
			slotLocal(first.key),
			list.flatMap(({ log }) => log)
		);
		return { ...first, slot: (row.state as SlotState | null) ?? first.slot, log: row.log };
	}

	/** Current relations at any of the rows (E1), from memory when it is built, else from the store. */
	async relations(rows: readonly ShelfRow[]): Promise<PlacedEdge[]> {
		const edges: PlacedEdge[] = [];
		for (const row of rows)
			for (const { target, relationKey, edge } of edgesOn(row.shelf))
				if (isCurrent(edge, this.now))
					edges.push({ direction: 'out', other: target, relationKey, edge, at: edge.support[0]?.at ?? 0 });
		return edges.concat(this.context.isReady() ? this.#incomingInMemory(rows) : await this.#incomingStored(rows));
	}

	#incomingInMemory(rows: readonly ShelfRow[]): PlacedEdge[] {
		return rows.flatMap(({ id }) =>
			this.context.indexes.edges
				.in(id)
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
		const family = new Set(rows.map(({ id }) => id));
		const edges: PlacedEdge[] = [];
		const own = rows.map(({ shelf }) => shelf);
		for (const shelf of [...own, ...(await this.#linking(rows))])
			for (const { target, relationKey, edge } of edgesOn(shelf))
				if (family.has(target) && isCurrent(edge, this.now))
					edges.push({ direction: 'in', other: shelf.id, relationKey, edge, at: edge.support[0]?.at ?? 0 });
		return edges;
	}

	/** Near names for a miss (N4): what was ambiguous, else what is like it; five at most. */
	nearNames(name: string, ambiguous: readonly ShelfRow[] = [], exclude?: readonly Id[]) {
		if (ambiguous.length)
			return ambiguous
				.slice(0, 5)
				.map(({ id, state }) => ({ entity_id: id, name: state.name, type: state.type, why: 'ambiguous' }));
		const channels = this.channel === undefined ? {} : { channels: [this.channel] };
		return this.context.indexes.names
			.suggest(name, { limit: 5, ...channels, ...(exclude && { exclude }) })
			.map(({ id, name: near, type, why }) => ({ entity_id: id, name: near, type, why }));
	}

	/** The one row a call is about (N9: never guessed), or the error that says what to do. */
	async only(name: string, narrow: { type?: string | undefined; entity_id?: string | undefined }): Promise<ShelfRow> {
		const family = await this.family(name, narrow);
		return theOnly(name, family, () => this.nearNames(name));
	}
}

function ofType(rows: ShelfRow[], type: string | undefined): Pick<Family, 'rows' | 'type_missed'> {
	if (type === undefined) return { rows, type_missed: false };
	const key = typeKey(type);
	const fitting = rows.filter(({ state }) => state.type !== null && typeKey(state.type) === key);
	return fitting.length ? { rows: fitting, type_missed: false } : { rows, type_missed: rows.length > 0 };
}

/** N9: rename, merge, remove, forget never guess. */
export function theOnly(
	name: string,
	family: Family,
	near: () => { entity_id: Id; name: string; type: string | null; why: string }[]
): ShelfRow {
	const rows = family.type_missed ? [] : family.rows;
	const [row] = rows;
	if (row && rows.length === 1) return row;
	const choices = rows.length ? rows : family.ambiguous;
	if (choices.length)
		throw refuse(
			'ambiguous_name',
			`"${name}" could mean ${String(choices.length)} things.`,
			'Call again with entity_id of the one that is meant.',
			{
				rows: choices.map(({ id, state }) => ({ entity_id: id, name: state.name, type: state.type }))
			}
		);
	throw refuse('not_found', `No entity is named "${name}".`, 'Look at did_you_mean, or search with find_entities.', {
		did_you_mean: near()
	});
}
