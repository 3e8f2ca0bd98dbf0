/** The bridge as the worker's root has it: the link, its leader among all workers of the origin, and the key kept in the notebook's store. */
import { createBridgeLeader, type BridgeLeader } from '../agent/bridge-leader';
import { createBridgeLink, type PairedKey, type Socket } from '../agent/bridge-link';
import type { BridgeStatus } from '../contract/bridge-messages';
import { deskOf } from './desk';
import type { Engine } from './engine';

const KEY = 'bridge-key';

export interface Bridge extends Pick<BridgeLeader, 'status' | 'wish'> {
	on(listener: (status: BridgeStatus) => void): () => void;
}

export interface BridgeParts {
	engine: Engine;
	/** Of the database, as the page and the worker call it. */
	name: string;
	origin: string;
	locks: LockManager;
}

export function createBridge({ engine, name, origin, locks }: BridgeParts): Bridge {
	const listeners = new Set<(status: BridgeStatus) => void>();
	const link = createBridgeLink({
		origin,
		open: (url) => new WebSocket(url) as Socket,
		keys: {
			read: () => engine.device<PairedKey>(KEY),
			write: (key) => engine.setDevice(KEY, key)
		},
		desk: deskOf(engine),
		onStatus: (status) => leader.told(status)
	});
	const leader = createBridgeLeader({
		locks,
		channel: new BroadcastChannel(`${name}-bridge`),
		lock: `${name}-bridge`,
		link,
		onStatus: (status) => {
			for (const listener of listeners) listener(status);
		},
		newId: () => crypto.randomUUID()
	});
	let wasReady = false;
	engine.on((event) => {
		if (event.type === 'changed') link.tell(Object.keys(event.shelves));
		if (event.type !== 'status') return;
		// Its key lies in the notebook: once that is open it can be read.
		const isReady = event.state === 'ready';
		if (isReady && !wasReady) void leader.wish({ want: 'retry' });
		wasReady = isReady;
	});
	return {
		status: () => leader.status(),
		wish: (wish) => leader.wish(wish),
		on(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		}
	};
}
