/**
 * One picture of a graph on a canvas of the page: what it shows, where, what stands out. Asks for a layout when it needs one,
 * paints when something changed, and rests while nobody can see it. Events come in from the component and graph-gestures.
 */
import { draw, type Lit } from '../../graph/draw';
import { edgeAt, nodeAt, REACH, stepFrom, type Direction } from '../../graph/hit';
import type { LayoutRequest, LayoutRunner, Point, Positions } from '../../graph/layout';
import type { PlacedLabel } from '../../graph/placing';
import { origin, recall, remember } from '../../graph/remembered';
import { arrange, buildScene, layoutInput, type GraphData, type Scene, type SceneNode } from '../../graph/scene';
import { fitted, panned, revealing, toWorld, zoomedAt, type Size, type View } from '../../graph/view';
import { advance, type Motion } from './graph-motion';
import { readTheme, stillPlease, type Theme } from './graph-theme';

const MOVE = 420;
const ZOOM = 180;

export interface StageHooks {
	/** The keyboard has come to a node. */
	reached: (node: SceneNode, scene: Scene) => void;
	select: (id: string) => void;
	open: (id: string) => void;
}

export class GraphStage {
	private readonly pen: CanvasRenderingContext2D;
	private theme: Theme;
	private data: GraphData | null = null;
	private viewId = '';
	private scene: Scene | null = null;
	private labels: PlacedLabel[] = [];
	private view: View = { k: 1, x: 0, y: 0 };
	private size: Size = { width: 0, height: 0 };
	private visible = false;
	/** The person has moved the view; it is not fitted again by itself. */
	private touched = false;
	/** What is shown is not what was asked for last. */
	private stale = false;
	private runs = 0;
	private motion: Motion | null = null;
	private frame = 0;
	private readonly lit: Lit = {};

	constructor(
		private readonly canvas: HTMLCanvasElement,
		private readonly host: HTMLElement,
		private readonly layout: LayoutRunner,
		private readonly hooks: StageHooks
	) {
		const pen = canvas.getContext('2d');
		if (!pen) throw new Error('This browser has no canvas.');
		this.pen = pen;
		this.theme = readTheme(host, pen);
	}

	/* ---- what to show ---- */

	show(data: GraphData, viewId: string): void {
		this.data = data;
		if (viewId !== this.viewId) this.touched = false;
		this.viewId = viewId;
		this.stale = true;
		void this.settle();
	}

	select(id: string | null): void {
		this.lit.selected = id;
		this.repaint();
	}

	resize(size: Size): void {
		if (size.width === this.size.width && size.height === this.size.height && this.canvas.width) {
			this.repaint();
			return;
		}
		this.size = size;
		if (this.scene && !this.touched && !this.motion) this.view = fitted(this.scene, size);
		void this.settle();
		this.repaint(true);
	}

	/** Off screen nothing is laid out or painted, and the layout's worker ends. */
	setVisible(visible: boolean): void {
		if (visible === this.visible) return;
		this.visible = visible;
		if (!visible) this.layout.release();
		void this.settle();
		this.repaint();
	}

	retheme(): void {
		this.theme = readTheme(this.host, this.pen);
		this.repaint();
	}

	destroy(): void {
		this.runs++;
		this.visible = false;
		cancelAnimationFrame(this.frame);
		this.layout.release();
	}

	/* ---- places ---- */

	private async settle(): Promise<void> {
		if (!this.stale || !this.data || !this.visible || !this.size.width || !this.size.height) return;
		this.stale = false;
		const run = ++this.runs;
		const scene = buildScene(this.data, this.theme.lettering);
		const centres = [...this.data.centres].sort().join('\n');
		const before = recall(this.viewId);
		const same = before?.centres === centres;
		const known = before?.positions ?? new Map<string, Point>();
		let positions = known;
		if (!same || !scene.nodes.every(({ id }) => known.has(id))) {
			const keep = same && scene.nodes.some(({ id }) => known.has(id));
			const request = {
				...layoutInput(scene, (id) => known.get(id)),
				centres: [...this.data.centres],
				...this.size,
				keep
			};
			positions = await this.lay(request);
			if (run !== this.runs) return; // something newer is on its way
			// What is only hidden for now finds its old place again.
			if (same) positions = new Map([...known, ...positions]);
		}
		remember(this.viewId, { positions, centres, ...(same && before.view && { view: before.view }) });
		this.enter(scene, positions);
	}

	/** Without a worker the page has to do it: better slow than not at all. */
	private async lay(request: LayoutRequest): Promise<Positions> {
		try {
			return await this.layout.run(request);
		} catch {
			const { layoutGraph } = await import('../../graph/layout');
			return layoutGraph(request);
		}
	}

	private enter(scene: Scene, positions: Positions): void {
		const old = this.scene;
		this.scene = scene;
		for (const key of ['node', 'focus'] as const) this.lit[key] = scene.byId.get(this.lit[key]?.id ?? '') ?? null;
		this.lit.edge = null;
		arrange(scene, positions);
		const kept = this.touched ? this.view : recall(this.viewId)?.view;
		const view = kept ?? fitted(scene, this.size);
		this.touched = kept !== undefined;
		if (old?.nodes.some(({ id }) => scene.byId.has(id))) {
			const from: Positions = new Map(old.nodes.map(({ id, x, y }) => [id, { x, y }]));
			const edges = scene.edges.map(({ source, target }) => ({ source: source.id, target: target.id }));
			for (const { id } of scene.nodes) {
				const at = from.get(id) ?? origin(id, edges, from);
				if (at) from.set(id, at);
			}
			this.move({ nodes: { scene, from, to: positions }, view: { from: this.view, to: view } }, MOVE);
		} else {
			this.motion = null;
			this.view = view;
		}
		this.repaint();
	}

	private move(what: Omit<Motion, 'started' | 'lasts'>, lasts: number): void {
		this.motion = { ...what, started: performance.now(), lasts: stillPlease() ? 0 : lasts };
		this.repaint();
	}

	/** A hand on the picture ends every motion where it would have ended, but leaves the view as it is. */
	private grasp(): void {
		if (this.motion) advance({ ...this.motion, lasts: 0 }, 0, this.view);
		this.motion = null;
		this.touched = true;
	}

	private keepView(): void {
		const before = recall(this.viewId);
		if (before) remember(this.viewId, { ...before, view: this.view });
	}

	/* ---- painting ---- */

	private repaint(now = false): void {
		if (!this.visible) return;
		if (now) {
			cancelAnimationFrame(this.frame);
			this.paint(performance.now());
		} else this.frame ||= requestAnimationFrame((time) => this.paint(time));
	}

	private paint(now: number): void {
		this.frame = 0;
		const { width, height } = this.size;
		const ratio = devicePixelRatio;
		const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
		if (this.canvas.width !== w || this.canvas.height !== h) Object.assign(this.canvas, { width: w, height: h });
		this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
		if (!this.scene) return;
		if (this.motion) {
			const { view, arrived } = advance(this.motion, now, this.view);
			this.view = view;
			if (arrived) this.motion = null;
			else this.repaint();
		}
		const { scene, view, size, lit } = this;
		const standing = { ...lit, node: lit.node ?? lit.focus ?? null };
		this.labels = draw(this.pen, { scene, view, size, lit: standing, ...this.theme });
	}

	/* ---- hands and keys; points are px within the canvas ---- */

	nodeAt(point: Point, touch: boolean): SceneNode | null {
		return this.scene && nodeAt(this.scene, this.view, this.labels, point, touch ? REACH.touch : REACH.mouse);
	}

	/** Answers whether something is there to click. */
	hover(point: Point | null): boolean {
		const node = point && this.nodeAt(point, false);
		const edge = point && this.scene && !node ? edgeAt(this.scene, this.view, point) : null;
		if (node !== (this.lit.node ?? null) || edge !== (this.lit.edge ?? null)) {
			this.lit.node = node;
			this.lit.edge = edge;
			this.repaint();
		}
		return node !== null;
	}

	pan(dx: number, dy: number): void {
		this.grasp();
		this.view = panned(this.view, dx, dy);
		this.keepView();
		this.repaint();
	}

	zoom(factor: number, at: Point, smooth = false): void {
		const from = this.motion?.view?.to ?? this.view;
		this.grasp();
		const to = zoomedAt(from, factor, at);
		if (smooth) this.move({ view: { from: this.view, to } }, ZOOM);
		else this.view = to;
		const before = recall(this.viewId);
		if (before) remember(this.viewId, { ...before, view: to });
		this.repaint();
	}

	zoomMiddle(factor: number): void {
		this.zoom(factor, { x: this.size.width / 2, y: this.size.height / 2 }, true);
	}

	fit(): void {
		if (!this.scene) return;
		this.grasp();
		this.touched = false;
		const before = recall(this.viewId);
		if (before) remember(this.viewId, { positions: before.positions, centres: before.centres });
		this.move({ view: { from: this.view, to: fitted(this.scene, this.size) } }, MOVE);
	}

	/** Puts a node where the hand holds it; it stays there. */
	drag(node: SceneNode, point: Point): void {
		this.grasp();
		Object.assign(node, toWorld(this.view, point));
		recall(this.viewId)?.positions.set(node.id, { x: node.x, y: node.y });
		this.keepView();
		this.repaint();
	}

	focus(node: SceneNode | null): void {
		this.lit.focus = node;
		if (node && this.scene) {
			const view = revealing(this.view, node, this.size);
			if (view.x !== this.view.x || view.y !== this.view.y) this.move({ view: { from: this.view, to: view } }, ZOOM);
			this.hooks.reached(node, this.scene);
		}
		this.repaint();
	}

	/** Where the keyboard starts: the chosen thing, else what the picture is about. */
	focusFirst(): void {
		const nodes = this.scene?.nodes ?? [];
		this.focus(this.scene?.byId.get(this.lit.selected ?? '') ?? nodes.find(({ centre }) => centre) ?? nodes[0] ?? null);
	}

	step(direction: Direction): void {
		if (!this.scene || !this.lit.focus) this.focusFirst();
		else {
			const next = stepFrom(this.scene, this.lit.focus, direction);
			if (next) this.focus(next);
		}
	}

	/** The node that the keyboard is on. */
	get focused(): SceneNode | null {
		return this.lit.focus ?? null;
	}

	choose(node: SceneNode): void {
		this.hooks.select(node.id);
	}

	open(id: string): void {
		this.hooks.open(id);
	}
}
