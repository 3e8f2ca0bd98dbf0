/**
 * What one worker did to the store, told to the others: a tab without SharedWorker has a worker of its own, and so have two builds at
 * once. Pages hear of it through their own worker, each exactly once.
 */
import type { ChangedEvent, SetAsideEvent, SettingsEvent } from '../notebook/notebook';

/** What concerns whoever is on the same database. */
export type SharedEvent = ChangedEvent | SetAsideEvent | SettingsEvent;

/** A message of the channel; what else may come over it (another build's) is passed over. */
interface Message {
	type: SharedEvent['type'];
	event: SharedEvent;
}

const types: ReadonlySet<unknown> = new Set<SharedEvent['type']>(['changed', 'set_aside', 'settings']);

const isMessage = (data: unknown): data is Message =>
	typeof data === 'object' && data !== null && 'type' in data && types.has(data.type) && 'event' in data;

export interface Broadcast {
	/** Tells the other workers on this database; never comes back to the sender. */
	send(event: SharedEvent): void;
	close(): void;
}

/** @param name the database's: each database has a channel of its own. */
export function openBroadcast(name: string, heard: (event: SharedEvent) => void): Broadcast {
	const channel = new BroadcastChannel(name);
	channel.onmessage = ({ data }: MessageEvent<unknown>) => {
		if (isMessage(data)) heard(data.event);
	};
	return {
		send: (event) => channel.postMessage({ type: event.type, event } satisfies Message),
		close: () => channel.close()
	};
}
