/** The table as MCP, proved with the official SDK's client and its low-level server over a linked pair in memory. */
/* eslint-disable @typescript-eslint/no-deprecated -- `Server` on purpose: the high-level one validates by itself and answers in its own words */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isOperationName, parseInput, type OperationName } from '../../src/lib/contract';
import { instructions } from '../../src/lib/contract/instructions';
import { resultToMcp } from '../../src/lib/contract/to-mcp-result';
import { operationToMcpTool } from '../../src/lib/contract/to-mcp-tool';
import { toolsets } from '../../src/lib/contract/toolsets';
import { fail, ok, type Result } from '../../src/lib/domain/result';

const golden: unknown = JSON.parse(readFileSync(new URL('golden/tools.json', import.meta.url), 'utf8'));

/** A door that knows one thing and is denied one channel; every call goes through the real validator first. */
const answers: Partial<Record<OperationName, (args: never) => Result<unknown>>> = {
	get_entity_context: ({ entityName }: { entityName: string }) =>
		ok(
			entityName === 'Jeff'
				? { ok: true, n: 'Jeff', t: 'person', o: ['prefers dark mode in IDEs'], r: { out: [], in: [] } }
				: { ok: false }
		),
	search_relationships: ({ channel_id }: { channel_id: string }) =>
		fail(
			'channel_access_denied',
			`Channel "${channel_id}" is not yours to read.`,
			'list_channels names those that are.',
			{ channel_id }
		)
};

const call = (name: OperationName, args: unknown): Result<unknown> => {
	const parsed = parseInput(name, args);
	const answer = answers[name];
	if (!parsed.ok) return parsed;
	return answer ? answer(parsed.value as never) : fail('internal', `${name} has no answer here.`, 'Ask for another.');
};

const serve = (): Server => {
	const server = new Server({ name: 'commonplace', version: '0' }, { capabilities: { tools: {} }, instructions });
	server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolsets.full.map(operationToMcpTool) }));
	server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
		if (!isOperationName(params.name)) throw new Error(`No tool ${params.name}`);
		return resultToMcp(params.name, params.arguments, call(params.name, params.arguments) as Result<never>);
	});
	return server;
};

const client = new Client({ name: 'test', version: '0' });
const server = serve();

const callTool = async (name: OperationName, args: Record<string, unknown>): Promise<CallToolResult> =>
	(await client.callTool({ name, arguments: args })) as CallToolResult;

const textOf = ({ content }: CallToolResult): unknown => {
	const [first, ...more] = content;
	expect(more).toEqual([]);
	return first?.type === 'text' ? JSON.parse(first.text) : undefined;
};

beforeEach(async () => {
	const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
	await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
});

afterEach(async () => {
	await client.close();
});

describe('over the wire', () => {
	test('tools/list is the golden list, untouched by the SDK', async () => {
		expect((await client.listTools()).tools).toEqual(golden);
	});

	test('the instructions arrive', () => {
		expect(client.getInstructions()).toBe(instructions);
	});

	test('an answer is structured content and text, each sufficient alone', async () => {
		const result = await callTool('get_entity_context', { entityName: 'Jeff' });
		const answer = { ok: true, n: 'Jeff', t: 'person', o: ['prefers dark mode in IDEs'], r: { out: [], in: [] } };
		expect(result.structuredContent).toEqual(answer);
		expect(textOf(result)).toEqual(answer);
		expect(result.isError).toBeUndefined();
	});

	test('a miss is an answer and no error', async () => {
		const result = await callTool('get_entity_context', { entityName: 'Unknown Person' });
		expect(result).toMatchObject({ structuredContent: { ok: false } });
		expect(result.isError).toBeUndefined();
	});

	test('a failure has error, message, hint and isError, in both', async () => {
		const result = await callTool('get_entity_context', { entity_name: 'Jeff' });
		expect(result.isError).toBe(true);
		expect(textOf(result)).toEqual(result.structuredContent);
		expect(result.structuredContent).toEqual({
			error: 'invalid_parameter',
			message: 'Unknown argument "entity_name".',
			hint: expect.stringMatching(/^Call it entityName\./) as string,
			parameter: 'entity_name'
		});
	});

	test('a failure of search_relationships is an empty graph that cannot be taken for "no connections"', async () => {
		const result = await callTool('search_relationships', { channel_id: 'home', entities: ['Jeff'] });
		expect(result.isError).toBe(true);
		expect(textOf(result)).toEqual({
			nodes: [],
			edges: [],
			channel_id: 'home',
			error: 'channel_access_denied',
			message: 'Channel "home" is not yours to read.',
			hint: 'list_channels names those that are.'
		});
	});

	test('the same for arguments that name no channel', async () => {
		const result = await callTool('search_relationships', { entities: ['Jeff'] });
		expect(result.structuredContent).toMatchObject({
			nodes: [],
			edges: [],
			channel_id: null,
			error: 'invalid_parameter'
		});
	});
});
