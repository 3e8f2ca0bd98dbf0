/**
 * J4: an entity lives while any effective claim names it. Where its own claims are undone, or not here, it stays as others name it,
 * mentioned only: a ghost. Whether it does follows from the journal alone, in whatever order that came.
 */
import { ghostOf } from '../domain/entity';
import type { AnyState, Change, Claim, ClaimId, Id } from '../domain/model';
import { changeOfClaim, orderClaims } from '../domain/replay';
import { subjectParts } from '../domain/subject';
import type { StoreWriter } from '../store/store';
import { shelfKindOf, type Bench } from './bench';
import { refsOf } from './gist';
import type { JournalView } from './journal-view';
import { entityOf } from './shelves';

/** Entities that claims are about or name: those whose life hangs on them. */
export function entitiesNamed(claims: Iterable<Claim>): Set<Id> {
	const ids = new Set<Id>();
	for (const { subject, body } of claims) {
		const { home } = subjectParts(subject);
		if (shelfKindOf(subject) === 'entity') ids.add(home);
		if (body) for (const { id } of refsOf(body, home)) ids.add(id);
	}
	return ids;
}

/** Lets ghosts come and go among these. What the transaction did so far must have been put. */
export async function settleGhosts(tx: StoreWriter, bench: Bench, view: JournalView, ids: Iterable<Id>): Promise<void> {
	const all = [...ids];
	await bench.fetch(all);
	for (const id of all) {
		const own = entityOf(bench.get(id));
		if (!own || own.ghost) await settleGhost(tx, bench, view, id);
	}
	await bench.put(tx);
}

async function settleGhost(tx: StoreWriter, bench: Bench, view: JournalView, id: Id): Promise<void> {
	const shelf = bench.get(id);
	const row = shelf?.rows.e ?? { log: [], state: null };
	const [first] = await claimsNaming(tx, bench, view, id);
	if (!first && !row.state) return;
	await view.load(row.log.map(changeOfClaim));
	const own = row.log.map((claim) => view.claim(claim)?.entry?.body);
	const channel = channelIn(own) ?? first?.channel ?? 'default';
	bench.setRow(id, 'entity', 'e', { ...row, state: first ? ghostOf(first.ref, channel, first.at) : null });
}

/** The channel that a creation or a note gives. */
function channelIn(bodies: readonly (Claim['body'] | undefined)[]): Id | undefined {
	for (const body of bodies) if (body?.verb === 'create' || body?.verb === 'write-note') return body.channel;
	return undefined;
}

const channelOf = (change: Pick<Change, 'claims'> | undefined): Id | undefined =>
	channelIn((change?.claims ?? []).map(({ body }) => body));

/** Effective claims about anything but the entity itself that name it, least stamp first. */
async function claimsNaming(tx: StoreWriter, bench: Bench, view: JournalView, id: Id) {
	const linking = await tx.linking(id);
	await bench.fetch(linking);
	const logs = [id, ...linking].flatMap((home) =>
		Object.entries(bench.get(home)?.rows ?? {})
			.filter(([local, { state }]) => (home === id ? state !== null && local !== 'e' : naming(state, id)))
			.flatMap(([, row]) => row.log)
	);
	await view.load(logs.map(changeOfClaim));
	return orderClaims(logs.flatMap((claim) => placed(view, claim))).flatMap(({ entry }) => {
		const ref = refsOf(entry.body, subjectParts(entry.subject).home).find((each) => each.id === id);
		return ref ? [{ ref, at: entry.at, channel: channelOf(view.get(entry.change)) }] : [];
	});
}

const naming = (state: AnyState | null, id: Id): boolean => {
	if (!state) return false;
	if ('mentions' in state) return state.mentions.some((each) => (typeof each === 'string' ? each : each.id) === id);
	return 'target' in state && state.target === id;
};

/** By stamp alone: which of several was made without knowing of which does not matter here. */
function placed(view: JournalView, id: ClaimId) {
	const claim = view.claim(id);
	return claim?.entry && claim.effective ? [{ id, hlc: claim.hlc, after: [], entry: claim.entry }] : [];
}
