/** Sums over documents by number, reused from search to search: only what was touched is emptied. */

export class Tally {
	#scores = new Float32Array(0);
	#shares = new Float32Array(0);
	#docs: number[] = [];

	/** Room for so many documents. Only while empty. */
	fit(capacity: number): void {
		if (this.#scores.length >= capacity) return;
		this.#scores = new Float32Array(capacity * 2);
		this.#shares = new Float32Array(capacity * 2);
	}

	/** Of several readings of one word the best counts. Both above 0. */
	raise(doc: number, score: number, share: number): void {
		const before = this.#shares[doc] ?? 0;
		if (before === 0) this.#docs.push(doc);
		if (share > before) this.#shares[doc] = share;
		if (score > (this.#scores[doc] ?? 0)) this.#scores[doc] = score;
	}

	/** Adds all to another tally, shares by `worth`, and empties this one. */
	pour(into: Tally, worth: number): void {
		this.drain((doc, score, share) => {
			into.#add(doc, score, share * worth);
		});
	}

	#add(doc: number, score: number, share: number): void {
		const before = this.#shares[doc] ?? 0;
		if (before === 0) this.#docs.push(doc);
		this.#shares[doc] = before + share;
		this.#scores[doc] = (this.#scores[doc] ?? 0) + score;
	}

	/** Hands out everything, and is empty. */
	drain(take: (doc: number, score: number, share: number) => void): void {
		for (const doc of this.#docs) {
			take(doc, this.#scores[doc] ?? 0, this.#shares[doc] ?? 0);
			this.#scores[doc] = 0;
			this.#shares[doc] = 0;
		}
		this.#docs = [];
	}
}
