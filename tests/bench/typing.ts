/**
 * Typing into the palette of a large notebook, with real keys in a real Chromium: does every letter stand there at once, how long until
 * the suggestions do, are they those of the last text, does the page's thread ever hang. Figures of the whole way that a key goes;
 * those of the index alone are `npm run bench:names -- --speed`.
 */
import { memoryFileLines, type MemoryFileSize } from '../support/memory-files';
import { builtFolder, ownServer } from '../support/own-server';
import { newProfile, openApp, type OpenApp } from './browser';
import { bundlePage } from './bundle';
import { spread, type Spread } from './figures';
import { thisMachine, type Machine } from './machine';
import { pick, seeded } from './page/data';
import type { Typed } from './page/watch-typing';

/** A fast typist's. */
const KEYS_A_SECOND = 12;
/** Between two texts, as somebody looks at what was found. */
const LOOK = 250;
export const hundredThousand = 100_000;

type AName = () => string;

interface Hand {
	id: 'names' | 'sentences' | 'bursts';
	what: string;
	/** ms from key to key. */
	pause: number;
	/** Texts for each one of the plan's: a sentence is several names long. */
	share: number;
	text: (aName: AName) => string;
}

const pause = 1000 / KEYS_A_SECOND;
const hands: Hand[] = [
	{ id: 'names', what: `names, ${KEYS_A_SECOND} keys a second`, pause, share: 1, text: (aName) => aName() },
	{
		id: 'sentences',
		what: 'sentences, as fast',
		pause,
		share: 0.25,
		text: (aName) => `${aName()} was at the harbour with ${aName()} to see the boats`
	},
	{ id: 'bursts', what: 'names, all keys at once', pause: 0, share: 1, text: (aName) => aName() }
];

export interface TypingFigures {
	hand: Hand['id'];
	what: string;
	/** While likely duplicates are looked for in the background, as after an import. */
	atWork: boolean;
	texts: number;
	keys: number;
	dropped: number;
	/** Texts below which other suggestions stood in the end. */
	strange: number;
	/** ms from the key to the paint. */
	shown: Spread;
	answered: Spread;
	/** Tasks of the page's thread above 50 ms. */
	longTasks: number[];
}

export interface TypingReport {
	at: string;
	entities: number;
	machine: Machine;
	chromium: string;
	figures: TypingFigures[];
}

export interface TypingAsked {
	entities?: number;
	/** Names typed by each hand. */
	texts?: number;
	/** Without it only a notebook at work is measured: looking for duplicates takes minutes. */
	atRest?: boolean;
	tell?: (line: string) => void;
}

/** Names as they stand in the notebook, those that every keyboard has. */
function namesOf(size: MemoryFileSize): string[] {
	const names = new Set<string>();
	for (const text of memoryFileLines(size)) {
		const { name } = JSON.parse(text) as { name?: string }; // our own generator's
		if (name !== undefined && /^[a-z\d ]+$/iu.test(name)) names.add(name);
	}
	return [...names];
}

const sleep = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, time)));

/** Keys go out by the clock, whether or not the page has dealt with the last: a hand does not wait. */
async function type({ page }: OpenApp, text: string, { pause: between }: Hand): Promise<Typed> {
	await page.evaluate((meant) => window.bench.typingBegins(meant), text);
	const began = performance.now();
	const pressed: Promise<void>[] = [];
	for (const [i, letter] of [...text].entries()) {
		if (between) await sleep(began + i * between - performance.now());
		pressed.push(page.keyboard.press(letter === ' ' ? 'Space' : letter));
	}
	await Promise.all(pressed);
	const typed = await page.evaluate(() => window.bench.typingEnds());
	await page.keyboard.press('ControlOrMeta+a');
	await page.keyboard.press('Backspace');
	await sleep(LOOK);
	return typed;
}

async function measure(app: OpenApp, texts: readonly string[], hand: Hand, atWork: boolean): Promise<TypingFigures> {
	const typed: Typed[] = [];
	for (const text of texts) typed.push(await type(app, text, hand));
	const strokes = typed.flatMap(({ strokes: all }) => all);
	const times = (what: 'shown' | 'answered') => strokes.flatMap((stroke) => stroke[what] ?? []);
	return {
		hand: hand.id,
		what: hand.what,
		atWork,
		texts: texts.length,
		keys: texts.reduce((sum, text) => sum + text.length, 0),
		dropped: typed.reduce((sum, { dropped }) => sum + dropped, 0),
		strange: typed.filter(({ belongs }) => !belongs).length,
		shown: spread(times('shown')),
		answered: spread(times('answered')),
		longTasks: typed.flatMap(({ longTasks }) => longTasks)
	};
}

export async function typingBenchmark(asked: TypingAsked): Promise<{ report: TypingReport; table: string }> {
	const { entities = hundredThousand, texts = 40, atRest = true, tell = () => undefined } = asked;
	const machine = thisMachine();
	const at = new Date().toISOString();
	const size = { entities, observations: entities, relations: entities, seed: 1 };
	const script = await bundlePage();
	const server = await ownServer();
	await server.start(await builtFolder());
	const profile = newProfile();
	try {
		const filled = await openApp(profile, server.origin, script);
		await filled.page.evaluate((wanted) => window.bench.prepare(wanted), size);
		const { run } = await filled.page.evaluate(() => window.bench.importOurs());
		tell(`${entities.toLocaleString('en-US')} things imported in ${(run / 1000).toFixed(1)} s`);
		await filled.close();

		// Another page: the one that made the file holds it.
		const app = await openApp(profile, server.origin, script, false);
		await app.page.keyboard.press('ControlOrMeta+k');
		await app.page.getByRole('dialog').getByRole('combobox').waitFor();
		await app.page.evaluate(() => window.bench.watchTyping());
		const [names, random] = [namesOf(size), seeded(2)];
		const figures: TypingFigures[] = [];
		for (const atWork of atRest ? [true, false] : [true]) {
			if (!atWork) await app.page.evaluate(() => window.bench.untilIdle());
			for (const hand of hands) {
				const count = Math.max(1, Math.round(texts * hand.share));
				const some = Array.from({ length: count }, () => hand.text(() => pick(random, names)));
				const measured = await measure(app, some, hand, atWork);
				figures.push(measured);
				tell(rowOf(measured));
			}
		}
		const report = { at, entities, machine, chromium: app.version, figures };
		await app.close();
		return { report, table: typingToMarkdown(report) };
	} finally {
		await server.stop();
		profile.remove();
	}
}

const ms = (time: number): string => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
const both = ({ p50, p95 }: Spread): string => `${ms(p50)} · ${ms(p95)}`;

function rowOf({ what, atWork, keys, dropped, strange, shown, answered, longTasks }: TypingFigures): string {
	const hung = longTasks.length ? `${String(longTasks.length)}, longest ${ms(Math.max(...longTasks))}` : 'none';
	return `| ${what}${atWork ? ', while duplicates are looked for' : ''} | ${String(keys)} | ${String(dropped)} | ${both(shown)} | ${both(answered)} | ${String(strange)} | ${hung} |`;
}

function typingToMarkdown({ at, entities, machine, chromium, figures }: TypingReport): string {
	return [
		`${entities.toLocaleString('en-US')} things. Chromium ${chromium}, ${machine.system}, ${machine.cpu}, load ${String(machine.load)} at the start, ${at.slice(0, 10)}. Times are p50 · p95.`,
		'',
		'| typed | keys | dropped | key → its letter painted | key → suggestions painted | texts with suggestions of another | tasks above 50 ms |',
		'| --- | --: | --: | --: | --: | --: | --- |',
		...figures.map(rowOf),
		''
	].join('\n');
}
