/** The present minute, for words like "3 days ago": one clock for the whole page, told once a minute. */
class Now {
	#at = $state(Date.now());

	/** ms since epoch. */
	get at(): number {
		return this.#at;
	}

	/** @returns how to stop */
	run(): () => void {
		const timer = setInterval(() => (this.#at = Date.now()), 60_000);
		return () => clearInterval(timer);
	}
}

export const now = new Now();
