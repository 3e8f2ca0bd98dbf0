/** Pointers and wheel on a graph's canvas: hover, click, double click, drag, pan, pinch, zoom. */
import type { Point } from '../../graph/layout';
import type { SceneNode } from '../../graph/scene';
import type { GraphStage } from './graph-stage';

const DRAG = 4;
const DOUBLE = 350;

interface Grip {
	at: Point;
	from: Point;
	node: SceneNode | null;
	/** The node whose folded neighbours the hand points at. */
	chip: SceneNode | null;
	dragging: boolean;
}

/**
 * @param wheelZooms whether a plain wheel may zoom now; with Ctrl or ⌘ (and a trackpad's pinch) it always does
 * @returns how to let go
 */
export function gestures(canvas: HTMLCanvasElement, stage: GraphStage, wheelZooms: () => boolean): () => void {
	const grips = new Map<number, Grip>();
	let clicked: { id: string; at: number } | null = null;

	const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
		const { left, top } = canvas.getBoundingClientRect();
		return { x: clientX - left, y: clientY - top };
	};

	function down(event: PointerEvent): void {
		if (event.button !== 0) return;
		canvas.setPointerCapture(event.pointerId);
		const at = pointOf(event);
		const touch = event.pointerType !== 'mouse';
		const chip = grips.size ? null : stage.chipAt(at, touch);
		const node = grips.size || chip ? null : stage.nodeAt(at, touch);
		grips.set(event.pointerId, { at, from: at, node, chip, dragging: grips.size > 0 });
	}

	function move(event: PointerEvent): void {
		const at = pointOf(event);
		const grip = grips.get(event.pointerId);
		if (!grip) {
			if (event.pointerType === 'mouse') canvas.style.cursor = stage.hover(at) ? 'pointer' : 'grab';
			return;
		}
		const other = [...grips].find(([id]) => id !== event.pointerId)?.[1];
		grip.dragging ||= Math.hypot(at.x - grip.from.x, at.y - grip.from.y) > DRAG;
		if (other) pinch(grip.at, at, other.at);
		else if (grip.dragging && grip.node) stage.drag(grip.node, at);
		else if (grip.dragging) stage.pan(at.x - grip.at.x, at.y - grip.at.y);
		if (grip.dragging) canvas.style.cursor = 'grabbing';
		if (grip.dragging || other) grip.at = at;
	}

	function pinch(before: Point, now: Point, still: Point): void {
		const [was, is] = [before, now].map((p) => Math.max(1, Math.hypot(p.x - still.x, p.y - still.y)));
		stage.zoom((is ?? 1) / (was ?? 1), { x: (now.x + still.x) / 2, y: (now.y + still.y) / 2 });
		stage.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
	}

	function up(event: PointerEvent): void {
		const grip = grips.get(event.pointerId);
		grips.delete(event.pointerId);
		for (const other of grips.values()) other.dragging = true; // the rest of a pinch is no click
		canvas.style.cursor = 'grab';
		if (!grip || grip.dragging || event.type !== 'pointerup') return;
		if (grip.chip) stage.unfold(grip.chip);
		else click(grip.node, event.timeStamp);
	}

	/** The first click may move the picture, so the second counts for what the first one hit. */
	function click(node: SceneNode | null, at: number): void {
		const second = clicked !== null && at - clicked.at < DOUBLE ? clicked.id : null;
		clicked = node && second === null ? { id: node.id, at } : null;
		if (second !== null) stage.open(second);
		else if (node) stage.choose(node);
	}

	function leave(): void {
		if (!grips.size) stage.hover(null);
	}

	function wheel(event: WheelEvent): void {
		if (!event.ctrlKey && !event.metaKey && !wheelZooms()) return;
		event.preventDefault();
		const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1;
		const delta = Math.min(240, Math.max(-240, event.deltaY * lines));
		stage.zoom(Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.0022)), pointOf(event));
	}

	const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, pointerleave: leave };
	for (const [type, listener] of Object.entries(listeners)) canvas.addEventListener(type, listener as EventListener);
	canvas.addEventListener('wheel', wheel, { passive: false });
	return () => {
		for (const [type, listener] of Object.entries(listeners))
			canvas.removeEventListener(type, listener as EventListener);
		canvas.removeEventListener('wheel', wheel);
	};
}
