/**
 * One end of a bridge connection: JSON messages of known shapes, in order, over a WebSocket. What does not fit ends the connection.
 * Before the proof messages are taken one by one with `next`; afterwards `listen` hands them over as they come.
 */
import { WebSocket, type RawData } from 'ws';

/** Bytes: above what the largest note needs, far below what hurts. */
export const LONGEST_MESSAGE = 8 * 1024 * 1024;
/** Bytes: nothing of a handshake is longer. */
const LONGEST_BEFORE_PROOF = 4_096;
/** Messages of a handshake that may lie about unread. */
const MOST_UNREAD = 4;

const POLICY_VIOLATION = 1008;
/** What a connection is closed with that nobody closed (RFC 6455, 7.1.5). */
const CUT = 1006;

export class Line<In, Out> {
	/** When its other end was last heard of, in ms. */
	heardAt = Date.now();
	/** Resolves when the connection is gone, whoever ended it. */
	readonly gone: Promise<void>;
	readonly #socket: WebSocket;
	readonly #parse: (data: unknown) => In | undefined;
	readonly #unread: In[] = [];
	#listener: ((message: In) => void) | undefined;
	#waiting: ((message: In | undefined) => void) | undefined;
	#open = true;
	#cut = false;

	constructor(socket: WebSocket, parse: (data: unknown) => In | undefined) {
		this.#socket = socket;
		this.#parse = parse;
		this.gone = new Promise((resolve) => {
			socket.once('close', (code) => {
				this.#cut = this.#open && code === CUT;
				this.#open = false;
				this.#waiting?.(undefined);
				resolve();
			});
		});
		socket.on('error', () => socket.terminate()); // 'close' follows
		socket.on('message', (data, isBinary) => this.#hear(data, isBinary));
	}

	/** The other end went away without a word, as a process that is killed does. */
	get wasCut(): boolean {
		return this.#cut;
	}

	get isOpen(): boolean {
		return this.#open && this.#socket.readyState === WebSocket.OPEN;
	}

	#hear(data: RawData, isBinary: boolean): void {
		if (!this.#open) return;
		this.heardAt = Date.now();
		// ws gives text as a Buffer unless it is told otherwise.
		const text = isBinary || !Buffer.isBuffer(data) ? undefined : data;
		const tooLong = !this.#listener && (text?.length ?? 0) > LONGEST_BEFORE_PROOF;
		const message = tooLong ? undefined : this.#parse(text?.toString('utf8'));
		if (message === undefined) this.close(POLICY_VIOLATION);
		else if (this.#listener) this.#listener(message);
		else if (this.#waiting) this.#waiting(message);
		else if (this.#unread.push(message) > MOST_UNREAD) this.close(POLICY_VIOLATION);
	}

	/** The next message, or undefined when none came in time or the connection went. For the handshake. */
	next(withinMs: number): Promise<In | undefined> {
		const first = this.#unread.shift();
		if (first !== undefined || !this.#open) return Promise.resolve(first);
		return new Promise((resolve) => {
			const settle = (message: In | undefined) => {
				clearTimeout(timer);
				this.#waiting = undefined;
				resolve(message);
			};
			const timer = setTimeout(() => settle(undefined), withinMs);
			this.#waiting = settle;
		});
	}

	/** From now on messages are handed over as they come, those unread first. */
	listen(listener: (message: In) => void): void {
		this.#listener = listener;
		for (const message of this.#unread.splice(0)) listener(message);
	}

	send(message: Out): void {
		if (this.isOpen) this.#socket.send(JSON.stringify(message));
	}

	/** Whether the process at the other end lives: one that is stopped keeps its connection open. (Of a page this says nothing.) */
	pulse(withinMs: number): Promise<boolean> {
		if (!this.isOpen) return Promise.resolve(false);
		return new Promise((resolve) => {
			const settle = (alive: boolean) => {
				clearTimeout(timer);
				this.#socket.off('pong', pong);
				resolve(alive);
			};
			const pong = () => settle(true);
			const timer = setTimeout(() => settle(false), withinMs);
			this.#socket.on('pong', pong);
			this.#socket.ping();
		});
	}

	/** Ends it; what does not take leave soon is cut off. Nothing is heard from it any more. */
	close(code = 1000): void {
		if (!this.#open) return;
		this.#open = false;
		this.#waiting?.(undefined);
		this.#socket.close(code);
		const cut = setTimeout(() => this.#socket.terminate(), 500);
		this.#socket.once('close', () => clearTimeout(cut));
	}

	terminate(): void {
		this.#open = false;
		this.#waiting?.(undefined);
		this.#socket.terminate();
	}
}
