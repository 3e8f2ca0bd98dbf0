/**
 * What a foreign file would do to the notebook, before a word of it is written. Inside the file, names match by spelling;
 * against the notebook by the row spelled so, else as a write (N8). Repeats unite; an absent end of a relation is only mentioned.
 */
import type { ImportEntity, ImportItem, ImportObservation, ImportRefusal, ImportRelation } from '../domain/import-item';
import { SUBJECT_ROLE } from '../domain/fact';
import type { Change, FactState, Id, Shelf } from '../domain/model';
import { exactKey, foldKey, relationKey, sameButForForm, textKey, typeKey } from '../domain/name';
import { pickForWriting, queryKeys } from '../domain/resolve';
import { factsOn, namedRow, type ShelfRow } from './shelves';

export interface PlannedEntity {
	name: string;
	type: string | null;
	line: number;
	description?: string;
	/** ms since epoch */
	created?: number;
	/** By text key, so that repeats unite. */
	observations: Map<string, ImportObservation>;
	relations: PlannedRelation[];
	/** Number of the other end and relation key of each, so that repeats are found at once. */
	related: Set<string>;
	/** Its place among the planned. */
	number: number;
	/** Only an end of a relation. */
	mentioned: boolean;
	/** The row it is united with. */
	row?: ShelfRow;
	/** Its id: of the row, or made for it when the import runs. */
	id?: Id;
}

export interface PlannedRelation {
	to: PlannedEntity;
	relation: string;
	key: string;
	strength?: number;
	confidence?: number;
	context?: string;
	at?: number;
}

export interface Plan {
	entities: PlannedEntity[];
	changes: Change[];
	refused: ImportRefusal[];
	refusedTotal: number;
	dropped: Map<string, number>;
	ignored: Map<string, number>;
	united: number;
	repeatedObservations: number;
	repeatedRelations: number;
	lines: number;
}

const MOST_REFUSED = 100;

/** Gathers the items of a file. Nothing is looked up in the notebook yet. */
export function createPlanner() {
	const byPlace = new Map<string, PlannedEntity>();
	const bySpelling = new Map<string, PlannedEntity[]>();
	const relations: ImportRelation[] = [];
	const plan: Plan = {
		entities: [],
		changes: [],
		refused: [],
		refusedTotal: 0,
		dropped: new Map(),
		ignored: new Map(),
		united: 0,
		repeatedObservations: 0,
		repeatedRelations: 0,
		lines: 0
	};
	const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
	const refuse = (line: number, reason: string, excerpt: string) => {
		plan.refusedTotal++;
		if (plan.refused.length < MOST_REFUSED) plan.refused.push({ kind: 'refused', line, reason, excerpt });
	};

	function planned(name: string, type: string | null, line: number, mentioned: boolean): PlannedEntity {
		const entity: PlannedEntity = {
			name,
			type,
			line,
			observations: new Map(),
			relations: [],
			related: new Set(),
			number: plan.entities.length,
			mentioned
		};
		plan.entities.push(entity);
		byPlace.set(placeOf(name, type), entity);
		const spelling = name.normalize('NFC');
		const list = bySpelling.get(spelling);
		if (list) list.push(entity);
		else bySpelling.set(spelling, [entity]);
		return entity;
	}

	function addEntity(item: ImportEntity): void {
		const known = byPlace.get(placeOf(item.name, item.type));
		if (known) plan.united++;
		const entity = known ?? planned(item.name, item.type, item.line, false);
		if (item.description !== undefined) entity.description ??= item.description;
		const created = item.created === undefined ? undefined : Date.parse(item.created);
		if (created !== undefined && (entity.created === undefined || created < entity.created)) entity.created = created;
		for (const observation of item.observations) addObservation(entity, observation);
	}

	function addObservation(entity: PlannedEntity, observation: ImportObservation): void {
		const key = textKey(observation.text);
		if (!key) return;
		if (entity.observations.has(key)) plan.repeatedObservations++;
		else entity.observations.set(key, observation);
	}

	function add(item: ImportItem): void {
		plan.lines = Math.max(plan.lines, item.kind === 'change' ? plan.lines : item.line);
		switch (item.kind) {
			case 'entity':
				if (!exactKey(item.name)) {
					refuse(item.line, 'its name holds nothing to find it by', item.name);
					break;
				}
				item.dropped.forEach((field) => count(plan.dropped, field));
				addEntity(item);
				break;
			case 'relation':
				item.dropped.forEach((field) => count(plan.dropped, field));
				relations.push(item);
				break;
			case 'change':
				plan.changes.push(item.change);
				break;
			case 'refused':
				refuse(item.line, item.reason, item.excerpt);
				break;
			case 'ignored':
				count(plan.ignored, item.what);
		}
	}

	/** Relations are placed when the whole file has been read: they may come before what they name. */
	function finish(): Plan {
		const ends = createEnds(plan, bySpelling, planned);
		for (const item of relations) {
			const key = relationKey(item.relation);
			if (!key)
				refuse(item.line, `its relation "${item.relation}" has no letter or digit`, `${item.from} → ${item.to}`);
			else placeRelation(item, key, ends);
		}
		return plan;
	}

	function placeRelation(item: ImportRelation, key: string, ends: ReturnType<typeof createEnds>): void {
		if (!exactKey(item.from) || !exactKey(item.to)) {
			refuse(item.line, 'one of its ends holds nothing to find it by', `${item.from} → ${item.to}`);
			return;
		}
		const from = ends(item.from, item.fromType, item.line);
		const to = ends(item.to, item.toType, item.line);
		if (from === to) {
			refuse(item.line, 'a thing has no relation to itself', `${item.from} → ${item.relation} → ${item.to}`);
			return;
		}
		const place = `${String(to.number)} ${key}`;
		if (from.related.has(place)) {
			plan.repeatedRelations++;
			return;
		}
		from.related.add(place);
		from.relations.push({
			to,
			relation: item.relation,
			key,
			...(item.strength !== undefined && { strength: item.strength }),
			...(item.confidence !== undefined && { confidence: item.confidence }),
			...(item.context !== undefined && { context: item.context }),
			...(item.created !== undefined && { at: Date.parse(item.created) })
		});
	}

	return { add, finish };
}

const placeOf = (name: string, type: string | null): string =>
	`${name.normalize('NFC')}\u0000${type === null ? '' : typeKey(type)}`;

/** An end of a relation: the thing spelled so in the file, else the only one of that exact key or form, else one that is only mentioned. */
function createEnds(
	plan: Plan,
	bySpelling: ReadonlyMap<string, PlannedEntity[]>,
	make: (name: string, type: string | null, line: number, mentioned: boolean) => PlannedEntity
) {
	const byFold = new Map<string, PlannedEntity[]>();
	const described = [...plan.entities];
	for (const entity of described) {
		const fold = foldKey(entity.name);
		const list = byFold.get(fold);
		if (list) list.push(entity);
		else byFold.set(fold, [entity]);
	}
	return (name: string, type: string | undefined, line: number): PlannedEntity => {
		const spelled = bySpelling.get(name.normalize('NFC'));
		const typed =
			type === undefined
				? undefined
				: spelled?.find((each) => each.type !== null && typeKey(each.type) === typeKey(type));
		const hit = typed ?? spelled?.[0];
		if (hit) return hit;
		const near = (byFold.get(foldKey(name)) ?? []).filter((each) => sameButForForm(each.name, name));
		const exact = near.filter((each) => exactKey(each.name) === exactKey(name));
		const [only] = exact.length ? exact : near;
		if (only && (exact.length ? exact : near).length === 1) return only;
		return make(name, type ?? null, line, true);
	};
}

/**
 * Finds the rows of the notebook that planned things are united with. A row spelled so is taken first; what would be joined to a row
 * that another spelling of the same file has taken stays apart (N8).
 * @param shelvesFor living shelves of the channel that share a look-up key with a name
 */
export function matchRows(plan: Plan, shelvesFor: (keys: readonly string[]) => Shelf[], now: number): void {
	const taken = new Set<Id>();
	const candidates = (name: string): ShelfRow[] =>
		shelvesFor(queryKeys(name))
			.map((shelf) => namedRow(shelf, now))
			.filter((row) => row !== undefined);
	const waiting: { entity: PlannedEntity; rows: ShelfRow[] }[] = [];
	for (const entity of plan.entities) {
		const rows = candidates(entity.name);
		if (!rows.length) continue;
		const spelled = rows.filter(({ state }) => state.name.normalize('NFC') === entity.name.normalize('NFC'));
		const row = ofType(spelled, entity.type, taken);
		if (row) take(entity, row, taken);
		else waiting.push({ entity, rows });
	}
	for (const { entity, rows } of waiting) {
		const pick = pickForWriting(
			rows.filter(({ id }) => !taken.has(id)),
			entity.name,
			entity.type
		);
		if ('row' in pick) take(entity, pick.row, taken);
	}
}

function take(entity: PlannedEntity, row: ShelfRow, taken: Set<Id>): void {
	entity.row = row;
	entity.id = row.id;
	taken.add(row.id);
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

/** Facts about a row by text key, current or not: what was ended or called wrong is not brought back by a file. */
export function factsByText(row: ShelfRow): Map<string, { id: Id; fact: FactState }> {
	const texts = new Map<string, { id: Id; fact: FactState }>();
	for (const each of factsOn(row.shelf)) {
		const about = each.fact.mentions.some(({ id, role }) => id === row.id && role === SUBJECT_ROLE);
		const key = textKey(each.fact.content);
		if (about && (each.fact.status === 'current' || !texts.has(key))) texts.set(key, each);
	}
	return texts;
}
