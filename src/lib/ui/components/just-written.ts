/** What an agent has just written, while the person looks at it, is lit for a moment: nobody has to search for what changed. */
import type { Attachment } from 'svelte/attachments';
import { agentOf } from '../format';

/** ms: how long it takes to fade, and how old it may be when it comes into view. */
const FADES = 9_000;

/** When this page was loaded: what was there before is no news. */
const opened = Date.now();

/**
 * @param by who wrote it
 * @param at when, ISO 8601
 */
export const justWritten =
	(by: string | undefined, at: string | undefined): Attachment<HTMLElement> =>
	(element) => {
		const time = Date.parse(at ?? '');
		if (!by || agentOf(by) === null || !(time >= opened) || Date.now() - time > FADES) return;
		// By its name, so that it follows the theme.
		const soft = 'var(--agent-soft)';
		const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
		const frames = [{ backgroundColor: soft }, { backgroundColor: isStill ? soft : 'transparent' }];
		element.dataset['justWritten'] = agentOf(by) ?? '';
		const animation = element.animate(frames, { duration: FADES, easing: 'ease-in' });
		const done = () => delete element.dataset['justWritten'];
		animation.onfinish = done;
		return () => {
			animation.cancel();
			done();
		};
	};
