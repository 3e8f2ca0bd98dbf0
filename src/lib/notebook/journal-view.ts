/** The journal as one transaction reads it: changes with their claims, which of them are effective (J4), and rows replayed from them (J3). */
import { hlcMs } from '../domain/clock';
import type { Claim, ClaimId, Id, Row } from '../domain/model';
import { changeOfClaim, entryOf, indexOfClaim, replay, rowOf, type ReplayClaim } from '../domain/replay';
import type { Trace } from '../domain/slot';
import { localKind } from '../domain/subject';
import type { ChangeHead, StoreReader } from '../store/store';

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

	/** As replay takes them; those that are not here are left out. */
	async claimsOf(ids: readonly ClaimId[]): Promise<ReplayClaim[]> {
		await this.load(ids.map(changeOfClaim));
		return ids.map((id) => this.claim(id)).filter((claim) => claim !== undefined);
	}

	/** Replays a row, or the union of rows (N6), from the journal. */
	async replayRow(local: string, claimIds: Iterable<ClaimId>, trace?: Trace): Promise<Row> {
		const claims = await this.claimsOf([...new Set(claimIds)]);
		return rowOf(replay(localKind(local), claims, trace));
	}
}

/**
 * J4: those of the changes that an effective undo names. A ring of undoes (only a forged journal has one) is cut where it closes.
 * @param asOf ms since epoch: later undoes have not happened yet.
 */
export async function undoneAmong(tx: StoreReader, ids: readonly Id[], asOf = Infinity): Promise<Set<Id>> {
	const undone = new Set<Id>();
	if (!ids.length) return undone;
	const undoes = await undoesBy(tx, ids, asOf);
	if (!undoes.length) return undone;
	const here = new Set(ids);
	const named = new Set(undoes.flatMap(({ undoes: list }) => list ?? []).filter((id) => here.has(id)));
	for (const id of named) if (await isUndone(tx, id, asOf, new Set())) undone.add(id);
	return undone;
}

/**
 * The version of things and notes is their last claim that is effective, so that undo gives back the one before (J1, J4). In the order asked.
 */
export async function versionsOf(
	tx: StoreReader,
	rows: readonly (Row | undefined)[]
): Promise<(ClaimId | undefined)[]> {
	const logs = rows.map((row) => row?.log ?? []);
	const undone = await undoneAmong(tx, [...new Set(logs.flat().map(changeOfClaim))]);
	return logs.map((log) => log.findLast((id) => !undone.has(changeOfClaim(id))));
}

const undoesBy = async (tx: StoreReader, ids: readonly Id[], asOf: number): Promise<ChangeHead[]> =>
	(await tx.undoesOf(ids)).filter(({ hlc }) => hlcMs(hlc) <= asOf);

async function isUndone(tx: StoreReader, id: Id, asOf: number, above: ReadonlySet<Id>): Promise<boolean> {
	const chain = new Set(above).add(id);
	for (const undo of await undoesBy(tx, [id], asOf))
		if (!chain.has(undo.id) && !(await isUndone(tx, undo.id, asOf, chain))) return true;
	return false;
}

/** All changes newest first, some at a time. */
export async function* headPages(tx: Pick<StoreReader, 'headsBefore'>, size: number): AsyncGenerator<ChangeHead[]> {
	let last: ChangeHead | undefined;
	for (;;) {
		const heads = await tx.headsBefore(last, size);
		if (heads.length) yield heads;
		if (heads.length < size) return;
		last = heads.at(-1);
	}
}

/** The named changes and, where one is itself an undo, all that it named, down to the ground. */
export async function reach(view: JournalView, ids: readonly Id[]): Promise<Set<Id>> {
	const reached = new Set<Id>();
	for (let next = [...ids]; next.length;) {
		await view.load(next);
		next.forEach((id) => reached.add(id));
		next = next.flatMap((id) => view.get(id)?.head.undoes ?? []).filter((id) => !reached.has(id));
	}
	return reached;
}
