/** Two sides timed by turns in one page, so that whatever else the machine does falls on both. */

/** Milliseconds of each call. */
export interface Samples {
	ours: number[];
	peer: number[];
}

export interface Sides<T> {
	/** What is asked; each side is asked the same. */
	cases: readonly T[];
	/** Calls of one side before the other has its turn. */
	turn: number;
	ours: (one: T, index: number) => Promise<unknown>;
	peer: (one: T, index: number) => Promise<unknown>;
}

export async function byTurns<T>({ cases, turn, ours, peer }: Sides<T>): Promise<Samples> {
	const samples: Samples = { ours: [], peer: [] };
	for (let at = 0; at < cases.length; at += turn) {
		const part = cases.slice(at, at + turn);
		const sides = [() => each(part, at, ours, samples.ours), () => each(part, at, peer, samples.peer)];
		if ((at / turn) % 2) sides.reverse(); // nobody always goes first
		for (const side of sides) await side();
	}
	return samples;
}

async function each<T>(
	part: readonly T[],
	from: number,
	call: (one: T, index: number) => Promise<unknown>,
	into: number[]
): Promise<void> {
	for (const [i, one] of part.entries()) {
		const began = performance.now();
		await call(one, from + i);
		into.push(performance.now() - began);
	}
}
