/** When an act takes a row out of a list, the focus that was in it stays in the list, at the row that was next. */

const WAITS = 5_000;

/** Called before the act, with what has the focus. */
export function keepPlace(inside: HTMLElement): void {
	const row = inside.closest('li');
	const list = row?.parentElement;
	if (!row || !list) return;
	const next = row.nextElementSibling ?? row.previousElementSibling;
	const watch = new MutationObserver(() => {
		if (row.isConnected) return;
		watch.disconnect();
		const target = next?.querySelector<HTMLElement>('button, a[href]') ?? document.getElementById('content');
		if (document.activeElement === document.body) target?.focus();
	});
	watch.observe(list, { childList: true });
	setTimeout(() => watch.disconnect(), WAITS);
}
