/** Forgetting for good (J5): claims become husks that keep their place and lose their content; what was made from them goes too. */
import type { Change, Claim, ClaimId, Id } from '../domain/model';
import { changeOfClaim, claimId, indexOfClaim } from '../domain/replay';
import { subjectParts } from '../domain/subject';
import type { ChangeHead, StoreReader, StoreWriter } from '../store/store';
import { entitiesNamed, settleGhosts } from './ghosts';
import { gistOf, refsOf } from './gist';
import { settleKin } from './kin';
import { shelfKindOf, type Bench } from './bench';
import { headPages, JournalView } from './journal-view';
import { purgeCalls } from './audit';
import { needlesOf, saysAny } from './needles';
import { purgeRequests } from './permits';
import { entityOf } from './shelves';
import { purgeUses } from './uses';

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
			if (body?.verb === 'state-fact' || body?.verb === 'mention')
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
	await settleKin(tx, bench);
}

/** Receipts and digests say what the claims said: they go too. */
function withoutContent(head: ChangeHead, claims: Claim[]): ChangeHead {
	const { arguments_hash: _hash, ...rest } = head;
	return { ...rest, receipt: null, gist: gistOf({ claims }, () => undefined) };
}

const CHANGES_AT_ONCE = 25;

/** Claims on other shelves that name the entity, those that are undone too: they stand on no row, so the journal is gone through. */
export async function namingElsewhere(
	tx: StoreReader,
	entity: Id
): Promise<{ relations: ClaimId[]; mentioning: Id[] }> {
	const found = { relations: [] as ClaimId[], mentioning: [] as Id[] };
	for await (const heads of headPages(tx, CHANGES_AT_ONCE)) {
		const claims = await tx.claims(heads.map(({ id }) => id));
		heads.forEach(({ id }, i) =>
			claims[i]?.forEach(({ subject, body }, at) => {
				const { home } = subjectParts(subject);
				if (!body || home === entity || !refsOf(body, home).some((ref) => ref.id === entity)) return;
				if (body.verb === 'relate') found.relations.push(claimId(id, at));
				else found.mentioning.push(id);
			})
		);
	}
	return found;
}

/** What values and facts say, for receipts repeat it. */
export const textsSaid = (claims: readonly Claim[]): string[] =>
	claims.flatMap(({ body }) =>
		body && 'value' in body && typeof body.value === 'string'
			? [body.value]
			: body && 'content' in body
				? [body.content]
				: []
	);

/** Receipts, requests and habits elsewhere may not go on saying any of these texts or ids. */
export async function purgeWords(tx: StoreWriter, words: readonly string[]): Promise<void> {
	const needles = needlesOf(words);
	await purgeReceipts(tx, needles);
	await purgeRequests(tx, needles);
	await purgeCalls(tx, needles);
	await purgeUses(tx, needles);
}

const HEADS_AT_ONCE = 500;

async function purgeReceipts(tx: StoreWriter, needles: readonly string[]): Promise<void> {
	for await (const heads of headPages(tx, HEADS_AT_ONCE))
		for (const head of heads) {
			if (head.receipt === null && !head.gist.entities.some(({ id }) => needles.includes(id))) continue;
			const receipt = JSON.stringify(head.receipt);
			const named = saysAny(receipt, needles);
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

/** Ids of claims that were forgotten elsewhere before they came here. */
const AWAITED = 'forgotten';

const awaitedClaims = async (tx: StoreReader): Promise<ClaimId[]> => ((await tx.meta(AWAITED)) ?? []) as ClaimId[];

/** A forgetting that came from elsewhere: what it names is emptied here too, with what repeats it; what is not here yet will come in empty. */
export async function forgetNamed(tx: StoreWriter, bench: Bench, ids: readonly ClaimId[]): Promise<void> {
	const changes = [...new Set(ids.map(changeOfClaim))];
	const stored = new Map((await tx.claims(changes)).map((claims, i) => [changes[i], claims]));
	const absent = ids.filter((id) => !stored.get(changeOfClaim(id)));
	if (absent.length) await tx.setMeta(AWAITED, [...new Set([...(await awaitedClaims(tx)), ...absent])]);
	const full = ids.flatMap((id) => {
		const claim = stored.get(changeOfClaim(id))?.[indexOfClaim(id)];
		return claim?.body ? [{ id, claim }] : [];
	});
	if (!full.length) return;
	const said = full.map(({ claim }) => claim);
	const entities = await forgottenWhole(bench, said, new Set(ids));
	await emptyClaims(
		tx,
		bench,
		full.map(({ id }) => id)
	);
	for (const { id } of entities) await dropMentions(tx, bench, (await namingElsewhere(tx, id)).mentioning, id);
	await purgeWords(tx, [...textsSaid(said), ...entities.flatMap(({ id, names }) => [id, ...names])]);
}

/** Entities of which no claim is kept, and how they were called. */
async function forgottenWhole(bench: Bench, claims: readonly Claim[], ids: ReadonlySet<ClaimId>) {
	const made = new Set(
		claims.flatMap(({ subject, body }) => (body?.verb === 'create' ? subjectParts(subject).home : []))
	);
	await bench.fetch(made);
	return [...made].flatMap((id) => {
		const shelf = bench.get(id);
		const isKept = Object.values(shelf?.rows ?? {}).some(({ log }) => log.some((claim) => !ids.has(claim)));
		const state = entityOf(shelf);
		return isKept ? [] : [{ id, names: state ? [state.name, ...state.aliases] : [] }];
	});
}

/** A change from elsewhere as it may come in: without what was forgotten before it came (J5). */
export async function withoutForgotten(tx: StoreWriter, change: Change): Promise<Change> {
	const awaited = new Set(await awaitedClaims(tx));
	if (!awaited.size) return change;
	const claims = change.claims.map((claim, i) =>
		awaited.delete(claimId(change.id, i)) ? { ...claim, body: null } : claim
	);
	if (claims.every((claim, i) => claim === change.claims[i])) return change;
	await tx.setMeta(AWAITED, [...awaited]);
	const { arguments_hash: _hash, ...rest } = change;
	return { ...rest, receipt: null, claims };
}
