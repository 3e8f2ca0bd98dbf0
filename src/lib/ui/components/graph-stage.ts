/**
 * One picture of a graph on a canvas of the page: what it shows, where, what stands out. Asks for a layout when it needs one,
 * paints when something changed, and rests while nobody can see it. Events come in from the component and graph-gestures.
 */
import { chipAt } from '../../graph/chips';
import { draw, type Lit } from '../../graph/draw';
import type { Exported } from '../../graph/export';
import { edgeAt, nodeAt, REACH, stepFrom, type Direction } from '../../graph/hit';
import type { LayoutRunner, Point } from '../../graph/layout';
import type { PlacedLabel } from '../../graph/placing';
import { recall, remember } from '../../graph/remembered';
import { arrange, buildScene, type GraphData, type Scene, type SceneNode } from '../../graph/scene';
import { fitted, panned, revealing, toWorld, zoomedAt, type Size, type View } from '../../graph/view';
import { advance, type Motion } from './graph-motion';
import { departures, findPlaces, keepView, type Places } from './graph-places';
import { readTheme, stillPlease, type Theme } from './graph-theme';

const MOVE = 420;
const ZOOM = 180;

export interface StageHooks {
	/** The keyboard has come to a node. */
	reached: (node: SceneNode, scene: Scene) => void;
	select: (id: string) => void;
	open: (id: string) => void;
	/** The neighbours folded into a node are wanted. */
	unfold: (id: string) => void;
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
		const recentred = this.data?.centres.join('\n') !== data.centres.join('\n');
		if (recentred || viewId !== this.viewId) this.touched = false;
		this.data = data;
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
		if (this.scene && !this.touched) {
			this.view = fitted(this.scene, size);
			if (this.motion?.view) this.motion.view.to = this.view;
		}
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
		const places = await findPlaces(scene, this.data, this.viewId, this.size, this.layout);
		if (run !== this.runs) return; // something newer is on its way
		if (!places) {
			// Ended because it went off screen: once more when it is seen.
			this.stale = true;
			void this.settle();
			return;
		}
		remember(this.viewId, places);
		this.enter(scene, places);
	}

	private enter(scene: Scene, { positions, view: left }: Places): void {
		const old = this.scene;
		this.scene = scene;
		for (const key of ['node', 'focus'] as const) this.lit[key] = scene.byId.get(this.lit[key]?.id ?? '') ?? null;
		this.lit.edge = null;
		arrange(scene, positions);
		const kept = this.touched ? this.view : left;
		const view = kept ?? fitted(scene, this.size);
		this.touched = kept !== undefined;
		if (old?.nodes.some(({ id }) => scene.byId.has(id))) {
			const nodes = { scene, from: departures(old, scene), to: positions };
			this.move({ nodes, view: { from: this.view, to: view } }, MOVE);
		} else {
			this.motion = null;
			this.view = view;
		}
		this.repaint();
	}

	private move(what: Omit<Motion, 'started' | 'lasts'>, lasts: number): void {
		this.land();
		this.motion = { ...what, started: performance.now(), lasts: stillPlease() ? 0 : lasts };
		this.repaint();
	}

	/** Puts the nodes where they were going; the view stays as it is. */
	private land(): void {
		if (this.motion) advance({ ...this.motion, lasts: 0 }, 0, this.view);
		this.motion = null;
	}

	private grasp(): void {
		this.land();
		this.touched = true;
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

	/** The node whose "+37" is there. */
	chipAt(point: Point, touch: boolean): SceneNode | null {
		return this.scene && chipAt(this.scene, this.view, point, touch ? REACH.touch / 2 : 0);
	}

	/** Answers whether something is there to click. */
	hover(point: Point | null): boolean {
		if (point && this.chipAt(point, false)) return true;
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
		keepView(this.viewId, this.view);
		this.repaint();
	}

	zoom(factor: number, at: Point, smooth = false): void {
		const from = this.motion?.view?.to ?? this.view;
		this.grasp();
		const to = zoomedAt(from, factor, at);
		if (smooth) this.move({ view: { from: this.view, to } }, ZOOM);
		else this.view = to;
		keepView(this.viewId, to);
		this.repaint();
	}

	zoomMiddle(factor: number): void {
		this.zoom(factor, { x: this.size.width / 2, y: this.size.height / 2 }, true);
	}

	fit(): void {
		if (!this.scene) return;
		this.grasp();
		this.touched = false;
		keepView(this.viewId, null);
		this.move({ view: { from: this.view, to: fitted(this.scene, this.size) } }, MOVE);
	}

	/** Puts a node where the hand holds it; it stays there. */
	drag(node: SceneNode, point: Point): void {
		this.grasp();
		Object.assign(node, toWorld(this.view, point));
		recall(this.viewId)?.positions.set(node.id, { x: node.x, y: node.y });
		keepView(this.viewId, this.view);
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

	unfold(node: SceneNode): void {
		if (node.folded > 0) this.hooks.unfold(node.id);
	}

	/** What a file of the picture is made from; null while nothing is drawn. */
	toExport(title: string, size: Size): Exported | null {
		this.land();
		return this.scene && { scene: this.scene, palette: this.theme.palette, fonts: this.theme.fonts, title, size };
	}
}
