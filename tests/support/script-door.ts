/** Calls `window.commonplace` in a page, as a script of the person's would. */
import type { Page } from '@playwright/test';
import type { Door, OperationName, RawInputOf } from '../../src/lib/contract';
import type {} from '../../src/lib/worker/script-door.svelte'; // says what the window has

type AnswerOf<N extends OperationName> = Awaited<ReturnType<Door[N]>>;

/** Waits for the notebook as long as the page itself does. */
export const call = <N extends OperationName>(page: Page, operation: N, args: RawInputOf<N>): Promise<AnswerOf<N>> =>
	page.evaluate(([name, given]) => window.commonplace[name](given as never) as Promise<unknown>, [
		operation,
		args
	] as const) as Promise<AnswerOf<N>>;
