/** Reading slots through the door: the one current value, what leads to it where there is none, its history (S2, S10–S11). */
import type { SlotState } from '../../domain/model';
import { changeOfClaim } from '../../domain/replay';
import { isEmpty } from '../../domain/slot';
import { slotLocal } from '../../domain/subject';
import { contendersOf, iso, recordAnswer } from '../answers';
import type { Call, HandlersOf } from '../context';
import { slotHistory, type HistoryVersion } from '../history';
import { homeOf } from '../home';
import { page } from '../paging';
import { reVerifyReason } from '../re-verify';
import type { PlacedSlot, Reading } from '../reading';
import { slotOf, slotsOn, type ShelfRow } from '../shelves';
import { keyOfAttribute, shortValue, type SlotArgs } from '../slot-writing';

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

export const slotReads = { memory_fact_get: factGet, memory_history: history };
