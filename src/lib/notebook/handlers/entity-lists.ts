/** Entities and their types as tables, and what lies in the Trash. */
import type { OutputOf } from '../../contract';
import type { Shelf } from '../../domain/model';
import { attributeKey, foldKey, typeKey } from '../../domain/name';
import { isEmpty } from '../../domain/slot';
import { iso } from '../answers';
import type { Call, HandlersOf } from '../context';
import { families, kindred, primaryOf, surplusRows } from '../kindred';
import type { NameEntry } from '../name-index';
import { page } from '../paging';
import { changedAt, entityOf, isMentionedOnly, slotOf, slotsOn, weightOf } from '../shelves';
import { TypeTally } from '../type-tally';

const listTypes: HandlersOf<{ list_types: 0 }>['list_types'] = async (call, args) => {
	await call.context.ready;
	await call.context.indexes.namesSettled();
	const { types, names } = call.context.indexes;
	const { channel_id: channel } = args;
	const rows = channel === undefined ? names.size : names.ids(channel).length;
	return {
		types: (channel === undefined ? types : typesIn(call, channel)).list(families(names, channel)),
		total: rows - surplusRows(names, channel)
	};
};

/** Counted anew: kept are only those of the whole notebook. */
function typesIn(call: Call, channel: string): TypeTally {
	const types = new TypeTally();
	for (const id of call.context.indexes.ids()) {
		const entry = call.context.indexes.names.get(id);
		if (entry?.channel === channel) types.count(entry.type, 1);
	}
	return types;
}

type Listed = OutputOf<'list_entities'>['entities'][number];

/** What a thing has at an attribute, as one text, by any of its rows; null: nothing current. */
function valueText(shelves: readonly (Shelf | undefined)[], key: string): string | null {
	for (const shelf of shelves) {
		const slot = slotOf(shelf, key);
		if (slot && !isEmpty(slot)) return slot.current?.value ?? slot.members.map(({ value }) => value).join(', ');
	}
	return null;
}

/** Values at some attributes, thing by thing; read some hundred things at a time. */
async function valuesOf(
	call: Call,
	ids: readonly string[],
	keys: readonly string[]
): Promise<Map<string, (string | null)[]>> {
	const { names } = call.context.indexes;
	const found = new Map<string, (string | null)[]>();
	for (let at = 0; at < ids.length; at += AT_ONCE) {
		const rows = ids.slice(at, at + AT_ONCE).map((id) => [id, kindred(names, id).map((row) => row.id)] as const);
		const shelves = await call.read((reading) => reading.tx.shelves(rows.flatMap(([, of]) => of)));
		const byId = new Map(shelves.map((shelf) => [shelf?.id, shelf]));
		for (const [id, of] of rows) {
			const own = of.map((row) => byId.get(row));
			found.set(
				id,
				keys.map((key) => valueText(own, key))
			);
		}
	}
	return found;
}

const AT_ONCE = 500;

async function listed(call: Call, ids: string[], attributes: readonly string[] = []): Promise<Listed[]> {
	const shelves = await call.read((reading) => reading.tx.shelves(ids));
	const values = attributes.length ? await valuesOf(call, ids, attributes.map(attributeKey)) : undefined;
	return shelves.flatMap((shelf) => {
		const state = entityOf(shelf);
		if (!shelf || !state) return [];
		return [
			{
				id: shelf.id,
				name: state.name,
				type: state.type,
				description: state.description ?? null,
				channel_id: state.channel,
				fact_count: weightOf(shelf, call.now),
				relation_count: call.context.indexes.edges.degree(shelf.id),
				created_at: iso(state.created),
				updated_at: iso(changedAt(shelf)),
				mentioned_only: isMentionedOnly(shelf, call.now),
				...(values && { values: values.get(shelf.id) ?? [] })
			}
		];
	});
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const listEntities: HandlersOf<{ list_entities: 0 }>['list_entities'] = async (call, args) => {
	await call.context.ready;
	await call.context.indexes.namesSettled();
	if (args.trash) return listTrash(call, args);
	const { names, edges, ids } = call.context.indexes;
	const wanted = args.type === undefined ? undefined : typeKey(args.type);
	const part = args.contains === undefined ? undefined : foldKey(args.contains);
	// One line for each thing: of what is declared the same, the primary's (N6).
	const all = [...ids()]
		.map((id) => names.get(id))
		.filter((entry) => entry !== undefined)
		.filter(({ id, same }) => !same?.length || primaryOf(names, id)?.id === id);
	/** Whether it holds for a thing: for one of its rows. */
	const isSome = (entry: NameEntry, holds: (row: NameEntry) => boolean): boolean =>
		holds(entry) || (!!entry.same?.length && kindred(names, entry.id).some(holds));
	const entries = all.filter(
		(entry) =>
			(args.channel_id === undefined || entry.channel === args.channel_id) &&
			(wanted === undefined || isSome(entry, ({ type }) => type !== null && typeKey(type) === wanted)) &&
			(part === undefined || isSome(entry, ({ name }) => foldKey(name).includes(part)))
	);
	const by: Record<string, (a: (typeof entries)[number], b: (typeof entries)[number]) => number> = {
		updated: (a, b) => b.updated - a.updated,
		created: (a, b) => (a.id < b.id ? 1 : -1),
		name: (a, b) => collator.compare(a.name, b.name),
		facts: (a, b) => call.context.indexes.factCount(b.id) - call.context.indexes.factCount(a.id),
		relations: (a, b) => edges.degree(b.id) - edges.degree(a.id)
	};
	const order = by[args.sort ?? 'updated'];
	entries.sort((a, b) => (order?.(a, b) ?? 0) * (args.descending ? -1 : 1) || (a.id < b.id ? -1 : 1));
	const ordered = entries.map(({ id }) => id);
	return offsetPage(call, args.sort_attribute === undefined ? ordered : await byValue(call, ordered, args), args);
};

/** In the order of their values; those without one last, either way round. */
async function byValue(
	call: Call,
	ids: string[],
	args: { sort_attribute?: string; descending: boolean }
): Promise<string[]> {
	const values = await valuesOf(call, ids, [attributeKey(args.sort_attribute ?? '')]);
	const valueAt = (id: string): string | null => values.get(id)?.[0] ?? null;
	const turn = args.descending ? -1 : 1;
	return ids.toSorted((a, b) => {
		const [one, other] = [valueAt(a), valueAt(b)];
		if (one === null || other === null) return Number(one === null) - Number(other === null);
		return turn * collator.compare(one, other);
	});
}

const listAttributes: HandlersOf<{ list_attributes: 0 }>['list_attributes'] = async (call, args) => {
	await call.context.ready;
	await call.context.indexes.namesSettled();
	const { names, ids } = call.context.indexes;
	const wanted = args.type === undefined ? undefined : typeKey(args.type);
	const found = [...ids()].filter((id) => {
		const entry = names.get(id);
		const isOfType =
			wanted === undefined || (entry?.type !== null && entry !== undefined && typeKey(entry.type) === wanted);
		return isOfType && (args.channel_id === undefined || entry?.channel === args.channel_id);
	});
	const counts = new Map<string, { attribute: string; count: number }>();
	for (let at = 0; at < found.length; at += AT_ONCE)
		for (const shelf of await call.read((reading) => reading.tx.shelves(found.slice(at, at + AT_ONCE))))
			for (const { key, slot } of shelf ? slotsOn(shelf) : [])
				if (!isEmpty(slot)) counts.set(key, { attribute: slot.attribute, count: (counts.get(key)?.count ?? 0) + 1 });
	return { attributes: [...counts.values()].sort((a, b) => b.count - a.count || (a.attribute < b.attribute ? -1 : 1)) };
};

async function listTrash(call: Call, args: { cursor?: string | undefined; limit: number; budget?: number }) {
	const ids: string[] = [];
	await call.context.store.eachShelf((shelves) => {
		for (const shelf of shelves) if (entityOf(shelf)?.removed) ids.push(shelf.id);
	});
	return offsetPage(call, ids, args);
}

/** A table's page: the cursor is the place in the list, since any column may order it. */
async function offsetPage(
	call: Call,
	ids: string[],
	args: { cursor?: string | undefined; limit: number; budget?: number; attributes?: readonly string[] }
) {
	const places = ids.map((id, i) => ({ id, i }));
	const paged = page(
		places,
		{ scope: call.scope, cursor: args.cursor, budget: Infinity, limit: args.limit },
		({ i }) => [i]
	);
	return {
		entities: await listed(
			call,
			paged.items.map(({ id }) => id),
			args.attributes
		),
		total: ids.length,
		...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
	};
}

export const entityLists = { list_entities: listEntities, list_types: listTypes, list_attributes: listAttributes };
