/** Facts and values as answers, found by documents of the text index. */
import { isCurrent } from '../../domain/fact';
import { factAnswer, valueAnswer, type FactAnswer } from '../answers';
import type { Reading } from '../reading';
import { factOf, namedRow, slotOf, type ShelfRow } from '../shelves';

export interface FoundFact {
	answer: FactAnswer;
	row: ShelfRow;
	document: string;
}

/** In the order of the hits; what has gone meanwhile is left out. */
export async function documentFacts(
	reading: Reading,
	hits: readonly { id: string; kind: string; shelf: string }[]
): Promise<FoundFact[]> {
	const shelves = await reading.tx.shelves([...new Set(hits.map(({ shelf }) => shelf))]);
	const rows = new Map(shelves.map((shelf) => [shelf?.id, namedRow(shelf, reading.now)]));
	return hits.flatMap(({ id, kind, shelf }) => {
		const row = rows.get(shelf);
		if (!row || !reading.mayRead(row.state.channel)) return [];
		const answer = kind === 'fact' ? factOn(reading, row, id) : kind === 'value' ? valueOn(row, id) : undefined;
		return answer ? [{ answer, row, document: id }] : [];
	});
}

function factOn(reading: Reading, row: ShelfRow, id: string): FactAnswer | undefined {
	const fact = factOf(row.shelf, id);
	if (!fact || !isCurrent(fact, reading.now)) return undefined;
	return factAnswer({ id, fact, home: row.id, channel: row.state.channel, is_subject: true, roles: ['subject'] });
}

function valueOn(row: ShelfRow, document: string): FactAnswer | undefined {
	const key = document.slice(row.id.length + 3);
	const slot = slotOf(row.shelf, key);
	return slot ? valueAnswer({ row, key, slot, log: [] }) : undefined;
}
