/** The rows of a thing's page, sorted for reading: whom a fact is about, roles, groups of relations, the names that become links. Pure. */
import type { OutputOf } from '../../contract';
import type { Changed } from '../client';
import type { Named } from '../linkify';

export type ThingPage = OutputOf<'get_dossier'>;
export type Thing = NonNullable<ThingPage['entity']>;
export type Slot = ThingPage['slots'][number];
export type Fact = ThingPage['about'][number];
export type Relation = ThingPage['relations'][number];
export type Version = OutputOf<'memory_history'>['versions'][number];

/** Every thing that the page names, once. */
export function namedIn({ entity, about, mentions, relations }: ThingPage): Named[] {
	const all = new Map<string, Named>();
	for (const fact of [...about, ...mentions])
		for (const { entity_id: id, name } of fact.mentions) all.set(id, { id, name });
	for (const { entity: other } of relations) all.set(other.id, { id: other.id, name: other.name });
	if (entity) all.set(entity.id, { id: entity.id, name: entity.name, aliases: entity.aliases });
	return [...all.values()];
}

/** Rows of a shelf that say what a thing is called, and which others it is: on its shelf, and on the page of whoever it is shown with. */
const NAMING: ReadonlySet<string> = new Set(['e', 'd']);

/**
 * Whether a page tells of a change: of something at its own thing, or of what a thing that it shows is called.
 * @param own all rows that its thing is
 */
export function tellsOf(
	page: ThingPage | null,
	own: ReadonlySet<string>,
	{ shelves, concerns }: Pick<Changed, 'shelves' | 'concerns'>
): boolean {
	const changed = Object.entries(shelves);
	if (concerns.some((id) => own.has(id)) || changed.some(([id]) => own.has(id))) return true;
	if (!page) return false;
	// What lies in the Trash has no place among names and relations: it is read again whatever happens.
	if (page.entity?.removed) return true;
	const shown = new Set(namedIn(page).map(({ id }) => id));
	const faint = new Set(page.relations.flatMap(({ entity }) => (entity.mentioned_only ? [entity.id] : [])));
	return changed.some(([id, rows]) => faint.has(id) || (shown.has(id) && rows.some((row) => NAMING.has(row))));
}

/** Whom a fact is about. */
export const subjectsOf = (fact: Fact): Fact['mentions'] => fact.mentions.filter(({ role }) => role === 'subject');

/** The roles that a thing has in a fact by any of its rows, each once, but for being its subject. */
export const rolesOf = (fact: Fact, own: ReadonlySet<string>): string[] => [
	...new Set(fact.mentions.filter((m) => own.has(m.entity_id) && m.role !== 'subject').map(({ role }) => role))
];

/** Somebody's word that ties a row to the page's own thing. */
export interface Tie {
	declaration: string;
	by: string;
	at: string;
	/** Tied to another row than the page's own: its name. */
	through: string | null;
}

/** Another row that is the same thing (N6), with what ties it. */
export interface Kin {
	row: ThingPage['family']['rows'][number];
	ties: Tie[];
}

/** Each declaration stands at the row that is farther from the page's own: without it that row falls away. */
export function kinOf({ rows, declarations }: ThingPage['family']): Kin[] {
	const [own, ...others] = rows;
	if (!own) return [];
	const order = fromHere(own.id, declarations);
	const nameOf = (id: string | undefined): string | null =>
		id === own.id ? null : (rows.find((row) => row.id === id)?.name ?? null);
	const ties = declarations.map(({ declaration, by, at, rows: two }) => {
		const [near, far] = [...two].sort((a, b) => order.indexOf(a) - order.indexOf(b));
		return { far, tie: { declaration, by, at, through: nameOf(near) } };
	});
	return others.map((row) => ({ row, ties: ties.filter(({ far }) => far === row.id).map(({ tie }) => tie) }));
}

/** Ids in the order in which declarations lead to them. */
function fromHere(start: string, declarations: readonly { rows: string[] }[]): string[] {
	const order = [start];
	for (const id of order)
		for (const { rows } of declarations)
			if (rows.includes(id)) order.push(...rows.filter((other) => !order.includes(other)));
	return order;
}

export interface RelationGroup {
	key: string;
	relation: string;
	direction: 'out' | 'in';
	edges: Relation[];
}

/** Relations by words and direction, in the order given: outgoing first. */
export function groupRelations(relations: readonly Relation[]): RelationGroup[] {
	const groups = new Map<string, RelationGroup>();
	for (const edge of relations) {
		const { relation, direction } = edge;
		const key = `${direction} ${relation}`;
		const group = groups.get(key) ?? { key, relation, direction, edges: [] };
		group.edges.push(edge);
		groups.set(key, group);
	}
	return [...groups.values()].sort((a, b) => Number(a.direction === 'in') - Number(b.direction === 'in'));
}

/** How much a fact counts, in three steps: of the facts about a thing the important come first and the details last. */
export type Weight = 'important' | 'ordinary' | 'detail';

/** What the steps are written down as. */
export const importanceOf: Readonly<Record<Weight, number | null>> = { important: 0.9, ordinary: null, detail: 0.1 };

/** The step of an importance that whoever stated it gave. */
export function weightOf(importance: number | null): Weight {
	if (importance === null) return 'ordinary';
	return importance >= 0.7 ? 'important' : importance <= 0.3 ? 'detail' : 'ordinary';
}
