/** When an act takes a row out of a list, the focus that was in it stays in the list, at the row that was next. */

const WAITS = 5_000;

/** Called before the act, with what has the focus. */
export function keepPlace(inside: HTMLElement): void {
	const row = inside.closest('li');
	const list = row?.parentElement;
	if (!row || !list) return;
	const content = document.getElementById('content');
	const next = row.nextElementSibling ?? row.previousElementSibling;
	const watch = new MutationObserver(() => {
		if (row.isConnected) return;
		watch.disconnect();
		const beside = next?.isConnected ? next.querySelector<HTMLElement>('button, a[href]') : null;
		if (document.activeElement === document.body) (beside ?? content)?.focus();
	});
	// With its last row a list may go as a whole.
	watch.observe(content ?? list, { childList: true, subtree: true });
	setTimeout(() => watch.disconnect(), WAITS);
}
