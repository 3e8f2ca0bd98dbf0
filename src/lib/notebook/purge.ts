/** Forgetting for good (J5): claims become husks that keep their place and lose their content; what was made from them goes too. */
import type { Claim, ClaimId, Id } from '../domain/model';
import { changeOfClaim, indexOfClaim } from '../domain/replay';
import { subjectParts } from '../domain/subject';
import type { ChangeHead, StoreWriter } from '../store/store';
import { entitiesNamed, settleGhosts } from './ghosts';
import { gistOf } from './gist';
import { shelfKindOf, type Bench } from './bench';
import { headPages, JournalView } from './journal-view';

/** Empties claims and replays the rows they were about. Ids that are not here are passed over. */
export async function emptyClaims(tx: StoreWriter, bench: Bench, ids: readonly ClaimId[]): Promise<void> {
	const byChange = new Map<Id, Set<number>>();
	for (const id of ids)
		byChange.set(changeOfClaim(id), (byChange.get(changeOfClaim(id)) ?? new Set()).add(indexOfClaim(id)));
	await rewrite(tx, bench, byChange.keys(), (change, claims) =>
		claims.map((claim, i) => (byChange.get(change)?.has(i) ? { ...claim, body: null } : claim))
	);
}

/** Takes an entity's mention out of facts of others; their wording stays. */
export async function dropMentions(tx: StoreWriter, bench: Bench, changes: Iterable<Id>, entity: Id): Promise<void> {
	await rewrite(tx, bench, changes, (_change, claims) =>
		claims.map((claim) => {
			const { body } = claim;
			if (body?.verb === 'state-fact')
				return { ...claim, body: { ...body, mentions: body.mentions.filter(({ id }) => id !== entity) } };
			if (body?.verb === 'write-note' && body.mentions)
				return { ...claim, body: { ...body, mentions: body.mentions.filter(({ id }) => id !== entity) } };
			return claim;
		})
	);
}

async function rewrite(
	tx: StoreWriter,
	bench: Bench,
	ids: Iterable<Id>,
	edit: (change: Id, claims: Claim[]) => Claim[]
): Promise<void> {
	const changes = [...new Set(ids)];
	const heads = await tx.heads(changes);
	const stored = await tx.claims(changes);
	const rows = new Set<string>();
	const emptied: Claim[] = [];
	for (const [i, id] of changes.entries()) {
		const head = heads[i];
		const claims = stored[i];
		if (!head || !claims) continue;
		const edited = edit(id, claims);
		emptied.push(...claims.filter((claim, at) => claim !== edited[at]));
		await tx.putChange(withoutContent(head, edited), edited);
	}
	for (const { subject } of emptied) rows.add(subject);
	await bench.fetch([...rows].map((subject) => subjectParts(subject).home));
	const view = new JournalView(tx);
	for (const subject of rows) {
		const { home, local } = subjectParts(subject);
		const row = bench.get(home)?.rows[local];
		if (row) bench.setRow(home, shelfKindOf(subject), local, await view.replayRow(local, row.log));
	}
	const { linked, dropped } = await bench.put(tx);
	await settleGhosts(tx, bench, view, new Set([...entitiesNamed(emptied), ...linked, ...dropped]));
}

/** Receipts and digests say what the claims said: they go too. */
function withoutContent(head: ChangeHead, claims: Claim[]): ChangeHead {
	const { arguments_hash: _hash, ...rest } = head;
	return { ...rest, receipt: null, gist: gistOf({ claims }, () => undefined) };
}

const CHANGES_AT_ONCE = 500;

/** Receipts elsewhere that name any of these texts or ids. */
export async function purgeReceipts(tx: StoreWriter, needles: readonly string[]): Promise<void> {
	for await (const heads of headPages(tx, CHANGES_AT_ONCE))
		for (const head of heads) {
			if (head.receipt === null && !head.gist.entities.some(({ id }) => needles.includes(id))) continue;
			const receipt = JSON.stringify(head.receipt);
			const named = needles.some((needle) => receipt.includes(JSON.stringify(needle).slice(1, -1)));
			const listed = head.gist.entities.some(({ id }) => needles.includes(id));
			if (!named && !listed) continue;
			const [claims = []] = await tx.claims([head.id]);
			const gist = { ...head.gist, entities: head.gist.entities.filter(({ id }) => !needles.includes(id)) };
			const lines = gist.lines.filter(({ entity }) => entity === undefined || !needles.includes(entity));
			const { arguments_hash, receipt: _told, ...rest } = head;
			const kept = named
				? { receipt: null }
				: { receipt: head.receipt, ...(arguments_hash !== undefined && { arguments_hash }) };
			await tx.putChange({ ...rest, ...kept, gist: { ...gist, lines } }, claims);
		}
}
