/**
 * One link to the hub for all workers of this origin: tabs without SharedWorker have a worker each, two builds at once have one each, and
 * two that answered would answer twice. Whoever holds the lock has the link; the others show its status and pass on what the person wants.
 */
import type { BridgeStatus, BridgeWish } from '../contract/bridge-messages';
import { fail, type Failure } from '../domain/result';
import type { BridgeLink } from './bridge-link';

type Message =
	| { type: 'status'; status: BridgeStatus }
	| { type: 'who' }
	| { type: 'wish'; id: string; wish: BridgeWish }
	| { type: 'done'; id: string; failure: Failure | null };

export interface LeaderParts {
	locks: LockManager;
	/** Of this origin and database. */
	channel: BroadcastChannel;
	lock: string;
	link: BridgeLink;
	/** To this worker's pages. */
	onStatus: (status: BridgeStatus) => void;
	newId: () => string;
}

/** ms: a leader that has gone meanwhile answers nothing. */
const PATIENCE = 8_000;

export interface BridgeLeader {
	status(): BridgeStatus;
	/** Does what a page wants, here or where the link is. null: done. */
	wish(wish: BridgeWish): Promise<Failure | null>;
	/** The link's own status has changed. */
	told(status: BridgeStatus): void;
}

export function createBridgeLeader({ locks, channel, lock, link, onStatus, newId }: LeaderParts): BridgeLeader {
	let status = link.status();
	let leads = false;
	const waiting = new Map<string, (failure: Failure | null) => void>();
	const post = (message: Message) => channel.postMessage(message);

	const show = (next: BridgeStatus) => {
		status = next;
		onStatus(next);
	};

	async function fulfil(wish: BridgeWish): Promise<Failure | null> {
		if (wish.want === 'pair') return link.pair(wish.code);
		if (wish.want === 'unpair') await link.unpair();
		else link[wish.want]();
		return null;
	}

	channel.onmessage = ({ data }: MessageEvent<Message>) => {
		if (data.type === 'status' && !leads) show(data.status);
		else if (data.type === 'who' && leads) post({ type: 'status', status });
		else if (data.type === 'wish' && leads)
			void fulfil(data.wish).then((failure) => post({ type: 'done', id: data.id, failure }));
		else if (data.type === 'done') waiting.get(data.id)?.(data.failure);
	};

	locks
		.request(lock, () => {
			leads = true;
			link.start();
			return new Promise(() => undefined); // held for life
		})
		// Where the browser grants no locks this one takes it to be its own.
		.catch(() => {
			leads = true;
			link.start();
		});
	post({ type: 'who' });

	function wish(wanted: BridgeWish): Promise<Failure | null> {
		if (leads) return fulfil(wanted);
		const id = newId();
		return new Promise((resolve) => {
			const settle = (failure: Failure | null) => {
				clearTimeout(timer);
				waiting.delete(id);
				resolve(failure);
			};
			const timer = setTimeout(
				() =>
					settle(
						fail('storage_unavailable', 'Another tab has the bridge and does not answer.', 'Reload its page.').error
					),
				PATIENCE
			);
			waiting.set(id, settle);
			post({ type: 'wish', id, wish: wanted });
		});
	}

	return {
		status: () => status,
		told(next) {
			if (!leads) return;
			show(next);
			post({ type: 'status', status: next });
		},
		wish
	};
}
