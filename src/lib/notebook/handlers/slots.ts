/** Slots through the door: the one current value, sets, conflicts, history (S1–S12). */
import type { InputOf, OutputOf } from '../../contract';
import { byline, isPerson } from '../caller';
import { attributeKey } from '../../domain/name';
import type { ClaimId, Id, Member, Origin, SlotState, SubjectKey } from '../../domain/model';
import { refuse } from '../../domain/result';
import { changeOfClaim } from '../../domain/replay';
import { groupsOfSame } from '../../domain/resolve';
import { currentVersion, isEmpty, sameValue } from '../../domain/slot';
import { defaultConfidence, standingOf } from '../../domain/standing';
import { slotLocal, slotSubject } from '../../domain/subject';
import { contenderAnswer, contendersOf, recordAnswer } from '../answers';
import type { Call, HandlersOf, WriteCall } from '../context';
import { slotHistory, type HistoryVersion } from '../history';
import { homeOf } from '../home';
import { page } from '../paging';
import { asking, NeedsPerson } from '../permits';
import { reVerifyReason } from '../re-verify';
import type { PlacedSlot, Reading } from '../reading';
import { createdParts, entityFor, existing, matchParts } from '../receipts';
import { slotOf, slotsOn, type ShelfRow } from '../shelves';
import type { Writer } from '../writer';
import { iso } from '../answers';

export const MAX_MEMBERS = 100;

type SlotArgs = {
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

/** N7: acts on one channel: the one given, else the only one that holds the name, else the caller's home. */
async function rowsForSlot(call: Call, reading: Reading, args: Omit<SlotArgs, 'attribute'>) {
	const family = await reading.family(args.entity, args);
	const rows = family.type_missed ? [] : family.rows;
	const channels = [...new Set(rows.map(({ state }) => state.channel))];
	if (channels.length < 2) return { family, rows };
	const home = await homeOf(reading.tx, call.context, call.caller);
	return { family, rows: rows.filter(({ state }) => state.channel === home) };
}

const factGet: HandlersOf<{ memory_fact_get: 0 }>['memory_fact_get'] = async (call, args) => {
	const key = keyOfAttribute(args.attribute);
	const answer = await call.read(async (reading) => {
		const { rows } = await rowsForSlot(call, reading, args);
		const placed = (await reading.slots(rows)).filter((each) => each.key === key);
		const standing = placed.filter(({ slot }) => !isEmpty(slot) || slot.contender);
		const chosen = choose(rows, standing.length ? standing : placed);
		const [primary] = rows;
		const row = chosen?.row ?? primary;
		const slot = chosen?.slot ?? null;
		const others = standing.filter((each) => each !== chosen && !isEmpty(each.slot));
		const history = args.verbose && chosen ? await slotHistory(reading.journal, chosen.log) : undefined;
		const record = recordAnswer(slot, {
			entity: row?.state.name ?? args.entity,
			now: reading.now,
			re_verify: slot ? await reVerifyReason(reading.tx, slot) : undefined,
			verbose: args.verbose,
			...(history && { chain: chainOf(history, slot) })
		});
		return {
			record,
			contenders: contendersOf(slot),
			...(row && {
				entity_ref: { entity_id: row.id, canonical: row.state.name, type: row.state.type, aliases: row.state.aliases }
			}),
			...(others.length > 0 && {
				other_rows: others.map((each) => ({
					entity_id: each.row.id,
					type: each.row.state.type,
					value: shortValue(each.slot)
				}))
			}),
			own: row
		};
	}, args.channel_id);
	const { own, ...found } = answer;
	const empty = found.record === null || (found.record.kind === 'set' && found.record.members.length === 0);
	if (!empty || found.contenders.length) return found;
	return { ...found, candidates: await leads(call, args, key, own) };
};

const shortValue = (slot: SlotState): string =>
	slot.current?.value ?? slot.members.map(({ value }) => value).join(', ');

/** Namesakes: the one row that has the slot; several: the primary's (the rows come in its order). */
function choose(rows: readonly ShelfRow[], placed: readonly PlacedSlot[]): PlacedSlot | undefined {
	for (const { id } of rows) {
		const found = placed.find(({ row }) => row.id === id);
		if (found) return found;
	}
	return placed[0];
}

const chainOf = (history: HistoryVersion[], slot: SlotState | null) =>
	history
		.filter(({ version }) => version !== slot?.current?.id)
		.map(({ version, value, status, support }) => ({
			version,
			value,
			status,
			by: support.who,
			asserted_at: iso(support.at)
		}))
		.reverse();

/** S11: other attributes of the same entity, latest first, then slots whose attribute or entity is near; five at most; no values. */
async function leads(call: Call, args: SlotArgs, key: string, own: ShelfRow | undefined) {
	const same = own
		? [...slotsOn(own.shelf)]
				.filter((each) => each.key !== key && !isEmpty(each.slot))
				.sort((a, b) => latest(b.slot) - latest(a.slot))
				.map(({ slot }) => ({
					entity: own.state.name,
					attribute: slot.attribute,
					kind: slot.kind,
					why: 'same_entity' as const,
					score: 0.5
				}))
		: [];
	if (same.length >= 5 || !call.context.isReady()) return same.slice(0, 5);
	return [...same, ...(await nearSlots(call, args, key, own))].slice(0, 5);
}

const latest = (slot: SlotState): number =>
	slot.current?.last_confirmed ?? Math.max(0, ...slot.members.map(({ at }) => at));

async function nearSlots(call: Call, args: SlotArgs, key: string, own: ShelfRow | undefined) {
	const near = call.context.indexes.names.suggest(args.entity, { limit: 5, ...(own && { exclude: [own.id] }) });
	return call.read(async (reading) => {
		const shelves = await reading.tx.shelves(near.map(({ id }) => id));
		return near.flatMap(({ name, score, channel }, i) => {
			const slot = reading.mayRead(channel) ? slotOf(shelves[i], key) : null;
			return slot && !isEmpty(slot)
				? [{ entity: name, attribute: slot.attribute, kind: slot.kind, why: 'similar_slot' as const, score }]
				: [];
		});
	}, args.channel_id);
}

interface SlotWrite {
	row: Awaited<ReturnType<typeof entityFor>>;
	key: string;
	subject: string;
	before: SlotState | null;
}

async function openSlot(writer: Writer, args: SlotArgs): Promise<SlotWrite> {
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
			...(claim.expected !== undefined && { named: true as const })
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
			expected: args.expected_version
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
			if (member && !isPerson(call.caller) && (outranked || !own))
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

/** Out of every row of the thing that holds it up, so that it does not come back when they part again (N6, S8). */
export async function dropMember(writer: Writer, id: Id, key: string, member: Member): Promise<void> {
	const holding = new Map<SubjectKey, ClaimId[]>();
	for (const add of member.adds) {
		const subject = await writer.slotHolding(id, key, add);
		holding.set(subject, [...(holding.get(subject) ?? []), add]);
	}
	for (const [subject, saw] of holding) await writer.claim(subject, { verb: 'drop', value: member.value, saw });
}

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
				if (!isPerson(call.caller)) mayResolve(call, args, before, row.state.name);
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

const history: HandlersOf<{ memory_history: 0 }>['memory_history'] = (call, args) =>
	call.read(async (reading) => {
		const { rows } = await rowsForSlot(call, reading, args);
		const key = args.attribute === undefined ? undefined : keyOfAttribute(args.attribute);
		const slots = (await reading.slots(rows)).filter((each) => key === undefined || each.key === key);
		// A slot whose every claim is undone has no state, but it has a history.
		const mute = rows.flatMap((row) =>
			Object.entries(row.shelf.rows)
				.filter(
					([local, each]) => local.startsWith('s:') && !each.state && (key === undefined || local === slotLocal(key))
				)
				.map(([local, each]) => ({ key: local.slice(2), log: each.log }))
		);
		const versions = [];
		for (const place of [...slots, ...mute])
			versions.push(...(await slotHistory(reading.journal, place.log, args.as_of)));
		const sorted = versions.sort((a, b) => a.support.at - b.support.at || (a.version < b.version ? -1 : 1));
		const answers = sorted.map((each) => ({
			version: each.version,
			attribute: each.attribute,
			value: each.value,
			status: each.status,
			by: each.support.who,
			session: each.support.session,
			origin: each.support.origin,
			confidence: each.confidence,
			source: each.support.source ?? null,
			asserted_at: iso(each.support.at),
			change_id: changeOfClaim(each.version),
			...(each.replaced_by !== undefined && { replaced_by: each.replaced_by }),
			...(each.why !== undefined && { why: each.why })
		}));
		const paged = page(answers, { scope: call.scope, cursor: args.cursor, budget: args.budget }, (each) => [
			each.asserted_at,
			each.version
		]);
		return { versions: paged.items, ...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor }) };
	}, args.channel_id);

export const slotHandlers = {
	memory_fact_get: factGet,
	memory_fact_set: factSet,
	memory_set_add: setAdd,
	memory_set_remove: setRemove,
	memory_fact_resolve: factResolve,
	memory_history: history
};
