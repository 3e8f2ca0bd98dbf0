/** Writing slots through the door: values, sets, conflicts (S3–S8, S12). */
import type { InputOf, OutputOf } from '../../contract';
import type { SlotState } from '../../domain/model';
import { refuse } from '../../domain/result';
import { groupsOfSame } from '../../domain/resolve';
import { isEmpty, sameValue } from '../../domain/slot';
import { defaultConfidence, standingOf } from '../../domain/standing';
import { contenderAnswer, recordAnswer } from '../answers';
import { asksFirst, byline, decides, mayRemove } from '../caller';
import type { Call, HandlersOf, WriteCall } from '../context';
import { asking, NeedsPerson } from '../permits';
import { createdParts, existing, matchParts } from '../receipts';
import type { ShelfRow } from '../shelves';
import {
	dropMember,
	keyOfAttribute,
	openSlot,
	originFor,
	setValue,
	shortValue,
	type SlotArgs,
	type SlotWrite
} from '../slot-writing';
import type { Writer } from '../writer';

export const MAX_MEMBERS = 100;

const slotReceipt = (call: WriteCall, writer: Writer, args: SlotArgs, place: SlotWrite, after: SlotState | null) => ({
	change_id: null,
	ids: [place.row.ref.id],
	...(after?.current && { version: after.current.id }),
	...(place.before?.current && { before: { value: place.before.current.value, version: place.before.current.id } }),
	...(after?.contender && { contender: contenderAnswer(after.contender) }),
	...createdParts(writer),
	...matchParts(call, args.entity, place.row),
	record: recordAnswer(after, { entity: place.row.ref.name, now: writer.now })
});

const factSet: HandlersOf<{ memory_fact_set: 0 }>['memory_fact_set'] = (call, args) =>
	call.write({ channel_id: args.channel_id, named: args.entity, entity_id: args.entity_id }, async (writer) => {
		const place = await openSlot(writer, args);
		const { after, action } = await setValue(writer, place, {
			attribute: args.attribute,
			value: args.value,
			origin: originFor(call, args.origin),
			confidence: args.confidence ?? defaultConfidence(call.caller.who),
			freshness: args.freshness_class,
			source: args.source,
			note: args.note_id,
			expected: args.expected_version,
			asks: asksFirst(call.caller)
		});
		const receipt = slotReceipt(call, writer, args, place, after);
		return { ...receipt, action, ...(action === 'contested' && receipt.record && { current: receipt.record }) };
	});

const setAdd: HandlersOf<{ memory_set_add: 0 }>['memory_set_add'] = (call, args) =>
	call.write({ channel_id: args.channel_id, named: args.entity, entity_id: args.entity_id }, async (writer) => {
		const place = await openSlot(writer, args);
		const before = place.before;
		const known = before?.members.some(({ value }) => sameValue(value, args.member)) ?? false;
		if (before && !known && before.members.length >= MAX_MEMBERS)
			throw refuse(
				'invalid_parameter',
				`"${args.attribute}" of "${place.row.ref.name}" holds ${String(MAX_MEMBERS)} members already.`,
				'Take one out with memory_set_remove first.',
				{ parameter: 'member' }
			);
		await writer.claim(place.subject, {
			verb: 'add',
			entity: place.row.ref,
			attribute: args.attribute,
			value: args.member,
			origin: originFor(call, args.origin),
			confidence: args.confidence ?? defaultConfidence(call.caller.who),
			...(asksFirst(call.caller) && { asks: true as const }),
			...(args.note_id !== undefined && { note: args.note_id })
		});
		const after = await writer.slot(place.row.ref.id, place.key);
		return { ...slotReceipt(call, writer, args, place, after), action: addedAction(before, after, args.member) };
	});

function addedAction(before: SlotState | null, after: SlotState | null, member: string) {
	const holds = (slot: SlotState | null) =>
		(slot?.members.some(({ value }) => sameValue(value, member)) ?? false) ||
		(slot?.current ? sameValue(slot.current.value, member) : false);
	if (!holds(after)) return 'contested' as const;
	if (holds(before)) return 'confirmed' as const;
	return before && !isEmpty(before) ? ('added' as const) : ('inserted' as const);
}

const setRemove: HandlersOf<{ memory_set_remove: 0 }>['memory_set_remove'] = (call, args) =>
	asking(call, args, () =>
		call.write({ channel_id: args.channel_id, named: args.entity, entity_id: args.entity_id }, async (writer) => {
			const key = keyOfAttribute(args.attribute);
			const row = await existing(call, writer, args.entity, args);
			const before = await writer.slot(row.id, key);
			const member = before?.members.find(({ value }) => sameValue(value, args.member));
			if (before?.current)
				throw refuse(
					'invalid_parameter',
					`"${args.attribute}" of "${row.state.name}" holds one value, "${before.current.value}", and no set.`,
					'Use end_fact or retract_fact to empty it, or memory_fact_set to change it.',
					{ parameter: 'attribute' }
				);
			const own = member && [member, ...member.confirmed_by].every(({ who }) => who === call.caller.who);
			const outranked = member && member.standing > standingOf(call.caller.who, undefined, 'agent');
			if (member && !mayRemove(call.caller) && (outranked || !own))
				throw new NeedsPerson(
					`Removing "${member.value}" from ${args.attribute} of "${row.state.name}", which ${byline(member.who)} put there.`
				);
			if (member) await dropMember(writer, row.id, key, member);
			const after = await writer.slot(row.id, key);
			const record = recordAnswer(after, { entity: row.state.name, now: writer.now });
			return {
				change_id: null,
				action: member ? ('removed' as const) : ('unchanged' as const),
				ids: [row.id],
				...(member && { before: { value: member.value, version: member.id } }),
				record: record?.kind === 'set' ? record : null
			};
		})
	);

type ResolveOutput = OutputOf<'memory_fact_resolve'>;

const factResolve: HandlersOf<{ memory_fact_resolve: 0 }>['memory_fact_resolve'] = (call, args) =>
	asking(call, args, () =>
		call.write<ResolveOutput>(
			{ channel_id: args.channel_id, named: args.entity, entity_id: args.entity_id },
			async (writer) => {
				const key = keyOfAttribute(args.attribute);
				const row = await rowWithSlot(call, writer, args, key);
				const before = await writer.slot(row.id, key);
				const rival = before?.contender;
				if (!before || !rival)
					return {
						resolved: false,
						reason: before?.members.length ? ('slot_holds_set' as const) : ('no_contender' as const)
					};
				if (args.expected_contender !== undefined && args.expected_contender !== rival.id)
					return { resolved: false, reason: 'no_contender', contender: contenderAnswer(rival) };
				if (!decides(call.caller)) mayResolve(call, args, before, row.state.name);
				const take = args.keep_both ? 'both' : args.accept ? 'accept' : 'reject';
				await writer.claim(await writer.slotHolding(row.id, key, rival.id), {
					verb: 'resolve',
					contender: rival.id,
					take,
					value: { value: rival.value, ...(rival.adds && { adds: true as const }) }
				});
				const after = await writer.slot(row.id, key);
				return {
					change_id: null,
					resolved: true,
					accepted: take !== 'reject',
					action: take === 'both' ? 'kept_both' : take === 'accept' ? 'accepted' : 'rejected',
					ids: [row.id],
					...(before.current && { before: { value: before.current.value, version: before.current.id } }),
					...(after?.current && { version: after.current.id }),
					current: after ? shortValue(after) || null : null,
					record: recordAnswer(after, { entity: row.state.name, now: writer.now })
				};
			}
		)
	);

/** Of namesakes, the one whose slot is contested. */
async function rowWithSlot(call: Call, writer: Writer, args: SlotArgs, key: string): Promise<ShelfRow> {
	if (args.entity_id !== undefined || args.type !== undefined) return existing(call, writer, args.entity, args);
	const named = await writer.rowsNamed(args.entity);
	const contested: ShelfRow[] = [];
	for (const row of named) if ((await writer.slot(row.id, key))?.contender) contested.push(row);
	const [only] = groupsOfSame(contested).length === 1 ? contested : [];
	return only ?? existing(call, writer, args.entity, args);
}

/** S6: an agent's resolve that would overrule stronger support, or accept a claim of its own session, waits for the person. */
function mayResolve(call: Call, args: InputOf<'memory_fact_resolve'>, slot: SlotState, name: string): void {
	const rival = slot.contender;
	if (!rival) return;
	const place = `${args.attribute} of "${name}"`;
	if ((args.accept || args.keep_both) && rival.session === call.caller.session)
		throw new NeedsPerson(`Accepting your own "${rival.value}" as ${place}.`);
	const loser = args.accept && !args.keep_both ? slot.current : args.accept || args.keep_both ? null : rival;
	if (loser && loser.standing > 1)
		throw new NeedsPerson(`Overruling "${loser.value}" as ${place}, which ${byline(loser.who)} stands for.`);
}

export const slotHandlers = {
	memory_fact_set: factSet,
	memory_set_add: setAdd,
	memory_set_remove: setRemove,
	memory_fact_resolve: factResolve
};
