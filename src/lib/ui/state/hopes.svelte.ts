/**
 * What the person has just written and the notebook has not answered yet: pages show it at once. A hope that is refused is gone in the
 * next frame; one that came true stays until the page has read what was written, so that nothing blinks.
 */
import type { WriteArgs, WriteName } from './writer.svelte';

/** One call that is under way. */
export type Hope = {
	[N in WriteName]: {
		/** For rows that it makes. */
		readonly key: string;
		readonly operation: N;
		readonly args: WriteArgs<N>;
		/** ISO 8601 */
		readonly at: string;
		/** The moment when it came true; absent while it is under way. */
		readonly kept?: number;
	};
}[WriteName];

/** How a hope ends. */
export interface Outcome {
	/** It is written: whoever reads from now on finds it. */
	keep(): void;
	/** What was not kept was refused, or changed nothing: it is shown no longer. */
	end(): void;
}

/** ms: long enough for a page to have read what was written; one that does not read shows it no longer. */
const LINGERS = 10_000;

export class Hopes {
	#all = $state.raw<readonly Hope[]>([]);
	#moment = 0;
	#next = 1;

	get all(): readonly Hope[] {
		return this.#all;
	}

	hope<N extends WriteName>(operation: N, args: WriteArgs<N>): Outcome {
		const key = `hope:${String(this.#next++)}`;
		// The union's member for N, which the compiler cannot pick by a generic name.
		const hope = { key, operation, args, at: new Date().toISOString() } as unknown as Hope;
		this.#all = [...this.#all, hope];
		const drop = () => {
			this.#all = this.#all.filter((each) => each.key !== key);
		};
		let isKept = false;
		return {
			keep: () => {
				isKept = true;
				const kept = ++this.#moment;
				this.#all = this.#all.map((each) => (each.key === key ? { ...each, kept } : each));
				setTimeout(drop, LINGERS);
			},
			end: () => {
				if (!isKept) drop();
			}
		};
	}

	/** A reading that begins now finds whatever was kept up to this moment. */
	now(): number {
		return this.#moment;
	}

	/** What a page that was read at that moment does not hold yet. */
	since(moment: number): readonly Hope[] {
		return this.#all.filter(({ kept }) => kept === undefined || kept > moment);
	}
}
