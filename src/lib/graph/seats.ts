/** Where nodes start: rings around the centres, children beside each other behind their parent. So few edges cross from the first tick. */
import type { LayoutEdge, Point } from './layout';

/** Who is next to whom, in the order of the edges. */
export function neighbourLists(ids: readonly string[], edges: readonly LayoutEdge[]): Map<string, string[]> {
	const lists = new Map<string, string[]>(ids.map((id) => [id, []]));
	for (const { source, target } of edges) {
		if (source === target || !lists.has(source) || !lists.has(target)) continue;
		lists.get(source)?.push(target);
		lists.get(target)?.push(source);
	}
	return lists;
}

interface Branch {
	id: string;
	children: Branch[];
	/** Ends of twigs below; how wide a slice it needs. */
	leaves: number;
}

/** The breadth-first tree over everything; what hangs together with no centre hangs on the root. */
function tree(ids: readonly string[], lists: Map<string, string[]>, centres: readonly string[]): Branch {
	const root: Branch = { id: '', children: [], leaves: 0 };
	const seen = new Set<string>();
	const grow = (start: string): void => {
		if (seen.has(start)) return;
		seen.add(start);
		const first: Branch = { id: start, children: [], leaves: 0 };
		root.children.push(first);
		for (let level = [first]; level.length;) {
			const next: Branch[] = [];
			for (const branch of level)
				for (const id of lists.get(branch.id) ?? []) {
					if (seen.has(id)) continue;
					seen.add(id);
					const child: Branch = { id, children: [], leaves: 0 };
					branch.children.push(child);
					next.push(child);
				}
			level = next;
		}
	};
	for (const id of centres) if (lists.has(id)) grow(id);
	const byDegree = [...ids].sort((a, b) => (lists.get(b)?.length ?? 0) - (lists.get(a)?.length ?? 0));
	byDegree.forEach(grow);
	count(root);
	arrangeSiblings(root, lists);
	return root;
}

/** Whose branches are tied to each other stand side by side: a greedy chain through the ties between siblings. */
function arrangeSiblings(branch: Branch, lists: Map<string, string[]>): void {
	for (const child of branch.children) arrangeSiblings(child, lists);
	if (branch.children.length < 3) return;
	const owner = new Map<string, Branch>();
	const claim = (child: Branch, below: Branch): void => {
		owner.set(below.id, child);
		for (const each of below.children) claim(child, each);
	};
	for (const child of branch.children) claim(child, child);
	const ties = new Map(branch.children.map((child) => [child, new Set<Branch>()]));
	for (const [id, child] of owner)
		for (const other of lists.get(id) ?? []) {
			const sibling = owner.get(other);
			if (sibling && sibling !== child) ties.get(child)?.add(sibling);
		}
	branch.children = chained(branch.children, ties);
}

function chained(children: Branch[], ties: Map<Branch, Set<Branch>>): Branch[] {
	const tieCount = (child: Branch): number => ties.get(child)?.size ?? 0;
	const waiting = new Set([...children].sort((a, b) => tieCount(a) - tieCount(b)));
	const chain: Branch[] = [];
	// From an end of each chain of ties; those without any come last.
	const ends = [...waiting].filter(tieCount).concat([...waiting].filter((child) => !tieCount(child)));
	for (const end of ends)
		for (let next: Branch | undefined = end; next && waiting.delete(next);) {
			chain.push(next);
			next = [...(ties.get(next) ?? [])].find((other) => waiting.has(other));
		}
	return chain;
}

function count(branch: Branch): number {
	branch.leaves = Math.max(
		1,
		branch.children.reduce((sum, child) => sum + count(child), 0)
	);
	return branch.leaves;
}

/**
 * @param step px from ring to ring
 * @param flat height over width of the view: rings become ellipses that fill it
 */
export function seats(
	ids: readonly string[],
	edges: readonly LayoutEdge[],
	centres: readonly string[],
	step: number,
	flat: number
): Map<string, Point> {
	const root = tree(ids, neighbourLists(ids, edges), centres);
	const only = root.children.length === 1;
	const stretch = Math.sqrt(Math.min(2, Math.max(0.5, flat)));
	const found = new Map<string, Point>();
	const place = (branch: Branch, depth: number, from: number, to: number): void => {
		const angle = (from + to) / 2;
		const reach = depth * step;
		found.set(branch.id, { x: (Math.cos(angle) * reach) / stretch, y: Math.sin(angle) * reach * stretch });
		let start = from;
		for (const child of branch.children) {
			const end = start + ((to - from) * child.leaves) / branch.leaves;
			place(child, depth + 1, start, end);
			start = end;
		}
	};
	// A lone centre sits in the middle; several share a ring. Turned so that the first of few stands up, not sideways.
	place(root, only ? -1 : 0, -Math.PI * 0.62, Math.PI * 1.38);
	found.delete(root.id);
	return found;
}
