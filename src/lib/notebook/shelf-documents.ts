/** What of a shelf is found by words: its current facts and values, or its note, as documents of the text index. Pure. */
import { isCurrent } from '../domain/fact';
import type { EntityState, FactState, Id, Shelf, SlotState } from '../domain/model';
import { entityOf, factsOn, isLiving, noteOf, slotsOn } from './shelves';
import type { TextDocument } from './text-index';

export const valueDocument = (entity: Id, key: string): string => `v:${entity}:${key}`;

/** The row on the shelf that a document stands for. */
export const localOfDocument = (document: string, shelf: Id): string =>
	document.startsWith('v:') ? `s:${document.slice(shelf.length + 3)}` : `f:${document}`;

/** "attribute: value"; a set: its members as one line (get_entity). */
export function slotText(slot: SlotState): string | undefined {
	if (slot.members.length) return `${slot.attribute}: ${slot.members.map(({ value }) => value).join(', ')}`;
	return slot.current ? `${slot.attribute}: ${slot.current.value}` : undefined;
}

const factDocument = (shelf: Id, id: Id, fact: FactState, { channel, name }: EntityState): TextDocument => ({
	id,
	kind: 'fact',
	shelf,
	channel,
	text: fact.content,
	names: name,
	at: fact.support[0]?.at ?? 0,
	...(fact.importance !== undefined && { importance: fact.importance })
});

const valueDocumentOf = (
	shelf: Id,
	key: string,
	slot: SlotState,
	text: string,
	{ channel, name }: EntityState
): TextDocument => ({
	id: valueDocument(shelf, key),
	kind: 'value',
	shelf,
	channel,
	text,
	names: name,
	at: slot.current?.at ?? slot.members.at(-1)?.at ?? 0
});

/** All documents of a shelf as things stand. */
export function documentsOn(shelf: Shelf, now: number): TextDocument[] {
	const found: TextDocument[] = [];
	const note = noteOf(shelf);
	if (note && !note.removed)
		found.push({
			id: shelf.id,
			kind: 'note',
			shelf: shelf.id,
			channel: note.channel,
			text: `${note.title ?? ''}\n${note.text}`,
			names: '',
			at: note.updated
		});
	const state = entityOf(shelf);
	if (!isLiving(state)) return found;
	for (const { id, fact } of factsOn(shelf))
		if (isCurrent(fact, now)) found.push(factDocument(shelf.id, id, fact, state));
	for (const { key, slot } of slotsOn(shelf)) {
		const text = slotText(slot);
		if (text !== undefined) found.push(valueDocumentOf(shelf.id, key, slot, text, state));
	}
	return found;
}
