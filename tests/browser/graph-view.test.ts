import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../src/app.css';
import { layoutGraph, type LayoutRequest, type LayoutRunner } from '../../src/lib/graph/layout';
import { recall } from '../../src/lib/graph/remembered';
import type { GraphLink, GraphNode } from '../../src/lib/graph/scene';
import GraphTable from '../../src/lib/ui/components/GraphTable.svelte';
import GraphView from '../../src/lib/ui/components/GraphView.svelte';
import { graphStrings } from '../../src/lib/ui/components/graph-strings';
import { createLayoutRunner } from '../../src/lib/worker/layout-client.svelte';

const link = (source_id: string, type: string, target_id: string, confidence = 1): GraphLink => ({
	source_id,
	target_id,
	type,
	confidence,
	context: null
});
const ada: { nodes: GraphNode[]; edges: GraphLink[]; centres: string[] } = {
	nodes: [
		{ id: 'ada', name: 'Ada Lovelace', type: 'person' },
		{ id: 'engine', name: 'Analytical Engine', type: 'system' },
		{ id: 'london', name: 'London', type: 'place' }
	],
	edges: [link('ada', 'described', 'engine', 0.9), link('ada', 'lived_in', 'london', 0.4)],
	centres: ['ada']
};

/** A runner in the page that counts. */
function countingRunner() {
	const requests: LayoutRequest[] = [];
	let released = 0;
	const runner: LayoutRunner = {
		run: (request) => {
			requests.push(request);
			return Promise.resolve(layoutGraph(structuredClone(request)));
		},
		release: () => {
			released++;
		}
	};
	return { runner, requests, released: () => released };
}

let views = 0;
let view = '';
beforeEach(async () => {
	view = `view-${views++}`;
	await page.viewport(800, 700);
});
afterEach(() => delete document.documentElement.dataset['theme']);

const canvasOf = (container: Element): HTMLCanvasElement => container.querySelector('canvas')!;

/** How many pixels are not the ground. */
function painted(canvas: HTMLCanvasElement): number {
	const { width, height } = canvas;
	if (!width || !height) return 0;
	const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
	let count = 0;
	for (let i = 3; i < data.length; i += 4) if (data[i]) count++;
	return count;
}

async function shown(props: Partial<Parameters<typeof GraphView>[1]> = {}) {
	const counting = countingRunner();
	const all = { ...ada, view, layout: () => counting.runner, height: '400px', ...props };
	const screen = await render(GraphView, { props: all });
	const canvas = canvasOf(screen.container);
	await vi.waitFor(() => expect(painted(canvas)).toBeGreaterThan(300));
	return { screen, canvas, ...counting, all };
}

describe('the picture', () => {
	test('is laid out in a worker of its own and painted crisp', async () => {
		const { canvas } = await shown({ layout: createLayoutRunner });
		expect(canvas.width).toBe(Math.round(canvas.clientWidth * devicePixelRatio));
		expect(recall(view)?.positions.size).toBe(3);
	});

	test('the worker gives what the page would, and can be ended and started again', async () => {
		const runner = createLayoutRunner();
		const box = { left: 30, right: 30, up: 10, down: 20 };
		const nodes = ['a', 'b', 'c'].map((id) => ({ id, box }));
		const request = { nodes, edges: [{ source: 'a', target: 'b' }], centres: ['a'], width: 400, height: 300 };
		expect(await runner.run(request)).toEqual(layoutGraph(request));
		const cut = runner.run(request);
		runner.release();
		const next = runner.run(request);
		await expect(cut).rejects.toMatchObject({ name: 'AbortError' });
		expect((await next).size).toBe(3);
		runner.release();
	});

	test('has a name and a description, and points at its table', async () => {
		await shown({ table: 'rows' });
		const picture = page.getByRole('application', { name: 'Graph around Ada Lovelace: 3 things, 2 relations' });
		await expect.element(picture).toHaveAccessibleDescription(/Arrow keys/u);
		await expect.element(picture).toHaveAttribute('aria-details', 'rows');
	});

	test('the legend says what shapes and lines mean, of what is in the picture', async () => {
		const { screen, all } = await shown();
		const legend = screen.getByRole('list', { name: graphStrings.legend });
		await expect.element(legend).toHaveTextContent(/what it is about.*person 1.*system 1.*place 1/u);
		for (const said of [graphStrings.sure, graphStrings.doubtful])
			await expect.element(legend.getByText(said)).toBeVisible();
		const drawn = legend.getByText(graphStrings.doubtful).element().querySelector('path');
		expect(drawn?.getAttribute('stroke-dasharray')).toBe('4 4');
		await screen.rerender({ ...all, edges: all.edges.filter(({ confidence }) => confidence >= 0.5), centres: [] });
		await expect.element(legend).not.toHaveTextContent(graphStrings.doubtful);
		await expect.element(legend).not.toHaveTextContent(graphStrings.centre);
	});

	test('the legend is whole and in reach on a small phone', async () => {
		await page.viewport(360, 740);
		const { screen } = await shown();
		for (const line of screen.getByRole('list', { name: graphStrings.legend }).getByRole('listitem').elements()) {
			const { left, right, height } = line.getBoundingClientRect();
			expect(left).toBeGreaterThanOrEqual(0);
			expect(right).toBeLessThanOrEqual(360);
			expect(height).toBeLessThan(30);
		}
	});

	test('without a worker the page does the layout', async () => {
		const broken: LayoutRunner = { run: () => Promise.reject(new Error('no worker')), release: () => undefined };
		await shown({ layout: () => broken });
		expect(recall(view)?.positions.size).toBe(3);
	});

	test('takes the colours of the theme as it changes', async () => {
		document.documentElement.dataset['theme'] = 'light';
		const { canvas } = await shown();
		const light = canvas.toDataURL();
		document.documentElement.dataset['theme'] = 'dark';
		await vi.waitFor(() => expect(canvas.toDataURL()).not.toBe(light));
		document.documentElement.dataset['theme'] = 'light';
		await vi.waitFor(() => expect(canvas.toDataURL()).toBe(light));
	});
});

describe('places', () => {
	test('nothing jumps when something is added, and nothing is laid out when nothing is new', async () => {
		const { screen, all, requests } = await shown();
		const before = new Map(recall(view)!.positions);
		const nodes = [...ada.nodes, { id: 'note', name: 'Note G', type: null }];
		const edges = [...ada.edges, link('ada', 'wrote', 'note')];
		await screen.rerender({ ...all, nodes, edges });
		await vi.waitFor(() => expect(recall(view)?.positions.has('note')).toBe(true));
		for (const [id, point] of before) expect(recall(view)?.positions.get(id)).toEqual(point);
		await screen.rerender({ ...all, nodes: nodes.slice(0, 3) });
		await screen.rerender({ ...all, nodes, edges });
		await expect.element(page.getByRole('application', { name: /4 things, 3 relations/u })).toBeInTheDocument();
		expect(requests).toHaveLength(2);
	});

	test('shown again, it stands as it stood', async () => {
		const first = await shown();
		const picture = first.canvas.toDataURL();
		await first.screen.unmount();
		const again = await shown();
		expect(again.requests).toEqual([]);
		await vi.waitFor(() => expect(again.canvas.toDataURL()).toBe(picture));
	});

	test('off screen the worker ends; back on screen the picture is there', async () => {
		const { screen, canvas, released } = await shown();
		const box = screen.container;
		box.hidden = true;
		await vi.waitFor(() => expect(released()).toBe(1));
		box.hidden = false;
		await vi.waitFor(() => expect(painted(canvas)).toBeGreaterThan(300));
		await screen.unmount();
		expect(released()).toBe(2);
	});
});

describe('hands', () => {
	const one = { nodes: ada.nodes.slice(0, 1), edges: [] };

	test('a click chooses, a double click opens', async () => {
		const [onselect, onopen] = [vi.fn(), vi.fn()];
		const { canvas } = await shown({ ...one, onselect, onopen });
		await userEvent.click(canvas);
		expect(onselect).toHaveBeenCalledExactlyOnceWith('ada');
		await userEvent.dblClick(canvas);
		expect(onopen).toHaveBeenCalledExactlyOnceWith('ada');
	});

	test('a drag on the ground pans and is no click; the button shows everything again', async () => {
		const onselect = vi.fn();
		const { screen, canvas } = await shown({ onselect });
		const before = canvas.toDataURL();
		await userEvent.dragAndDrop(canvas, canvas, {
			sourcePosition: { x: 20, y: 20 },
			targetPosition: { x: 140, y: 90 }
		});
		await vi.waitFor(() => expect(recall(view)?.view).toBeDefined());
		await userEvent.unhover(canvas);
		expect(canvas.toDataURL()).not.toBe(before);
		expect(onselect).not.toHaveBeenCalled();
		await screen.getByRole('button', { name: 'Show everything' }).click();
		await vi.waitFor(() => expect(canvas.toDataURL()).toBe(before));
	});

	test('the wheel zooms a whole picture, but scrolls the page past a card', async () => {
		const turn = (canvas: Element, more: WheelEventInit = {}): boolean =>
			canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true, ...more }));
		const whole = await shown();
		expect(turn(whole.canvas)).toBe(false);
		expect(recall(view)?.view?.k).toBeGreaterThan(0);
		await whole.screen.unmount();
		view += 'card';
		const card = await shown({ compact: true });
		expect(turn(card.canvas)).toBe(true);
		expect(turn(card.canvas, { ctrlKey: true })).toBe(false);
	});
});

describe('keys', () => {
	test('arrows walk to neighbours and say what is there; Space chooses, Enter opens', async () => {
		const [onselect, onopen] = [vi.fn(), vi.fn()];
		const { screen } = await shown({ onselect, onopen });
		const said = screen.container.querySelector<HTMLElement>('[aria-live]')!;
		await userEvent.tab();
		await expect.element(said).toHaveTextContent('Ada Lovelace, person. described Analytical Engine; lived_in London');
		const [from, to] = ['ada', 'london'].map((id) => recall(view)!.positions.get(id)!);
		const [dx, dy] = [to!.x - from!.x, to!.y - from!.y];
		const key = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp';
		await userEvent.keyboard(`{${key}}`);
		await expect.element(said).toHaveTextContent('London, place. Ada Lovelace lived_in it');
		await userEvent.keyboard(' ');
		await userEvent.keyboard('{Enter}');
		expect(onselect).toHaveBeenCalledExactlyOnceWith('london');
		expect(onopen).toHaveBeenCalledExactlyOnceWith('london');
	});

	test('plus, minus and 0 zoom; keys that mean nothing here pass on', async () => {
		const heard = vi.fn();
		document.addEventListener('keydown', heard);
		await shown();
		await userEvent.tab();
		await userEvent.keyboard('+');
		const zoomed = recall(view)?.view?.k;
		await userEvent.keyboard('-');
		expect(recall(view)?.view?.k).toBeLessThan(zoomed!);
		await userEvent.keyboard('0');
		expect(recall(view)?.view).toBeUndefined();
		await userEvent.keyboard('f');
		document.removeEventListener('keydown', heard);
		expect(heard.mock.calls.map(([event]) => (event as KeyboardEvent).key)).toEqual(['Tab', 'f']);
	});
});

describe('the table', () => {
	const rows = {
		...ada,
		nodes: [...ada.nodes, { id: 'x', name: '<b>bold</b>', type: null }],
		edges: [...ada.edges, { ...link('x', 'mentions', 'ada', 0.55), context: '<img src=x>' }]
	};
	const cells = (container: Element): string[][] =>
		[...container.querySelectorAll('tbody tr')].map((row) =>
			[...row.querySelectorAll('td')].map((cell) => cell.innerText)
		);

	test('says the same as the picture, stored text as text', async () => {
		const screen = await render(GraphTable, { props: { ...rows, href: (id: string) => `/thing/${id}` } });
		expect(cells(screen.container)).toEqual([
			['Ada Lovelace', 'described', 'Analytical Engine', '0.9', ''],
			['Ada Lovelace', 'lived_in', 'London', '0.4', ''],
			['<b>bold</b>', 'mentions', 'Ada Lovelace', '0.55', '<img src=x>']
		]);
		await expect.element(screen.getByRole('link', { name: 'London' })).toHaveAttribute('href', '/thing/london');
	});

	test('names are buttons where they lead nowhere', async () => {
		const onopen = vi.fn();
		const screen = await render(GraphTable, { props: { ...rows, onopen } });
		await screen.getByRole('button', { name: 'London' }).click();
		expect(onopen).toHaveBeenCalledExactlyOnceWith('london');
	});

	test('a heading sorts up, down, and not at all', async () => {
		const screen = await render(GraphTable, { props: rows });
		const heading = screen.getByRole('columnheader', { name: 'Confidence' });
		const column = (): string[] => cells(screen.container).map((row) => row[3]!);
		const press = (): Promise<void> => heading.getByRole('button').click();
		await press();
		expect(column()).toEqual(['0.4', '0.55', '0.9']);
		await expect.element(heading).toHaveAttribute('aria-sort', 'ascending');
		await press();
		expect(column()).toEqual(['0.9', '0.55', '0.4']);
		await press();
		expect(column()).toEqual(['0.9', '0.4', '0.55']);
	});
});
