/** An agent's process that has proved itself: its calls are routed to the page, and ended when it goes. */
import type { AgentIdentity, AgentMessage, HubStatus, HubToAgent } from '../../lib/contract/bridge-messages';
import type { CallResult, HubCall } from './call';
import type { Line } from './line';
import type { Offer } from './pairing-codes';

export interface AgentServices {
	ask: (call: HubCall) => Promise<CallResult>;
	/** It has said who it is, for the first time or anew. */
	identified: () => void;
	offer: () => Promise<Offer>;
	status: () => Promise<HubStatus>;
	lend: (path: string) => Offer;
}

/** Calls of one agent at the same time; more than any works with. */
const MOST_CALLS = 64;

export class AgentConnection {
	/** Until it has said so, it is no agent for anybody: `commonplace doctor` asks without. */
	identity: AgentIdentity | undefined;
	readonly gone: Promise<void>;
	readonly #line: Line<AgentMessage, HubToAgent>;
	readonly #services: AgentServices;
	readonly #calls = new Map<string, AbortController>();

	constructor(line: Line<AgentMessage, HubToAgent>, services: AgentServices) {
		this.#line = line;
		this.#services = services;
		this.gone = line.gone.then(() => {
			for (const call of this.#calls.values()) call.abort();
		});
	}

	listen(): void {
		this.#line.listen((message) => {
			switch (message.type) {
				case 'identify':
					this.identity = { ...message.agent, via: 'stdio' }; // how it comes is seen here, not told
					this.#services.identified();
					break;
				case 'call':
					this.#call(message);
					break;
				case 'cancel':
					this.#calls.get(message.id)?.abort();
					break;
				case 'pair':
					void this.#services.offer().then(({ link, expires }) => {
						this.#line.send({ type: 'pairing', id: message.id, link, expires });
					});
					break;
				case 'lend':
					this.#line.send({ type: 'lent', id: message.id, ...this.#services.lend(message.path) });
					break;
				case 'status':
					void this.#services.status().then((status) => this.#line.send({ type: 'status', id: message.id, status }));
					break;
				case 'hello':
				case 'proof':
					this.#line.close(1008); // that is behind us
			}
		});
	}

	#call({ id, operation, args, compact }: Extract<AgentMessage, { type: 'call' }>): void {
		const agent = this.identity;
		if (!agent || this.#calls.has(id) || this.#calls.size >= MOST_CALLS) {
			this.#line.close(1008);
			return;
		}
		const controller = new AbortController();
		this.#calls.set(id, controller);
		const onProgress = (done: number, total: number) => this.#line.send({ type: 'progress', id, done, total });
		void this.#services
			.ask({ agent, operation, args, compact, signal: controller.signal, onProgress })
			.then((result) => {
				this.#calls.delete(id);
				this.#line.send({ type: 'answer', id, result });
			});
	}

	welcome(hub: { version: string; pid: number }): void {
		this.#line.send({ type: 'welcome', hub });
	}

	tellChanged(ids: string[]): void {
		this.#line.send({ type: 'changed', ids });
	}

	terminate(): void {
		this.#line.terminate();
	}
}
