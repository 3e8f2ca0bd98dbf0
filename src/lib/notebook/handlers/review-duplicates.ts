/** Likely duplicates as Review shows them: both things side by side, with what speaks for their being one. */
import { typeKey } from '../../domain/name';
import { iso } from '../answers';
import { isOpenTo } from '../caller';
import type { Call } from '../context';
import { bestOf } from '../best-of';
import { likelier, type LikelyPair } from '../duplicates';
import { previewMerge } from '../merge-preview';
import type { Reading } from '../reading';
import type { ReviewItem } from './review';

export type DuplicateItem = Extract<ReviewItem, { kind: 'duplicate' }>;

/** So many of the likeliest are told: each is looked at from all sides. */
const MOST_TOLD = 20;

export const duplicateId = ({ low, high }: LikelyPair): string => `duplicate:${low}:${high}`;

/** Those that wait, in no order. */
export function duplicatesWaiting(
	{ context, caller }: Call,
	channel: string | undefined,
	aside: ReadonlySet<string>
): LikelyPair[] {
	const { names, duplicates } = context.indexes;
	const isOpen = (id: string): boolean => isOpenTo(caller, names.get(id)?.channel ?? '');
	return duplicates
		.standing(channel)
		.filter((pair) => !aside.has(duplicateId(pair)) && isOpen(pair.low) && isOpen(pair.high));
}

/** Called the same, but known to be of different types: namesakes more often than one thing (N3). */
const areOfTwoTypes = ({ rows }: DuplicateItem): boolean =>
	new Set(rows.flatMap(({ type }) => (type === null ? [] : [typeKey(type)]))).size > 1;

/** What two things have in common makes it likelier that they are one, what contradicts less likely. */
export const likelihood = (item: DuplicateItem): number => {
	const { score, shared_relations, values } = item;
	const alike = shared_relations.length + values.filter(({ outcome }) => outcome === 'same').length;
	const apart = values.filter(({ outcome }) => outcome === 'conflict').length;
	return score + Math.min(0.2, 0.05 * alike) - 0.05 * apart - (areOfTwoTypes(item) ? 0.5 : 0);
};

/** In the order of the names alone; the list has its own, by `likelihood`. */
export async function duplicateItems(reading: Reading, pairs: readonly LikelyPair[]): Promise<DuplicateItem[]> {
	const items: DuplicateItem[] = [];
	for (const pair of bestOf(pairs, MOST_TOLD, likelier)) {
		const { found, rows, values, shared_relations } = await previewMerge(reading, pair.low, pair.high);
		const sides = [pair.low, pair.high].flatMap((id) => rows.find((row) => row.id === id) ?? []);
		const [first] = sides;
		if (!found || !first) continue;
		const entries = sides.map(({ id }) => reading.context.indexes.names.get(id));
		items.push({
			kind: 'duplicate',
			id: duplicateId(pair),
			at: iso(Math.max(...entries.map((entry) => entry?.updated ?? 0))),
			channel_id: first.channel_id,
			score: pair.score,
			why: pair.why,
			sides: sides.map(({ id, name, type }) => ({ entity_id: id, name, type })),
			rows,
			values,
			shared_relations
		});
	}
	return items;
}
