/** What an agent is told when the notebook cannot be asked: each state its own text, with what to tell the person. Never a protocol error. */
import { fail } from '../../lib/domain/result';
import type { CallResult } from './call';

export type Reason =
	| 'not_paired'
	| 'no_page'
	| 'asleep'
	| 'page_gone'
	| 'hub_unreachable'
	| 'port_taken'
	| 'unsafe_state'
	| 'outdated'
	| 'too_large'
	| 'cancelled';

/** `storage_unavailable`, with the reason for programs; message and hint are for the agent, who tells the person. */
export function unavailable(reason: Reason, message: string, hint: string): CallResult & { ok: false } {
	const { error } = fail('storage_unavailable', message, hint);
	return { ok: false, error: { ...error, reason } };
}

export const notPaired = (link: string): CallResult =>
	unavailable(
		'not_paired',
		'No browser has been paired with this computer’s agents yet, so the notebook cannot be asked.',
		`Ask the person to open ${link} in the browser that holds their notebook and to click there to allow it (the link is good for five minutes and once). Then call again.`
	);

export const noPage = (origin: string): CallResult =>
	unavailable(
		'no_page',
		'The notebook is closed: it lives in the person’s browser, and no page of it is open.',
		`Ask the person to open ${origin} in the browser that holds their notebook, and to leave that tab open. Then call again.`
	);

export const asleep = (origin: string): CallResult =>
	unavailable(
		'asleep',
		'The notebook’s page is open but asleep: the browser has frozen it.',
		`Ask the person to click into the tab of ${origin} so that it wakes. Then call again.`
	);

/** Its page went away while it worked, and did not come back. */
export const pageGone = (origin: string): CallResult =>
	unavailable(
		'page_gone',
		'The notebook’s page was closed while it was working on this; whether it was done is not known.',
		`Ask the person to open ${origin} again. Then look whether it was done before asking for it once more.`
	);

/** It said nothing for half a minute while it worked. */
export const pageSilent = (origin: string): CallResult =>
	unavailable(
		'asleep',
		'The notebook’s page stopped answering while it was working on this; whether it was done is not known.',
		`Ask the person to click into the tab of ${origin}, or to reload it. Then look whether it was done before asking for it once more.`
	);

export const cancelled = (): CallResult =>
	unavailable('cancelled', 'The call was taken back.', 'Call again if need be.');

export const isOperationOfAgents = (operation: string, published: readonly string[]): CallResult | undefined =>
	published.includes(operation)
		? undefined
		: {
				ok: false,
				error: { ...fail('invalid_parameter', 'Agents have no such operation.', 'Take one of tools/list.').error }
			};
