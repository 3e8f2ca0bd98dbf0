/**
 * The hub: in the process that serves the app, on its port. Pages and agents' processes connect here, prove themselves, and calls go from
 * one to the other. It decides nothing about a notebook: what an agent may do is decided by the gate in the page.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import {
	ASLEEP_AFTER,
	agentMessage,
	pageMessage,
	parseMessage,
	type AgentIdentity,
	type AgentMessage,
	type HubStatus,
	type HubToAgent,
	type HubToPage,
	type PageMessage
} from '../../lib/contract/bridge-messages';
import { renewedSecret } from '../../lib/contract/bridge-proof';
import { toolsets } from '../../lib/contract/toolsets';
import { originOf } from '../options';
import { UnsafeStateError } from '../state/private-files';
import { AGENTS_KEY_ID, type State } from '../state/state';
import { admission } from './admission';
import { AgentConnection } from './agent-connection';
import type { CallResult, HubCall } from './call';
import { handshake, type Proven } from './handshake';
import { LentFiles } from './lent-files';
import { latest } from './link-life';
import { Line, LONGEST_MESSAGE } from './line';
import { PageConnection, type PagePatience } from './page-connection';
import { pageLabel } from './page-label';
import { Pages } from './pages';
import { PairingCodes, type Offer } from './pairing-codes';
import {
	asleep,
	cancelled,
	isOperationOfAgents,
	noPage,
	notPaired,
	pageGone,
	pageSilent,
	unavailable
} from './problems';

export interface HubOptions {
	port: number;
	/** Of the app that is served; one that is being built has another afterwards. */
	version: string | (() => string);
	state: State;
	app?: () => HubStatus['app'];
	/** Says what went wrong outside of any call. */
	log?: (text: string) => void;
	/** Called whenever nobody is connected any more, and when somebody is again. */
	onPeople?: (anybody: boolean) => void;
	patience?: Partial<HubPatience>;
}

/** All in ms. */
export interface HubPatience extends PagePatience {
	/** For a whole handshake. */
	handshake: number;
	/** That a page which went may take to come back. */
	comesBackWithin: number;
	/** From the hub's start on, in which a page that is open finds it again: agents start a hub, and ask it at once. */
	findsWithin: number;
}

const PATIENCE: HubPatience = {
	handshake: 5_000,
	comesBackWithin: 4_000,
	findsWithin: 8_000,
	asleepAfter: ASLEEP_AFTER,
	givenUpAfter: 30_000
};

/** What any agent is offered; the app's own operations are not asked for in an agent's name. */
const published: readonly string[] = Object.values(toolsets).flat();

/** Connections that have proved nothing yet. */
const MOST_UNPROVEN = 32;
/** How often one call is asked: once, and again when its page went away meanwhile. */
const MOST_TRIES = 3;

/** An agent that is no process of its own: a session of MCP over HTTP. */
export interface Guest {
	identity: AgentIdentity | undefined;
	tellChanged: (ids: string[]) => void;
}

export class Hub {
	readonly origin: string;
	readonly #options: HubOptions;
	readonly #patience: HubPatience;
	readonly #sockets: WebSocketServer;
	readonly #unproven = new Set<WebSocket>();
	readonly #pages: Pages;
	readonly #codes: PairingCodes;
	/** Files that the app may fetch. */
	readonly files: LentFiles;
	readonly #agents = new Set<AgentConnection>();
	readonly #guests = new Set<Guest>();
	#anybody = false;
	readonly #listeners = new Set<(ids: string[]) => void>();

	constructor(options: HubOptions) {
		this.#options = options;
		this.#patience = { ...PATIENCE, ...options.patience };
		this.origin = originOf(options.port);
		this.#codes = new PairingCodes(this.origin);
		this.files = new LentFiles(this.origin);
		this.#pages = new Pages({ ...this.#patience, settledAt: Date.now() + this.#patience.findsWithin }, () =>
			this.#countPeople()
		);
		this.#sockets = new WebSocketServer({
			noServer: true,
			maxPayload: LONGEST_MESSAGE,
			perMessageDeflate: false,
			clientTracking: true
		});
	}

	/** Takes the upgrades of a server. */
	attach(server: Server): void {
		server.on('upgrade', (req, socket, head) => this.#upgrade(req, socket, head));
	}

	/** Ends every connection at once. */
	close(): void {
		for (const socket of this.#sockets.clients) socket.terminate();
		this.#sockets.close();
	}

	/** A link for the person that pairs a browser. */
	offer(): Promise<Offer> {
		return this.#codes.offer();
	}

	/** Until when a person may follow a link that was given out here, in ms since the epoch. */
	get expectedUntil(): number {
		return latest([this.#codes.goodUntil, this.files.goodUntil]);
	}

	/** Whether a browser has ever been paired, and not unpaired since. */
	async isPaired(): Promise<boolean> {
		return (await this.#options.state.pages.list()).length > 0;
	}

	/* ---- who comes ---- */

	#upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
		socket.on('error', () => socket.destroy());
		const admitted = admission(req, this.#options.port);
		if (!admitted.ok) refuseUpgrade(socket, '403 Forbidden', admitted.why);
		else if (this.#unproven.size >= MOST_UNPROVEN)
			refuseUpgrade(socket, '503 Service Unavailable', 'Too many at once.');
		else {
			this.#sockets.handleUpgrade(req, socket, head, (ws) => {
				this.#unproven.add(ws);
				const proved = () => this.#unproven.delete(ws);
				ws.once('close', proved);
				const admit = admitted.role === 'page' ? this.#admitPage(ws, req, proved) : this.#admitAgent(ws, proved);
				admit.catch((error: unknown) => {
					this.#log(error);
					ws.close(1011);
				});
			});
		}
	}

	#log(error: unknown): void {
		const text = error instanceof UnsafeStateError ? `${error.message} ${error.remedy}` : String(error);
		(this.#options.log ?? console.error)(text);
	}

	async #admitAgent(ws: WebSocket, proved: () => void): Promise<void> {
		const line = new Line<AgentMessage, HubToAgent>(ws, (data) => parseMessage(agentMessage, data));
		const { state } = this.#options;
		const proven = await handshake(line, {
			role: 'agent',
			origin: this.origin,
			withinMs: this.#patience.handshake,
			find: async (id) => (id === AGENTS_KEY_ID ? await state.agentSecret() : undefined)
		});
		if (!proven || !line.isOpen) return;
		proved();
		const agent = new AgentConnection(line, {
			ask: (call) => this.ask(call),
			identified: () => this.#tellAgents(),
			offer: () => this.offer(),
			status: () => this.status(),
			lend: (path) => this.files.lend(path)
		});
		this.#agents.add(agent);
		void agent.gone.then(() => {
			this.#agents.delete(agent);
			this.#tellAgents();
			this.#countPeople();
		});
		this.#countPeople();
		agent.welcome(this.#about);
		agent.listen();
	}

	get #about() {
		const { version } = this.#options;
		return { version: typeof version === 'string' ? version : version(), pid: process.pid };
	}

	async #admitPage(ws: WebSocket, req: IncomingMessage, proved: () => void): Promise<void> {
		const line = new Line<PageMessage, HubToPage>(ws, (data) => parseMessage(pageMessage, data));
		const { pages } = this.#options.state;
		const proven = await handshake(line, {
			role: 'page',
			origin: this.origin,
			withinMs: this.#patience.handshake,
			find: async (id) => (await pages.find(id)) ?? this.#codes.find(id)
		});
		if (!proven || !line.isOpen) return;
		const kept = await this.#keep(proven, pageLabel(req.headers['user-agent']));
		if (!kept) {
			line.send({ type: 'refused', reason: 'unknown_key' });
			line.close();
			return;
		}
		proved();
		this.#welcomePage(line, kept);
	}

	/** Remembers the key of a page that has proved itself. @returns undefined when its code was used by another meanwhile */
	async #keep(
		{ secret, nonces, renews }: Proven,
		label: string
	): Promise<{ keyId: string; renewed: boolean } | undefined> {
		const { pages } = this.#options.state;
		if (await pages.find(secret.id)) {
			// That it cannot be written down is no reason not to let it in.
			await pages.seen(secret.id, label).catch((error: unknown) => this.#log(error));
			return { keyId: secret.id, renewed: false };
		}
		if (!this.#codes.take(secret.id)) return undefined;
		const key = renews ? await renewedSecret(secret, nonces.theirs, nonces.own) : secret;
		await pages.add(key, label);
		return { keyId: key.id, renewed: renews };
	}

	#welcomePage(line: Line<PageMessage, HubToPage>, { keyId, renewed }: { keyId: string; renewed: boolean }): void {
		const page = new PageConnection(line, keyId, this.#patience);
		const answering = this.#pages.add(page);
		page.welcome({
			type: 'welcome',
			hub: this.#about,
			answering,
			agents: this.#identities(),
			...(renewed && { renewed })
		});
		page.listen({
			changed: (ids) => {
				if (!this.#pages.isAnswering(page)) return; // another notebook than the one the agents see
				for (const agent of [...this.#agents, ...this.#guests]) agent.tellChanged(ids);
				for (const listener of this.#listeners) listener(ids);
			},
			answerHere: () => this.#pages.moveTo(page),
			unpair: () => void this.#unpair(keyId)
		});
	}

	async #unpair(keyId: string): Promise<void> {
		try {
			await this.#options.state.pages.remove(keyId);
		} catch (error) {
			this.#log(error);
		}
		for (const page of this.#pages.all) if (page.keyId === keyId) page.close();
	}

	/* ---- who is here ---- */

	#identities(): AgentIdentity[] {
		return [...this.#agents, ...this.#guests].flatMap(({ identity }) => identity ?? []);
	}

	#tellAgents(): void {
		this.#pages.tellAgents(this.#identities());
	}

	#countPeople(): void {
		const anybody = this.#pages.count + this.#agents.size + this.#guests.size > 0;
		if (anybody === this.#anybody) return;
		this.#anybody = anybody;
		this.#options.onPeople?.(anybody);
	}

	/** Takes in an agent of this process, which proved itself otherwise. @returns what tells that it has gone or said who it is */
	receive(guest: Guest): { left: () => void; identified: () => void } {
		this.#guests.add(guest);
		this.#countPeople();
		return {
			identified: () => this.#tellAgents(),
			left: () => {
				this.#guests.delete(guest);
				this.#tellAgents();
				this.#countPeople();
			}
		};
	}

	/** Tells what changed in the notebook that answers. @returns what ends that */
	receiveChanges(listener: (ids: string[]) => void): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	async status(): Promise<HubStatus> {
		const paired = await this.#options.state.pages.list().catch(() => []);
		const pages = paired.map(async ({ id, label, created, last_seen }) => {
			const open = this.#pages.all.filter(({ keyId }) => keyId === id);
			const awake = await Promise.all(open.map((page) => page.isAwake()));
			return {
				label,
				created,
				last_seen,
				connected: open.length > 0,
				answering: open.some((page) => this.#pages.isAnswering(page)),
				...(open.length > 0 && { awake: awake.includes(true) })
			};
		});
		return {
			...this.#about,
			app: this.#options.app?.() ?? 'ready',
			pages: await Promise.all(pages),
			agents: this.#identities()
		};
	}

	/* ---- calls ---- */

	/** Asks the page that answers. Never rejects, and never waits without an end. */
	async ask(call: HubCall): Promise<CallResult> {
		try {
			return isOperationOfAgents(call.operation, published) ?? (await this.#route(call));
		} catch (error) {
			this.#log(error);
			return error instanceof UnsafeStateError
				? unavailable('unsafe_state', error.message, `Tell the person. ${error.remedy}`)
				: unavailable(
						'hub_unreachable',
						'Commonplace had an internal error.',
						'Call again; or run: commonplace doctor'
					);
		}
	}

	async #route(call: HubCall): Promise<CallResult> {
		const { signal } = call;
		/** The browser that has begun it: another one's notebook cannot go on with it. */
		let begun: string | undefined;
		for (let tries = 0; tries < MOST_TRIES; tries++) {
			const isPaired = this.#pages.count > 0 || (await this.isPaired());
			if (!isPaired) return notPaired((await this.offer()).link);
			const page = await this.#pages.pick(begun, signal);
			if (signal.aborted) return cancelled();
			if (page === 'none') return begun === undefined ? noPage(this.origin) : pageGone(this.origin);
			if (page === 'asleep') return asleep(this.origin);
			begun = page.keyId;
			const outcome = await page.ask(call);
			if (outcome.kind === 'answered') return outcome.result;
			if (outcome.kind === 'silent') return pageSilent(this.origin);
			if (outcome.kind === 'cancelled') return cancelled();
		}
		return pageGone(this.origin);
	}
}

function refuseUpgrade(socket: Duplex, status: string, why: string): void {
	const body = `${why}\n`;
	socket.end(
		[
			`HTTP/1.1 ${status}`,
			'Connection: close',
			'Content-Type: text/plain; charset=utf-8',
			'X-Content-Type-Options: nosniff',
			`Content-Length: ${Buffer.byteLength(body)}`,
			'',
			body
		].join('\r\n')
	);
}
