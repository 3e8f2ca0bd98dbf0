/** What is measured, how often, and how near to the raw platform we mean to be. */
import type { MemoryFileSize } from '../support/memory-files';

export interface Plan {
	size: Required<MemoryFileSize>;
	/** Notebooks imported from empty, and starts of the browser. */
	rounds: number;
	/** Calls of each side, for each operation. */
	calls: { contexts: number; typos: number; walks: number; sets: number };
}

/** Five observations and three relations for each thing; large enough that no cache of the browser's hides the disk. */
export const fullSize = 20_000;

export function planFor(entities: number, rounds: number): Plan {
	const few = (most: number) => Math.max(20, Math.min(most, Math.round(entities / 10)));
	return {
		size: { entities, observations: entities * 5, relations: entities * 3, seed: 1 },
		rounds,
		calls: { contexts: few(2000), typos: few(300), walks: few(300), sets: few(1000) }
	};
}

/** Records in one transaction of the import's peer; the fastest of them is what we are held against. */
export const peerBatches = [500, 5_000, Infinity];

export const aims = {
	import: { p50: 4 },
	contexts: { p50: 3 },
	typos: { p95: 1 / 20 },
	walks: { p50: 1 / 20, p95: 1 / 20 },
	sets: { p50: 3, p95: 3 }
};
