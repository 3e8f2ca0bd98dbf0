/**
 * The notebook as WebMCP tools of the page: one for each operation of the core set, with the table's own names, descriptions and schemas.
 *
 * The API as found in Chromium 156 (`--enable-features=WebMCP`; a draft, so it may still move):
 * - `document.modelContext` (nothing on `navigator`) is an EventTarget with `registerTool(tool, {signal, exposedTo})`, `getTools()`,
 *   `executeTool(tool, input)` and the event `toolchange`.
 * - `registerTool` answers a promise. It rejects with InvalidStateError for a name that is taken or malformed, and with AbortError when
 *   its signal is aborted before it is done; aborted later, the tool is gone at once.
 * - Of a tool it reads name, title, description, inputSchema, execute and annotations; of those readOnlyHint, untrustedContentHint,
 *   consequentialHint and debugging. destructiveHint, idempotentHint and openWorldHint it does not know.
 * - `execute(input, {signal})` is handed any object: the schema is told and never checked. Its answer is passed on as JSON text; the reason
 *   of one that throws is lost, and stands in the console.
 * - A test in the page lists with `await document.modelContext.getTools()` and calls with
 *   `await document.modelContext.executeTool(tool, {…})`: an object goes in, JSON text comes out.
 */
import type { OperationName, OutputOf } from '../contract/operations';
import { resultToMcp, type McpToolResult } from '../contract/to-mcp-result';
import { operationToMcpTool } from '../contract/to-mcp-tool';
import { toolsets } from '../contract/toolsets';
import { fail, type Result } from '../domain/result';

export interface WebTool {
	name: string;
	title: string;
	description: string;
	inputSchema: object;
	annotations: { readOnlyHint: boolean; untrustedContentHint: boolean; consequentialHint: boolean };
	execute(input: unknown): Promise<McpToolResult>;
}

/** As much of `document.modelContext` as is needed. */
export interface ModelContext {
	registerTool(tool: WebTool, options: { signal: AbortSignal }): unknown;
}

/** To the agents' desk: who asks is known there. */
export type WebCall = (operation: OperationName, args: unknown) => Promise<Result<unknown>>;

export function webTool(name: OperationName, call: WebCall): WebTool {
	const { title, description, inputSchema, annotations } = operationToMcpTool(name);
	return {
		name,
		title,
		description,
		inputSchema,
		annotations: {
			readOnlyHint: annotations.readOnlyHint,
			// Every answer, a write's too, may repeat what somebody else has written into the notebook.
			untrustedContentHint: true,
			consequentialHint: annotations.destructiveHint
		},
		async execute(input) {
			const result = await call(name, input).catch((error: unknown) =>
				fail('internal', error instanceof Error ? error.message : String(error), 'Try again.')
			);
			return resultToMcp(name, input, result as Result<OutputOf<OperationName>>);
		}
	};
}

/**
 * Offers the tools until the signal is aborted.
 * @throws what the browser says when it does not take one; the others stand
 */
export async function registerWebTools(context: ModelContext, call: WebCall, signal: AbortSignal): Promise<void> {
	const register = async (name: OperationName) => {
		await context.registerTool(webTool(name, call), { signal });
	};
	const ends = await Promise.allSettled(toolsets.core.map(register));
	const refused = ends.find((end) => end.status === 'rejected');
	if (refused && !signal.aborted) throw refused.reason;
}
