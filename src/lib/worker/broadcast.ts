/**
 * Commits of one worker told to the others: a tab without SharedWorker has a worker of its own, and so have two builds at once.
 * The channel carries changed events only; pages hear of them through their own worker, each exactly once.
 */
import type { ChangedEvent } from '../notebook/notebook';

/** A message of the channel; what else may come over it (another build's) is passed over. */
interface Message {
	type: 'changed';
	event: ChangedEvent;
}

const isMessage = (data: unknown): data is Message =>
	typeof data === 'object' && data !== null && 'type' in data && data.type === 'changed' && 'event' in data;

export interface Broadcast {
	/** Tells the other workers on this database; never comes back to the sender. */
	send(event: ChangedEvent): void;
	close(): void;
}

/** @param name the database's: each database has a channel of its own. */
export function openBroadcast(name: string, heard: (event: ChangedEvent) => void): Broadcast {
	const channel = new BroadcastChannel(name);
	channel.onmessage = ({ data }: MessageEvent<unknown>) => {
		if (isMessage(data)) heard(data.event);
	};
	return {
		send: (event) => channel.postMessage({ type: 'changed', event } satisfies Message),
		close: () => channel.close()
	};
}
