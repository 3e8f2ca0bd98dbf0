/** J and K move through what waits, 1 2 3 settle the one they stand at, M N L two things that may be one: in Review, and on Home for what is shown there. */
import type { App } from '../../app.svelte';
import { chordOf, isTyping } from '../../keys';
import type { Review, ReviewItem, Verdict } from '../../state/review.svelte';

const moves: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
const digits = ['1', '2', '3'];
const letters: Readonly<Record<string, Verdict>> = { m: 'merge', n: 'apart', l: 'later' };

interface Options {
	/** Also by the arrows, where nothing else wants them. */
	arrows: boolean;
	/** The keys reach no further than this. */
	most?: number;
	/** Another one is the one that the keys act on. */
	moved?: (at: number) => unknown;
}

/** @returns a handler for `keydown` of the window */
export function reviewKeys(app: App, review: Review, { arrows, most = Infinity, moved }: Options) {
	const verdictFor = (chord: string): Verdict | undefined => {
		const item = review.items?.[review.at];
		const verdicts = item ? review.verdictsOf(item) : [];
		return verdicts.find((verdict) => verdict === letters[chord]) ?? verdicts[digits.indexOf(chord)];
	};
	const move = (by: 1 | -1): void => {
		review.move(by);
		if (review.at >= most) review.at = most - 1;
		moved?.(review.at);
	};
	const settle = async (item: ReviewItem, verdict: Verdict): Promise<void> => {
		await review.settle(item, verdict);
		moved?.(review.at);
	};
	return (event: KeyboardEvent): void => {
		if (event.defaultPrevented || isTyping(event.target)) return;
		if (document.querySelector('dialog[open], .menu-panel')) return;
		const chord = chordOf(event);
		const isArrow = chord.startsWith('Arrow');
		if (isArrow ? !arrows : !app.preferences.singleKeys) return;
		const item = review.items?.[review.at];
		const by = moves[chord];
		const verdict = verdictFor(chord);
		if (by) move(by);
		else if (verdict && item) void settle(item, verdict);
		else return;
		event.preventDefault();
	};
}
