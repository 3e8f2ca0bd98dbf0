/** Lines and files that come from outside of the app: shared to it, opened with it, asked for by its shortcut. */
import { afterNavigate, replaceState } from '$app/navigation';
import { resolve } from '$app/paths';
import type { App } from '$lib/ui/app.svelte';
import { givenIn } from '$lib/ui/given-files';
import { lineFrom } from '$lib/ui/arriving';

/** Of Chromium: files that the app was opened with. */
interface LaunchQueue {
	setConsumer(take: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** To be called while the layout is made. A line stands in the palette, a file in Import: nothing is saved unasked. */
export function takeArrivals(app: App): void {
	afterNavigate(({ to }) => {
		const line = to?.url.pathname === '/' ? lineFrom(to.url.searchParams) : null;
		if (line === null) return;
		// Reloading the page does not ask again.
		replaceState(resolve('/'), {});
		app.palette = { seed: line };
	});
	$effect(() => {
		const queue = (window as { launchQueue?: LaunchQueue }).launchQueue;
		queue?.setConsumer(({ files = [] }) => {
			void Promise.all(files.map((file) => file.getFile())).then((all) => {
				const given = givenIn(all);
				if (given) app.importFile(given);
			});
		});
	});
}
