/**
 * All spellings of a notebook, folded, and for each gram the spellings that hold it: a few hundred candidates for a query
 * without a walk over all (N5). A removed spelling stays as a tombstone until a third are dead. Must not know what a slot is.
 */
import { bestOf } from './best-of';
import { gramsOf } from './grams';

/** Spellings looked at for one query: the rarest grams come first, so what is left out shares only common ones. */
const LOOKED_AT = 40_000;
const DEAD = -1;
const LEVELS = 512;

/** A spelling near a query: its number and the share of grams, weighed by rarity, that the two have in common, 0–1. */
export interface NearForm {
	form: number;
	shared: number;
}

/** The spellings that hold a gram, dead ones included, and how many are not dead: answers must not tell what once was. */
interface Holders {
	forms: number[];
	living: number;
}

export class NameForms {
	#texts: string[] = [];
	#owners: number[] = [];
	#gramCounts: number[] = [];
	#holders = new Map<number, Holders>();
	#living = 0;
	#dead: number[] = [];
	#free: number[] = [];
	/** Reused from query to query; all zero between two. */
	#counts = new Uint16Array(1024);

	/** Enters a folded spelling of the slot `owner`; answers its number, good until it is removed. */
	add(text: string, owner: number): number {
		const form = this.#free.pop() ?? this.#texts.length;
		const grams = gramsOf(text);
		this.#texts[form] = text;
		this.#owners[form] = owner;
		this.#gramCounts[form] = grams.size;
		for (const gram of grams) {
			const holders = this.#holders.get(gram);
			if (holders) {
				holders.forms.push(form);
				holders.living++;
			} else this.#holders.set(gram, { forms: [form], living: 1 });
		}
		this.#living++;
		return form;
	}

	remove(form: number): void {
		for (const gram of gramsOf(this.textOf(form))) {
			const holders = this.#holders.get(gram);
			if (holders) holders.living--;
		}
		this.#owners[form] = DEAD;
		this.#texts[form] = '';
		this.#living--;
		this.#dead.push(form);
		if (this.#dead.length > 1000 && this.#dead.length * 3 > this.#texts.length) this.#sweep();
	}

	#sweep(): void {
		for (const [gram, holders] of this.#holders) {
			if (holders.living === 0) this.#holders.delete(gram);
			else if (holders.living < holders.forms.length) {
				holders.forms = holders.forms.filter((form) => this.#owners[form] !== DEAD);
			}
		}
		this.#free = this.#free.concat(this.#dead);
		this.#dead = [];
	}

	textOf(form: number): string {
		return this.#texts[form] ?? '';
	}

	ownerOf(form: number): number {
		return this.#owners[form] ?? DEAD;
	}

	/** The `limit` spellings that share most with a folded query; `prefer` orders slots that share as much. */
	near(
		query: string,
		limit: number,
		accepts: (owner: number) => boolean,
		prefer: (a: number, b: number) => number
	): NearForm[] {
		const grams = gramsOf(query);
		const near = bestOf(
			this.#likely(this.#count(grams), grams.size, limit, accepts),
			limit,
			(a, b) => b.shared - a.shared || prefer(this.ownerOf(a.form), this.ownerOf(b.form))
		);
		const weights = new Map([...grams].map((gram) => [gram, this.#weightOf(gram)]));
		return near.map(({ form }) => ({ form, shared: this.#shared(weights, form) }));
	}

	/** What a gram tells: much if few spellings hold it, little if many do ("Inc", "Project"). */
	#weightOf(gram: number): number {
		return Math.log(1 + this.#living / Math.max(1, this.#livingWith(gram)));
	}

	#shared(weights: Map<number, number>, form: number): number {
		let common = 0;
		let all = 0;
		for (const weight of weights.values()) all += weight;
		for (const gram of gramsOf(this.textOf(form))) {
			const weight = weights.get(gram);
			if (weight === undefined) all += this.#weightOf(gram);
			else common += weight;
		}
		return common / all;
	}

	#livingWith(gram: number): number {
		return this.#holders.get(gram)?.living ?? 0;
	}

	/** Spellings that share a gram with the query; how many each shares is in `#counts`. */
	#count(grams: Set<number>): number[] {
		if (this.#counts.length < this.#texts.length) this.#counts = new Uint16Array(this.#texts.length * 2);
		const rarestFirst = [...grams].sort((a, b) => this.#livingWith(a) - this.#livingWith(b) || a - b);
		const counts = this.#counts;
		const touched: number[] = [];
		let looked = 0;
		for (const gram of rarestFirst) {
			const living = this.#livingWith(gram);
			if (looked > 0 && looked + living > LOOKED_AT) break;
			looked += living;
			for (const form of this.#holders.get(gram)?.forms ?? []) {
				const count = counts[form] ?? 0;
				counts[form] = count + 1;
				if (count === 0) touched.push(form);
			}
		}
		return touched;
	}

	/** Of many touched spellings those that may be among the `limit` first: a cut by levels, so that few need comparing. Empties `#counts`. */
	#likely(touched: number[], size: number, limit: number, accepts: (owner: number) => boolean): NearForm[] {
		const counts = this.#counts;
		const shares = new Float32Array(touched.length);
		const levels = new Uint32Array(LEVELS + 1);
		touched.forEach((form, at) => {
			const owner = this.#owners[form] ?? DEAD;
			const common = counts[form] ?? 0;
			counts[form] = 0;
			if (owner === DEAD || !accepts(owner)) return;
			const share = Math.fround(common / ((this.#gramCounts[form] ?? 0) + size - common));
			shares[at] = share;
			const level = Math.floor(share * LEVELS);
			levels[level] = (levels[level] ?? 0) + 1;
		});
		let cut = LEVELS;
		for (let kept = levels[cut] ?? 0; kept < limit && cut > 0; kept += levels[cut] ?? 0) cut--;
		const likely: NearForm[] = [];
		shares.forEach((shared, at) => {
			const form = touched[at];
			if (form !== undefined && shared > 0 && Math.floor(shared * LEVELS) >= cut) likely.push({ form, shared });
		});
		return likely;
	}
}
