/** S9, computed on reading: a note that the value derives from was corrected or forgotten after it was last confirmed. */
import type { Id, SlotState } from '../domain/model';
import type { StoreReader } from '../store/store';
import { noteOf } from './shelves';

/** Notes a slot's standing values derive from, with when they were last confirmed. */
function derivations(slot: SlotState): Map<Id, number> {
	const notes = new Map<Id, number>();
	for (const version of slot.current ? [slot.current] : slot.members)
		for (const { note } of [version, ...version.confirmed_by])
			if (note !== undefined) notes.set(note, Math.max(notes.get(note) ?? 0, version.last_confirmed));
	return notes;
}

export interface Doubt {
	note: Id;
	reason: string;
}

export async function doubtOf(tx: StoreReader, slot: SlotState): Promise<Doubt | undefined> {
	for (const [note, confirmed] of derivations(slot)) {
		const state = noteOf(await tx.shelf(note));
		if (!state || state.removed) return { note, reason: 'the note it comes from was removed' };
		if (state.updated > confirmed) return { note, reason: 'the note it comes from was corrected since' };
	}
	return undefined;
}

export const reVerifyReason = async (tx: StoreReader, slot: SlotState): Promise<string | undefined> =>
	(await doubtOf(tx, slot))?.reason;
