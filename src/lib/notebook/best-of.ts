/** The first few of many in an order, without sorting the many. */

/** At most `limit` of `items`, least by `compare` first. Linear in the number of items; the order is total when `compare` is. */
export const bestOf = <T>(items: Iterable<T>, limit: number, compare: (a: T, b: T) => number): T[] => {
	const best: T[] = [];
	for (const item of items) {
		const worst = best[limit - 1];
		if (limit < 1 || (worst !== undefined && compare(item, worst) >= 0)) continue;
		let from = 0;
		let to = best.length;
		while (from < to) {
			const middle = (from + to) >> 1;
			const there = best[middle];
			if (there !== undefined && compare(there, item) <= 0) from = middle + 1;
			else to = middle;
		}
		best.splice(from, 0, item);
		if (best.length > limit) best.pop();
	}
	return best;
};
