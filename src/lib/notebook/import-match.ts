/** Which rows of the notebook the things of a file are (N8), and what they know already. */
import { SUBJECT_ROLE } from '../domain/fact';
import type { EdgeState, FactState, Id, Shelf, SlotState } from '../domain/model';
import { exactKey, textKey, typeKey } from '../domain/name';
import { pickForWriting, queryKeys } from '../domain/resolve';
import type { Plan, PlannedEntity } from './planned';
import { edgeOf, factsOn, namedRow, slotOf, type ShelfRow } from './shelves';

/** Living shelves of the channel. */
export interface Rows {
	/** Those that share a look-up key with a name. */
	under(keys: readonly string[]): Shelf[];
	byId(id: Id): Shelf | undefined;
}

/**
 * Finds the rows of the notebook that planned things are united with: the row that an export of this app names, then a row spelled so;
 * what would be joined to a row that another spelling of the same file has taken stays apart (N8).
 */
export function matchRows(plan: Plan, rows: Rows, now: number): void {
	const taken = new Set<Id>();
	const take = (entity: PlannedEntity, row: ShelfRow, by: PlannedEntity['matchedBy']) => {
		entity.row = row;
		entity.id = row.id;
		if (by) entity.matchedBy = by;
		entity.kin = (row.same ?? []).flatMap((id) => rows.byId(id) ?? []);
		taken.add(row.id);
	};
	for (const entity of plan.entities) {
		const row = entity.told === undefined ? undefined : namedRow(rows.byId(entity.told), now);
		if (row && !taken.has(row.id)) take(entity, row, 'id');
	}
	const waiting: { entity: PlannedEntity; candidates: ShelfRow[] }[] = [];
	for (const entity of plan.entities) {
		if (entity.row) continue;
		const candidates = rows
			.under(queryKeys(entity.name))
			.map((shelf) => namedRow(shelf, now))
			.filter((row) => row !== undefined);
		if (!candidates.length) continue;
		const spelled = candidates.filter(({ state }) => state.name.normalize('NFC') === entity.name.normalize('NFC'));
		const row = ofType(spelled, entity.type, taken);
		if (row) take(entity, row, 'exact');
		else waiting.push({ entity, candidates });
	}
	for (const { entity, candidates } of waiting) {
		const free = candidates.filter(({ id }) => !taken.has(id));
		const pick = pickForWriting(free, entity.name, entity.type);
		if ('row' in pick) take(entity, pick.row, pick.matched_by);
		else if ('ambiguous' in pick) entity.ambiguous = pick.ambiguous;
	}
	matchAliases(plan, rows);
}

/** Aliases that are new and nobody else's; of a thing that the file calls otherwise than its row, also that name. */
function matchAliases(plan: Plan, rows: Rows): void {
	const wanted = plan.entities.filter(({ aliases, matchedBy }) => aliases.length || matchedBy === 'id');
	if (!wanted.length) return;
	const owners = new Map<string, PlannedEntity>();
	for (const entity of plan.entities) owners.set(exactKey(entity.name), entity);
	for (const entity of wanted) {
		const { state, id } = entity.row ?? {};
		const known = new Set(state ? [state.name, ...state.aliases].map(exactKey) : []);
		const own = new Set([id, ...(entity.kin ?? []).map((shelf) => shelf.id)]);
		const isFree = (alias: string): boolean => {
			const key = exactKey(alias);
			const owner = owners.get(key);
			const isTaken = rows.under([key]).some((shelf) => !own.has(shelf.id) && shelf.keys.includes(key));
			if (known.has(key) || isTaken || (owner && owner !== entity)) return false;
			owners.set(key, entity);
			return true;
		};
		const renamed = state && !known.has(exactKey(entity.name)) ? [entity.name] : [];
		entity.newAliases = [...renamed, ...entity.aliases].filter(isFree);
	}
}

/** What was found is found anew: the notebook may have changed since. */
export function forgetMatches(plan: Plan): void {
	for (const entity of plan.entities) {
		delete entity.row;
		delete entity.id;
		delete entity.kin;
		delete entity.matchedBy;
		delete entity.ambiguous;
		delete entity.newAliases;
	}
}

function ofType(rows: readonly ShelfRow[], type: string | null, taken: ReadonlySet<Id>): ShelfRow | undefined {
	const free = rows.filter(({ id }) => !taken.has(id));
	if (type === null) return free.sort((a, b) => b.weight - a.weight)[0];
	const key = typeKey(type);
	return (
		free.find(({ state }) => state.type !== null && typeKey(state.type) === key) ??
		free.find(({ state }) => state.type === null)
	);
}

/** The shelves on which what is known of a thing lies, its own row's first. */
export const shelvesOf = ({ row, kin = [] }: PlannedEntity): Shelf[] => (row ? [row.shelf, ...kin] : []);

/** Facts about a thing by text key, current or not: what was ended or called wrong is not brought back by a file. */
export function factsByText(entity: PlannedEntity): Map<string, { id: Id; fact: FactState; isOwn: boolean }> {
	const texts = new Map<string, { id: Id; fact: FactState; isOwn: boolean }>();
	for (const shelf of shelvesOf(entity))
		for (const { id, fact } of factsOn(shelf)) {
			const about = fact.mentions.some((each) => each.id === shelf.id && each.role === SUBJECT_ROLE);
			const key = textKey(fact.content);
			const known = texts.get(key);
			if (about && (!known || (fact.status === 'current' && known.fact.status !== 'current')))
				texts.set(key, { id, fact, isOwn: shelf === entity.row?.shelf });
		}
	return texts;
}

/** A relation between two things, whichever of their rows hold it. */
export function edgeBetween(from: PlannedEntity, to: PlannedEntity, key: string): EdgeState | null {
	for (const shelf of shelvesOf(from))
		for (const target of shelvesOf(to)) {
			const edge = edgeOf(shelf, target.id, key);
			if (edge) return edge;
		}
	return null;
}

/**
 * The members that a file would bring to a slot. A file says nothing twice and takes nothing back: not what stands there or waits to be
 * settled, nor what was replaced, removed or called wrong. Where one value stands, one of a file's several is proposed at a time (S5).
 */
export function newMembers(entity: PlannedEntity, key: string): string[] {
	const members = entity.values.get(key)?.members ?? new Map<string, string>();
	const slots = shelvesOf(entity).flatMap((shelf) => slotOf(shelf, key) ?? []);
	const known = new Set(slots.flatMap(keysKnown));
	const waits = slots.some(
		({ contender }) => contender && (members.has(textKey(contender.value)) || contender.standing > 1)
	);
	const fresh = [...members].filter(([text]) => !known.has(text)).map(([, value]) => value);
	if (waits) return [];
	return slots.some(({ current }) => current) ? fresh.slice(0, 1) : fresh;
}

function keysKnown(slot: SlotState): string[] {
	const standing = [slot.current, slot.contender, ...slot.members, ...slot.removed];
	return [...standing.flatMap((each) => (each ? [textKey(each.value)] : [])), ...slot.held, ...slot.wrong];
}
