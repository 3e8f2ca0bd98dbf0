/**
 * The page's side of the bridge, in its worker: one WebSocket to the hub on the app's own origin, proved by both sides before anything is
 * said, tried again by itself for as long as this browser is paired. Calls that come over it go to the agents' desk and nowhere else.
 */
import type { Watch } from '../notebook/watch';
import {
	BRIDGE_PROTOCOL,
	hubToPage,
	PAGE_PATH,
	parseMessage,
	type AgentIdentity,
	type BridgeStatus,
	type HubToPage,
	type PageMessage
} from '../contract/bridge-messages';
import { isCode, isProof, keyOfSecret, newNonce, prove, renewedSecret, secretFromCode } from '../contract/bridge-proof';
import { fail, type Failure, type Result } from '../domain/result';

/** What this browser proves itself with; the key cannot be read out. */
export interface PairedKey {
	id: string;
	key: CryptoKey;
}

export interface KeyKeeper {
	read(): Promise<PairedKey | undefined>;
	/** undefined: forgets it. */
	write(key: PairedKey | undefined): Promise<void>;
}

/** As much of a WebSocket as is needed. */
export interface Socket {
	send(text: string): void;
	close(): void;
	onmessage: ((event: { data: unknown }) => void) | null;
	onclose: (() => void) | null;
	onopen: (() => void) | null;
}

export type Desk = (
	identity: AgentIdentity,
	call: { operation: string; args: unknown; compact?: boolean | undefined; watch?: Watch | undefined }
) => Promise<Result<unknown>>;

export interface LinkParts {
	/** `http://127.0.0.1:PORT` */
	origin: string;
	open: (url: string) => Socket;
	keys: KeyKeeper;
	desk: Desk;
	onStatus: (status: BridgeStatus) => void;
	/** 0–1, for waits that do not beat in time. */
	random?: () => number;
	times?: LinkTimes;
}

/** ms */
export interface LinkTimes {
	/** The first wait before a new try, and the longest: an agent's first call waits as long for a page to come back. */
	first: number;
	longest: number;
	/** After somebody else answered in the hub's place. */
	refused: number;
	/** For the whole of the proof. */
	proof: number;
	/** Changes told together. */
	changes: number;
}

const usual: LinkTimes = { first: 250, longest: 4_000, refused: 20_000, proof: 5_000, changes: 150 };

const stranger =
	'Another program answers at the place of Commonplace’s bridge and cannot prove itself. Nothing was told to it. See: commonplace doctor.';
const refusedWhy: Record<Extract<HubToPage, { type: 'refused' }>['reason'], string> = {
	unknown_key: 'The bridge does not know this browser any more. Pair it again: commonplace pair prints a link.',
	wrong_proof: 'The bridge does not take this browser’s proof. Pair it again: commonplace pair prints a link.',
	protocol:
		'This page and the bridge are of different versions. Reload the page; if it stays so, start Commonplace again.',
	malformed: 'The bridge did not understand this page. Reload it; if it stays so, start Commonplace again.'
};

/** Ids told in one message: who subscribes to more reads anew anyway. */
const MOST_IDS = 200;

/** A proof that succeeded: its nonces, and whether the hub has renewed the key from them (src/lib/contract/bridge-proof.ts). */
interface Proved {
	renewed: boolean;
	own: string;
	theirs: string;
}

/** The connection may have gone meanwhile: then the hub asks again when there is one. */
function tellIfOpen(say: (message: PageMessage) => void, message: PageMessage): void {
	try {
		say(message);
	} catch {
		// as said above
	}
}

const unpaired: BridgeStatus = { state: 'unpaired', detail: '', answering: false, agents: [], hub: null };

export type BridgeLink = ReturnType<typeof createBridgeLink>;

export function createBridgeLink({
	origin,
	open,
	keys,
	desk,
	onStatus,
	random = Math.random,
	times = usual
}: LinkParts) {
	let status = unpaired;
	/** The connection, proved or not. */
	let socket: Socket | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let tries = 0;
	/** Calls under way, by their ids. */
	const running = new Map<string | number, AbortController>();
	let closed = false;
	/** Counts connections: what an abandoned one still says is not heard. */
	let attempt = 0;
	const changed = new Set<string>();
	let telling: ReturnType<typeof setTimeout> | undefined;

	const set = (next: Partial<BridgeStatus>) => {
		status = { ...status, ...next };
		onStatus(status);
	};
	const away = { answering: false, agents: [], hub: null };

	function hangUp(): void {
		attempt++;
		clearTimeout(timer);
		const old = socket;
		socket = undefined;
		old?.close();
	}

	function again(wait: number): void {
		clearTimeout(timer);
		if (closed) return;
		// A hub that comes back is not met by all its pages in the same moment.
		timer = setTimeout(() => void start(), wait * (0.75 + random() / 2));
	}

	async function start(): Promise<void> {
		hangUp();
		const mine = attempt;
		const paired = await keys.read().catch(() => undefined);
		if (mine !== attempt) return; // tried anew, or closed
		if (!paired) {
			set(unpaired);
			return;
		}
		set({ state: status.state === 'refused' ? 'refused' : 'connecting', ...away });
		const end = await connect(paired);
		if (end === 'abandoned') return;
		if (end === 'lost') {
			set({ state: 'unreachable', detail: '', ...away });
			again(Math.min(times.longest, times.first * 2 ** tries++));
		} else {
			set({ state: 'refused', detail: end, ...away });
			again(times.refused);
		}
	}

	/**
	 * One connection from its opening to its end.
	 * @param welcomed called once both sides have proved themselves; with it the key is a code's, and wants to be renewed
	 * @returns `lost`, `abandoned` for another, or why it was refused
	 */
	function connect({ id, key }: PairedKey, welcomed?: (proved: Proved) => void): Promise<string> {
		const mine = ++attempt;
		const own = newNonce();
		return new Promise((resolve) => {
			let proved = false;
			let theirs = '';
			let line: Socket;
			try {
				line = open(`${origin.replace(/^http/, 'ws')}${PAGE_PATH}`);
			} catch {
				return resolve('lost');
			}
			socket = line;
			const patience = setTimeout(() => end('lost'), times.proof);
			const end = (how: string) => {
				clearTimeout(patience);
				line.onmessage = line.onclose = line.onopen = null;
				line.close();
				if (socket === line) socket = undefined;
				resolve(mine === attempt ? how : 'abandoned');
			};
			const say = (message: PageMessage) => line.send(JSON.stringify(message));
			line.onopen = () =>
				say({
					type: 'hello',
					protocol: BRIDGE_PROTOCOL,
					key_id: id,
					nonce: own,
					...(welcomed && { renews: true })
				});
			line.onclose = () => end('lost');
			line.onmessage = ({ data }) => {
				if (mine !== attempt) return end('abandoned');
				const message = parseMessage(hubToPage, data);
				if (!message) return end(proved ? 'lost' : stranger);
				if (message.type === 'refused') return end(refusedWhy[message.reason]);
				if (proved) return hear(message, say);
				if (message.type === 'challenge') {
					theirs = message.nonce;
					isProof(key, { role: 'hub', origin, own: theirs, theirs: own }, message.proof)
						.then(async (isHub) => {
							if (!isHub) return end(stranger);
							say({ type: 'proof', proof: await prove(key, { role: 'page', origin, own, theirs }) });
							checked = true;
						})
						.catch(() => end('lost'));
				} else if (message.type === 'welcome' && checked) {
					proved = true;
					clearTimeout(patience);
					tries = 0;
					const { hub, answering, agents } = message;
					welcomed?.({ renewed: message.renewed === true, own, theirs });
					set({ state: 'connected', detail: '', hub, answering, agents });
				} else end(stranger);
			};
			/** It has proved itself to us: until then nothing but a challenge is heard. */
			let checked = false;
		});
	}

	function hear(message: HubToPage, say: (message: PageMessage) => void): void {
		if (message.type === 'ping') say({ type: 'pong', id: message.id });
		else if (message.type === 'agents') set({ agents: message.agents });
		else if (message.type === 'answering') set({ answering: message.answering });
		else if (message.type === 'call') void answer(message, say);
		// Answered to nobody; what is written by then stays, and is in the journal.
		else if (message.type === 'cancel') running.get(message.id)?.abort();
	}

	async function answer(
		{ id, agent, operation, args, compact }: Extract<HubToPage, { type: 'call' }>,
		say: (message: PageMessage) => void
	): Promise<void> {
		const controller = new AbortController();
		running.set(id, controller);
		const watch = {
			signal: controller.signal,
			onProgress: (done: number, total: number) => tellIfOpen(say, { type: 'progress', id, done, total })
		};
		const result = await desk(agent, { operation, args, compact, watch }).catch((error: unknown) =>
			fail('internal', error instanceof Error ? error.message : String(error), 'Try again.')
		);
		running.delete(id);
		tellIfOpen(say, {
			type: 'answer',
			id,
			result: result.ok ? { ok: true, value: result.value ?? null } : withLoose(result.error)
		});
	}

	return {
		status: () => status,
		/** Connects when this browser is paired. */
		start: (): void => void start(),
		/** Tries at once. */
		retry(): void {
			tries = 0;
			void start();
		},
		/** Things and notes that changed, for agents that follow them. */
		tell(ids: Iterable<string>): void {
			if (status.state !== 'connected') return;
			for (const id of ids) if (changed.size < MOST_IDS) changed.add(id);
			telling ??= setTimeout(() => {
				telling = undefined;
				const message: PageMessage = { type: 'changed', ids: [...changed] };
				changed.clear();
				if (status.state === 'connected') socket?.send(JSON.stringify(message));
			}, times.changes);
		},
		/** Proves with a one-time code; from then on this browser has a key of its own. */
		async pair(code: string): Promise<Failure | null> {
			if (!isCode(code))
				return refusal(
					'That is no code of Commonplace’s bridge.',
					'Open the link that commonplace pair prints, whole.'
				);
			const secret = await secretFromCode(code, origin);
			const ofCode = { id: secret.id, key: await keyOfSecret(secret) };
			/** So that the code is worth nothing once it was used, wherever it may still be read. */
			const keep = async ({ renewed, own, theirs }: Proved) => {
				if (!renewed) return keys.write(ofCode);
				const next = await renewedSecret(secret, own, theirs);
				await keys.write({ id: next.id, key: await keyOfSecret(next) });
				next.bytes.fill(0);
			};
			hangUp();
			return new Promise((resolve) => {
				void connect(ofCode, (proved) => {
					// Kept before anybody counts on it.
					keep(proved)
						.then(
							() => resolve(null),
							(error: unknown) => resolve(refusal(`The key cannot be kept: ${String(error)}`, 'Try again.'))
						)
						.finally(() => secret.bytes.fill(0));
				}).then((end) => {
					if (end === 'abandoned') return resolve(refusal('Something else was tried meanwhile.', 'Try again.'));
					resolve(
						end === refusedWhy.unknown_key
							? refusal(
									'This code is not valid: it was used already, or is older than five minutes.',
									'Make a new link with: commonplace pair'
								)
							: refusal(
									end === 'lost' ? 'The bridge does not answer.' : end,
									'See that Commonplace is running (commonplace doctor), then open its link again.'
								)
					);
					// With the key of before, or the new one after its connection has been lost.
					again(times.first);
				});
			});
		},
		async unpair(): Promise<void> {
			if (status.state === 'connected') socket?.send(JSON.stringify({ type: 'unpair' } satisfies PageMessage));
			await keys.write(undefined);
			hangUp();
			set(unpaired);
		},
		answerHere(): void {
			if (status.state === 'connected') socket?.send(JSON.stringify({ type: 'answer_here' } satisfies PageMessage));
		},
		close(): void {
			closed = true;
			clearTimeout(telling);
			hangUp();
		}
	};
}

const withLoose = (error: Failure): { ok: false; error: Failure & Record<string, unknown> } => ({
	ok: false,
	error: { ...error }
});

const refusal = (message: string, hint: string): Failure => fail('authentication_missing', message, hint).error;
