/**
 * Changes applied to a store inside one transaction (J1–J4, J7): claims appended to the cached projections where they sort last,
 * replayed from the journal where they do not; undone changes taken out, and what still names an entity keeps it alive.
 */
import { ghostOf } from '../domain/entity';
import type { Change, Claim, ClaimId, Entry, Id, Row, Shelf } from '../domain/model';
import {
	append,
	changeOfClaim,
	entryOf,
	indexOfClaim,
	orderClaims,
	replay,
	rowOf,
	type ReplayClaim
} from '../domain/replay';
import type { Trace } from '../domain/slot';
import { CHANNELS_SHELF, localKind, subjectParts } from '../domain/subject';
import type { ChangeHead, StoreReader, StoreWriter } from '../store/store';
import { gistOf, refsOf } from './gist';
import { entityOf, newShelf, refreshShelf } from './shelves';

/** Rows of shelves that a commit touched. */
export type Touched = Map<Id, { shelf: Shelf; locals: Set<string> }>;

interface Loaded {
	head: ChangeHead;
	claims: Claim[];
}

/** Journal records as one transaction has read them, and which of them are effective (J4). */
export class JournalView {
	#loaded = new Map<Id, Loaded>();
	#effective = new Map<Id, boolean>();
	#missing = new Set<Id>();

	constructor(readonly tx: StoreReader) {}

	/** A change of this very transaction, not yet put. */
	include(head: ChangeHead, claims: Claim[]): void {
		this.#loaded.set(head.id, { head, claims });
		this.#effective.set(head.id, true);
	}

	async load(ids: Iterable<Id>): Promise<void> {
		const wanted = [...new Set(ids)].filter((id) => !this.#loaded.has(id) && !this.#missing.has(id));
		if (!wanted.length) return;
		const heads = await this.tx.heads(wanted);
		const claims = await this.tx.claims(wanted);
		wanted.forEach((id, i) => {
			const head = heads[i];
			if (head) this.#loaded.set(id, { head, claims: claims[i] ?? [] });
			else this.#missing.add(id);
		});
		await this.#judge(wanted.filter((id) => this.#loaded.has(id) && !this.#effective.has(id)));
	}

	get(id: Id): Loaded | undefined {
		return this.#loaded.get(id);
	}

	isEffective(id: Id): boolean {
		return this.#effective.get(id) ?? false;
	}

	async #judge(ids: Id[]): Promise<void> {
		const undone = await undoneAmong(this.tx, ids);
		for (const id of ids) this.#effective.set(id, !undone.has(id));
	}

	claim(id: ClaimId): ReplayClaim | undefined {
		const loaded = this.#loaded.get(changeOfClaim(id));
		const claim = loaded?.claims[indexOfClaim(id)];
		if (!loaded || !claim) return undefined;
		const entry = entryOf({ ...loaded.head, claims: loaded.claims }, indexOfClaim(id));
		return {
			id,
			hlc: loaded.head.hlc,
			after: claim.after,
			...(claim.over !== undefined && { over: claim.over }),
			...(entry && { entry }),
			effective: this.isEffective(loaded.head.id)
		};
	}

	/** Replays a row, or the union of rows (N6), from the journal. */
	async replayRow(local: string, claimIds: Iterable<ClaimId>, trace?: Trace): Promise<Row> {
		const ids = [...new Set(claimIds)];
		await this.load(ids.map(changeOfClaim));
		const claims = ids.map((id) => this.claim(id)).filter((claim) => claim !== undefined);
		return rowOf(replay(localKind(local), claims, trace));
	}
}

/** J4: those of the changes that an effective undo names. A ring of undoes (only a forged journal has one) is cut where it closes. */
export async function undoneAmong(tx: StoreReader, ids: readonly Id[]): Promise<Set<Id>> {
	const undone = new Set<Id>();
	if (!ids.length) return undone;
	const undoes = await tx.undoesOf(ids);
	if (!undoes.length) return undone;
	const here = new Set(ids);
	const named = new Set(undoes.flatMap(({ undoes: list }) => list ?? []).filter((id) => here.has(id)));
	for (const id of named) if (await isUndone(tx, id, new Set())) undone.add(id);
	return undone;
}

async function isUndone(tx: StoreReader, id: Id, above: ReadonlySet<Id>): Promise<boolean> {
	const chain = new Set(above).add(id);
	for (const undo of await tx.undoesOf([id]))
		if (!chain.has(undo.id) && !(await isUndone(tx, undo.id, chain))) return true;
	return false;
}

/** The named changes and, where one is itself an undo, all that it named, down to the ground. */
async function reach(view: JournalView, ids: readonly Id[]): Promise<Set<Id>> {
	const reached = new Set<Id>();
	for (let next = [...ids]; next.length;) {
		await view.load(next);
		next.forEach((id) => reached.add(id));
		next = next.flatMap((id) => view.get(id)?.head.undoes ?? []).filter((id) => !reached.has(id));
	}
	return reached;
}

/** The shelves of one transaction: read once, changed in memory, put at the end. */
export class Bench {
	readonly touched: Touched = new Map();
	#shelves = new Map<Id, Shelf>();

	constructor(
		readonly tx: StoreReader,
		/** Ids that cannot be in the store yet, made in this transaction. */
		readonly fresh: Set<Id> = new Set()
	) {}

	async fetch(ids: Iterable<Id>): Promise<void> {
		const wanted = [...new Set(ids)].filter((id) => !this.#shelves.has(id) && !this.fresh.has(id));
		if (!wanted.length) return;
		const found = await this.tx.shelves(wanted);
		found.forEach((shelf) => shelf && this.#shelves.set(shelf.id, shelf));
	}

	hold(shelf: Shelf): Shelf {
		const held = this.#shelves.get(shelf.id);
		if (held) return held;
		this.#shelves.set(shelf.id, shelf);
		return shelf;
	}

	get(id: Id): Shelf | undefined {
		return this.#shelves.get(id);
	}

	open(id: Id, kind: Shelf['kind']): Shelf {
		return this.#shelves.get(id) ?? this.hold(newShelf(id, kind));
	}

	/** Replaces a row. The shelf must have been fetched. */
	setRow(id: Id, kind: Shelf['kind'], local: string, row: Row): void {
		const shelf = this.open(id, kind);
		shelf.rows[local] = row;
		const touched = this.touched.get(id);
		if (touched) touched.locals.add(local);
		else this.touched.set(id, { shelf, locals: new Set([local]) });
	}

	/** Puts what was touched, keys and links made anew. */
	async put(tx: StoreWriter): Promise<void> {
		const fresh: Shelf[] = [];
		for (const each of this.touched.values()) {
			each.shelf = refreshShelf(each.shelf);
			this.#shelves.set(each.shelf.id, each.shelf);
			fresh.push(each.shelf);
		}
		if (fresh.length) await tx.putShelves(fresh);
	}

	living(): Iterable<Shelf> {
		return this.#shelves.values();
	}
}

export const shelfKindOf = (subject: string): Shelf['kind'] =>
	subject.startsWith('n:') ? 'note' : subject.startsWith('c:') ? CHANNELS_SHELF : 'entity';

/** Applies one entry to its row: appended to the cache, or replayed when it does not sort last (J7). */
export async function applyEntry(bench: Bench, view: JournalView, entry: Entry): Promise<void> {
	const { kind, home, local } = subjectParts(entry.subject);
	const row = bench.get(home)?.rows[local];
	const next = append(kind, row, entry) ?? (await view.replayRow(local, [...(row?.log ?? []), entry.id]));
	bench.setRow(home, shelfKindOf(entry.subject), local, next);
}

/** After a change that undoes: every row that the reached changes spoke of is replayed, and ghosts come or go. */
async function applyUndo(tx: StoreWriter, bench: Bench, view: JournalView, ids: readonly Id[]): Promise<void> {
	const reached = await reach(view, ids);
	const claims = [...reached].flatMap((id) => view.get(id)?.claims ?? []);
	const subjects = new Set(claims.map(({ subject }) => subject));
	const named = new Set(
		claims.flatMap(({ subject, body }) => (body ? refsOf(body, subjectParts(subject).home).map(({ id }) => id) : []))
	);
	await bench.fetch([...[...subjects].map((subject) => subjectParts(subject).home), ...named]);
	for (const subject of subjects) {
		const { home, local } = subjectParts(subject);
		const row = bench.get(home)?.rows[local];
		if (row) bench.setRow(home, shelfKindOf(subject), local, await view.replayRow(local, row.log));
	}
	await bench.put(tx);
	for (const id of named) await settleGhost(tx, bench, view, id);
}

/** J4: an entity lives while any effective claim names it. Its own claims undone, it stays as others name it, mentioned only. */
async function settleGhost(tx: StoreReader, bench: Bench, view: JournalView, id: Id): Promise<void> {
	const shelf = bench.get(id);
	const own = entityOf(shelf);
	if (!shelf || (own && !own.ghost)) return;
	const naming = await claimsNaming(tx, bench, view, id);
	const first = naming[0];
	const log = shelf.rows.e?.log ?? [];
	if (!first) {
		if (own) bench.setRow(id, 'entity', 'e', { log, state: null });
		return;
	}
	const channel = channelOf(view, log) ?? 'default';
	bench.setRow(id, 'entity', 'e', { log, state: ghostOf(first.ref, channel, first.at) });
}

/** The channel that the row's own (undone) claims gave it. */
function channelOf(view: JournalView, log: readonly ClaimId[]): Id | undefined {
	for (const id of log) {
		const body = view.claim(id)?.entry?.body;
		if (body?.verb === 'create') return body.channel;
	}
	return undefined;
}

async function claimsNaming(tx: StoreReader, bench: Bench, view: JournalView, id: Id) {
	const linking = await tx.linking(id);
	await bench.fetch(linking);
	const rows = [id, ...linking].flatMap((home) =>
		Object.entries(bench.get(home)?.rows ?? {}).filter(
			([local, row]) => row.state !== null && (home !== id || local !== 'e')
		)
	);
	const ids = rows.flatMap(([, row]) => row.log);
	await view.load(ids.map(changeOfClaim));
	const claims = ids.map((claim) => view.claim(claim)).filter((claim) => claim !== undefined);
	return orderClaims(claims.map((claim) => ({ ...claim, after: [] })))
		.filter(({ effective, entry }) => effective && entry)
		.flatMap(({ entry }) => {
			const ref = entry && refsOf(entry.body, subjectParts(entry.subject).home).find((each) => each.id === id);
			return entry && ref ? [{ ref, at: entry.at }] : [];
		});
}

const headOf = ({ claims, ...head }: Change, gist: ChangeHead['gist']): ChangeHead => ({ ...head, gist });

/**
 * Takes one change in, whole: journal and projections (J2). Idempotent by id: what is here already changes nothing.
 * @param applied the change's claims are on the bench already (the writer that made them applied each as it went).
 */
export async function commitChange(tx: StoreWriter, bench: Bench, change: Change, applied = false): Promise<boolean> {
	const view = new JournalView(tx);
	if (!applied) {
		if (await tx.head(change.id)) return false;
		await bench.fetch(change.claims.map(({ subject }) => subjectParts(subject).home));
	}
	const head = headOf(
		change,
		gistOf(change, (subject) => lineAbout(bench, subject))
	);
	await tx.putChange(head, change.claims);
	if (!applied) await takeIn(tx, bench, view, change, head);
	if (change.undoes?.length) await applyUndo(tx, bench, view, change.undoes);
	await bench.put(tx);
	return true;
}

/** A change of another writer: it may have been undone before it came, and its claims may sort anywhere. */
async function takeIn(
	tx: StoreWriter,
	bench: Bench,
	view: JournalView,
	change: Change,
	head: ChangeHead
): Promise<void> {
	const undone = (await undoneAmong(tx, [change.id])).has(change.id);
	if (!undone) view.include(head, change.claims);
	for (let i = 0; i < change.claims.length; i++) {
		const entry = entryOf(change, i);
		const claim = change.claims[i];
		if (entry && !undone) await applyEntry(bench, view, entry);
		else if (claim) await placeSilent(bench, view, claim, `${change.id}.${String(i)}`);
	}
}

/** A husk or an undone claim takes its place in the row's order and says nothing. */
async function placeSilent(bench: Bench, view: JournalView, claim: Claim, id: ClaimId): Promise<void> {
	const { home, local } = subjectParts(claim.subject);
	const log = bench.get(home)?.rows[local]?.log ?? [];
	bench.setRow(home, shelfKindOf(claim.subject), local, await view.replayRow(local, [...log, id]));
}

/** What a claim without words of its own is about (ending a fact …), as the row stands. */
function lineAbout(bench: Bench, subject: string) {
	const { kind, home, local } = subjectParts(subject);
	const state = bench.get(home)?.rows[local]?.state;
	const name = entityOf(bench.get(home))?.name ?? '';
	if (kind === 'entity') return { kind, text: name, entity: home } as const;
	if (!state) return undefined;
	if ('content' in state) return { kind: 'fact', text: state.content, entity: home } as const;
	if ('members' in state)
		return {
			kind: 'value',
			text: `${name} · ${state.attribute}: ${state.current?.value ?? ''}`,
			entity: home
		} as const;
	if ('contexts' in state) {
		const target = entityOf(bench.get(state.target))?.name;
		return {
			kind: 'relation',
			text: `${name} → ${state.relation}${target ? ` → ${target}` : ''}`,
			entity: home
		} as const;
	}
	return undefined;
}
