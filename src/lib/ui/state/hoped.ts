/** The page of a thing as it will be when what is under way is written. Pure; what is hoped for twice, or is there already, changes nothing. */
import { sameText } from '../same-text';
import type { Fact, Relation, Slot, Thing, ThingPage } from './dossier-rows';
import { weightOf } from './dossier-rows';
import type { Hope } from './hopes.svelte';

type HopeOf<N extends Hope['operation']> = Extract<Hope, { operation: N }>;
type Single = Extract<NonNullable<Slot['record']>, { kind: 'single' }>;
type SetRecord = Extract<NonNullable<Slot['record']>, { kind: 'set' }>;

/** A row that is not written yet: it has no id by which anything could be done to it. */
export const isHoped = (id: string): boolean => id.startsWith('hope:');

/**
 * @param page as it was read
 * @param own all rows that its thing is
 * @param hopes in the order in which they were begun
 */
export function hoped(page: ThingPage, own: ReadonlySet<string>, hopes: readonly Hope[]): ThingPage {
	return hopes.reduce((before, hope) => withHope(before, own, hope), page);
}

function withHope(page: ThingPage, own: ReadonlySet<string>, hope: Hope): ThingPage {
	switch (hope.operation) {
		case 'remember':
			return withFacts(page, hope);
		case 'memory_fact_set':
			return isIt(page, own, hope.args) ? withValue(page, hope) : page;
		case 'memory_set_add':
			return isIt(page, own, hope.args) ? withMember(page, hope) : page;
		case 'memory_set_remove':
			return isIt(page, own, hope.args) ? withoutMember(page, hope) : page;
		case 'end_fact':
		case 'retract_fact':
			return without(page, own, hope);
		case 'replace_fact':
			return withWording(page, hope);
		case 'relate_entities':
			return withRelation(page, own, hope);
		case 'end_relation':
			return withoutRelation(page, own, hope);
		case 'rename_entity':
			return isIt(page, own, hope.args) ? withThing(page, { name: hope.args.new_name }) : page;
		case 'set_entity':
			return isIt(page, own, hope.args) ? withThing(page, described(hope.args)) : page;
		default:
			return page;
	}
}

/** Called by its id, or by a name of the page's thing. */
function isIt(
	page: ThingPage,
	own: ReadonlySet<string>,
	{ entity, entity_id }: { entity?: string | null | undefined; entity_id?: string | null | undefined }
): boolean {
	if (typeof entity_id === 'string') return own.has(entity_id);
	return typeof entity === 'string' && isName(page.entity, entity);
}

const isName = (thing: ThingPage['entity'], name: string): boolean =>
	thing !== null && [thing.name, ...thing.aliases].some((each) => sameText(each, name));

const withThing = (page: ThingPage, change: Partial<Thing>): ThingPage =>
	page.entity ? { ...page, entity: { ...page.entity, ...change } } : page;

function described({ new_type, description, clear }: HopeOf<'set_entity'>['args']): Partial<Thing> {
	return {
		...(typeof new_type === 'string' && { type: new_type }),
		...(typeof description === 'string' && { description }),
		...(clear?.includes('type') && { type: null }),
		...(clear?.includes('description') && { description: null })
	};
}

/* ---- facts ---- */

function withFacts(page: ThingPage, { args, key, at }: HopeOf<'remember'>): ThingPage {
	const isSaid = (content: string): boolean => page.about.some((said) => sameText(said.content, content));
	const facts = Array.isArray(args.facts) ? args.facts : [];
	const fresh = facts.filter(({ entity, content }) => isName(page.entity, entity) && !isSaid(content));
	if (!fresh.length || !page.entity) return page;
	const { id, name, type } = page.entity;
	const made = fresh.map(({ content, importance = null }, i): Fact => ({
		id: `${key}.${String(i)}`,
		content,
		status: 'current',
		mentions: [{ entity_id: id, name, type, role: 'subject' }],
		confidence: 1,
		importance,
		source: null,
		by: 'person',
		created_at: at,
		last_confirmed: at,
		confirmed_by: [],
		valid_from: null,
		valid_until: null,
		note_id: null,
		replaced_by: null,
		version: key,
		change_id: key
	}));
	const important = page.about.filter(({ importance }) => weightOf(importance) === 'important').length;
	const about = [...page.about.slice(0, important), ...made, ...page.about.slice(important)];
	return { ...page, about, totals: { ...page.totals, about: page.totals.about + made.length } };
}

const withWording = (page: ThingPage, { args }: HopeOf<'replace_fact'>): ThingPage => {
	const reworded = (facts: Fact[]) => facts.map((f) => (f.id === args.fact_id ? { ...f, content: args.content } : f));
	return { ...page, about: reworded(page.about), mentions: reworded(page.mentions) };
};

function without(page: ThingPage, own: ReadonlySet<string>, { args }: HopeOf<'end_fact' | 'retract_fact'>): ThingPage {
	if (typeof args.fact_id === 'string') {
		const left = (facts: Fact[]) => facts.filter(({ id }) => id !== args.fact_id);
		const [about, mentions] = [left(page.about), left(page.mentions)];
		const totals = {
			...page.totals,
			about: page.totals.about - (page.about.length - about.length),
			mentions: page.totals.mentions - (page.mentions.length - mentions.length)
		};
		return { ...page, about, mentions, totals };
	}
	if (typeof args.attribute !== 'string' || !isIt(page, own, args)) return page;
	const { attribute } = args;
	return withSlot(page, attribute, (slot) => slot && { ...slot, record: null });
}

/* ---- values ---- */

/** The slot of that attribute as it will be: null takes it away. */
function withSlot(page: ThingPage, attribute: string, change: (slot: Slot | undefined) => Slot | undefined): ThingPage {
	const at = page.slots.findIndex((slot) => sameText(slot.attribute, attribute));
	const next = change(page.slots[at]);
	if (!next) return page;
	return { ...page, slots: at < 0 ? [...page.slots, next] : page.slots.with(at, next) };
}

const emptySlotOf = (page: ThingPage, attribute: string): Slot => ({
	entity_id: page.entity?.id ?? '',
	attribute,
	record: null,
	contenders: [],
	versions: 0
});

function withValue(page: ThingPage, { args, key, at }: HopeOf<'memory_fact_set'>): ThingPage {
	const { attribute } = args;
	const value = String(args.value);
	return withSlot(page, attribute, (slot = emptySlotOf(page, attribute)) => {
		// A list refuses a single value, and where two stand against each other the person chooses.
		if (slot.record?.kind === 'set' || slot.contenders.length > 0) return undefined;
		const { re_verify: _asked, re_verify_reason: _why, ...before } = slot.record ?? ({} as Partial<Single>);
		const record: Single = {
			entity: page.entity?.name ?? '',
			attribute: slot.attribute,
			kind: 'single',
			freshness_class: 'evergreen',
			...before,
			value,
			confidence: 1,
			origin: 'user',
			by: 'person',
			asserted_at: at,
			last_confirmed: at,
			age: 0,
			stale: false,
			version: key
		};
		return { ...slot, record };
	});
}

function withMember(page: ThingPage, { args }: HopeOf<'memory_set_add'>): ThingPage {
	const { attribute } = args;
	const member = String(args.member);
	return withSlot(page, attribute, (slot = emptySlotOf(page, attribute)) => {
		const before = membersOf(slot);
		const isThere = before.members.some((each) => sameText(each, member));
		if (isThere) return undefined;
		const removed = before.removed.filter((each) => !sameText(each, member));
		const record: SetRecord = { ...base(page, slot), members: [...before.members, member], removed };
		return { ...slot, record };
	});
}

function withoutMember(page: ThingPage, { args }: HopeOf<'memory_set_remove'>): ThingPage {
	const gone = String(args.member);
	return withSlot(page, args.attribute, (slot) => {
		if (slot?.record?.kind !== 'set') return undefined;
		const isKept = (each: string): boolean => !sameText(each, gone);
		return { ...slot, record: { ...slot.record, members: slot.record.members.filter(isKept) } };
	});
}

const base = (page: ThingPage, slot: Slot) => ({
	...(slot.record?.kind === 'set' && slot.record),
	kind: 'set' as const,
	entity: page.entity?.name ?? '',
	attribute: slot.attribute
});

/** A single value becomes the first member of a list (S8). */
function membersOf({ record }: Slot): { members: string[]; removed: string[] } {
	if (record?.kind === 'set') return record;
	return { members: record ? [record.value] : [], removed: [] };
}

/* ---- relations ---- */

/** Which way a relation goes from here, and what is at its other end; null: it is of others. */
function seenFrom(
	page: ThingPage,
	own: ReadonlySet<string>,
	args: HopeOf<'relate_entities' | 'end_relation'>['args']
): { direction: 'out' | 'in'; id: string | null | undefined; name: string } | null {
	const { fromEntity, toEntity, from_entity_id, to_entity_id } = args;
	if (isIt(page, own, { entity: fromEntity, entity_id: from_entity_id }))
		return { direction: 'out', id: to_entity_id, name: toEntity };
	if (isIt(page, own, { entity: toEntity, entity_id: to_entity_id }))
		return { direction: 'in', id: from_entity_id, name: fromEntity };
	return null;
}

type Seen = NonNullable<ReturnType<typeof seenFrom>>;

const isEdge = (edge: Relation, { direction, id, name }: Seen, relation: string): boolean =>
	edge.direction === direction &&
	edge.status === 'current' &&
	sameText(edge.relation, relation) &&
	(typeof id !== 'string' ? sameText(edge.entity.name, name) : edge.entity.id === id);

function withRelation(page: ThingPage, own: ReadonlySet<string>, hope: HopeOf<'relate_entities'>): ThingPage {
	const { args, key, at } = hope;
	const seen = seenFrom(page, own, args);
	if (!seen || page.relations.some((edge) => isEdge(edge, seen, args.relation))) return page;
	const edge: Relation = {
		relation: args.relation,
		direction: seen.direction,
		entity: { id: seen.id ?? key, name: seen.name, type: null, mentioned_only: false },
		strength: null,
		confidence: 1,
		context: null,
		by: 'person',
		created_at: at,
		status: 'current',
		change_id: key
	};
	const totals = { ...page.totals, relations: page.totals.relations + 1 };
	return { ...page, relations: [...page.relations, edge], totals };
}

function withoutRelation(page: ThingPage, own: ReadonlySet<string>, { args }: HopeOf<'end_relation'>): ThingPage {
	const seen = seenFrom(page, own, args);
	if (!seen) return page;
	const relations = page.relations.filter((edge) => !isEdge(edge, seen, args.relation));
	const gone = page.relations.length - relations.length;
	return { ...page, relations, totals: { ...page.totals, relations: page.totals.relations - gone } };
}
