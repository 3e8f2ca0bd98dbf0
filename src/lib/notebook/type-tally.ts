/** How many things there are of each type. Types of one type key are one; it is shown as most of its things spell it, whatever came first. */
import { typeKey } from '../domain/name';

/** null: nobody has said. */
type Type = string | null;

export class TypeTally {
	/** By type key, then by spelling. */
	#spellings = new Map<Type, Map<Type, number>>();

	count(type: Type, by: 1 | -1): void {
		const key = type === null ? null : typeKey(type);
		const spellings = this.#spellings.get(key) ?? new Map<Type, number>();
		const count = (spellings.get(type) ?? 0) + by;
		if (count) spellings.set(type, count);
		else spellings.delete(type);
		if (spellings.size) this.#spellings.set(key, spellings);
		else this.#spellings.delete(key);
	}

	/** Most first, then by name. */
	list(): { type: Type; count: number }[] {
		const all = [...this.#spellings.values()].map((spellings) => {
			const ranked = [...spellings].sort(([a, x], [b, y]) => y - x || compare(a, b));
			return { type: ranked[0]?.[0] ?? null, count: ranked.reduce((sum, [, count]) => sum + count, 0) };
		});
		return all.sort((a, b) => b.count - a.count || compare(a.type, b.type));
	}
}

const compare = (a: Type, b: Type): number => ((a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0);
