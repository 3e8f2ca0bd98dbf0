/**
 * An agent's connection to the hub for as long as the agent lives: made when it is first needed, made again when it breaks, with a pause
 * that grows and is never the same for two agents, so that a hub which comes back is not stormed. A call in flight is asked again: its
 * arguments, the idempotency key among them, are the same.
 */
import { randomUUID } from 'node:crypto';
import type { AgentIdentity, AgentMessage, HubToAgent } from '../../lib/contract/bridge-messages';
import type { Secret } from '../../lib/contract/bridge-proof';
import type { CallResult } from '../hub/call';
import { Arrivals } from '../arrivals';
import { LONGEST_MESSAGE } from '../hub/line';
import { cancelled, unavailable } from '../hub/problems';
import { originOf } from '../options';
import { describeHolder, whoHolds } from '../port-holder';
import { UnsafeStateError } from '../state/private-files';
import { proveToHub, type Attempt, type HubLine } from './prove';

export interface LinkOptions {
	port: number;
	secret: () => Promise<Secret>;
	/** Starts a hub; called when nobody listens and a call (or the agent's start) wants one. */
	start: () => void;
	/** Things that changed in the notebook. */
	onChanged?: (ids: string[]) => void;
	log?: (text: string) => void;
	patience?: Partial<LinkPatience>;
}

/** All in ms. */
export interface LinkPatience {
	/** That a call waits for a hub. */
	connect: number;
	/** Between attempts, at first and at most. */
	firstPause: number;
	longestPause: number;
	/** Between two starts of a hub by this process. */
	betweenStarts: number;
	/** Between two looks whether the hub's process still lives; it has as long to answer. */
	heartbeat: number;
}

const PATIENCE: LinkPatience = {
	connect: 10_000,
	firstPause: 100,
	longestPause: 5_000,
	betweenStarts: 2_000,
	heartbeat: 10_000
};

const MOST_TRIES = 3;
/** Of what nobody takes back. */
const never = new AbortController().signal;
/** ms: the longest pause while a call waits. */
const WHILE_WANTED = 250;

export interface LinkCall {
	operation: string;
	args: Record<string, unknown>;
	compact?: boolean;
	signal: AbortSignal;
	onProgress: (done: number, total: number) => void;
}

interface Pending {
	settle: (result: CallResult | 'gone') => void;
	onProgress: LinkCall['onProgress'];
}

export class HubLink {
	readonly #options: LinkOptions;
	readonly #patience: LinkPatience;
	#identity: AgentIdentity | undefined;
	#line: HubLine | undefined;
	/** Why the last attempt did not succeed. */
	#problem: CallResult | undefined;
	#isConnecting = false;
	#pause: number;
	#startedAt = Number.NEGATIVE_INFINITY;
	/** Calls that want a hub now; without one an idle agent does not start what the person has just ended. */
	#wanted = 0;
	#hasEnded = false;
	/** Cuts the present pause short, since a call has come or all is over. */
	#wake: () => void = () => undefined;
	readonly #arrivals = new Arrivals();
	readonly #calls = new Map<string, Pending>();
	readonly #questions = new Map<string, (message: HubToAgent | undefined) => void>();

	constructor(options: LinkOptions) {
		this.#options = options;
		this.#patience = { ...PATIENCE, ...options.patience };
		this.#pause = this.#patience.firstPause;
	}

	get identity(): AgentIdentity | undefined {
		return this.#identity;
	}

	/** Who the agent is; told to the hub now and at every connection. */
	identify(identity: AgentIdentity): void {
		if (JSON.stringify(identity) === JSON.stringify(this.#identity)) return;
		this.#identity = identity;
		this.#line?.send({ type: 'identify', agent: identity });
	}

	/** Connects ahead of the first call, so that an open page has time to come back and the person sees who is here. */
	warmUp(): void {
		this.#wanted++;
		void this.#connected(never).finally(() => this.#wanted--);
	}

	/** Ends the connection; nothing is connected again. */
	close(): void {
		this.#hasEnded = true;
		this.#line?.terminate();
		this.#wake();
		this.#arrivals.tell();
	}

	/* ---- connecting ---- */

	#connect(): void {
		if (this.#hasEnded || this.#line?.isOpen) return;
		this.#wake();
		if (this.#isConnecting) return;
		this.#isConnecting = true;
		void this.#tryUntilConnected().finally(() => (this.#isConnecting = false));
	}

	/** Where a stranger sits it is tried only as long as a call waits; where nobody does, as long as the agent lives. */
	async #tryUntilConnected(): Promise<void> {
		while (!this.#isOver()) {
			const attempt = await this.#attempt();
			if (attempt.kind === 'proven') {
				this.#adopt(attempt.line);
				return;
			}
			if (attempt.kind !== 'nobody' && this.#wanted === 0) return;
			// Half of the pause is chance: agents that lost the same hub do not come back at the same moment.
			const pause = Math.min(this.#pause, this.#wanted > 0 ? WHILE_WANTED : Infinity) * (0.5 + Math.random());
			this.#pause = Math.min(this.#patience.longestPause, this.#pause * 2);
			if (!this.#isOver()) await this.#rest(pause);
		}
	}

	/** Asked anew after each wait. */
	#isOver(): boolean {
		return this.#hasEnded;
	}

	async #attempt(): Promise<Attempt | { kind: 'unsafe' }> {
		const { port } = this.#options;
		let secret: Secret;
		try {
			secret = await this.#options.secret();
		} catch (error) {
			const [message, remedy] =
				error instanceof UnsafeStateError ? [error.message, error.remedy] : [String(error), 'Run: commonplace doctor'];
			this.#problem = unavailable('unsafe_state', message, `Tell the person. ${remedy}`);
			this.#arrivals.tell();
			return { kind: 'unsafe' };
		}
		const attempt = await proveToHub(port, secret);
		if (attempt.kind === 'proven') return attempt;
		if (this.#wanted > 0) this.#problem = await this.#explain(attempt.kind);
		if (attempt.kind === 'nobody') this.#startHub();
		else this.#arrivals.tell(); // who has the port will not go by waiting
		return attempt;
	}

	#startHub(): void {
		if (this.#wanted === 0 || Date.now() - this.#startedAt < this.#patience.betweenStarts) return;
		this.#startedAt = Date.now();
		this.#pause = this.#patience.firstPause; // it will be there at once
		this.#options.log?.('No hub is running; starting one.');
		this.#options.start();
	}

	async #explain(kind: Exclude<Attempt['kind'], 'proven'>): Promise<CallResult> {
		const { port } = this.#options;
		switch (kind) {
			case 'nobody':
				return unavailable(
					'hub_unreachable',
					'Commonplace is not running on this computer and could not be started.',
					'Ask the person to run: commonplace doctor'
				);
			case 'outdated':
				return unavailable(
					'outdated',
					`The Commonplace that runs at ${originOf(port)} is of another version than this agent’s bridge.`,
					'Ask the person to end it and start it again, and then to start this agent again.'
				);
			case 'not_ours':
				return unavailable(
					'port_taken',
					`What answers at ${originOf(port)} does not know this account’s secret: another account’s Commonplace, or something that only looks like one. Nothing was told to it.`,
					'Ask the person to run: commonplace doctor'
				);
			case 'stranger': {
				const holder = await whoHolds(port);
				return holder.kind === 'stranger'
					? unavailable('port_taken', describeHolder(port, holder), 'Tell the person exactly this.')
					: unavailable(
							'outdated',
							`The Commonplace that runs at ${originOf(port)} (${holder.version}, process ${holder.pid}) takes no agents: it is of another version.`,
							'Ask the person to end it and start it again.'
						);
			}
		}
	}

	#adopt(line: HubLine): void {
		if (this.#hasEnded) {
			line.terminate();
			return;
		}
		this.#line = line;
		this.#problem = undefined;
		this.#pause = this.#patience.firstPause;
		if (this.#identity) line.send({ type: 'identify', agent: this.#identity });
		line.listen((message) => this.#hear(line, message));
		const heart = setInterval(() => void this.#feelPulse(line), this.#patience.heartbeat);
		void line.gone.then(() => {
			clearInterval(heart);
			if (this.#line === line) this.#line = undefined;
			for (const { settle } of [...this.#calls.values()]) settle('gone');
			for (const settle of [...this.#questions.values()]) settle(undefined);
			this.#connect();
		});
		this.#arrivals.tell();
	}

	/** A hub whose process is stopped keeps its connections open, and would keep calls waiting. */
	async #feelPulse(line: HubLine): Promise<void> {
		if (!(await line.pulse(this.#patience.heartbeat))) line.terminate();
	}

	#hear(line: HubLine, message: HubToAgent): void {
		switch (message.type) {
			case 'answer':
				this.#calls.get(message.id)?.settle(message.result);
				break;
			case 'progress':
				this.#calls.get(message.id)?.onProgress(message.done, message.total);
				break;
			case 'changed':
				this.#options.onChanged?.(message.ids);
				break;
			case 'pairing':
				this.#questions.get(message.id)?.(message);
				break;
			case 'status': // these are asked for by commands alone (ask-hub.ts)
			case 'lent':
				break;
			case 'challenge':
			case 'welcome':
			case 'refused':
				line.close(1008); // that is behind us
		}
	}

	/** The hub, as soon as there is one; undefined when there is none in time, and `#problem` says why. */
	async #connected(signal: AbortSignal): Promise<HubLine | undefined> {
		const until = Date.now() + this.#patience.connect;
		if (!this.#line?.isOpen) this.#problem = undefined;
		this.#connect();
		while (!this.#line?.isOpen && !signal.aborted && !this.#hasEnded && Date.now() < until) {
			await this.#arrivals.next(until - Date.now(), signal);
			// Read anew: what has arrived may be a reason why nothing will.
			const problem = this.#problem as (CallResult & { ok: false }) | undefined;
			if (!this.#line?.isOpen && problem && problem.error['reason'] !== 'hub_unreachable') break;
		}
		return this.#line?.isOpen ? this.#line : undefined;
	}

	/** A pause that `#wake` cuts short. An agent may rest for days: nothing is left behind by a rest. */
	#rest(ms: number): Promise<void> {
		return new Promise((resolve) => {
			const timer = setTimeout(resolve, ms);
			this.#wake = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}

	/* ---- asking ---- */

	/** Asks the notebook through the hub. Never rejects, and never waits without an end. */
	async ask(call: LinkCall): Promise<CallResult> {
		const id = randomUUID();
		const message: AgentMessage = {
			type: 'call',
			id,
			operation: call.operation,
			args: call.args,
			...(call.compact !== undefined && { compact: call.compact })
		};
		if (Buffer.byteLength(JSON.stringify(message)) > LONGEST_MESSAGE)
			return unavailable('too_large', 'The arguments are larger than Commonplace takes.', 'Send less at once.');
		this.#wanted++;
		try {
			for (let tries = 0; tries < MOST_TRIES; tries++) {
				const line = await this.#connected(call.signal);
				if (call.signal.aborted) return cancelled();
				if (!line) return this.#problem ?? (await this.#explain('nobody'));
				const outcome = await this.#askOnce(line, message, call);
				if (outcome !== 'gone') return outcome;
			}
			return unavailable(
				'hub_unreachable',
				'Commonplace went away each time this was asked; whether it was done is not known.',
				'Ask the person to run: commonplace doctor'
			);
		} finally {
			this.#wanted--;
		}
	}

	#askOnce(
		line: HubLine,
		message: Extract<AgentMessage, { type: 'call' }>,
		{ signal, onProgress }: LinkCall
	): Promise<CallResult | 'gone'> {
		const { id } = message;
		return new Promise((resolve) => {
			const settle = (outcome: CallResult | 'gone') => {
				this.#calls.delete(id);
				signal.removeEventListener('abort', cancel);
				resolve(outcome);
			};
			const cancel = () => {
				line.send({ type: 'cancel', id });
				settle(cancelled());
			};
			this.#calls.set(id, { settle, onProgress });
			signal.addEventListener('abort', cancel, { once: true });
			if (signal.aborted) cancel();
			else if (!line.isOpen) settle('gone');
			else line.send(message);
		});
	}

	async #question(message: Extract<AgentMessage, { type: 'pair' }>, withinMs: number): Promise<HubToAgent | undefined> {
		const line = this.#line;
		if (!line?.isOpen) return undefined;
		return new Promise((resolve) => {
			const settle = (answer: HubToAgent | undefined) => {
				clearTimeout(timer);
				this.#questions.delete(message.id);
				resolve(answer);
			};
			const timer = setTimeout(() => settle(undefined), withinMs);
			this.#questions.set(message.id, settle);
			line.send(message);
		});
	}

	/** A link that pairs a browser, from the hub that runs. */
	async offer(): Promise<string | undefined> {
		const answer = await this.#question({ type: 'pair', id: randomUUID() }, this.#patience.connect);
		return answer?.type === 'pairing' ? answer.link : undefined;
	}
}
