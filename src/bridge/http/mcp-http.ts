/**
 * MCP over HTTP at `/mcp`, on the hub's own port, in both eras. Up to 2025-11-25 a client has a session, which is one connection of one
 * agent; from 2026-07-28 on every request stands alone, and all requests of one client are one connection. Either ends when nothing was
 * heard of it for half an hour.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
	createMcpHandler,
	isLegacyRequest,
	WebStandardStreamableHTTPServerTransport,
	type McpServer
} from '@modelcontextprotocol/server';
import type { AgentIdentity } from '../../lib/contract/bridge-messages';
import { toolsetNames, type ToolsetName } from '../../lib/contract/toolsets';
import { identityOf, type ClientInfo } from '../agent/identity';
import { entityUri } from '../agent/mcp-resources';
import { createMcpServer } from '../agent/mcp-server';
import { refusalHeaders } from '../headers';
import { LONGEST_MESSAGE } from '../hub/line';
import type { Guest, Hub } from '../hub/hub';
import { UnsafeStateError } from '../state/private-files';
import type { State } from '../state/state';
import { refusalOf } from './bearer';

export const MCP_PATH = '/mcp';

export interface McpHttpOptions {
	hub: Hub;
	state: State;
	port: number;
	version: string;
	/** ms */
	idleAfter?: number;
}

const IDLE_AFTER = 30 * 60_000;
/** Beyond it the one that was silent for longest is ended. */
const MOST_CONNECTIONS = 100;

/** An agent over HTTP, as the hub and the person see it. */
class Connection {
	readonly guest: Guest;
	#tellChanged: (ids: string[]) => void = () => undefined;
	heardAt = Date.now();
	readonly #hub: Hub;
	readonly #presence: ReturnType<Hub['receive']>;
	readonly #end: () => void;

	constructor(hub: Hub, end: () => void = () => undefined) {
		this.guest = { identity: undefined, tellChanged: (ids) => this.#tellChanged(ids) };
		this.#hub = hub;
		this.#presence = hub.receive(this.guest);
		this.#end = end;
	}

	/** @param id one for the life of the connection */
	heardFrom(client: ClientInfo | undefined, id: string): AgentIdentity {
		this.heardAt = Date.now();
		const before = JSON.stringify(this.guest.identity);
		const identity = identityOf(client, { connection: id, via: 'http' });
		this.guest.identity = identity;
		if (JSON.stringify(identity) !== before) this.#presence.identified();
		return identity;
	}

	end(): void {
		this.#presence.left();
		this.#end();
	}

	server(toolset: ToolsetName, version: string, id: string): McpServer {
		return createMcpServer({
			version,
			toolset,
			heardFrom: (client) => void this.heardFrom(client, id),
			ask: (call) => {
				this.heardAt = Date.now();
				const agent = this.guest.identity ?? this.heardFrom(undefined, id);
				return this.#hub.ask({ ...call, agent, compact: undefined });
			},
			onChanged: (listener) => (this.#tellChanged = listener)
		});
	}
}

function toolsetOf(request: Request | undefined): ToolsetName {
	const asked = request && new URL(request.url).searchParams.get('toolset');
	return toolsetNames.find((name) => name === asked) ?? 'core';
}

const jsonError = (status: number, message: string): Response =>
	Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status });

export class McpHttp {
	readonly #options: McpHttpOptions;
	readonly #idleAfter: number;
	/** Sessions by their ids, and clients of the stateless era by what they say they are. */
	readonly #connections = new Map<string, Connection>();
	readonly #transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
	readonly #modern: ReturnType<typeof createMcpHandler>;
	readonly #node: ReturnType<typeof toNodeHandler>;
	readonly #deaf: () => void;
	readonly #sweep: NodeJS.Timeout;

	constructor(options: McpHttpOptions) {
		this.#options = options;
		this.#idleAfter = options.idleAfter ?? IDLE_AFTER;
		this.#modern = createMcpHandler(({ requestInfo }) => this.#serveOnce(requestInfo), {
			legacy: 'reject',
			maxRequestBodySize: LONGEST_MESSAGE
		});
		this.#node = toNodeHandler(
			{ fetch: (request: Request) => this.#fetch(request) },
			{ maxRequestBodySize: LONGEST_MESSAGE }
		);
		// Subscriptions of the stateless era are streams of the handler, whoever opened them.
		this.#deaf = options.hub.receiveChanges((ids) => {
			for (const id of ids) this.#modern.notify.resourceUpdated(entityUri(id));
		});
		this.#sweep = setInterval(() => this.#endIdle(), Math.min(this.#idleAfter / 2, 60_000)).unref();
	}

	/** For requests of its path. @returns whether it is one */
	readonly handle = (req: IncomingMessage, res: ServerResponse): boolean => {
		if (req.url !== MCP_PATH && !req.url?.startsWith(`${MCP_PATH}?`)) return false;
		this.#admit(req, res).catch((error: unknown) => {
			const why =
				error instanceof UnsafeStateError ? `${error.message} ${error.remedy}` : 'Commonplace had an internal error.';
			if (!res.headersSent) res.writeHead(500, refusalHeaders());
			res.end(`${why}\n`);
		});
		return true;
	};

	async #admit(req: IncomingMessage, res: ServerResponse): Promise<void> {
		const { port, state } = this.#options;
		const refused = refusalOf(req, { port, token: await state.httpToken() });
		if (refused) {
			const more = refused.status === 401 ? { 'WWW-Authenticate': 'Bearer realm="commonplace"' } : {};
			res.writeHead(refused.status, { ...refusalHeaders(), ...more }).end(`${refused.why}\n`);
			return;
		}
		for (const [name, value] of Object.entries({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }))
			res.setHeader(name, value);
		// The SDK's type of Node's request leaves out `undefined`, which exactOptionalPropertyTypes minds.
		await this.#node(req as never, res);
	}

	async #fetch(request: Request): Promise<Response> {
		return (await isLegacyRequest(request, undefined, { maxRequestBodySize: LONGEST_MESSAGE }))
			? this.#inSession(request)
			: this.#modern.fetch(request);
	}

	/* ---- sessions, up to 2025-11-25 ---- */

	async #inSession(request: Request): Promise<Response> {
		const id = request.headers.get('mcp-session-id');
		if (id === null) return this.#newSession(request);
		const transport = this.#transports.get(id);
		const connection = this.#connections.get(id);
		if (!transport || !connection) return jsonError(404, 'There is no such session; begin a new one.');
		connection.heardAt = Date.now();
		return transport.handleRequest(request);
	}

	/** Only `initialize` begins one; the transport itself refuses everything else, and then nothing is kept. */
	async #newSession(request: Request): Promise<Response> {
		const id = randomUUID();
		const transport = new WebStandardStreamableHTTPServerTransport({
			sessionIdGenerator: () => id,
			maxRequestBodySize: LONGEST_MESSAGE,
			onsessionclosed: () => this.#end(id),
			onsessioninitialized: () => {
				this.#transports.set(id, transport);
				this.#keep(id, connection);
			}
		});
		const connection = new Connection(this.#options.hub, () => void transport.close());
		await connection.server(toolsetOf(request), this.#options.version, id).connect(transport);
		const response = await transport.handleRequest(request);
		if (!this.#connections.has(id)) connection.end();
		return response;
	}

	/* ---- single requests, from 2026-07-28 on ---- */

	#serveOnce(request: Request | undefined): McpServer {
		const toolset = toolsetOf(request);
		// Who asks is known when the request is read: each client is one connection, however many requests it sends.
		let connection: Connection | undefined;
		let identity: AgentIdentity | undefined;
		const heardFrom = (client: ClientInfo | undefined) => {
			const key = JSON.stringify(['client', client?.name, client?.version]);
			connection = this.#connections.get(key);
			if (!connection) this.#keep(key, (connection = new Connection(this.#options.hub)));
			identity = connection.heardFrom(client, connection.guest.identity?.connection ?? randomUUID());
		};
		return createMcpServer({
			version: this.#options.version,
			toolset,
			heardFrom,
			ask: (call) => {
				if (!identity) heardFrom(undefined);
				const agent = identity ?? identityOf(undefined, { connection: randomUUID(), via: 'http' });
				return this.#options.hub.ask({ ...call, agent, compact: undefined });
			}
		});
	}

	/* ---- their end ---- */

	#keep(key: string, connection: Connection): void {
		this.#connections.set(key, connection);
		if (this.#connections.size <= MOST_CONNECTIONS) return;
		const [oldest] = [...this.#connections].sort(([, a], [, b]) => a.heardAt - b.heardAt);
		if (oldest) this.#end(oldest[0]);
	}

	#end(key: string): void {
		const connection = this.#connections.get(key);
		this.#connections.delete(key);
		this.#transports.delete(key);
		connection?.end();
	}

	#endIdle(): void {
		const before = Date.now() - this.#idleAfter;
		for (const [key, { heardAt }] of this.#connections) if (heardAt < before) this.#end(key);
	}

	close(): void {
		clearInterval(this.#sweep);
		this.#deaf();
		for (const key of [...this.#connections.keys()]) this.#end(key);
		void this.#modern.close();
	}
}
