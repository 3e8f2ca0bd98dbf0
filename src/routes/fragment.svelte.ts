/** One-time codes that a link of the bridge carries in its fragment: taken by the screen they are for, and gone from the address at once. */
import { replaceState } from '$app/navigation';
import { page } from '$app/state';
import { untrack } from 'svelte';

/**
 * To be called while a page is made. The page may be there later than the navigation that led to it (the notebook opens first), so the
 * address is looked at, not the navigation.
 * @param take called with the code of `#key=CODE`, each time such a link is followed
 */
export function onFragment(key: string, take: (code: string) => void): void {
	$effect(() => {
		const [, found, code] = /^#(\w+)=([\w-]+)$/.exec(page.url.hash) ?? [];
		if (found !== key || code === undefined) return;
		untrack(() => {
			replaceState(page.url.pathname, {});
			take(code);
		});
	});
}
