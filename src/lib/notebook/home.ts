/** Where a call acts when no channel is given (N7). */
import { DEFAULT_CHANNEL, type Id } from '../domain/model';
import type { StoreReader } from '../store/store';
import type { Caller } from './caller';
import type { Context } from './context';

/** The person's: the channel open in the app; an agent's: the first of its grant; a script's: the default. */
export async function homeOf(tx: StoreReader, context: Context, caller: Caller): Promise<Id> {
	if (caller.home !== undefined) return caller.home;
	if (caller.who === 'person' && !caller.via) return (await context.settings(tx)).home_channel;
	return DEFAULT_CHANNEL;
}
