/**
 * How much the person uses each thing of late: decides between suggestions that match as well (N5), and nothing else. Kept on this device
 * beside the journal, since a habit is no knowledge.
 *
 * A use counts half after a month. All fade at one pace, so a thing's uses are kept as one number that need not be touched as time goes by:
 * when a single use would weigh as much as all of them. Whichever is later was used more.
 */
import type { Id } from '../domain/model';
import type { StoreReader, StoreWriter } from '../store/store';
import { byText } from './best-of';

const USES = 'uses';

const A_DAY = 86_400_000;
const HALF_LIFE = 30 * A_DAY;
/** From a suggestion to the page it leads to, and the page reloaded, is one use. */
const ONE_USE = 60_000;
const MOST_KEPT = 500;
/** Halved so often, a single use is over. */
const FADED = 6;

interface Use {
	/** In half-lives since the epoch: the time of a single use that weighs as much. */
	level: number;
	/** ms since epoch */
	last: number;
}

export type Uses = Readonly<Record<Id, Use>>;

/** Uses at these levels taken together. */
const together = (levels: readonly number[]): number => {
	const most = Math.max(...levels);
	return most + Math.log2(levels.reduce((sum, level) => sum + 2 ** (level - most), 0));
};

/** Of all rows of a thing (N6); undefined: none of them was used. Comparable, and above 0. */
export function levelOf(uses: Uses, rows: readonly Id[]): number | undefined {
	const levels = rows.flatMap((id) => uses[id]?.level ?? []);
	return levels.length ? together(levels) : undefined;
}

/** What has not faded. A clock that was ahead by more than a day does not make its uses last. */
export async function usesKept(tx: StoreReader, now: number): Promise<Uses> {
	const kept = ((await tx.meta(USES)) ?? {}) as Uses;
	const counts = ({ level, last }: Use): boolean => level > now / HALF_LIFE - FADED && last < now + A_DAY;
	return Object.fromEntries(Object.entries(kept).filter(([, use]) => counts(use)));
}

/** @returns all uses as they are kept now: those of another worker too */
export async function keepUse(tx: StoreWriter, id: Id, now: number): Promise<Uses> {
	const kept = await usesKept(tx, now);
	const before = kept[id];
	if (before && Math.abs(now - before.last) < ONE_USE) return kept;
	const level = together([now / HALF_LIFE, ...(before ? [before.level] : [])]);
	const most = Object.entries({ ...kept, [id]: { level, last: now } })
		.sort(([a, one], [b, other]) => other.level - one.level || byText(a, b))
		.slice(0, MOST_KEPT);
	const next = Object.fromEntries(most);
	await tx.setMeta(USES, next);
	return next;
}

/** J5: of what was forgotten nothing tells that it was used. */
export async function purgeUses(tx: StoreWriter, ids: readonly string[]): Promise<void> {
	const kept = ((await tx.meta(USES)) ?? {}) as Uses;
	const rest = Object.entries(kept).filter(([id]) => !ids.includes(id));
	if (rest.length < Object.keys(kept).length) await tx.setMeta(USES, Object.fromEntries(rest));
}
