/** From single times to figures that can be compared, and from figures to "met" or not. Pure. */
import type { Samples } from './page/sampling';

export interface Spread {
	p50: number;
	p95: number;
	calls: number;
}

export type Side = 'p50' | 'p95';

/** One line of the table: ours against the peer, and how near to it we want to be. */
export interface Comparison {
	id: string;
	ours: string;
	peer: string;
	/** Milliseconds. */
	figures: { ours: Spread; peer: Spread };
	aims: Aim[];
	notes: string[];
}

export interface Aim {
	of: Side;
	/** Ours ÷ peer, at most. */
	most: number;
	ratio: number;
	met: boolean;
}

/** How wide a part of the sorted calls around a percentile is averaged: the page's clock ticks only every tenth of a millisecond. */
const HALF_WIDTH = 0.025;

/** The mean of the calls from `share` − 2.5 % to `share` + 2.5 % of them, in order of their times. */
export function percentile(times: readonly number[], share: number): number {
	const sorted = [...times].sort((a, b) => a - b);
	const last = sorted.length - 1;
	const from = Math.round(Math.max(share - HALF_WIDTH, 0) * last);
	const to = Math.round(Math.min(share + HALF_WIDTH, 1) * last);
	const part = sorted.slice(from, to + 1);
	return part.reduce((sum, each) => sum + each, 0) / part.length;
}

export const spread = (times: readonly number[]): Spread => ({
	p50: percentile(times, 0.5),
	p95: percentile(times, 0.95),
	calls: times.length
});

type Asked = { id: string; ours: string; peer: string; aims: Partial<Record<Side, number>>; notes?: string[] };

export function compare({ id, ours, peer, aims, notes = [] }: Asked, samples: Samples): Comparison {
	const figures = { ours: spread(samples.ours), peer: spread(samples.peer) };
	const aimed = (Object.entries(aims) as [Side, number][]).map(([of, most]) => {
		const ratio = figures.ours[of] / figures.peer[of];
		return { of, most, ratio, met: ratio <= most };
	});
	return { id, ours, peer, figures, aims: aimed, notes };
}
