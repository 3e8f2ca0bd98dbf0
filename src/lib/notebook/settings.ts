/** The person's settings, kept in the store beside the journal: device-local, never exported. */
import { DEFAULT_CHANNEL } from '../domain/model';
import type { StoreReader } from '../store/store';
import type { Settings } from './context';
import { isChannel } from './home';

const defaults: Settings = {
	compact_responses: true,
	agents_enabled: true,
	web_agents: false,
	home_channel: DEFAULT_CHANNEL
};

/** How long the settings of another worker may go unseen where that only changes how an answer looks. */
const RECENT = 1000;

export type SettingsKeeper = ReturnType<typeof createSettings>;

/** @param now ms since epoch */
export function createSettings(now: () => number) {
	let known: { settings: Settings; at: number } | undefined;
	const note = (settings: Settings): Settings => {
		known = { settings, at: now() };
		return settings;
	};
	async function read(tx: StoreReader): Promise<Settings> {
		const settings = { ...defaults, ...((await tx.meta('settings')) as Partial<Settings> | undefined) };
		// The channel may have been undone since.
		return note(
			(await isChannel(tx, settings.home_channel)) ? settings : { ...settings, home_channel: DEFAULT_CHANNEL }
		);
	}
	return {
		/** As they stand in the store. */
		read,
		/** Takes note of settings just written. */
		note,
		/** As last read or noted, if that was just now: saves a look-up in what is asked often. */
		recent: (tx: StoreReader): Promise<Settings> =>
			known && Math.abs(now() - known.at) < RECENT ? Promise.resolve(known.settings) : read(tx)
	};
}
