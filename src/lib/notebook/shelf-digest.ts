/**
 * What the indexes need of a shelf, and no more: a bulk import waits to be indexed in this form, since its shelves would fill the memory.
 * Pure.
 */
import { isCurrent } from '../domain/fact';
import type { EntityState, Id, Shelf } from '../domain/model';
import { isEmpty } from '../domain/slot';
import type { ShelfEdge } from './adjacency';
import type { NameEntry } from './name-index';
import { documentsOn } from './shelf-documents';
import {
	changedAt,
	edgesOn,
	entityOf,
	factsOn,
	isLiving,
	isMentionedOnly,
	noteOf,
	pairsOn,
	slotsOn,
	weightOf
} from './shelves';
import type { TextDocument } from './text-index';

export interface ShelfDigest {
	id: Id;
	kind: Shelf['kind'];
	/** Of a living entity. */
	entity: LivingDigest | undefined;
	/** It is a note, not in the Trash. */
	note: boolean;
	documents: TextDocument[];
	/** Notes that facts or values here derive from. */
	behind: Id[];
	/** Entities of a greater id that were marked as not the same as this one (N6). */
	marks: Id[];
}

export interface LivingDigest {
	name: NameEntry;
	/** Current ones at home here. */
	facts: number;
	values: number;
	/** Current ones from here. */
	edges: ShelfEdge[];
	/** Something on it may wait for the person. */
	review: boolean;
}

/** @param now ms since epoch: what is current then */
export function digestOf(shelf: Shelf, now: number): ShelfDigest {
	const state = entityOf(shelf);
	const note = noteOf(shelf);
	return {
		id: shelf.id,
		kind: shelf.kind,
		entity: isLiving(state) ? livingDigest(shelf, state, now) : undefined,
		note: note !== null && !note.removed,
		documents: documentsOn(shelf, now),
		behind: [...notesBehind(shelf)],
		marks: [...pairsOn(shelf)].filter(({ marks }) => marks.length).map(({ other }) => other)
	};
}

function livingDigest(shelf: Shelf, state: EntityState, now: number): LivingDigest {
	const { name, type, aliases, channel, created } = state;
	const updated = changedAt(shelf);
	return {
		name: {
			...(shelf.kin?.same.length && { same: shelf.kin.same }),
			id: shelf.id,
			channel,
			name,
			type,
			aliases,
			created,
			updated,
			weight: weightOf(shelf, now),
			...(isMentionedOnly(shelf, now) && { mentioned: true as const })
		},
		facts: countFactsOn(shelf, now),
		values: countValuesOn(shelf),
		edges: currentEdges(shelf, now),
		review: mayNeedReview(shelf)
	};
}

function currentEdges(shelf: Shelf, now: number): ShelfEdge[] {
	const edges: ShelfEdge[] = [];
	for (const { target, relationKey, local, edge } of edgesOn(shelf))
		if (isCurrent(edge, now))
			edges.push({
				target,
				key: local,
				relationKey,
				relation: edge.relation,
				strength: edge.strength,
				confidence: edge.confidence,
				context: edge.contexts[0],
				validFrom: edge.valid_from,
				validUntil: edge.valid_until,
				at: edge.support[0]?.at ?? 0
			});
	return edges;
}

function countFactsOn(shelf: Shelf, now: number): number {
	let count = 0;
	for (const { fact } of factsOn(shelf)) if (isCurrent(fact, now)) count++;
	return count;
}

function countValuesOn(shelf: Shelf): number {
	let count = 0;
	for (const { slot } of slotsOn(shelf)) if (!isEmpty(slot)) count++;
	return count;
}

function* notesBehind(shelf: Shelf): Iterable<Id> {
	for (const { fact } of factsOn(shelf)) for (const { note } of fact.support) if (note !== undefined) yield note;
	for (const { slot } of slotsOn(shelf))
		for (const version of slot.current ? [slot.current] : slot.members)
			if (version.note !== undefined) yield version.note;
}

/** A contender, a value that ages or derives from a note, a restated fact. */
function mayNeedReview(shelf: Shelf): boolean {
	if (shelf.kin?.same.length) return true; // what its rows say together may conflict where none does alone (N6)
	for (const { slot } of slotsOn(shelf)) {
		const derived = [slot.current, ...slot.members].some(
			(version) => version?.note ?? version?.confirmed_by.some(({ note }) => note)
		);
		if (slot.contender || slot.freshness !== 'evergreen' || derived) return true;
	}
	for (const { fact } of factsOn(shelf)) if (fact.restated) return true;
	return false;
}
