/**
 * A page that has proved itself: calls go to its worker and answers come back. Whether it is alive is asked of its code: the socket of a
 * frozen page goes on answering WebSocket pings.
 */
import { randomUUID } from 'node:crypto';
import type { AgentIdentity, HubToPage, PageMessage } from '../../lib/contract/bridge-messages';
import type { CallResult, HubCall } from './call';
import type { Line } from './line';

/** All in ms. */
export interface PagePatience {
	/** That its code may take to answer a ping. */
	asleepAfter: number;
	/** Without any sign of life while it works for us, after which a call is given up: its code may be busy, but not that long. */
	givenUpAfter: number;
}

export type Outcome = { kind: 'answered'; result: CallResult } | { kind: 'gone' | 'silent' | 'cancelled' };

interface Pending {
	settle: (outcome: Outcome) => void;
	onProgress: HubCall['onProgress'];
}

export interface PageEvents {
	changed: (ids: string[]) => void;
	answerHere: () => void;
	unpair: () => void;
}

export class PageConnection {
	readonly keyId: string;
	readonly gone: Promise<void>;
	readonly #line: Line<PageMessage, HubToPage>;
	readonly #calls = new Map<string, Pending>();
	readonly #pings = new Map<string, (awake: boolean) => void>();
	#onGone: (() => void) | undefined;
	readonly #patience: PagePatience;

	constructor(line: Line<PageMessage, HubToPage>, keyId: string, patience: PagePatience) {
		this.#line = line;
		this.keyId = keyId;
		this.#patience = patience;
		this.gone = line.gone.then(() => {
			// Whoever keeps lists of pages learns it first: a call that goes on must not find it there any more.
			this.#onGone?.();
			for (const settle of this.#pings.values()) settle(false);
			for (const { settle } of this.#calls.values()) settle({ kind: 'gone' });
		});
	}

	/** Begins to hear what it says. */
	listen(events: PageEvents): void {
		this.#line.listen((message) => {
			switch (message.type) {
				case 'answer':
					// The contract's shape is loose where failures carry more fields; it is passed on as it came.
					this.#calls.get(message.id)?.settle({ kind: 'answered', result: message.result });
					break;
				case 'progress':
					this.#calls.get(message.id)?.onProgress(message.done, message.total);
					break;
				case 'pong':
					this.#pings.get(message.id)?.(true);
					break;
				case 'changed':
					events.changed(message.ids);
					break;
				case 'answer_here':
					events.answerHere();
					break;
				case 'unpair':
					events.unpair();
					break;
				case 'hello':
				case 'proof':
					this.#line.close(1008); // that is behind us
			}
		});
	}

	/** To be told before its calls are. */
	whenGone(listener: () => void): void {
		this.#onGone = listener;
	}

	get isOpen(): boolean {
		return this.#line.isOpen;
	}

	welcome(message: Extract<HubToPage, { type: 'welcome' }>): void {
		this.#line.send(message);
	}

	tellAnswering(answering: boolean): void {
		this.#line.send({ type: 'answering', answering });
	}

	tellAgents(agents: AgentIdentity[]): void {
		this.#line.send({ type: 'agents', agents });
	}

	close(): void {
		this.#line.close();
	}

	terminate(): void {
		this.#line.terminate();
	}

	#wasHeard(withinMs: number): boolean {
		return Date.now() - this.#line.heardAt < withinMs;
	}

	/** Whether its code is alive: heard of lately, or answering a ping in time. */
	async isAwake(): Promise<boolean> {
		if (!this.isOpen) return false;
		if (this.#wasHeard(this.#patience.asleepAfter)) return true;
		const id = randomUUID();
		return new Promise((resolve) => {
			const settle = (awake: boolean) => {
				clearTimeout(timer);
				this.#pings.delete(id);
				resolve(awake);
			};
			const timer = setTimeout(() => settle(false), this.#patience.asleepAfter);
			this.#pings.set(id, settle);
			this.#line.send({ type: 'ping', id });
		});
	}

	/** Asks it, and waits as long as its code gives signs of life. Never rejects. */
	ask({ agent, operation, args, compact, signal, onProgress }: HubCall): Promise<Outcome> {
		const id = randomUUID();
		return new Promise((resolve) => {
			const cancel = () => {
				this.#line.send({ type: 'cancel', id });
				settle({ kind: 'cancelled' });
			};
			const settle = (outcome: Outcome) => {
				if (!this.#calls.delete(id)) return;
				clearInterval(watch);
				signal.removeEventListener('abort', cancel);
				resolve(outcome);
			};
			const watch = setInterval(() => {
				if (!this.#wasHeard(this.#patience.givenUpAfter)) {
					this.#line.send({ type: 'cancel', id });
					settle({ kind: 'silent' });
				} else if (!this.#wasHeard(this.#patience.asleepAfter)) {
					this.#line.send({ type: 'ping', id: randomUUID() }); // its pong is a sign of life
				}
			}, this.#patience.asleepAfter);
			this.#calls.set(id, { settle, onProgress });
			signal.addEventListener('abort', cancel);
			if (signal.aborted) cancel();
			else if (!this.isOpen) settle({ kind: 'gone' });
			else {
				this.#line.send({
					type: 'call',
					id,
					agent,
					operation,
					args,
					...(compact !== undefined && { compact })
				});
			}
		});
	}
}
