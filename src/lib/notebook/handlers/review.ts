/** What waits for the person: conflicts, values to verify or gone stale, wrong things said again (S5, S9, S10, S7, F6), forked notes. */
import { reviewKinds } from '../../contract/review';
import type { OutputOf } from '../../contract';
import { freshnessOf } from '../../domain/freshness';
import { isCurrent } from '../../domain/fact';
import { textKey } from '../../domain/name';
import { changeOfClaim } from '../../domain/replay';
import { byStanding } from '../../domain/resolve';
import type { EntityState, Shelf, SlotState, Version } from '../../domain/model';
import { contenderAnswer, iso, leadingVersion } from '../answers';
import { isPerson } from '../caller';
import type { Call, HandlersOf } from '../context';
import { cutText } from '../gist';
import { excerptStart, sidesOf } from '../note-sides';
import type { LikelyPair } from '../duplicates';
import { compareKeys, page, type SortKey } from '../paging';
import { requestsIn } from '../permits';
import type { PlacedSlot, Reading } from '../reading';
import { doubtOf } from '../re-verify';
import { asideNow, setAside } from '../set-aside';
import { entityOf, factsOn, isLiving, namedRow, noteOf, slotsOn } from '../shelves';

import { requestAnswer } from './agents';
import { duplicateItems, duplicatesWaiting, likelihood, type DuplicateItem } from './review-duplicates';

export type ReviewItem = OutputOf<'list_review'>['items'][number];
type Kind = ReviewItem['kind'];

const standingOf = (version: Version) => ({
	value: version.value,
	version: version.id,
	confidence: version.confidence,
	origin: version.origin,
	by: version.who,
	asserted_at: iso(version.at),
	last_confirmed: iso(version.last_confirmed)
});

async function slotItems(
	reading: Reading,
	shelf: Shelf,
	state: EntityState,
	key: string,
	slot: SlotState
): Promise<Waiting[]> {
	const place = {
		channel_id: state.channel,
		entity: { id: shelf.id, name: state.name, type: state.type },
		attribute: slot.attribute
	};
	const current = slot.current ? standingOf(slot.current) : null;
	const members = slot.members.length ? { members: slot.members.map(({ value }) => value) } : {};
	const items: Waiting[] = [];
	if (slot.contender) {
		const { source, note } = slot.contender;
		items.push({
			kind: 'conflict',
			id: `conflict:${slot.contender.id}`,
			at: iso(slot.contender.at),
			...place,
			slot_kind: slot.kind,
			current,
			...members,
			contender: {
				...contenderAnswer(slot.contender),
				...(source !== undefined && { source }),
				...(note !== undefined && { note_id: note })
			}
		});
	}
	const doubt = await doubtOf(reading.tx, slot);
	if (doubt)
		items.push({
			kind: 're_verify',
			id: `re_verify:${shelf.id}:${key}`,
			at: iso(leadingVersion(slot)?.last_confirmed ?? 0),
			...place,
			current,
			...members,
			reason: doubt.reason,
			note_id: doubt.note
		});
	if (slot.current && !doubt) {
		const { stale, age } = freshnessOf(
			slot.current.confidence,
			slot.current.last_confirmed,
			slot.freshness,
			reading.now
		);
		if (stale && current)
			items.push({ kind: 'stale', id: `stale:${shelf.id}:${key}`, at: current.last_confirmed, ...place, current, age });
	}
	return items;
}

function restatedItems(shelf: Shelf, state: EntityState, now: number): Waiting[] {
	const current = new Set<string>();
	for (const { fact } of factsOn(shelf)) if (isCurrent(fact, now)) current.add(textKey(fact.content));
	return [...factsOn(shelf)].flatMap(({ id, fact }): Waiting[] => {
		const { restated, retracted } = fact;
		if (!restated || !retracted || current.has(textKey(fact.content))) return [];
		return [
			{
				kind: 'restated',
				id: `restated:${restated.id}`,
				at: iso(restated.at),
				channel_id: state.channel,
				entity: { id: shelf.id, name: state.name, type: state.type },
				text: fact.content,
				fact_id: id,
				rejected_at: iso(retracted.at),
				rejected_by: retracted.by,
				by: restated.who,
				change_id: changeOfClaim(restated.id)
			}
		];
	});
}

async function forkedNotes(reading: Reading): Promise<Waiting[]> {
	const shelves = await reading.tx.shelves([...reading.context.indexes.noteIds]);
	const items: Waiting[] = [];
	for (const shelf of shelves) {
		const note = noteOf(shelf);
		if (!shelf || !note?.forked || note.removed || !reading.mayRead(note.channel)) continue;
		const sides = await sidesOf(reading.tx, shelf, note);
		const start = excerptStart(sides.map(({ text }) => text));
		items.push({
			kind: 'note_fork',
			id: `note_fork:${shelf.id}`,
			at: iso(note.updated),
			channel_id: note.channel,
			note_id: shelf.id,
			title: note.title ?? null,
			versions: sides.map(({ version, by, at, text }) => ({
				version,
				by,
				at,
				excerpt: `${start > 0 ? '…' : ''}${cutText(text.slice(start), 200)}`
			}))
		});
	}
	return items;
}

/** Its slots; of what is declared the same, those of the whole, told once at the primary (N6). */
async function slotsFor(reading: Reading, shelf: Shelf): Promise<PlacedSlot[]> {
	const row = namedRow(shelf, reading.now);
	if (!row) return [];
	if (!row.same?.length) return [...slotsOn(shelf)].map((slot) => ({ row, ...slot, log: [] }));
	const rows = byStanding(await reading.thing(row.id), '');
	return rows[0]?.id === row.id ? reading.slots(rows) : [];
}

type Waiting = Exclude<ReviewItem, DuplicateItem>;

/** What waits but likely duplicates, latest first. Only shelves on which something may wait are read. */
async function waitingItems(reading: Reading): Promise<Waiting[]> {
	const items = await forkedNotes(reading);
	for (const shelf of await reading.tx.shelves([...reading.context.indexes.watched])) {
		const state = entityOf(shelf);
		if (!shelf || !isLiving(state) || !reading.mayRead(state.channel)) continue;
		for (const { row, key, slot } of await slotsFor(reading, shelf))
			items.push(...(await slotItems(reading, row.shelf, row.state, key, slot)));
		items.push(...restatedItems(shelf, state, reading.now));
	}
	return items;
}

/** Calls of agents that wait; an agent is told only of its own. */
async function requestItems({ caller }: Call, reading: Reading): Promise<Waiting[]> {
	return (await requestsIn(reading.tx))
		.filter(({ who, decided }) => !decided && (isPerson(caller) || who === caller.who))
		.map((request) => ({ kind: 'request', ...requestAnswer(request) }));
}

interface Review {
	items: Waiting[];
	pairs: LikelyPair[];
}

/** All that waits now; of likely duplicates only which they are. */
async function review(call: Call, reading: Reading, channel: string | undefined): Promise<Review> {
	const aside = await asideNow(reading.tx, call.now);
	const waiting = [
		...(channel === undefined ? await requestItems(call, reading) : []),
		...(await waitingItems(reading))
	];
	const items = waiting.filter(({ id }) => !aside.has(id));
	return { items, pairs: duplicatesWaiting(call, channel, aside) };
}

async function settledNames(call: Call): Promise<void> {
	await call.context.ready;
	await call.context.indexes.namesSettled();
	await call.context.indexes.duplicates.soon();
}

/** How much waits. */
export async function reviewCount(call: Call, channel: string | undefined): Promise<number> {
	await settledNames(call);
	const { items, pairs } = await call.read((reading) => review(call, reading, channel), channel);
	return items.length + pairs.length;
}

const rank = (kind: Kind): number => reviewKinds.indexOf(kind);

/** Conflicts first; of a kind the latest first, of duplicates the likeliest. */
const placeOf = (item: ReviewItem): SortKey => [
	rank(item.kind),
	item.kind === 'duplicate' ? -Math.round(likelihood(item) * 1000) : -Date.parse(item.at),
	item.id
];

const listReview: HandlersOf<{ list_review: 0 }>['list_review'] = async (call, args) => {
	await settledNames(call);
	return call.read(async (reading) => {
		const { items, pairs } = await review(call, reading, args.channel_id);
		const wanted = (kind: Kind): boolean => args.kind === undefined || args.kind === kind;
		const told = [
			...items.filter(({ kind }) => wanted(kind)),
			...(wanted('duplicate') ? await duplicateItems(reading, pairs) : [])
		].sort((a, b) => compareKeys(placeOf(a), placeOf(b)));
		const count = (kind: Kind): number =>
			kind === 'duplicate' ? pairs.length : items.filter((item) => item.kind === kind).length;
		const paged = page(told, { scope: call.scope, cursor: args.cursor, budget: args.budget }, placeOf);
		return {
			items: paged.items,
			counts: Object.fromEntries(reviewKinds.map((kind) => [kind, count(kind)])) as Record<Kind, number>, // a key for each kind
			...(call.context.indexes.duplicates.isLooking() && { looking: true as const }),
			...(paged.left_out > 0 && { left_out: paged.left_out, cursor: paged.cursor })
		};
	}, args.channel_id);
};

const DAY = 86_400_000;

const setItemAside: HandlersOf<{ set_aside: 0 }>['set_aside'] = async (call, args) => {
	const until = args.back ? null : call.now + args.days * DAY;
	await call.context.store.write((tx) => setAside(tx, args.item_id, until, call.now));
	call.context.emit({ type: 'set_aside', item_id: args.item_id });
	return { item_id: args.item_id, until: until === null ? null : iso(until) };
};

export const reviewHandlers = { list_review: listReview, set_aside: setItemAside };
