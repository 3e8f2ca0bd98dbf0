/**
 * Screens of a large notebook, in a real Chromium: from the click that opens a thing to the frame that shows its page, from the click that asks
 * for the graph's picture to the frame that shows it, and how many frames a second there are while the largest picture is moved with the mouse.
 */
import { strings } from '../../src/lib/ui/strings';
import { call } from '../support/script-door';
import { builtFolder, ownServer } from '../support/own-server';
import { newProfile, openApp, type OpenApp } from './browser';
import { bundlePage } from './bundle';
import { spread, type Spread } from './figures';
import { thisMachine, type Machine } from './machine';

const HUB = 'Graph benchmark hub';
/** Things around the hub, and around each of these: more than the largest picture holds. */
const [INNER, OUTER] = [45, 11];
/** A call of `remember` takes at most so many relations. */
const PORTION = 40;
const PAN_MS = 2000;

export interface GraphReport {
	at: string;
	entities: number;
	machine: Machine;
	chromium: string;
	/** Things in the usual picture and in the largest. */
	usual: number;
	largest: number;
	/** ms from the click on a thing in the table to the frame that shows its page. */
	opened: Spread;
	/** ms from the click to the frame that shows the usual picture. */
	drawn: Spread;
	/** ms from frame to frame while the largest picture is moved. */
	frames: Spread;
	framesPerSecond: number;
}

export interface GraphAsked {
	entities?: number;
	/** How often the usual picture is asked for. */
	rounds?: number;
	tell?: (line: string) => void;
}

async function tie({ page }: OpenApp): Promise<void> {
	const inner = Array.from({ length: INNER }, (_, i) => `${HUB} ${String(i)}`);
	const relations = [
		...inner.map((to) => ({ from: HUB, relation: 'holds', to })),
		...inner.flatMap((from) =>
			Array.from({ length: OUTER }, (_, i) => ({ from, relation: 'holds', to: `${from} ${String(i)}` }))
		)
	];
	for (let at = 0; at < relations.length; at += PORTION) {
		const said = await call(page, 'remember', { relations: relations.slice(at, at + PORTION) });
		if (!said.ok) throw new Error(said.error.message);
	}
}

/** Of the picture as it is now, small: enough to tell that another one is painted. Answers the ms until it is another. */
function untilPainted(press: string): Promise<number> {
	const small = new OffscreenCanvas(48, 48).getContext('2d', { willReadFrequently: true });
	const print = (): string => {
		const canvas = document.querySelector('figure canvas');
		if (!small || !(canvas instanceof HTMLCanvasElement) || !canvas.width) return '';
		small.clearRect(0, 0, 48, 48);
		small.drawImage(canvas, 0, 0, 48, 48);
		return small.getImageData(0, 0, 48, 48).data.join();
	};
	const before = print();
	const target = document.querySelector<HTMLElement>(press);
	if (!target) throw new Error(`Nothing to press: ${press}`);
	return new Promise((resolve) => {
		const began = performance.now();
		const look = (): void => {
			const now = print();
			if (now !== '' && now !== before) resolve(performance.now() - began);
			else requestAnimationFrame(look);
		};
		target.click();
		requestAnimationFrame(look);
	});
}

/** The canvas' own name says how many things it holds. */
async function thingsIn({ page }: OpenApp): Promise<number> {
	const name = (await page.getByRole('application').getAttribute('aria-label')) ?? '';
	return Number(/(\d+) things?,/.exec(name)?.[1] ?? 0);
}

/** From one step, painted and at rest, to two. */
async function askedAgain(app: OpenApp, origin: string): Promise<number> {
	await app.page.goto(`${origin}/graph?of=${encodeURIComponent(HUB)}&hops=1`);
	await app.page.getByRole('application').waitFor();
	await app.page.waitForTimeout(1500);
	return app.page.evaluate(untilPainted, 'input[type=radio][value="2"]');
}

async function panned({ page }: OpenApp): Promise<number[]> {
	const canvas = page.getByRole('application');
	await canvas.scrollIntoViewIfNeeded();
	const box = await canvas.boundingBox();
	if (!box) throw new Error('There is no picture to move.');
	const [x, y] = [box.x + 8, box.y + 8]; // a corner: no node is grasped
	await page.mouse.move(x, y);
	await page.mouse.down();
	const counted = page.evaluate(
		(lasts) =>
			new Promise<number[]>((resolve) => {
				const times: number[] = [];
				const tick = (now: number): void => {
					times.push(now);
					if (now - (times[0] ?? now) < lasts) requestAnimationFrame(tick);
					else resolve(times);
				};
				requestAnimationFrame(tick);
			}),
		PAN_MS
	);
	const until = performance.now() + PAN_MS;
	for (let i = 0; performance.now() < until; i++) await page.mouse.move(x + (i % 60) * 3, y + (i % 45) * 2);
	await page.mouse.up();
	const times = await counted;
	return times.slice(1).map((time, i) => time - (times[i] ?? time));
}

/** Clicks a thing of the table; answers the ms until its page stands there. */
function untilOpened(nth: number): Promise<number> {
	const link = document.querySelectorAll<HTMLElement>('tbody th a')[nth];
	if (!link) throw new Error('There is no such thing in the table.');
	const name = link.textContent.trim();
	return new Promise((resolve) => {
		const began = performance.now();
		const look = (): void => {
			const title = document.querySelector('h1')?.textContent.trim();
			if (title === name && document.querySelector('#about')) {
				// The frame in which it stands is painted when the next one begins.
				requestAnimationFrame(() => resolve(performance.now() - began));
			} else requestAnimationFrame(look);
		};
		link.click();
		requestAnimationFrame(look);
	});
}

const OPENED = 30;

async function openings({ page }: OpenApp, origin: string): Promise<number[]> {
	const times: number[] = [];
	await page.goto(`${origin}/things`);
	for (let i = 0; i <= OPENED; i++) {
		await page.locator('tbody th a').nth(i).waitFor();
		await page.waitForTimeout(150);
		times.push(await page.evaluate(untilOpened, i));
		await page.goBack();
	}
	return times.slice(1); // the first loads the script of the page
}

async function measure(app: OpenApp, origin: string, rounds: number) {
	await app.page.emulateMedia({ reducedMotion: 'reduce' }); // the first frame is the whole picture
	const opened = spread(await openings(app, origin));
	await askedAgain(app, origin); // once unmeasured: the script of the picture is loaded when it is first used
	const drawn: number[] = [];
	for (let i = 0; i < rounds; i++) drawn.push(await askedAgain(app, origin));
	const usual = await thingsIn(app);
	const all = app.page.getByRole('button', { name: strings.graph.drawAll(500) });
	await all.click();
	await all.waitFor({ state: 'detached' });
	await app.page.waitForTimeout(2500);
	const largest = await thingsIn(app);
	return { opened, usual, largest, drawn: spread(drawn), frames: await panned(app) };
}

export async function graphBenchmark(asked: GraphAsked): Promise<{ report: GraphReport; table: string }> {
	const { entities = 20_000, rounds = 5, tell = () => undefined } = asked;
	const [machine, at] = [thisMachine(), new Date().toISOString()];
	const script = await bundlePage();
	const server = await ownServer();
	await server.start(await builtFolder());
	const profile = newProfile();
	try {
		const filled = await openApp(profile, server.origin, script);
		const size = { entities, observations: entities, relations: entities, seed: 1 };
		await filled.page.evaluate((wanted) => window.bench.prepare(wanted), size);
		await filled.page.evaluate(() => window.bench.importOurs());
		await tie(filled);
		tell(`${entities.toLocaleString('en-US')} things imported`);
		await filled.close();

		const app = await openApp(profile, server.origin, script);
		const { frames, ...figures } = await measure(app, server.origin, rounds);
		const framesPerSecond = 1000 / (frames.reduce((sum, time) => sum + time, 0) / frames.length);
		const report = {
			at,
			entities,
			machine,
			chromium: app.version,
			...figures,
			frames: spread(frames),
			framesPerSecond
		};
		await app.close();
		return { report, table: graphToMarkdown(report) };
	} finally {
		await server.stop();
		profile.remove();
	}
}

const ms = (time: number): string => `${time.toFixed(time < 10 ? 1 : 0)} ms`;

function graphToMarkdown(report: GraphReport): string {
	const { at, entities, machine, chromium, opened, usual, largest, drawn, frames, framesPerSecond } = report;
	return [
		`${entities.toLocaleString('en-US')} things. Chromium ${chromium}, ${machine.system}, ${machine.cpu}, load ${String(machine.load)} at the start, ${at.slice(0, 10)}. Times are p50 · p95.`,
		'',
		'| | measured | aim |',
		'| --- | --: | --: |',
		`| a thing: from the click to the frame that shows its page | ${ms(opened.p50)} · ${ms(opened.p95)} | p95 ≤ 100 ms |`,
		`| ${String(usual)} things: from the click to the frame that shows them | ${ms(drawn.p50)} · ${ms(drawn.p95)} | 300 ms |`,
		`| ${String(largest)} things moved with the mouse: frames a second | ${framesPerSecond.toFixed(0)} | 60 |`,
		`| the same: from frame to frame | ${ms(frames.p50)} · ${ms(frames.p95)} | 17 ms |`,
		''
	].join('\n');
}
