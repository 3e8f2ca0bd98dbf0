/** The channels there are, and where a call acts when none is given (N7). */
import { DEFAULT_CHANNEL, type ChannelState, type Id } from '../domain/model';
import { refuse } from '../domain/result';
import { CHANNELS_SHELF } from '../domain/subject';
import type { StoreReader } from '../store/store';
import type { Caller } from './caller';
import type { Context } from './context';

const DEFAULT_NAME = 'Notebook';

/** Ids and names, the default first. */
export async function channelsIn(tx: StoreReader): Promise<{ id: Id; name: string }[]> {
	const shelf = await tx.shelf(CHANNELS_SHELF);
	const rows = Object.entries(shelf?.rows ?? {}).flatMap(([local, row]) => {
		const state = row.state as ChannelState | null; // the channels' shelf holds nothing else
		return state ? [{ id: local.slice(2), name: state.name }] : [];
	});
	const first = rows.find(({ id }) => id === DEFAULT_CHANNEL) ?? { id: DEFAULT_CHANNEL, name: DEFAULT_NAME };
	return [first, ...rows.filter(({ id }) => id !== DEFAULT_CHANNEL)];
}

/** The person's: the channel open in the app; an agent's: the first of its grant; a script's: the default. */
export async function homeOf(tx: StoreReader, context: Context, caller: Caller): Promise<Id> {
	if (caller.home !== undefined) return caller.home;
	if (caller.who === 'person' && !caller.via) return (await context.settings.read(tx)).home_channel;
	return DEFAULT_CHANNEL;
}

export async function isChannel(tx: StoreReader, channel: Id): Promise<boolean> {
	return channel === DEFAULT_CHANNEL || Boolean((await tx.shelf(CHANNELS_SHELF))?.rows[`c:${channel}`]?.state);
}

/** A channel that does not exist answers as one that may not be read. */
export async function checkChannel(tx: StoreReader, channel: Id): Promise<void> {
	if (!(await isChannel(tx, channel))) throw closed(channel);
}

/** A channel that is not there, or not the caller's to use: nobody is told which. */
export const closed = (channel: Id) =>
	refuse(
		'channel_access_denied',
		`There is no channel "${channel}" that you may use.`,
		'Call list_channels for those you may.',
		{ channel_id: channel }
	);
