/** Who calls (P1). The gate makes it; handlers only read it. */
import type { Id, Who } from '../domain/model';

export interface Caller {
	who: Who;
	/** Calls from `window.commonplace` are the person's, marked so. */
	via?: 'script';
	session: Id;
	/** The channel a write goes to when none is given and the name is known nowhere (N7). */
	home?: Id;
}

export const isPerson = (caller: Caller): boolean => caller.who === 'person';
/** How a record names its writer. */
export const byline = (who: Who): string => (who === 'person' ? 'you' : who.slice('agent:'.length));
