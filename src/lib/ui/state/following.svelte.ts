/** For the lifetime of a component: follows what a view model shows. */
import { untrack } from 'svelte';

export interface Followed {
	/** @returns how to stop */
	follow(): () => void;
}

/** Called while a component is made. What is read on the way is no reason to begin again. */
export function following(model: Followed): void {
	$effect(() => untrack(() => model.follow()));
}
