/** A write asks for one name more than once (which channel, which row, which namesakes): within its transaction the store answers once. */
import type { Shelf } from '../domain/model';
import type { StoreWriter } from '../store/store';

/** The shelves answered are the same each time, as the transaction has them in hand; what is put makes it ask anew. */
export function withLookUpMemo(tx: StoreWriter): StoreWriter {
	const known = new Map<string, Promise<Shelf[]>>();
	return {
		...tx,
		shelvesByKeys(keys) {
			const asked = keys.join('\u0000');
			const answer = known.get(asked) ?? tx.shelvesByKeys(keys);
			known.set(asked, answer);
			return answer;
		},
		putShelves(shelves) {
			known.clear();
			return tx.putShelves(shelves);
		},
		deleteShelf(id) {
			known.clear();
			return tx.deleteShelf(id);
		}
	};
}
