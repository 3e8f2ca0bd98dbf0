/** The order of a subject's claims (J3), and projection as their replay from empty (J3, J4, J7). Pure. */
import { stepChannel, stepEntity, stepNote } from './entity';
import { stepEdge } from './edge';
import { stepPair } from './family';
import { stepFact } from './fact';
import type { AnyState, Change, ClaimId, EntityState, Entry, Id, Row, SlotState, SubjectKind } from './model';
import { stepSlot, type Trace } from './slot';
import { hlcMs } from './clock';
import { subjectParts } from './subject';

export const claimId = (change: Id, index: number): ClaimId => `${change}.${String(index)}`;
export const changeOfClaim = (claim: ClaimId): Id => claim.slice(0, claim.lastIndexOf('.'));
export const indexOfClaim = (claim: ClaimId): number => Number(claim.slice(claim.lastIndexOf('.') + 1));

/** Claim `index` of a change, stamped; undefined for a husk (J5): it keeps its place in the order but says nothing. */
export function entryOf(change: Change, index: number): Entry | undefined {
	const claim = change.claims[index];
	if (!claim?.body) return undefined;
	return {
		id: claimId(change.id, index),
		change: change.id,
		hlc: change.hlc,
		at: hlcMs(change.hlc),
		who: change.who,
		...(change.via && { via: change.via }),
		session: change.session,
		subject: claim.subject,
		after: claim.after,
		...(claim.over !== undefined && { over: claim.over }),
		body: claim.body
	};
}

/** Where a claim stands: what the order needs, husk or not. */
export interface Placed {
	id: ClaimId;
	hlc: string;
	after: ClaimId[];
	over?: ClaimId;
}

const byStamp = (a: Placed, b: Placed): number =>
	a.hlc < b.hlc ? -1 : a.hlc > b.hlc ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

/**
 * J3: parents first; among those that are free, least (hlc, claim id) first; a claim whose parent is not here counts as free.
 * A ring (only a forged journal has one) is broken at its least claim, so that every claim is placed.
 */
export function orderClaims<T extends Placed>(claims: readonly T[]): T[] {
	const waiting = [...claims].sort(byStamp);
	const here = new Set(waiting.map(({ id }) => id));
	const done = new Set<ClaimId>();
	const ordered: T[] = [];
	while (waiting.length) {
		const free = waiting.findIndex(({ after }) => after.every((parent) => !here.has(parent) || done.has(parent)));
		const [next] = waiting.splice(Math.max(free, 0), 1);
		if (!next) break;
		done.add(next.id);
		ordered.push(next);
	}
	return ordered;
}

/** Claims that nobody has written after. */
export function headsOf(claims: readonly Placed[]): ClaimId[] {
	const parents = new Set(claims.flatMap(({ after }) => after));
	return claims.filter(({ id }) => !parents.has(id)).map(({ id }) => id);
}

/** One claim applied to a projection (F, S, E rules by the kind of the subject). */
export function step(
	kind: SubjectKind,
	state: AnyState | null,
	entry: Entry,
	forked = false,
	trace?: Trace
): AnyState | null {
	switch (kind) {
		case 'entity':
			return stepEntity(state as Parameters<typeof stepEntity>[0], entry);
		case 'fact':
			return stepFact(state as Parameters<typeof stepFact>[0], entry);
		case 'slot':
			return stepSlot(state as Parameters<typeof stepSlot>[0], entry, trace);
		case 'edge':
			return stepEdge(state as Parameters<typeof stepEdge>[0], entry);
		case 'note':
			return stepNote(state as Parameters<typeof stepNote>[0], entry, forked);
		case 'channel':
			return stepChannel(state as Parameters<typeof stepChannel>[0], entry);
		case 'pair':
			return stepPair(state as Parameters<typeof stepPair>[0], entry, subjectParts(entry.subject).local.slice(2));
	}
}

/** A claim as replay takes it: its place, what it says (not for a husk), and whether its change is effective (J4). */
export interface ReplayClaim extends Placed {
	entry?: Entry;
	effective: boolean;
}

/**
 * Projection of one subject, or of the union of several (N6): replay in the order J3, ineffective claims skipped.
 * A claim written over a skipped version counts as written over what that one was written over (J4);
 * a resolve that names a contender not here or undone has no effect (J3).
 * `last`: effective claims that no effective one has seen; more than one of a note are the sides of a fork.
 */
export function replay(
	kind: SubjectKind,
	claims: readonly ReplayClaim[],
	trace?: Trace
): { log: ClaimId[]; heads: ClaimId[]; last: ClaimId[]; state: AnyState | null } {
	const ordered = orderClaims(claims);
	const overOfSkipped = new Map<ClaimId, ClaimId | undefined>();
	/** What a skipped claim had seen: who came after it saw that (J4). */
	const sawOfSkipped = new Map<ClaimId, ClaimId[]>();
	const said = new Set<ClaimId>();
	let state: AnyState | null = null;
	let last: ClaimId[] = [];
	for (const claim of ordered) {
		const saw = claim.after.flatMap((parent) => sawOfSkipped.get(parent) ?? [parent]);
		if (claim.entry && claim.effective) {
			const { body } = claim.entry;
			const forked = last.some((id) => !saw.includes(id));
			const mute = body.verb === 'resolve' && !said.has(body.contender);
			if (!mute) state = step(kind, state, standingOver(claim.entry, overOfSkipped), forked, trace);
			said.add(claim.id);
			last = [...last.filter((id) => !saw.includes(id)), claim.id];
		} else {
			overOfSkipped.set(claim.id, claim.over);
			sawOfSkipped.set(claim.id, saw);
			if (claim.entry) trace?.(claim.id, { status: 'undone' });
		}
	}
	return { log: ordered.map(({ id }) => id), heads: headsOf(ordered), last, state };
}

function standingOver(entry: Entry, skipped: ReadonlyMap<ClaimId, ClaimId | undefined>): Entry {
	let over = entry.over;
	while (over !== undefined && skipped.has(over)) over = skipped.get(over);
	if (over === entry.over) return entry;
	const { over: _over, ...rest } = entry;
	return over === undefined ? rest : { ...rest, over };
}

export const rowHeads = (row: Row | undefined): ClaimId[] => row?.heads ?? row?.log.slice(-1) ?? [];

/** J7: a claim that saw all heads sorts last and is applied to the cache; undefined: replay. */
export function append(kind: SubjectKind, row: Row | undefined, entry: Entry): Row | undefined {
	const heads = rowHeads(row);
	if (!heads.every((head) => entry.after.includes(head))) return undefined;
	if (row?.log.includes(entry.id)) return row;
	const state = row?.state ?? null;
	if (kind === 'slot' && namesAnother(state as SlotState | null, entry)) return undefined;
	const own = kind === 'entity' && (state as EntityState | null)?.ghost ? null : state; // a ghost is not of the row's own claims (J4)
	return { log: [...(row?.log ?? []), entry.id], state: step(kind, own, entry) };
}

/** It names a version that is not the one there: only a replay knows whether that was undone, and what stands for it then (J3, J4). */
function namesAnother(slot: SlotState | null, { over, body }: Entry): boolean {
	if (body.verb === 'resolve') return slot?.contender?.id !== body.contender;
	return over !== undefined && over !== slot?.current?.id;
}

export const rowOf = (replayed: { log: ClaimId[]; heads: ClaimId[]; state: AnyState | null }): Row => {
	const { log, heads, state } = replayed;
	const plain = heads.length === 1 && heads[0] === log.at(-1);
	return { log, ...(!plain && heads.length > 0 && { heads }), state };
};
