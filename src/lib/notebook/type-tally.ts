/** How many things there are of each type. Types of one type key are one; it is shown as most of its things spell it, whatever came first. */
import { typeKey } from '../domain/name';

/** null: nobody has said. */
type Type = string | null;

const keyOf = (type: Type): string | null => (type === null ? null : typeKey(type));

/** Rows are counted as they come and go; which of them are one thing (N6) is known only when somebody asks. */
export class TypeTally {
	/** By type key, then by spelling. */
	#spellings = new Map<string | null, Map<Type, number>>();

	count(type: Type, by: 1 | -1): void {
		const key = keyOf(type);
		const spellings = this.#spellings.get(key) ?? new Map<Type, number>();
		const count = (spellings.get(type) ?? 0) + by;
		if (count) spellings.set(type, count);
		else spellings.delete(type);
		if (spellings.size) this.#spellings.set(key, spellings);
		else this.#spellings.delete(key);
	}

	/**
	 * Most first, then by name.
	 * @param families things of more than one row, all of which are counted here, the row that speaks for it first
	 */
	list(families: Iterable<readonly { type: Type }[]>): { type: Type; count: number }[] {
		const all = [...this.#ofThings(families).#spellings.values()].map((spellings) => {
			const ranked = [...spellings].sort(([a, x], [b, y]) => y - x || compare(a, b));
			return { type: ranked[0]?.[0] ?? null, count: ranked.reduce((sum, [, count]) => sum + count, 0) };
		});
		return all.sort((a, b) => b.count - a.count || compare(a.type, b.type));
	}

	#ofThings(families: Iterable<readonly { type: Type }[]>): TypeTally {
		const things = new TypeTally();
		for (const [key, spellings] of this.#spellings) things.#spellings.set(key, new Map(spellings));
		for (const rows of families) for (const { type } of saidBefore(rows)) things.count(type, -1);
		return things;
	}
}

/** Rows that add no type to those of the rows before them: a thing counts once under each, and under none only when none has one. */
function saidBefore<R extends { type: Type }>(rows: readonly R[]): R[] {
	const keys = new Set<string | null>(rows.some(({ type }) => type !== null) ? [null] : []);
	return rows.filter(({ type }) => {
		const key = keyOf(type);
		if (keys.has(key)) return true;
		keys.add(key);
		return false;
	});
}

const compare = (a: Type, b: Type): number => ((a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0);
