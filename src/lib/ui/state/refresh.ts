/** Keeps what is shown true: reads again after changes, never twice at once, and the newest answer wins. No DOM, no framework. */

/** A function that runs `work`; asked for again meanwhile, it runs once more afterwards. Answers when nothing is left to do. */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
	let running: Promise<void> | undefined;
	let asked = 0;
	const run = async (): Promise<void> => {
		for (let done = 0; done !== asked;) {
			done = asked;
			await work();
		}
	};
	return () => {
		asked += 1;
		running ??= run().finally(() => (running = undefined));
		return running;
	};
}

/** Calls `work` once, `delay` ms after the last of many calls came. */
export function settled(work: () => unknown, delay: number): { (): void; cancel(): void } {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const call = (): void => {
		clearTimeout(timer);
		timer = setTimeout(work, delay);
	};
	return Object.assign(call, { cancel: () => clearTimeout(timer) });
}
