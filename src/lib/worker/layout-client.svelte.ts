/** Starts the layout's worker from a page when a picture needs one, and ends it. (`.svelte.ts`: may use the DOM.) */
import { releaseProxy, wrap, type Remote } from 'comlink';
import type { LayoutRequest, LayoutRunner, Positions } from '../graph/layout';
import type { LayoutApi } from './layout.worker';
import url from './layout.worker.ts?worker&url';

interface Running {
	worker: Worker;
	api: Remote<LayoutApi>;
	/** Rejects when the worker cannot be loaded or is ended: a call would wait for ever. */
	broken: Promise<never>;
	end: () => void;
}

function start(): Running {
	const worker = new Worker(url, { type: 'module', name: 'commonplace-layout' });
	const api = wrap<LayoutApi>(worker);
	let fail: (why: Error) => void = () => undefined;
	const broken = new Promise<never>((_, reject) => (fail = reject));
	broken.catch(() => undefined); // nobody may be waiting
	worker.onerror = (event) => {
		event.preventDefault();
		fail(new Error('The layout could not be loaded.'));
	};
	const end = (): void => {
		fail(new DOMException('The layout was ended.', 'AbortError'));
		api[releaseProxy]();
		worker.terminate();
	};
	return { worker, api, broken, end };
}

/** How long an idle worker is kept, ms. */
const IDLE = 20_000;

/** One worker for one picture: made at the first run, ended by `release` (a run cut off rejects with an AbortError) or when idle for a while. */
export function createLayoutRunner(): LayoutRunner {
	let running: Running | null = null;
	let idle: ReturnType<typeof setTimeout> | undefined;

	function release(): void {
		clearTimeout(idle);
		running?.end();
		running = null;
	}

	function rest(): void {
		clearTimeout(idle);
		if (running) idle = setTimeout(release, IDLE);
	}

	async function run(request: LayoutRequest): Promise<Positions> {
		clearTimeout(idle);
		const own = (running ??= start());
		try {
			return await Promise.race([own.api.layout(request), own.broken]);
		} catch (error) {
			if (running === own) release(); // not the one that was started since
			throw error;
		} finally {
			rest();
		}
	}

	return { run, release };
}
