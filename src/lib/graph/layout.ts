/**
 * Positions for a picture of a graph (d3-force): plain nodes and edges in, positions out. The same set in any order gives
 * the same picture; nothing that is passed in is changed.
 */
import {
	forceLink,
	forceManyBody,
	forceSimulation,
	forceX,
	forceY,
	type SimulationLinkDatum,
	type SimulationNodeDatum
} from 'd3-force';
import { eachOverlap, separate, type Box, type Boxed } from './boxes';
import { neighbourLists, seats } from './seats';

export interface Point {
	x: number;
	y: number;
}

export interface LayoutNode {
	id: string;
	/** Around the position, px at zoom 1: the node and its name. */
	box: Box;
	/** Where it was. */
	at?: Point;
}

export interface LayoutEdge {
	source: string;
	target: string;
}

export interface LayoutRequest {
	nodes: LayoutNode[];
	edges: LayoutEdge[];
	/** Ids of what the picture is about; they start in the middle. */
	centres: string[];
	/** Of the view, px: small graphs spread to fill it. */
	width: number;
	height: number;
	/** Nodes that have an `at` stay there exactly. */
	keep?: boolean;
}

export type Positions = Map<string, Point>;

/** Runs a layout somewhere; `release` ends what it runs in (the next run starts it again): a run cut off rejects with an AbortError. */
export interface LayoutRunner {
	run(request: LayoutRequest): Promise<Positions>;
	release(): void;
}

interface Body extends SimulationNodeDatum, Boxed {
	id: string;
	x: number;
	y: number;
	vx: number;
	vy: number;
	known: boolean;
}

interface Link extends SimulationLinkDatum<Body> {
	/** At rest, px. */
	length: number;
}

const FULL_TICKS = 220;
/** From where things were, less is needed. */
const WARM_TICKS = 120;

/** Minimal standard generator: the same numbers in every engine. */
function seeded(seed = 42): () => number {
	let state = seed;
	return () => {
		state = (state * 16807) % 2147483647;
		return (state - 1) / 2147483646;
	};
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Length of an edge at rest, px: what the area gives each node, within what reads well. */
function restLength({ nodes, width, height }: LayoutRequest): number {
	const each = Math.sqrt((Math.max(1, width) * Math.max(1, height)) / Math.max(1, nodes.length));
	return Math.min(150, Math.max(64, each * 0.95));
}

/** How much cheaper a way sideways is than one up or down, in a view of these measures. */
const sideways = ({ width, height }: LayoutRequest): number =>
	Math.min(3, Math.max(1, (1.5 * width) / Math.max(1, height)));

/** Around a hub there must be room for all its neighbours' names: about two thirds of the radius of a disc that holds them. */
function lengths(bodies: Body[], edges: LayoutEdge[], rest: number): (edge: LayoutEdge) => number {
	const area = bodies.reduce((sum, { box }) => sum + (box.left + box.right) * (box.up + box.down), 0) / bodies.length;
	const degrees = new Map<string, number>();
	for (const edge of edges) for (const id of [edge.source, edge.target]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
	return ({ source, target }) => {
		const most = Math.max(degrees.get(source) ?? 1, degrees.get(target) ?? 1);
		return Math.max(rest, 0.62 * Math.sqrt((most * area * 1.4) / Math.PI));
	};
}

/** Beside a neighbour that has a place, on the side away from the middle; so a new node appears where it belongs. */
function besideNeighbour(
	id: string,
	lists: Map<string, string[]>,
	known: Map<string, Point>,
	rest: number
): Point | null {
	const near = (lists.get(id) ?? []).flatMap((other) => known.get(other) ?? []);
	if (!near.length) return null;
	const x = near.reduce((sum, point) => sum + point.x, 0) / near.length;
	const y = near.reduce((sum, point) => sum + point.y, 0) / near.length;
	const far = Math.hypot(x, y) || 1;
	return { x: x + (x / far) * rest * 0.7, y: y + (y / far || 1) * rest * 0.7 };
}

function bodiesOf(request: LayoutRequest, edges: LayoutEdge[], rest: number): Body[] {
	const nodes = [...request.nodes].sort((a, b) => compare(a.id, b.id));
	const ids = nodes.map(({ id }) => id);
	const lists = neighbourLists(ids, edges);
	const known = new Map(nodes.flatMap(({ id, at }) => (at ? [[id, at] as const] : [])));
	const [only, second] = request.centres;
	// One thing that a picture is about holds its middle.
	const middle = request.keep !== true && second === undefined ? only : undefined;
	const start = seats(ids, edges, request.centres, rest, request.height / Math.max(1, request.width));
	return nodes.map(({ id, box, at }) => {
		if (id === middle)
			return { id, box, x: 0, y: 0, vx: 0, vy: 0, pinned: true, known: at !== undefined, fx: 0, fy: 0 };
		const seat = at ?? besideNeighbour(id, lists, known, rest) ?? start.get(id) ?? { x: 0, y: 0 };
		const pinned = request.keep === true && at !== undefined;
		return {
			id,
			box,
			x: seat.x,
			y: seat.y,
			vx: 0,
			vy: 0,
			pinned,
			known: at !== undefined,
			...(pinned && { fx: at.x, fy: at.y })
		};
	});
}

/** Pushes overlapping boxes apart a little at each tick: each by the mean of what its neighbours ask, so that crowds do not explode. */
function forceBoxes(strength: number, wide: number) {
	let bodies: Body[] = [];
	const force = (): void => {
		const asked = new Map<Body, { x: number; y: number; times: number }>();
		const ask = (body: Body, x: number, y: number): void => {
			const sum = asked.get(body);
			if (!sum) asked.set(body, { x, y, times: 1 });
			else Object.assign(sum, { x: sum.x + x, y: sum.y + y, times: sum.times + 1 });
		};
		eachOverlap(bodies, wide, (a, b, dx, dy) => {
			ask(a, -dx, -dy);
			ask(b, dx, dy);
		});
		for (const [body, { x, y, times }] of asked) {
			body.vx += (x / times) * strength;
			body.vy += (y / times) * strength;
		}
	};
	force.initialize = (nodes: Body[]): void => void (bodies = nodes);
	return force;
}

function simulate(bodies: Body[], edges: LayoutEdge[], request: LayoutRequest, rest: number): void {
	const flat = request.height / Math.max(1, request.width);
	const pull = bodies.length > 40 ? 0.07 : 0.05;
	const warm = bodies.some(({ known }) => known);
	const ticks = warm ? WARM_TICKS : FULL_TICKS;
	const length = lengths(bodies, edges, rest);
	const links: Link[] = edges.map((edge) => ({ source: edge.source, target: edge.target, length: length(edge) }));
	forceSimulation(bodies)
		.stop()
		.randomSource(seeded())
		.alpha(warm ? 0.5 : 1)
		.alphaDecay(1 - Math.pow(0.001, 1 / ticks))
		.force(
			'link',
			forceLink<Body, Link>(links)
				.id(({ id }) => id)
				.distance(({ length }) => length)
		)
		.force(
			'charge',
			forceManyBody<Body>()
				.strength(-4.2 * rest)
				.distanceMax(rest * 6)
		)
		.force('x', forceX<Body>(0).strength(pull * Math.min(2, Math.max(0.5, flat))))
		.force('y', forceY<Body>(0).strength(pull * Math.min(2, Math.max(0.5, 1 / flat))))
		.force('boxes', forceBoxes(0.5, sideways(request)))
		.tick(ticks);
}

/** Spreads a small picture over the view. Stretching never makes boxes meet. */
function fill(bodies: Body[], { width, height }: LayoutRequest): void {
	const span = (low: (b: Body) => number, high: (b: Body) => number, room: number, at: (b: Body) => number): number => {
		const whole = Math.max(...bodies.map(high)) - Math.min(...bodies.map(low));
		const inner = Math.max(...bodies.map(at)) - Math.min(...bodies.map(at));
		return inner > 1 ? Math.min(1.6, Math.max(1, (room - (whole - inner)) / inner)) : 1;
	};
	const margin = 24;
	const byX = span(
		(b) => b.x - b.box.left,
		(b) => b.x + b.box.right,
		width - margin,
		(b) => b.x
	);
	const byY = span(
		(b) => b.y - b.box.up,
		(b) => b.y + b.box.down,
		height - margin,
		(b) => b.y
	);
	for (const body of bodies) {
		body.x *= byX;
		body.y *= byY;
	}
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Positions of all nodes, the centre near (0, 0). Boxes of names do not overlap. */
export function layoutGraph(request: LayoutRequest): Positions {
	const ids = new Set(request.nodes.map(({ id }) => id));
	const edges = request.edges
		.filter(({ source, target }) => source !== target && ids.has(source) && ids.has(target))
		.sort((a, b) => compare(a.source, b.source) || compare(a.target, b.target));
	const rest = restLength(request);
	const bodies = bodiesOf(request, edges, rest);
	if (!bodies.every(({ pinned }) => pinned)) {
		simulate(bodies, edges, request, rest);
		separate(bodies, sideways(request));
		if (!request.keep) fill(bodies, request);
	}
	return new Map(bodies.map(({ id, x, y }) => [id, { x: rounded(x), y: rounded(y) }]));
}
