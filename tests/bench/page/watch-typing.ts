/**
 * Watches the open palette while somebody types into it: when each letter stands there, when suggestions for it do. Takes nothing from
 * the app's word but one: its live region is empty as long as the suggestions are those of an earlier text. Whether they are is asked
 * of the notebook at the end of each text.
 */
import { ask } from './ours';

/** ms from the key, as the browser had it, until it is painted; null: never. */
export interface Stroke {
	/** Its letter stands in the line. */
	shown: number | null;
	/** Suggestions for the text up to it, or for more of it, stand below. */
	answered: number | null;
}

export interface Typed {
	strokes: Stroke[];
	/** Keys that did not come, or whose letter never stood where it should. */
	dropped: number;
	/** The things that stand there in the end are those that the notebook suggests for this text, in its order. */
	belongs: boolean;
	/** ms of each task of the page's thread that took more than 50. */
	longTasks: number[];
}

export interface TypingWatch {
	/** What will be typed next, letter by letter, into the empty line. */
	begin(text: string): void;
	/** Waits until everything is painted, or ten seconds. */
	end(): Promise<Typed>;
}

const PATIENCE = 10_000;
/** As many as the box shows. */
const MOST_THINGS = 7;

/** The frame after this one has been drawn. */
const painted = (): Promise<number> =>
	new Promise((resolve) => {
		requestAnimationFrame(() => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => resolve(performance.now());
			port2.postMessage(0);
		});
	});

function found(selector: string, within: ParentNode = document): Element {
	const element = within.querySelector(selector);
	if (!element) throw new Error(`There is no ${selector}.`);
	return element;
}

export function watchTyping(): TypingWatch {
	const dialog = found('dialog');
	const line = found('[role=combobox]', dialog) as HTMLInputElement; // the palette's line is one
	const status = found('[role=status]', dialog);
	let meant = '';
	let strokes: (Stroke & { at: number; text: string })[] = [];
	let longTasks: number[] = [];
	const tasks = new PerformanceObserver((list) => list.getEntries().forEach((entry) => longTasks.push(entry.duration)));
	tasks.observe({ type: 'longtask' });

	const isLetter = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key.length === 1 && !ctrlKey && !metaKey;
	const onkey = (event: KeyboardEvent) => {
		if (!isLetter(event)) return;
		strokes.push({ at: event.timeStamp, text: meant.slice(0, strokes.length + 1), shown: null, answered: null });
	};
	/** Notes when what is there now is painted, for those that it is about. */
	const note = async (of: typeof strokes, what: keyof Stroke) => {
		const time = await painted();
		for (const stroke of of) if (line.value.startsWith(stroke.text)) stroke[what] ??= time - stroke.at;
	};
	line.addEventListener('keydown', onkey, { capture: true });
	line.addEventListener('input', () => {
		void note(
			strokes.filter(({ text }) => text === line.value),
			'shown'
		);
	});
	const answers = new MutationObserver(() => {
		if (!status.textContent) return;
		const open = strokes.filter(({ answered, text }) => answered === null && line.value.startsWith(text));
		if (open.length) void note(open, 'answered');
	});
	answers.observe(dialog, { subtree: true, childList: true, characterData: true });

	/** Ids of the things on the list. */
	const listed = (): string[] =>
		[...dialog.querySelectorAll('[role=option]')].flatMap(({ id }) => /-thing-(.+)$/.exec(id)?.[1] ?? []);

	async function belongs(): Promise<boolean> {
		const { entities } = await ask('find_entities', { query: meant, limit: MOST_THINGS });
		const [ids, shown] = [entities.map(({ id }) => id), listed()];
		return shown[0] === ids[0] && shown.join() === ids.filter((id) => shown.includes(id)).join();
	}

	return {
		begin(text) {
			if (line.value) throw new Error(`"${line.value}" stands in the line still.`);
			[meant, strokes, longTasks] = [text, [], []];
		},
		async end() {
			const began = performance.now();
			const isDone = () => strokes.length === meant.length && strokes.every(({ answered }) => answered !== null);
			while (!isDone() && performance.now() - began < PATIENCE) await painted();
			const here = strokes.filter(({ shown }) => shown !== null).length;
			return {
				strokes: strokes.map(({ shown, answered }) => ({ shown, answered })),
				dropped: line.value === meant ? meant.length - here : Math.max(1, meant.length - line.value.length),
				belongs: await belongs(),
				longTasks
			};
		}
	};
}
