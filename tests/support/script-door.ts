/** Calls `window.commonplace` in a page, as a script of the person's would. */
import type { Page } from '@playwright/test';
import type { Door, OperationName, RawInputOf } from '../../src/lib/contract';
import type {} from '../../src/lib/worker/script-door.svelte'; // says what the window has

type AnswerOf<N extends OperationName> = Awaited<ReturnType<Door[N]>>;

/** Waits for the app to start, and then for the notebook as long as the page itself does. */
export async function call<N extends OperationName>(
	page: Page,
	operation: N,
	args: RawInputOf<N>
): Promise<AnswerOf<N>> {
	await page.waitForFunction(() => 'commonplace' in window);
	// What comes over from the page is what the door answered there.
	return (await page.evaluate(([name, given]) => window.commonplace[name](given as never) as Promise<unknown>, [
		operation,
		args
	] as const)) as AnswerOf<N>;
}
