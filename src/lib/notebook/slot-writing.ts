/** A slot as a write finds it and leaves it: of what is declared the same, that of the whole (N6); what became of a claim, read from the replay (S3–S8). */
import type { ClaimId, Id, Member, Origin, SlotState, SubjectKey } from '../domain/model';
import { attributeKey } from '../domain/name';
import { refuse } from '../domain/result';
import { currentVersion } from '../domain/slot';
import { slotSubject } from '../domain/subject';
import { isPerson } from './caller';
import type { Call } from './context';
import { entityFor } from './receipts';
import type { Writer } from './writer';

export type SlotArgs = {
	entity: string;
	attribute: string;
	type?: string | undefined;
	entity_id?: string | undefined;
	channel_id?: string | undefined;
};

/** N1: an attribute whose key is empty names nothing. */
export function keyOfAttribute(attribute: string): string {
	const key = attributeKey(attribute);
	if (key) return key;
	throw refuse(
		'invalid_parameter',
		`The attribute "${attribute}" has no letter or digit to find it by.`,
		'Give it a name such as "role".',
		{ parameter: 'attribute' }
	);
}

export function originFor(call: Call, given: 'user' | 'action' | 'agent' | undefined): Origin {
	return isPerson(call.caller) ? 'user' : (given ?? 'agent');
}

export const shortValue = (slot: SlotState): string =>
	slot.current?.value ?? slot.members.map(({ value }) => value).join(', ');

export interface SlotWrite {
	row: Awaited<ReturnType<typeof entityFor>>;
	key: string;
	subject: string;
	before: SlotState | null;
}

export async function openSlot(writer: Writer, args: SlotArgs): Promise<SlotWrite> {
	const key = keyOfAttribute(args.attribute);
	const row = await entityFor(writer, args.entity, args, true);
	return { row, key, subject: slotSubject(row.ref.id, key), before: await writer.slot(row.ref.id, key) };
}

export interface ValueClaim {
	attribute: string;
	value: string;
	origin: Origin;
	confidence: number;
	freshness?: 'evergreen' | 'slow' | 'volatile' | undefined;
	source?: string | undefined;
	note?: string | undefined;
	expected?: ClaimId | undefined;
	/** Of an agent that may only propose: a contender, whatever stands there. */
	asks?: boolean;
}

export type SetAction = 'inserted' | 'confirmed' | 'superseded' | 'contested';

/** One `set` claim and what became of it, read from the replay (S3–S7). */
export async function setValue(writer: Writer, place: SlotWrite, claim: ValueClaim) {
	const { before, subject, row } = place;
	if (before?.members.length)
		throw refuse(
			'invalid_parameter',
			`"${claim.attribute}" of "${row.ref.name}" holds a set (${before.members
				.map(({ value }) => `"${value}"`)
				.slice(0, 5)
				.join(', ')}).`,
			'Use memory_set_add to add a member, or memory_set_remove to take one out.',
			{ parameter: 'attribute' }
		);
	const over = claim.expected ?? currentVersion(before);
	const version = await writer.claim(
		subject,
		{
			verb: 'set',
			entity: row.ref,
			attribute: claim.attribute,
			value: claim.value,
			origin: claim.origin,
			confidence: claim.confidence,
			...(claim.freshness && { freshness: claim.freshness }),
			...(claim.source !== undefined && { source: claim.source }),
			...(claim.note !== undefined && { note: claim.note }),
			...(claim.expected !== undefined && { named: true as const }),
			...(claim.asks && { asks: true as const })
		},
		over
	);
	const after = await writer.slot(row.ref.id, place.key);
	return { version, after, action: actionOf(before, after, version) };
}

export function actionOf(before: SlotState | null, after: SlotState | null, version: ClaimId): SetAction {
	if (after?.current?.id === version) return before?.current ? 'superseded' : 'inserted';
	const confirmed =
		after?.current &&
		before?.current?.id === after.current.id &&
		after.current.confirmed_by.some(({ id }) => id === version);
	return confirmed ? 'confirmed' : 'contested';
}

/** Out of every row of the thing that holds it up, so that it does not come back when they part again (N6, S8). */
export async function dropMember(writer: Writer, id: Id, key: string, member: Member): Promise<void> {
	const holding = new Map<SubjectKey, ClaimId[]>();
	for (const add of member.adds) {
		const subject = await writer.slotHolding(id, key, add);
		holding.set(subject, [...(holding.get(subject) ?? []), add]);
	}
	for (const [subject, saw] of holding) await writer.claim(subject, { verb: 'drop', value: member.value, saw });
}
