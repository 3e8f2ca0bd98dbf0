/** A picture on its way from one state to the next; who asks for less motion gets the end at once. */
import type { Positions } from '../../graph/layout';
import { arrange, type Scene } from '../../graph/scene';
import { between, type View } from '../../graph/view';

export interface Motion {
	/** Where the nodes come from and go to; absent when only the view moves. */
	nodes?: { scene: Scene; from: Positions; to: Positions };
	/** Absent when the view is in the person's hands. */
	view?: { from: View; to: View };
	started: number;
	/** ms */
	lasts: number;
}

const eased = (t: number): number => 1 - Math.pow(1 - t, 3);

/** Puts the picture where it is at `now`; answers its view, and whether it has arrived. */
export function advance(motion: Motion, now: number, view: View): { view: View; arrived: boolean } {
	const time = motion.lasts > 0 ? Math.min(1, Math.max(0, (now - motion.started) / motion.lasts)) : 1;
	const part = eased(time);
	if (motion.nodes) arrange(motion.nodes.scene, motion.nodes.to, motion.nodes.from, part);
	return { view: motion.view ? between(motion.view.from, motion.view.to, part) : view, arrived: time >= 1 };
}
