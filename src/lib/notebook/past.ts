/**
 * The notebook as it stood at a time: every shelf replayed from what had been said by then (J3), undoes included only when they had been
 * made (J4). What was forgotten for good is in no past either (J5). Its limits, for what leads from one shelf to others is a cache of today's:
 * what named another thing then, and is undone since, is not looked for on that other's page; what was one thing then, and was taken apart
 * since, stands apart; and a thing is not found by a name that it has no more.
 */
import { formatHlc, hlcMs } from '../domain/clock';
import { familiesOf } from '../domain/family';
import type { Id, Row, Shelf } from '../domain/model';
import { changeOfClaim } from '../domain/replay';
import { keysOf } from '../domain/resolve';
import type { ChangeHead, Place, StoreReader } from '../store/store';
import { Bench } from './bench';
import { headPages, JournalView } from './journal-view';
import { pairsAround } from './kin';
import { entityOf } from './shelves';

/** @param at ms since epoch: what was said then counts, what came later has not been said. */
export function pastReader(tx: StoreReader, at: number): StoreReader {
	const past = pastShelves(tx, pastJournal(tx, at));
	const withKin = async (shelf: Shelf | undefined): Promise<Shelf | undefined> =>
		shelf?.kin ? { ...shelf, kin: { ...shelf.kin, same: await sameAs(past, shelf.id) } } : shelf;
	return {
		...past,
		shelf: async (id) => withKin(await past.shelf(id)),
		shelves: async (ids) => inTurn(await past.shelves(ids), withKin)
	};
}

/** One after the other: inside a transaction of the browser's nothing but its own answers may be awaited. */
async function inTurn<A, B>(items: readonly A[], work: (item: A) => Promise<B>): Promise<B[]> {
	const done: B[] = [];
	for (const item of items) done.push(await work(item));
	return done;
}

/** Which others a row was declared the same as (N6). */
async function sameAs(past: StoreReader, id: Id): Promise<Id[]> {
	const { groups } = familiesOf((await pairsAround(new Bench(past), id)).pairs);
	return groups.find((group) => group.includes(id))?.filter((other) => other !== id) ?? [];
}

type Journal = Omit<StoreReader, 'shelf' | 'shelves' | 'shelvesByKeys' | 'linking'>;

function pastJournal(tx: StoreReader, at: number): Journal {
	const isPast = (head: ChangeHead): boolean => hlcMs(head.hlc) <= at;
	const past = (head: ChangeHead | undefined): ChangeHead | undefined => (head && isPast(head) ? head : undefined);
	const end: Place = { hlc: formatHlc({ ms: at + 1, counter: 0 }, '0'), id: '' };
	const headsBefore = (before: Place | undefined, limit: number) =>
		tx.headsBefore(before && before.hlc < end.hlc ? before : end, limit);
	return {
		head: async (id) => past(await tx.head(id)),
		heads: async (ids) => (await tx.heads(ids)).map(past),
		claims: async (ids) => {
			const heads = await tx.heads(ids);
			return (await tx.claims(ids)).map((claims, i) => (past(heads[i]) ? claims : undefined));
		},
		undoesOf: async (ids) => (await tx.undoesOf(ids)).filter(isPast),
		headByIdempotency: async (scope) => past(await tx.headByIdempotency(scope)),
		sessionChanges: async (session) => {
			const ids = await tx.sessionChanges(session);
			const heads = await tx.heads(ids);
			return ids.filter((_id, i) => past(heads[i]) !== undefined);
		},
		headsBefore,
		countChanges: async () => {
			let count = 0;
			for await (const heads of headPages({ headsBefore }, 500)) count += heads.length;
			return count;
		},
		meta: (key) => tx.meta(key)
	};
}

/** Rows replayed, each shelf once. Which rows are the same is still told as it is now. */
function pastShelves(tx: StoreReader, journal: Journal): StoreReader {
	const replayed = new Map<Id, Shelf>();
	async function asItWas(shelf: Shelf | undefined): Promise<Shelf | undefined> {
		const known = shelf && replayed.get(shelf.id);
		if (!shelf || known) return known;
		await view.load(Object.values(shelf.rows).flatMap(({ log }) => log.map(changeOfClaim)));
		const rows: Record<string, Row> = {};
		for (const [local, { log }] of Object.entries(shelf.rows)) rows[local] = await view.replayRow(local, log);
		const past = { ...shelf, rows };
		replayed.set(shelf.id, { ...past, keys: keysOf(entityOf(past)) });
		return replayed.get(shelf.id);
	}
	const reader: StoreReader = {
		...journal,
		shelf: async (id) => asItWas(await tx.shelf(id)),
		shelves: async (ids) => inTurn(await tx.shelves(ids), asItWas),
		shelvesByKeys: async (keys) => {
			const shelves = await inTurn(await tx.shelvesByKeys(keys), asItWas);
			return shelves.flatMap((shelf) => (shelf?.keys.some((key) => keys.includes(key)) ? shelf : []));
		},
		linking: (id) => tx.linking(id)
	};
	const view = new JournalView(reader);
	return reader;
}
