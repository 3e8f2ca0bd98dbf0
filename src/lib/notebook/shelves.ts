/** Reading and keeping shelves: typed access to their rows, and what is derived from them (look-up keys, links). */
import { edgeLocal, edgeParts, factLocal, localKind, pairLocal, slotLocal } from '../domain/subject';
import type {
	AnyState,
	EdgeState,
	EntityState,
	FactState,
	Id,
	NoteState,
	PairState,
	Shelf,
	SlotState
} from '../domain/model';
import { isCurrent, SUBJECT_ROLE } from '../domain/fact';
import { keysOf, type NamedRow } from '../domain/resolve';
import { isEmpty } from '../domain/slot';

export const newShelf = (id: Id, kind: Shelf['kind']): Shelf => ({ id, kind, keys: [], links: [], rows: {} });

const stateAt = (shelf: Shelf | undefined, local: string) => shelf?.rows[local]?.state ?? null;

// A row's kind follows from its key: these are the boundary where stored data get their type back.
export const entityOf = (shelf: Shelf | undefined): EntityState | null => stateAt(shelf, 'e') as EntityState | null;
export const noteOf = (shelf: Shelf | undefined): NoteState | null => stateAt(shelf, 'n') as NoteState | null;
export const slotOf = (shelf: Shelf | undefined, attributeKey: string): SlotState | null =>
	stateAt(shelf, slotLocal(attributeKey)) as SlotState | null;
export const factOf = (shelf: Shelf | undefined, fact: Id): FactState | null =>
	stateAt(shelf, factLocal(fact)) as FactState | null;
export const edgeOf = (shelf: Shelf | undefined, target: Id, relationKey: string): EdgeState | null =>
	stateAt(shelf, edgeLocal(target, relationKey)) as EdgeState | null;

/** What stands at the pair of this entity and that one of a greater id. */
export const pairAt = (shelf: Shelf | undefined, high: Id): PairState | null =>
	stateAt(shelf, pairLocal(high)) as PairState | null;

/** What stands at pairs of this entity and one of a greater id. */
export function* pairsOn(shelf: Shelf | undefined): Iterable<PairState> {
	for (const local in shelf?.rows ?? {})
		if (local.startsWith('d:')) {
			const state = stateAt(shelf, local) as PairState | null;
			if (state) yield state;
		}
}

export const isLiving = (state: EntityState | null): state is EntityState => state !== null && !state.removed;

export function* factsOn(shelf: Shelf): Iterable<{ id: Id; fact: FactState; version: string }> {
	for (const local in shelf.rows)
		if (local.startsWith('f:')) {
			const fact = stateAt(shelf, local) as FactState | null;
			if (fact) yield { id: local.slice(2), fact, version: fact.support[0]?.id ?? '' };
		}
}

export function* slotsOn(shelf: Shelf): Iterable<{ key: string; slot: SlotState }> {
	for (const local in shelf.rows)
		if (local.startsWith('s:')) {
			const slot = stateAt(shelf, local) as SlotState | null;
			if (slot) yield { key: local.slice(2), slot };
		}
}

export function* edgesOn(shelf: Shelf): Iterable<{ target: Id; relationKey: string; local: string; edge: EdgeState }> {
	for (const local in shelf.rows)
		if (local.startsWith('r:')) {
			const edge = stateAt(shelf, local) as EdgeState | null;
			if (edge) yield { ...edgeParts(local), local, edge };
		}
}

/** N3: current facts as subject plus current values. */
export function weightOf(shelf: Shelf, now: number): number {
	let weight = 0;
	for (const { fact } of factsOn(shelf))
		if (isCurrent(fact, now) && fact.mentions.some(({ id, role }) => id === shelf.id && role === SUBJECT_ROLE))
			weight++;
	for (const { slot } of slotsOn(shelf)) if (!isEmpty(slot)) weight++;
	return weight;
}

/** When something that stands was last said of it, or by it of others: of its name, a fact, a value, a contender, a relation (ms since epoch). */
export function changedAt(shelf: Shelf): number {
	let at = entityOf(shelf)?.updated ?? 0;
	const see = (time: number | undefined): void => {
		if (time !== undefined && time > at) at = time;
	};
	for (const { fact } of factsOn(shelf)) see(fact.support.at(-1)?.at);
	for (const { edge } of edgesOn(shelf)) see(edge.support.at(-1)?.at);
	for (const { slot } of slotsOn(shelf)) {
		see(slot.contender?.at);
		see(slot.current?.last_confirmed);
		for (const member of slot.members) see(member.at);
	}
	return at;
}

export interface ShelfRow extends NamedRow {
	state: EntityState;
	shelf: Shelf;
}

/** A living entity's shelf as look-up needs it; undefined when it does not live. */
export function namedRow(shelf: Shelf | undefined, now: number): ShelfRow | undefined {
	const state = entityOf(shelf);
	return shelf && isLiving(state)
		? { id: shelf.id, state, weight: weightOf(shelf, now), same: shelf.kin?.same ?? [], shelf }
		: undefined;
}

/** E2: mentioned only until something is known of it. */
export const isMentionedOnly = (shelf: Shelf, now: number): boolean =>
	entityOf(shelf)?.mentioned === true && weightOf(shelf, now) === 0;

/**
 * J3: a fact stays replaced while the one that replaced it is there. Undone or forgotten, that one gives the old one back, and takes it
 * again when it returns. Of a fact at home elsewhere the shelf does not know: it is taken to be there.
 * @returns the rows whose standing changed.
 */
export function settleReplaced(shelf: Shelf): string[] {
	const changed: string[] = [];
	for (const local in shelf.rows) {
		const row = shelf.rows[local];
		if (!row?.state || !('replaced_by' in row.state)) continue;
		const { state } = row;
		if (state.status !== 'superseded' && state.status !== 'current') continue; // ended otherwise since
		const status = shelf.rows[factLocal(row.state.replaced_by)]?.state === null ? 'current' : 'superseded';
		if (status === state.status) continue;
		shelf.rows[local] = { ...row, state: { ...state, status } };
		changed.push(local);
	}
	return changed;
}

/** Shows every entity that what stands at a row names; also its own, where that is said. */
export function seeNamed(local: string, state: AnyState | null, see: (id: Id) => void): void {
	if (!state) return;
	switch (localKind(local)) {
		case 'fact':
			for (const { id } of (state as FactState).mentions) see(id);
			break;
		case 'edge':
			see((state as EdgeState).target);
			break;
		case 'note':
			for (const id of (state as NoteState).mentions) see(id);
			break;
		default:
	}
}

/** Keys and links anew from the rows (N2; links: every other entity a standing claim names, J4). */
export function refreshShelf(shelf: Shelf): Shelf {
	const links = new Set<Id>();
	for (const local in shelf.rows) seeNamed(local, stateAt(shelf, local), (id) => links.add(id));
	links.delete(shelf.id);
	return { ...shelf, keys: shelf.kind === 'entity' ? keysOf(entityOf(shelf)) : [], links: [...links] };
}
