/** Those who wait until something may have come: a page, a hub. Each is woken once, and looks for itself. */
export class Arrivals {
	readonly #waiting = new Set<() => void>();

	/** Something has come, or nothing will. */
	tell(): void {
		for (const arrived of [...this.#waiting]) arrived();
	}

	/** Resolves when that is told, the time is over, or the signal says so. */
	next(withinMs: number, signal: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			const done = () => {
				clearTimeout(timer);
				this.#waiting.delete(done);
				signal.removeEventListener('abort', done);
				resolve();
			};
			const timer = setTimeout(done, withinMs);
			this.#waiting.add(done);
			signal.addEventListener('abort', done);
			if (signal.aborted) done();
		});
	}
}
