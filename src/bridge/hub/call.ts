/** A call on its way through the hub, and what comes back. */
import type { AgentIdentity } from '../../lib/contract/bridge-messages';

/** As the page's gate answers; the shape of a value is the operation's own. */
export type CallResult =
	| { ok: true; value: unknown }
	| { ok: false; error: { code: string; message: string; hint: string; [more: string]: unknown } };

export interface HubCall {
	agent: AgentIdentity;
	operation: string;
	args: Record<string, unknown>;
	compact: boolean | undefined;
	/** Aborted when the agent wants it no more. */
	signal: AbortSignal;
	onProgress: (done: number, total: number) => void;
}
