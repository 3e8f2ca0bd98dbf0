/** The sides of a forked note: texts of it that did not see each other, and wait until one is written that saw them all. */
import type { ClaimId, NoteState, Shelf, Who } from '../domain/model';
import { replay } from '../domain/replay';
import type { StoreReader } from '../store/store';
import { iso } from './answers';
import { JournalView } from './journal-view';

export interface Side {
	version: ClaimId;
	by: Who;
	at: string;
	title: string | null;
	text: string;
}

/** The one that stands now comes first; of a note that is not forked there are none. */
export async function sidesOf(tx: StoreReader, shelf: Shelf, note: NoteState): Promise<Side[]> {
	if (!note.forked) return [];
	const view = new JournalView(tx);
	const claims = await view.claimsOf(shelf.rows.n?.log ?? []);
	const { last } = replay('note', claims);
	return last
		.flatMap((id): Side[] => {
			const entry = claims.find((claim) => claim.id === id)?.entry;
			if (entry?.body.verb !== 'write-note') return [];
			const { title = null, text } = entry.body;
			return [{ version: id, by: entry.who, at: iso(entry.at), title, text }];
		})
		.reverse();
}

/** Texts that begin alike differ further on: they are cut from shortly before that. */
const BEFORE = 40;
const LONGEST_START = 120;

/** Where excerpts of texts that are to be compared begin: at a word, near enough to where they first differ. */
export function excerptStart(texts: readonly string[]): number {
	const [first = '', ...others] = texts;
	let same = 0;
	while (same < first.length && others.every((text) => text[same] === first[same])) same++;
	if (same <= LONGEST_START) return 0;
	const from = first.slice(0, same - BEFORE).search(/\s\S*$/u);
	return from < 0 ? 0 : from + 1;
}
