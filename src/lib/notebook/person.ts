/** The person's own entity (N10): one of the default channel that answers to "User", "the user", "me" and "I", whatever type a call gives. */
import { DEFAULT_CHANNEL } from '../domain/model';
import { exactKey, typeKey } from '../domain/name';
import { meansThePerson, PERSON_NAMES } from '../domain/resolve';
import { entitySubject } from '../domain/subject';
import type { ShelfRow } from './shelves';
import type { Writer } from './writer';

const spellings = ({ state }: ShelfRow): string[] => [state.name, ...state.aliases];
/** One that answers to several of the names has been the person before; an import may have brought another of one of them. */
const likelihood = (row: ShelfRow): number =>
	2 * spellings(row).filter(meansThePerson).length +
	(row.state.type !== null && typeKey(row.state.type) === 'person' ? 1 : 0);

export async function personRow(writer: Writer): Promise<ShelfRow | undefined> {
	const rows = new Map<string, ShelfRow>();
	for (const name of PERSON_NAMES)
		for (const row of await writer.rowsNamed(name, DEFAULT_CHANNEL))
			if (spellings(row).some(meansThePerson)) rows.set(row.id, row);
	return [...rows.values()].sort((a, b) => likelihood(b) - likelihood(a) || (a.id < b.id ? -1 : 1))[0];
}

/** Gives a row the names of the person that neither it nor another thing has. */
export async function nameThePerson(writer: Writer, id: string): Promise<void> {
	for (const alias of PERSON_NAMES) {
		const holders = (await writer.rowsNamed(alias, DEFAULT_CHANNEL)).filter((row) =>
			spellings(row).some((each) => exactKey(each) === exactKey(alias))
		);
		if (!holders.length) await writer.claim(entitySubject(id), { verb: 'alias', alias });
	}
}
