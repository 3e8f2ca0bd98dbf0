/**
 * The MCP server, made from the table of operations; the same over stdio and HTTP and in every era of the protocol. Lists come from the
 * table at once, whether or not a page is open; calls go on as they came: the gate in the page is the only one that validates them.
 */
import { randomUUID } from 'node:crypto';
import {
	CLIENT_INFO_META_KEY,
	McpServer,
	ProtocolError,
	ProtocolErrorCode,
	type ListToolsResult,
	type ServerCapabilities,
	type ServerContext
} from '@modelcontextprotocol/server';
import { instructionsFor } from '../../lib/contract/instructions';
import { isOperationName, operations, type OperationName, type OutputOf } from '../../lib/contract/operations';
import { resultToMcp, type McpToolResult } from '../../lib/contract/to-mcp-result';
import { operationToMcpTool } from '../../lib/contract/to-mcp-tool';
import { toolsets, type ToolsetName } from '../../lib/contract/toolsets';
import type { Result } from '../../lib/domain/result';
import type { CallResult } from '../hub/call';
import type { ClientInfo } from './identity';
import { servePrompts } from './mcp-prompts';
import { serveResources, type Asks } from './mcp-resources';

export interface McpCall {
	operation: OperationName;
	args: Record<string, unknown>;
	signal: AbortSignal;
	onProgress: (done: number, total: number) => void;
}

export interface McpServerOptions {
	version: string;
	toolset: ToolsetName;
	/** The client has said who it is: at its start, or with each request in the stateless era. */
	heardFrom: (client: ClientInfo | undefined) => void;
	ask: (call: McpCall) => Promise<CallResult>;
	/** Calls the listener with ids of what changed in the notebook. */
	onChanged?: (listener: (ids: string[]) => void) => void;
	/** See `Asks.tellsAll`. */
	tellsAll?: boolean;
}

type Tools = ListToolsResult['tools'];
const tools = new Map<ToolsetName, Tools>();

function toolsOf(toolset: ToolsetName): Tools {
	// The SDK's type of a JSON Schema is any JSON; ours is narrower than it can see.
	const made = tools.get(toolset) ?? (toolsets[toolset].map(operationToMcpTool) as unknown as Tools);
	tools.set(toolset, made);
	return made;
}

const isRecord = (given: unknown): given is Record<string, unknown> =>
	typeof given === 'object' && given !== null && !Array.isArray(given);

/** Of the stateless era, where it comes with every request. */
function clientOf(ctx: ServerContext): ClientInfo | undefined {
	const envelope: Readonly<Record<string, unknown>> = { ...ctx.mcpReq.envelope };
	const given = envelope[CLIENT_INFO_META_KEY];
	if (!isRecord(given) || typeof given['name'] !== 'string') return undefined;
	const { name, title, version } = given;
	return {
		name,
		...(typeof title === 'string' && { title }),
		...(typeof version === 'string' && { version })
	};
}

/**
 * A write whose answer is lost on the way must not be done twice when it is asked again, so one without a key of the agent's gets one (J6).
 */
export function withKey(operation: OperationName, args: Record<string, unknown>): Record<string, unknown> {
	const isKeyed = 'idempotency_key' in operations[operation].input.shape;
	const given = args['idempotency_key'];
	const isGiven = given !== undefined && given !== null && given !== '';
	return isKeyed && !isGiven ? { ...args, idempotency_key: `bridge:${randomUUID()}` } : args;
}

/** Tells the client how far a call is, where it has asked for that. */
function progressTo(ctx: ServerContext): McpCall['onProgress'] {
	const progressToken = ctx.mcpReq._meta?.progressToken;
	if (progressToken === undefined) return () => undefined;
	return (progress, total) => {
		void ctx.mcpReq
			.notify({ method: 'notifications/progress', params: { progressToken, progress, total } })
			.catch(() => undefined);
	};
}

/** What is offered is fixed while an agent is connected, and said to be. */
const capabilities: ServerCapabilities = {
	tools: { listChanged: false },
	resources: { subscribe: true, listChanged: false },
	prompts: { listChanged: false },
	completions: {}
};

/** For one connection, or one request of the stateless era over HTTP. */
export function createMcpServer(options: McpServerOptions): McpServer {
	const { version, toolset, heardFrom, ask } = options;
	const mcp = new McpServer(
		{ name: 'commonplace', title: 'Commonplace', version },
		{ capabilities, instructions: instructionsFor(toolset) }
	);
	const { server } = mcp;
	server.oninitialized = () => {
		// eslint-disable-next-line @typescript-eslint/no-deprecated -- of the eras before 2026, in which it is the only place
		heardFrom(server.getClientVersion());
	};
	const hear = (ctx: ServerContext) => {
		if (ctx.mcpReq.envelope !== undefined) heardFrom(clientOf(ctx));
	};
	const askFor: Asks['ask'] = (operation, args, ctx) =>
		ask({ operation, args, signal: ctx.mcpReq.signal, onProgress: progressTo(ctx) });
	server.setRequestHandler('tools/list', (_request, ctx) => {
		hear(ctx);
		return { tools: toolsOf(toolset) };
	});
	server.setRequestHandler('tools/call', async ({ params }, ctx): Promise<McpToolResult> => {
		hear(ctx);
		const { name } = params;
		if (!isOperationName(name) || !toolsets[toolset].includes(name))
			throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`);
		const args = isRecord(params.arguments) ? params.arguments : {};
		// What crosses the hub has the shape of the operation's output: the gate in the page made it.
		return resultToMcp(name, args, (await askFor(name, withKey(name, args), ctx)) as Result<OutputOf<OperationName>>);
	});
	const asks: Asks = { ask: askFor, hear, onChanged: options.onChanged, tellsAll: options.tellsAll ?? false };
	serveResources(mcp, asks);
	servePrompts(mcp, asks, (operation) => toolsets[toolset].includes(operation));
	return mcp;
}
