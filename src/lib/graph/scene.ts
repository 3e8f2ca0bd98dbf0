/** A graph made ready to be drawn: looks, labels, sizes, bends of parallel edges. Positions are put in later. */
import type { Box } from './boxes';
import { wrapLabel, type Measure } from './label';
import { lookOf, looksOf, type Look } from './look';
import type { LayoutEdge, LayoutNode, Point, Positions } from './layout';

export interface GraphNode {
	id: string;
	name: string;
	type: string | null;
	/** How many of its neighbours are not drawn. */
	folded?: number;
}

export interface GraphLink {
	source_id: string;
	target_id: string;
	/** The relation as first written. */
	type: string;
	/** 0–1 */
	confidence: number;
	context: string | null;
	/** When it began, else when it was first written (ISO 8601). */
	since?: string | undefined;
}

export interface GraphData {
	nodes: readonly GraphNode[];
	edges: readonly GraphLink[];
	/** Ids of what the picture is about. */
	centres: readonly string[];
}

export interface SceneNode extends GraphNode, Point {
	look: Look;
	/** The label, wrapped; and its width, px. */
	lines: string[];
	width: number;
	/** px at zoom 1 */
	radius: number;
	centre: boolean;
	degree: number;
	/** How many of its neighbours are not drawn. */
	folded: number;
}

export interface SceneEdge {
	source: SceneNode;
	target: SceneNode;
	label: string;
	width: number;
	confidence: number;
	/** How far it bows out of the straight line, px; parallel edges bow apart. */
	bend: number;
}

export interface Scene {
	nodes: SceneNode[];
	edges: SceneEdge[];
	byId: Map<string, SceneNode>;
	looks: Map<string, Look>;
	/** Height of a line of a label, px. */
	lineHeight: number;
}

/** Text sizes as they will be drawn. */
export interface Lettering {
	/** Names of nodes. */
	name: Measure;
	/** Names of what the picture is about. */
	strong: Measure;
	/** Relations. */
	relation: Measure;
	/** px */
	lineHeight: number;
}

const LABEL_WIDTH = 118;
const LABEL_LINES = 2;
/** Between a node and its name, px. */
export const LABEL_GAP = 5;
const BOW = 26;

const radiusOf = (centre: boolean, degree: number): number => (centre ? 10 : Math.min(9, 6 + Math.sqrt(degree) * 0.6));

/** Ends in one order, so that edges of both directions bow apart. */
const pairKey = (a: string, b: string): string => (a < b ? `${a}\n${b}` : `${b}\n${a}`);

export function buildScene(data: GraphData, lettering: Lettering): Scene {
	const known = new Set(data.nodes.map(({ id }) => id));
	const links = data.edges.filter(
		(e) => e.source_id !== e.target_id && known.has(e.source_id) && known.has(e.target_id)
	);
	const looks = looksOf(data.nodes.map(({ type }) => type));
	const centres = new Set(data.centres);
	const degrees = new Map<string, number>();
	for (const { source_id, target_id } of links)
		for (const id of [source_id, target_id]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
	const nodes = data.nodes.map((node) =>
		sceneNode(node, centres.has(node.id), degrees.get(node.id) ?? 0, looks, lettering)
	);
	const byId = new Map(nodes.map((node) => [node.id, node]));
	return { nodes, edges: sceneEdges(links, byId, lettering), byId, looks, lineHeight: lettering.lineHeight };
}

function sceneNode(
	{ id, name, type, folded = 0 }: GraphNode,
	centre: boolean,
	degree: number,
	looks: Map<string, Look>,
	lettering: Lettering
): SceneNode {
	const measure = centre ? lettering.strong : lettering.name;
	const lines = wrapLabel(name, measure, LABEL_WIDTH, LABEL_LINES);
	const width = Math.max(...lines.map(measure));
	const radius = radiusOf(centre, degree);
	return { id, name, type, look: lookOf(looks, type), lines, width, radius, centre, degree, folded, x: 0, y: 0 };
}

function sceneEdges(links: GraphLink[], byId: Map<string, SceneNode>, { relation }: Lettering): SceneEdge[] {
	const counts = new Map<string, number>();
	for (const { source_id, target_id } of links) {
		const key = pairKey(source_id, target_id);
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	const seen = new Map<string, number>();
	return links.flatMap(({ source_id, target_id, type, confidence }) => {
		const [source, target] = [byId.get(source_id), byId.get(target_id)];
		if (!source || !target) return [];
		const key = pairKey(source_id, target_id);
		const index = seen.get(key) ?? 0;
		seen.set(key, index + 1);
		const side = index - ((counts.get(key) ?? 1) - 1) / 2;
		const bend = side * BOW * (source_id < target_id ? 1 : -1);
		const [label = ''] = wrapLabel(type, relation, LABEL_WIDTH, 1);
		return [{ source, target, label, width: relation(label), confidence, bend }];
	});
}

/** The room a node takes with its name below it, for the layout. */
export function boxOf({ width, lines, radius }: SceneNode, lineHeight: number): Box {
	const half = Math.max(width / 2, radius * 1.3) + 2;
	return { left: half, right: half, up: radius * 1.3 + 3, down: radius * 1.3 + LABEL_GAP + lines.length * lineHeight };
}

/** Plain copies for the layout. */
export function layoutInput(
	scene: Scene,
	at: (id: string) => Point | undefined
): { nodes: LayoutNode[]; edges: LayoutEdge[] } {
	const nodes = scene.nodes.map((node) => {
		const was = at(node.id);
		return { id: node.id, box: boxOf(node, scene.lineHeight), ...(was && { at: { x: was.x, y: was.y } }) };
	});
	return { nodes, edges: scene.edges.map(({ source, target }) => ({ source: source.id, target: target.id })) };
}

/** Moves every node to its place, or part of the way there (`part` 0–1) from where `from` says it was. */
export function arrange(scene: Scene, to: Positions, from: Positions | null = null, part = 1): void {
	for (const node of scene.nodes) {
		const end = to.get(node.id);
		if (!end) continue;
		const start = from?.get(node.id) ?? end;
		node.x = start.x + (end.x - start.x) * part;
		node.y = start.y + (end.y - start.y) * part;
	}
}
