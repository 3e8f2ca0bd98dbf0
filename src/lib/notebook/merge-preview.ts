/** What a merge would do (N6), told before it is done: nothing is written. */
import type { OutputOf } from '../contract';
import type { Declaration, Id } from '../domain/model';
import { changeOfClaim } from '../domain/replay';
import { isEmpty, sameValue } from '../domain/slot';
import { entityAnswer, iso } from './answers';
import { marksBetween } from './kin';
import type { PlacedEdge, Reading } from './reading';
import { slotsOn, weightOf, type ShelfRow } from './shelves';
import { shortValue } from './slot-writing';

type Preview = OutputOf<'preview_merge'>;
type Value = Preview['values'][number];

const nothing: Preview = {
	found: false,
	same: false,
	marked: null,
	rows: [],
	values: [],
	shared_relations: [],
	between: 0
};

export async function previewMerge(reading: Reading, one: Id, other: Id): Promise<Preview> {
	const [a, b] = [await reading.thing(one), await reading.thing(other)];
	if (!a.length || !b.length || one === other) return nothing;
	const same = a.some(({ id }) => id === other);
	return {
		found: true,
		same,
		marked: same ? null : newestMark(a, b),
		rows: await told(reading, same ? a : [...a, ...b]),
		values: same ? [] : await values(reading, a, b),
		...(same ? { shared_relations: [], between: 0 } : await relations(reading, a, b))
	};
}

async function told(reading: Reading, rows: readonly ShelfRow[]): Promise<Preview['rows']> {
	const list: Preview['rows'] = [];
	for (const row of rows)
		list.push({
			...entityAnswer(row.id, row.state),
			fact_count: weightOf(row.shelf, reading.now),
			relation_count: (await reading.relations([row])).length
		});
	return list;
}

export const declarationAnswer = (low: Id, high: Id, { id, who, at }: Declaration): NonNullable<Preview['marked']> => ({
	declaration: id,
	rows: [low, high],
	by: who,
	at: iso(at),
	change_id: changeOfClaim(id)
});

function newestMark(a: readonly ShelfRow[], b: readonly ShelfRow[]): Preview['marked'] {
	const shelvesOf = (rows: readonly ShelfRow[]) => rows.map(({ shelf }) => shelf);
	const newest = marksBetween(shelvesOf(a), shelvesOf(b)).at(-1);
	return newest ? declarationAnswer(newest.low, newest.high, newest.mark) : null;
}

/** Attributes that both have, as the replay of the union of their claims will have them. */
async function values(reading: Reading, a: readonly ShelfRow[], b: readonly ShelfRow[]): Promise<Value[]> {
	const ids = [...a, ...b].map(({ id }) => id);
	const joined = [...a, ...b].map((row) => ({ ...row, same: ids.filter((id) => id !== row.id) }));
	const list: Value[] = [];
	for (const { key, slot } of await reading.slots(joined)) {
		const each = joined.flatMap((row) =>
			[...slotsOn(row.shelf)]
				.filter((own) => own.key === key && !isEmpty(own.slot))
				.map((own) => ({ entity_id: row.id, value: shortValue(own.slot) }))
		);
		const [first] = each;
		if (!first || each.every(({ entity_id }) => a.some(({ id }) => id === entity_id))) continue;
		if (each.every(({ entity_id }) => b.some(({ id }) => id === entity_id))) continue;
		const alike = each.every(({ value }) => sameValue(value, first.value));
		list.push({
			attribute: slot.attribute,
			outcome: alike ? 'same' : slot.kind === 'set' ? 'united' : 'conflict',
			each,
			value: shortValue(slot)
		});
	}
	return list;
}

async function relations(reading: Reading, a: readonly ShelfRow[], b: readonly ShelfRow[]) {
	const [ours, theirs] = [await reading.relations(a), await reading.relations(b)];
	const own = new Set([...a, ...b].map(({ id }) => id));
	const keyOf = ({ direction, other, relationKey }: PlacedEdge): string => `${direction} ${other} ${relationKey}`;
	const known = new Set(theirs.map(keyOf));
	const both = ours.filter((edge) => known.has(keyOf(edge)));
	const briefs = await reading.briefs(both.map(({ other }) => other));
	return {
		shared_relations: both.flatMap(({ direction, other, edge }) => {
			const brief = briefs.get(other);
			return brief ? [{ relation: edge.relation, direction, entity: brief.name }] : [];
		}),
		between: ours.filter(({ other }) => own.has(other)).length
	};
}
