/** Where things stood in each view, as long as the page lives: so nothing jumps when a picture is shown again. */
import type { Point, Positions } from './layout';
import type { View } from './view';

export interface Remembered {
	positions: Positions;
	/** What the picture was about. */
	centres: string;
	/** As the person left it; absent while it is fitted. */
	view?: View;
}

const MOST_VIEWS = 40;
const views = new Map<string, Remembered>();

export function recall(view: string): Remembered | undefined {
	return views.get(view);
}

export function remember(view: string, what: Remembered): void {
	views.delete(view);
	views.set(view, what);
	const [oldest] = views.keys();
	if (views.size > MOST_VIEWS && oldest !== undefined) views.delete(oldest);
}

/** For a new node: where its nearest placed neighbour stood, so that it grows out of it. */
export function origin(
	id: string,
	edges: Iterable<{ source: string; target: string }>,
	from: Positions
): Point | undefined {
	for (const { source, target } of edges) {
		const other = source === id ? target : target === id ? source : null;
		const at = other === null ? undefined : from.get(other);
		if (at) return at;
	}
	return undefined;
}
