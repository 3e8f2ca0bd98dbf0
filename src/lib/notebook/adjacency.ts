/**
 * The edges of the notebook in memory, both ways, kept from changes shelf by shelf: what walks and relation lists read.
 * Holds what it is given: which edges are current or hidden is for the caller to say.
 */
import type { GraphEdge, GraphView } from '../domain/subgraph';
import type { Id } from '../domain/model';

/** An outgoing edge as a source's shelf holds it. */
export interface ShelfEdge {
	target: Id;
	/** `r:TARGET:relation_key`, its key on the shelf. */
	key: string;
	relationKey: string;
	/** As first written. */
	relation: string;
	strength?: number | undefined;
	confidence: number;
	/** The newest (E1). */
	context?: string | undefined;
	/** ms since epoch, as are the other times. */
	validFrom?: number | undefined;
	validUntil?: number | undefined;
	/** When it was first written. */
	at: number;
}

/** An edge between rows. */
export interface AdjacentEdge extends GraphEdge {
	readonly source: Id;
	readonly target: Id;
	readonly relationKey: string;
	readonly relation: string;
	readonly strength: number | undefined;
	readonly confidence: number;
	readonly context: string | undefined;
	readonly validFrom: number | undefined;
	readonly validUntil: number | undefined;
	readonly at: number;
	/** Its key on the source's shelf. */
	readonly key: string;
	/** Itself: so that a grouped edge and a plain one read alike. */
	readonly row: AdjacentEdge;
}

/** An edge between groups of the *same*; `row` is the edge as somebody wrote it. */
export interface GroupedEdge extends GraphEdge {
	readonly at: number;
	readonly row: AdjacentEdge;
}

/** How rows stand together (N3, N6). */
export interface Grouping {
	/** The group a row belongs to, named by one of its rows. */
	groupOf: (id: Id) => Id;
	/** All rows of a group. Without it every group is its one row. */
	membersOf?: (group: Id) => Iterable<Id>;
	/** Says no to what must not be walked: ended by now, its far end in the Trash (E5) or out of reach (N7). */
	keep?: (edge: AdjacentEdge, far: Id) => boolean;
}

export interface Adjacency {
	/** Replaces all outgoing edges of a source. */
	setShelf(source: Id, edges: Iterable<ShelfEdge>): void;
	/** Drops all outgoing edges of a source; what points at it stays with its own sources. */
	deleteShelf(source: Id): void;
	/** In the order of the shelf. */
	out(id: Id): readonly AdjacentEdge[];
	/** In no order of meaning. */
	in(id: Id): readonly AdjacentEdge[];
	/** Outgoing, then incoming. */
	neighbours(id: Id): readonly AdjacentEdge[];
	/** How many edges touch it. */
	degree(id: Id): number;
	/** The graph of groups for one walk: what is at a node is gathered when it is asked for, once. */
	grouped(grouping: Grouping): Pick<GraphView<GroupedEdge>, 'neighbours'>;
	readonly edgeCount: number;
}

/** One shape for all edges, and every string shared: hundreds of thousands of them stay in memory. */
class Row implements AdjacentEdge {
	readonly relationKey: string;
	readonly relation: string;
	readonly strength: number | undefined;
	readonly confidence: number;
	readonly context: string | undefined;
	readonly validFrom: number | undefined;
	readonly validUntil: number | undefined;
	readonly at: number;

	constructor(
		readonly source: Id,
		readonly target: Id,
		edge: ShelfEdge,
		shared: (text: string) => string
	) {
		this.relationKey = shared(edge.relationKey);
		this.relation = shared(edge.relation);
		this.strength = edge.strength;
		this.confidence = edge.confidence;
		this.context = edge.context;
		this.validFrom = edge.validFrom;
		this.validUntil = edge.validUntil;
		this.at = edge.at;
	}

	get key(): string {
		return `r:${this.target}:${this.relationKey}`;
	}

	get row(): this {
		return this;
	}
}

interface Vertex {
	/** The one copy of the id that all its edges share. */
	readonly id: Id;
	out: Row[];
	in: Row[];
}

const none: readonly AdjacentEdge[] = [];

/** Order within `in` means nothing, so the last may take the place of the one that goes. */
function takeOut(rows: Row[], row: Row): void {
	const index = rows.indexOf(row);
	const last = rows.pop();
	if (last && last !== row && index >= 0) rows[index] = last;
}

export function createAdjacency(): Adjacency {
	const vertices = new Map<Id, Vertex>();
	const texts = new Map<string, string>();
	let edgeCount = 0;

	const shared = (text: string): string => {
		const known = texts.get(text);
		if (known === undefined) texts.set(text, text);
		return known ?? text;
	};

	function vertexOf(id: Id): Vertex {
		const known = vertices.get(id);
		if (known) return known;
		const made: Vertex = { id, out: [], in: [] };
		vertices.set(id, made);
		return made;
	}

	function dropIfBare(vertex: Vertex): void {
		if (!vertex.out.length && !vertex.in.length) vertices.delete(vertex.id);
	}

	function deleteShelf(source: Id): void {
		const vertex = vertices.get(source);
		if (!vertex) return;
		edgeCount -= vertex.out.length;
		const gone = vertex.out;
		vertex.out = [];
		for (const row of gone) {
			const target = vertexOf(row.target);
			takeOut(target.in, row);
			dropIfBare(target);
		}
		dropIfBare(vertex);
	}

	function setShelf(source: Id, edges: Iterable<ShelfEdge>): void {
		deleteShelf(source);
		for (const edge of edges) {
			const from = vertexOf(source);
			const to = vertexOf(edge.target);
			const row = new Row(from.id, to.id, edge, shared);
			from.out.push(row);
			to.in.push(row);
			edgeCount++;
		}
	}

	function neighbours(id: Id): readonly AdjacentEdge[] {
		const vertex = vertices.get(id);
		if (!vertex) return none;
		if (!vertex.in.length) return vertex.out;
		return vertex.out.length ? vertex.out.concat(vertex.in) : vertex.in;
	}

	function between(group: Id, { groupOf, membersOf, keep }: Grouping): GroupedEdge[] {
		const edges: GroupedEdge[] = [];
		for (const member of membersOf ? membersOf(group) : [group])
			for (const row of neighbours(member)) {
				const [source, target] = [groupOf(row.source), groupOf(row.target)];
				if (source === target || (keep && !keep(row, row.source === member ? row.target : row.source))) continue;
				if (source === row.source && target === row.target) edges.push(row);
				else edges.push({ source, target, relationKey: row.relationKey, confidence: row.confidence, at: row.at, row });
			}
		return edges;
	}

	return {
		setShelf,
		deleteShelf,
		out: (id) => vertices.get(id)?.out ?? none,
		in: (id) => vertices.get(id)?.in ?? none,
		neighbours,
		degree: (id) => {
			const vertex = vertices.get(id);
			return vertex ? vertex.out.length + vertex.in.length : 0;
		},
		grouped(grouping) {
			const gathered = new Map<Id, readonly GroupedEdge[]>();
			return {
				neighbours(group) {
					const known = gathered.get(group) ?? between(group, grouping);
					gathered.set(group, known);
					return known;
				}
			};
		},
		get edgeCount() {
			return edgeCount;
		}
	};
}
