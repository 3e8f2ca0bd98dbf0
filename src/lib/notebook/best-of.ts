/** The first few of many in an order, without sorting the many. */

/** Keeps at most `limit` of the items offered, least by `compare` first. */
export class Best<T> {
	readonly items: T[] = [];

	constructor(
		readonly limit: number,
		readonly compare: (a: T, b: T) => number
	) {}

	/** The last of a full list: what is not before it need not be offered. */
	get last(): T | undefined {
		return this.items[this.limit - 1];
	}

	offer(item: T): void {
		const last = this.last;
		if (this.limit < 1 || (last !== undefined && this.compare(item, last) >= 0)) return;
		let from = 0;
		let to = this.items.length;
		while (from < to) {
			const middle = (from + to) >> 1;
			const there = this.items[middle];
			if (there !== undefined && this.compare(there, item) <= 0) from = middle + 1;
			else to = middle;
		}
		this.items.splice(from, 0, item);
		if (this.items.length > this.limit) this.items.pop();
	}
}

/** At most `limit` of `items`, least by `compare` first. The same whatever their order when `compare` is total. */
export const bestOf = <T>(items: Iterable<T>, limit: number, compare: (a: T, b: T) => number): T[] => {
	const best = new Best(limit, compare);
	for (const item of items) best.offer(item);
	return best.items;
};

/** The order of texts by their code units: the same everywhere. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
