/**
 * Which rows are declared the same (N6): a merge is a declaration about a pair of rows and rewrites none of them. Pure: from what stands
 * at the pairs to the families, the same whatever the order in which it came.
 */
import type { ClaimId, Entry, Hlc, Id, PairState } from './model';

/** What was said of one pair, with the row whose shelf it lies on. */
export interface Pair {
	low: Id;
	state: PairState;
}

interface Joining {
	id: ClaimId;
	hlc: Hlc;
	rows: readonly [Id, Id];
	despite: readonly ClaimId[];
}

interface Mark {
	id: ClaimId;
	hlc: Hlc;
	rows: readonly [Id, Id];
}

/** Rows that are one thing, and what is not followed since it would join what was marked as not the same. */
export interface Families {
	/** Those of two and more, each sorted, by their first. */
	groups: Id[][];
	skipped: Set<ClaimId>;
}

/** The pair of two rows: the lesser id first, and the claims lie on its shelf. */
export const pairOf = (a: Id, b: Id): [low: Id, high: Id] => (a < b ? [a, b] : [b, a]);

const byStamp = (a: { hlc: Hlc; id: ClaimId }, b: { hlc: Hlc; id: ClaimId }): number =>
	a.hlc < b.hlc ? -1 : a.hlc > b.hlc ? 1 : a.id < b.id ? -1 : 1;

/** One claim about a pair. Unmerging names the declaration, and everything is as before it; a pair of which nothing stands has no state. */
export function stepPair(state: PairState | null, entry: Entry, other: Id): PairState | null {
	const { merges, marks } = stated(state ?? { other, merges: [], marks: [] }, entry);
	return merges.length || marks.length ? { other, merges, marks } : null;
}

function stated(before: PairState, { body, id, hlc, who, at }: Entry): PairState {
	const said = { id, hlc, who, at };
	switch (body.verb) {
		case 'merge':
			return { ...before, merges: [...before.merges, { ...said, ...(body.despite && { despite: body.despite }) }] };
		case 'unmerge':
			return { ...before, merges: before.merges.filter((each) => each.id !== body.declaration) };
		case 'distinct':
			return { ...before, marks: [...before.marks, said] };
		default:
			return before;
	}
}

/** Declarations in their order; one that would join a pair marked before as not the same is skipped unless it names that mark (N6). */
export function familiesOf(pairs: readonly Pair[]): Families {
	const joinings: Joining[] = [];
	const marks: Mark[] = [];
	for (const { low, state } of pairs) {
		const rows = [low, state.other] as const;
		for (const { id, hlc, despite = [] } of state.merges) joinings.push({ id, hlc, rows, despite });
		for (const { id, hlc } of state.marks) marks.push({ id, hlc, rows });
	}
	const groupOf = new Map<Id, Set<Id>>();
	const skipped = new Set<ClaimId>();
	const group = (id: Id): Set<Id> => groupOf.get(id) ?? new Set([id]);
	for (const joining of joinings.sort(byStamp)) {
		const [a, b] = [group(joining.rows[0]), group(joining.rows[1])];
		if (marks.some((mark) => byStamp(mark, joining) < 0 && isBarred(mark, a, b, joining.despite)))
			skipped.add(joining.id);
		else {
			const joined = new Set([...a, ...b]);
			for (const id of joined) groupOf.set(id, joined);
		}
	}
	const groups = [...new Set(groupOf.values())].map((rows) => [...rows].sort());
	return { groups: groups.sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1)), skipped };
}

function isBarred({ id, rows: [one, other] }: Mark, a: Set<Id>, b: Set<Id>, despite: readonly ClaimId[]): boolean {
	const parts = (a.has(one) && b.has(other)) || (a.has(other) && b.has(one));
	return parts && !despite.includes(id);
}
