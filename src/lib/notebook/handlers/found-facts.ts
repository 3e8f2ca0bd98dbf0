/** Facts and values as answers, found by documents of the text index. */
import { isCurrent, linkOf } from '../../domain/fact';
import type { Id, SlotState } from '../../domain/model';
import { factAnswer, valueAnswer, type FactAnswer } from '../answers';
import type { Reading } from '../reading';
import { factOf, namedRow, slotOf, type ShelfRow } from '../shelves';

const noLink = { is_subject: false, roles: [] };

export interface FoundFact {
	answer: FactAnswer;
	row: ShelfRow;
	document: string;
}

/**
 * In the order of the hits; what has gone meanwhile is left out.
 * @param family whose part in each fact is told (F1, F2); absent: of the thing that it is at home with.
 */
export async function documentFacts(
	reading: Reading,
	hits: readonly { id: string; kind: string; shelf: string }[],
	family?: ReadonlySet<Id>
): Promise<FoundFact[]> {
	const shelves = await reading.tx.shelves([...new Set(hits.map(({ shelf }) => shelf))]);
	const rows = new Map(shelves.map((shelf) => [shelf?.id, namedRow(shelf, reading.now)]));
	const found = new Map<Id, FoundFact>();
	for (const { id, kind, shelf } of hits) {
		const row = rows.get(shelf);
		if (!row || !reading.mayRead(row.state.channel)) continue;
		const of = family ?? new Set([row.id]);
		const answer =
			kind === 'fact'
				? factOn(reading, row, id, of)
				: kind === 'value'
					? await valueOn(reading, row, id, of)
					: undefined;
		// Two rows of one thing may both lead to the value that it has.
		if (answer && !found.has(answer.id)) found.set(answer.id, { answer, row, document: id });
	}
	return [...found.values()];
}

function factOn(reading: Reading, row: ShelfRow, id: string, family: ReadonlySet<Id>): FactAnswer | undefined {
	const fact = factOf(row.shelf, id);
	if (!fact || !isCurrent(fact, reading.now)) return undefined;
	return factAnswer({ id, fact, home: row.id, channel: row.state.channel, ...(linkOf(fact, family) ?? noLink) });
}

/** The value as it stands: of what is declared the same, that of the whole, which may be another than the row's own (N6). */
async function valueOn(
	reading: Reading,
	row: ShelfRow,
	document: string,
	family: ReadonlySet<Id>
): Promise<FactAnswer | undefined> {
	const key = document.slice(row.id.length + 3);
	const slot = row.same?.length ? await wholeSlot(reading, row, key) : slotOf(row.shelf, key);
	const answer = slot ? valueAnswer({ row, key, slot, log: [] }) : undefined;
	return answer && (family.has(row.id) ? answer : { ...answer, ...noLink });
}

async function wholeSlot(reading: Reading, row: ShelfRow, key: string): Promise<SlotState | undefined> {
	return (await reading.slots(await reading.thing(row.id))).find((placed) => placed.key === key)?.slot;
}
