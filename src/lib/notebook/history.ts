/** What became of every version a slot ever had (`memory_history`): a replay that listens. */
import type { ClaimBody, ClaimId, Support } from '../domain/model';
import { changeOfClaim, replay } from '../domain/replay';
import type { VersionStatus } from '../domain/slot';
import { supportOf } from '../domain/standing';
import { undoneAmong, type JournalView } from './journal-view';

export interface HistoryVersion {
	version: ClaimId;
	attribute: string;
	value: string;
	confidence: number;
	status: Exclude<VersionStatus, 'confirmed'>;
	replaced_by?: ClaimId;
	why?: string;
	support: Support;
}

type Asserting = Extract<ClaimBody, { verb: 'set' | 'add' }>;

/** Oldest first in the order J3. @param asOf ms since epoch: only what had been said by then, and whatever was undone since. */
export async function slotHistory(
	view: JournalView,
	log: readonly ClaimId[],
	asOf = Infinity
): Promise<HistoryVersion[]> {
	const changes = [...new Set(log.map(changeOfClaim))];
	await view.load(changes);
	const undone = await undoneAmong(view.tx, changes, asOf);
	const claims = log
		.map((id) => view.claim(id))
		.filter((claim) => claim !== undefined)
		.filter((claim) => (claim.entry?.at ?? 0) <= asOf)
		.map((claim) => ({ ...claim, effective: !undone.has(changeOfClaim(claim.id)) }));
	const turns = new Map<ClaimId, { status: VersionStatus; replaced_by?: ClaimId; why?: string }>();
	replay('slot', claims, (version, turn) => {
		turns.set(version, turn);
	});
	return claims.flatMap(({ id, entry }) => {
		const body = entry?.body;
		const turn = turns.get(id);
		if (!entry || !isAsserting(body) || !turn || turn.status === 'confirmed') return [];
		const { status, replaced_by, why } = turn;
		return [
			{
				version: id,
				attribute: body.attribute,
				value: body.value,
				confidence: body.confidence,
				status,
				...(replaced_by !== undefined && { replaced_by }),
				...(why !== undefined && { why }),
				support: supportOf(entry, body)
			}
		];
	});
}

const isAsserting = (body: ClaimBody | undefined): body is Asserting => body?.verb === 'set' || body?.verb === 'add';
