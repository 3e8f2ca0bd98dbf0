/**
 * For each gram the numbers that hold it; a removed number stays as a tombstone until it is swept. Finds the numbers that share
 * most with a query without a walk over all (N5). Must not know of names.
 */

const LEVELS = 512;

/** A number near a query, and the share of grams that the two have in common, 0–1. */
export interface Near {
	form: number;
	shared: number;
}

/** The numbers that hold a gram, dead ones included, and how many are not dead: answers must not tell what once was. */
interface Holders {
	forms: number[];
	living: number;
}

export class GramPostings {
	#holders = new Map<number, Holders>();
	#gramCounts: number[] = [];
	#living = 0;
	/** Reused from query to query; all zero between two. */
	#counts = new Uint16Array(1024);

	add(form: number, grams: ReadonlySet<number>): void {
		this.#gramCounts[form] = grams.size;
		for (const gram of grams) {
			const holders = this.#holders.get(gram);
			if (holders) {
				holders.forms.push(form);
				holders.living++;
			} else this.#holders.set(gram, { forms: [form], living: 1 });
		}
		this.#living++;
	}

	/** The grams it was entered with: from now on they tell of one fewer. */
	remove(grams: ReadonlySet<number>): void {
		for (const gram of grams) {
			const holders = this.#holders.get(gram);
			if (holders) holders.living--;
		}
		this.#living--;
	}

	/** Forgets the dead for good. */
	sweep(isDead: (form: number) => boolean): void {
		for (const [gram, holders] of this.#holders) {
			if (holders.living === 0) this.#holders.delete(gram);
			else if (holders.living < holders.forms.length) {
				holders.forms = holders.forms.filter((form) => !isDead(form));
			}
		}
	}

	/** What a gram tells: much if few hold it, little if many do ("Inc", "Project"). */
	weightOf(gram: number): number {
		return Math.log(1 + this.#living / Math.max(1, this.livingWith(gram)));
	}

	/** How many hold a gram. */
	livingWith(gram: number): number {
		return this.#holders.get(gram)?.living ?? 0;
	}

	/**
	 * The accepted numbers that may be among the `limit` that share most with a query: a cut by levels, so that few need comparing.
	 * @param lookedAt so many numbers are looked at, the rarest grams first: what is left out shares only common ones.
	 */
	likely(grams: ReadonlySet<number>, limit: number, lookedAt: number, accepts: (form: number) => boolean): Near[] {
		const touched = this.#count(grams, lookedAt);
		const counts = this.#counts;
		const shares = new Float32Array(touched.length);
		const levels = new Uint32Array(LEVELS + 1);
		touched.forEach((form, at) => {
			const common = counts[form] ?? 0;
			counts[form] = 0;
			if (!accepts(form)) return;
			const share = Math.fround(common / ((this.#gramCounts[form] ?? 0) + grams.size - common));
			shares[at] = share;
			const level = Math.floor(share * LEVELS);
			levels[level] = (levels[level] ?? 0) + 1;
		});
		let cut = LEVELS;
		for (let kept = levels[cut] ?? 0; kept < limit && cut > 0; kept += levels[cut] ?? 0) cut--;
		const likely: Near[] = [];
		shares.forEach((shared, at) => {
			const form = touched[at];
			if (form !== undefined && shared > 0 && Math.floor(shared * LEVELS) >= cut) likely.push({ form, shared });
		});
		return likely;
	}

	/** Numbers that share a gram with the query, the dead among them; how many each shares is in `#counts`. */
	#count(grams: ReadonlySet<number>, lookedAt: number): number[] {
		const size = this.#gramCounts.length;
		if (this.#counts.length < size) this.#counts = new Uint16Array(size * 2);
		const rarestFirst = [...grams].sort((a, b) => this.livingWith(a) - this.livingWith(b) || a - b);
		const counts = this.#counts;
		const touched: number[] = [];
		let looked = 0;
		for (const gram of rarestFirst) {
			const living = this.livingWith(gram);
			if (looked > 0 && looked + living > lookedAt) break;
			looked += living;
			for (const form of this.#holders.get(gram)?.forms ?? []) {
				const count = counts[form] ?? 0;
				counts[form] = count + 1;
				if (count === 0) touched.push(form);
			}
		}
		return touched;
	}
}
