/** Who calls (P1), and what that caller may do. The gate makes it; handlers only read it. */
import type { Right } from '../contract/agents';
import type { Id, Who } from '../domain/model';
import type { Watch } from './watch';

/** What the person lets an agent do. */
export interface Grant {
	right: Right;
	/** Channels it may use; null: all. */
	channels: ReadonlySet<Id> | null;
}

export interface Caller {
	who: Who;
	/** `script`: calls from `window.commonplace` are the person's, marked so; `approval`: an agent's, approved by the person. */
	via?: 'script' | 'approval';
	session: Id;
	/** The channel a write goes to when none is given and the name is known nowhere (N7). */
	home?: Id;
	/** Absent: nothing is closed (the person; the notebook itself, telling its sample). */
	grant?: Grant;
	/** The person has said yes to this very call (P3). */
	approved?: true;
	/** Whoever waits for the answer follows the call. */
	watch?: Watch;
	/** COMPACT_RESPONSES of the agent's environment; absent: the app's setting. */
	compact?: boolean;
}

export const isPerson = (caller: Caller): boolean => caller.who === 'person';
/** How a record names its writer. */
export const byline = (who: Who): string => (who === 'person' ? 'you' : who.slice('agent:'.length));

/** The person's own decision: nothing needs to be asked (P3, S6). */
export const decides = (caller: Caller): boolean => isPerson(caller) || caller.approved === true;

/** May take away what others wrote, too (P3). */
export const mayRemove = (caller: Caller): boolean => decides(caller) || caller.grant?.right === 'remove';

/** Its values become contenders, and all else that it writes waits for the person. */
export const asksFirst = (caller: Caller): boolean => caller.grant?.right === 'ask' && !caller.approved;

/** Whether a channel is among those of the caller's grant. */
export const isOpenTo = ({ grant }: Caller, channel: Id): boolean => !grant?.channels || grant.channels.has(channel);

/** How the indexes are narrowed to what a caller may read: to one channel, to those of its grant, or not at all. */
export function channelsFor({ grant }: Caller, channel: Id | undefined): { channels?: readonly Id[] } {
	if (channel !== undefined) return { channels: [channel] };
	return grant?.channels ? { channels: [...grant.channels] } : {};
}
