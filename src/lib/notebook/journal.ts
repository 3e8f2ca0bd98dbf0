/**
 * Changes applied to a store inside one transaction (J1–J5, J7): claims appended to the cached projections where they sort last,
 * replayed from the journal where they do not; undone changes taken out, and what still names an entity keeps it alive.
 */
import type { Change, Claim, ClaimId, Entry, Id } from '../domain/model';
import { append, claimId, entryOf } from '../domain/replay';
import { subjectParts } from '../domain/subject';
import type { ChangeHead, StoreWriter } from '../store/store';
import { shelfKindOf, type Bench } from './bench';
import { entitiesNamed, settleGhosts } from './ghosts';
import { gistOf, type KnownLine } from './gist';
import { settleKin } from './kin';
import { JournalView, reach } from './journal-view';
import { forgetNamed, withoutForgotten } from './purge';
import { entityOf } from './shelves';

/** Applies one entry to its row: appended to the cache, or replayed when it does not sort last (J7). */
export async function applyEntry(bench: Bench, view: JournalView, entry: Entry): Promise<void> {
	const { kind, home, local } = subjectParts(entry.subject);
	const row = bench.get(home)?.rows[local];
	const next = append(kind, row, entry) ?? (await view.replayRow(local, [...(row?.log ?? []), entry.id]));
	bench.setRow(home, shelfKindOf(entry.subject), local, next);
}

/** After a change that undoes: every row that the reached changes spoke of is replayed. @returns the entities they name. */
async function replayUndone(bench: Bench, view: JournalView, ids: readonly Id[]): Promise<Set<Id>> {
	const reached = await reach(view, ids);
	const claims = [...reached].flatMap((id) => view.get(id)?.claims ?? []);
	const subjects = new Set(claims.map(({ subject }) => subject));
	await bench.fetch([...subjects].map((subject) => subjectParts(subject).home));
	for (const subject of subjects) {
		const { home, local } = subjectParts(subject);
		const row = bench.get(home)?.rows[local];
		if (row) bench.setRow(home, shelfKindOf(subject), local, await view.replayRow(local, row.log));
	}
	return entitiesNamed(claims);
}

const headOf = ({ claims, ...head }: Change, gist: ChangeHead['gist']): ChangeHead => ({ ...head, gist });

/**
 * Takes one change in, whole: journal and projections (J2). Idempotent by id: what is here already changes nothing.
 * @param applied the change's claims are on the bench already (the writer that made them applied each as it went).
 */
export async function commitChange(tx: StoreWriter, bench: Bench, said: Change, applied = false): Promise<boolean> {
	if (!applied && (await tx.head(said.id))) return false;
	const change = applied ? said : await withoutForgotten(tx, said);
	if (!applied) await bench.fetch(change.claims.flatMap(({ subject }) => shelvesOf(subject)));
	const head = headOf(
		change,
		gistOf(change, (subject) => lineAbout(bench, subject))
	);
	await tx.putChange(head, change.claims);
	await project(tx, bench, { ...head, claims: change.claims }, applied);
	if (!applied && change.forgets) await forgetNamed(tx, bench, change.forgets);
	return true;
}

/** Brings the projections to what they are with this change, which is in the journal (J7). */
export async function project(tx: StoreWriter, bench: Bench, change: Change, applied = false): Promise<void> {
	const view = new JournalView(tx);
	const named = applied ? new Set<Id>() : await takeIn(bench, view, change);
	if (change.undoes?.length) for (const id of await replayUndone(bench, view, change.undoes)) named.add(id);
	const { linked, dropped } = await bench.put(tx);
	// What a writer of our own links to is there; of what comes from elsewhere, and after an undo, it may not be.
	const foreign = !applied || change.undoes !== undefined;
	await settleGhosts(tx, bench, view, new Set([...named, ...dropped, ...(foreign ? linked : [])]));
	await settleKin(tx, bench);
}

/** A change of another writer: it may have been undone before it came, and its claims may sort anywhere. */
async function takeIn(bench: Bench, view: JournalView, change: Change): Promise<Set<Id>> {
	await bench.fetch(change.claims.map(({ subject }) => subjectParts(subject).home));
	await view.load([change.id]);
	const undone = !view.isEffective(change.id);
	for (let i = 0; i < change.claims.length; i++) {
		const entry = entryOf(change, i);
		const claim = change.claims[i];
		if (entry && !undone) await applyEntry(bench, view, entry);
		else if (claim) await placeSilent(bench, view, claim, claimId(change.id, i));
	}
	return entitiesNamed(change.claims);
}

/** Where a subject is at home, and what else its line in History names: the other of a pair. */
function shelvesOf(subject: string): Id[] {
	const { kind, home, local } = subjectParts(subject);
	return kind === 'pair' ? [home, local.slice(2)] : [home];
}

/** A husk or an undone claim takes its place in the row's order and says nothing. */
async function placeSilent(bench: Bench, view: JournalView, claim: Claim, id: ClaimId): Promise<void> {
	const { home, local } = subjectParts(claim.subject);
	const log = bench.get(home)?.rows[local]?.log ?? [];
	bench.setRow(home, shelfKindOf(claim.subject), local, await view.replayRow(local, [...log, id]));
}

/** What a claim without words of its own is about (ending a fact …), as the row stands. */
function lineAbout(bench: Bench, subject: string): KnownLine | undefined {
	const { kind, home, local } = subjectParts(subject);
	const state = bench.get(home)?.rows[local]?.state;
	const name = entityOf(bench.get(home))?.name ?? '';
	if (kind === 'entity') return { kind, text: name, entity: home };
	if (kind === 'pair') {
		const other = entityOf(bench.get(local.slice(2)))?.name ?? '';
		const also = [
			{ id: home, name },
			{ id: local.slice(2), name: other }
		];
		return { kind: 'entity', text: `${name} · ${other}`, entity: home, also };
	}
	if (!state) return undefined;
	if ('content' in state) return { kind: 'fact', text: state.content, entity: home };
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
