/** How much of a graph is drawn: neighbours beyond are folded into their node, hubs first, so that no picture is a hairball. Pure. */
import { neighbours, type Rows } from './filters';
import type { GraphNode } from './scene';

/** Drawn without asking. */
export const USUAL = 150;
/** Never more. */
export const MOST = 500;
/** So many new neighbours a node brings along, unless it is unfolded: what the picture is about more than others. */
const BRINGS = { centre: 60, other: 12 } as const;

export interface Folding {
	centres: readonly string[];
	/** Ids of nodes whose neighbours are all wanted. */
	unfolded: ReadonlySet<string>;
	/** All at once, as far as `MOST` goes. */
	all: boolean;
}

export interface Folded extends Rows {
	/** Each with how many of its neighbours are folded into it. */
	nodes: readonly GraphNode[];
	/** How many things are not drawn. */
	folded: number;
	/** How many would be drawn if all were. */
	possible: number;
}

/** What is drawn, found level by level from the centres, in the order of the nodes (the nearest and best connected first). */
function admitted({ nodes, edges }: Rows, { centres, unfolded, all }: Folding): Set<string> {
	const near = neighbours(edges);
	const rank = new Map(nodes.map(({ id }, index) => [id, index]));
	const limit = all ? MOST : USUAL;
	const about = new Set(centres);
	const shown = new Set(nodes.filter(({ id }) => about.has(id)).map(({ id }) => id));
	for (const id of shown) {
		const brings = all || unfolded.has(id) ? MOST : about.has(id) ? BRINGS.centre : BRINGS.other;
		const room = unfolded.has(id) ? MOST : limit;
		const others = [...(near.get(id) ?? [])]
			.filter((other) => !shown.has(other) && rank.has(other))
			.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
		for (const other of others.slice(0, Math.max(0, Math.min(brings, room - shown.size)))) shown.add(other);
	}
	return shown;
}

export function fold(rows: Rows, folding: Folding): Folded {
	const shown = admitted(rows, folding);
	const near = neighbours(rows.edges);
	const known = new Set(rows.nodes.map(({ id }) => id));
	const beyond = (id: string): number => {
		let count = 0;
		for (const other of near.get(id) ?? []) if (known.has(other) && !shown.has(other)) count++;
		return count;
	};
	const nodes = rows.nodes
		.filter(({ id }) => shown.has(id))
		.map((node) => {
			const folded = beyond(node.id);
			return folded ? { ...node, folded } : node;
		});
	const edges = rows.edges.filter((edge) => shown.has(edge.source_id) && shown.has(edge.target_id));
	return { nodes, edges, folded: known.size - nodes.length, possible: Math.min(MOST, known.size) };
}
