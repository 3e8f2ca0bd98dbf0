/** Where everything in a picture stands: as remembered, else by a layout. */
import type { LayoutRequest, LayoutRunner, Point, Positions } from '../../graph/layout';
import { origin, recall, remember } from '../../graph/remembered';
import { layoutInput, type GraphData, type Scene } from '../../graph/scene';
import type { Size, View } from '../../graph/view';

export interface Places {
	positions: Positions;
	/** What the picture is about, as one text. */
	centres: string;
	/** As the person left it. */
	view?: View;
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Null: the runner was released meanwhile. Without a worker the page has to do it: better slow than not at all. */
async function lay(runner: LayoutRunner, request: LayoutRequest): Promise<Positions | null> {
	try {
		return await runner.run(request);
	} catch (error) {
		if (isAbort(error)) return null;
		const { layoutGraph } = await import('../../graph/layout');
		return layoutGraph(request);
	}
}

/**
 * While a picture is about the same things, what has a place keeps it; a new centre arranges everything anew from where it was.
 * Null: the runner was released before it was done.
 */
export async function findPlaces(
	scene: Scene,
	data: GraphData,
	viewId: string,
	size: Size,
	runner: LayoutRunner
): Promise<Places | null> {
	const centres = [...data.centres].sort().join('\n');
	const before = recall(viewId);
	const same = before?.centres === centres;
	const known = before?.positions ?? new Map<string, Point>();
	const view = same && before.view ? { view: before.view } : {};
	if (same && scene.nodes.every(({ id }) => known.has(id))) return { positions: known, centres, ...view };
	const keep = same && scene.nodes.some(({ id }) => known.has(id));
	const input = layoutInput(scene, (id) => known.get(id));
	const laid = await lay(runner, { ...input, centres: [...data.centres], ...size, keep });
	if (!laid) return null;
	// What is only hidden for now finds its old place again.
	return { positions: same ? new Map([...known, ...laid]) : laid, centres, ...view };
}

/** Where each node comes from when one picture becomes another; what is new grows out of a neighbour. */
export function departures(old: Scene, scene: Scene): Positions {
	const from: Positions = new Map(old.nodes.map(({ id, x, y }) => [id, { x, y }]));
	const edges = scene.edges.map(({ source, target }) => ({ source: source.id, target: target.id }));
	for (const { id } of scene.nodes) {
		const at = from.get(id) ?? origin(id, edges, from);
		if (at) from.set(id, at);
	}
	return from;
}

/** Keeps the view as the person left it; without one the picture is fitted again. */
export function keepView(viewId: string, view: View | null): void {
	const before = recall(viewId);
	if (!before) return;
	const { positions, centres } = before;
	remember(viewId, { positions, centres, ...(view && { view }) });
}
