/** Other people's MCP clients, of both lines and in every era of the protocol, over real processes of the bridge. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import type { Program } from './bridge-program';
import { connectFakePage, type FakePage, type FakePageOptions } from './fake-page';
import type { OwnHub } from './own-hub';

export interface Answer {
	isError?: boolean | undefined;
	structuredContent?: unknown;
	content: { type: string; text?: string }[];
}

/** What both lines of the SDK have in common, as far as a test needs it. */
export interface AnyClient {
	tools: () => Promise<string[]>;
	call: (name: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<Answer>;
	instructions: () => string | undefined;
	version: () => string | undefined;
	pid: () => number;
	close: () => Promise<void>;
}

interface CallOptions {
	signal?: AbortSignal;
	onprogress?: (progress: { progress: number; total?: number | undefined }) => void;
}

export const kinds = ['sdk 1.32', 'client 2.4', 'client 2.4, auto', 'client 2.4, 2026-07-28'] as const;
export type Kind = (typeof kinds)[number];

export const info = { name: 'test-client', title: 'Test Client', version: '9.9' };

async function connectLegacy(command: { args: string[]; env: Record<string, string> }): Promise<AnyClient> {
	const transport = new LegacyStdio({ command: process.execPath, ...command, stderr: 'ignore' });
	const client = new LegacyClient(info);
	await client.connect(transport);
	return {
		tools: async () => (await client.listTools()).tools.map(({ name }) => name),
		call: async (name, args = {}, options = {}) =>
			(await client.callTool({ name, arguments: args }, undefined, options)) as unknown as Answer,
		instructions: () => client.getInstructions(),
		version: () => undefined,
		pid: () => transport.pid ?? 0,
		close: () => client.close()
	};
}

async function connectModern(
	command: { args: string[]; env: Record<string, string> },
	mode: 'legacy' | 'auto' | { pin: string }
): Promise<AnyClient> {
	const transport = new ModernStdio({ command: process.execPath, ...command, stderr: 'ignore' });
	const client = new ModernClient(info, { versionNegotiation: { mode } });
	await client.connect(transport);
	return {
		tools: async () => (await client.listTools()).tools.map(({ name }) => name),
		call: async (name, args = {}, options = {}) => await client.callTool({ name, arguments: args }, options),
		instructions: () => client.getInstructions(),
		version: () => client.getNegotiatedProtocolVersion(),
		pid: () => transport.pid ?? 0,
		close: () => client.close()
	};
}

/** Of the tests of one file: an agent's process of the built bridge under a client. */
export const connector =
	(program: Program) =>
	async (
		{ port, state }: { port: number; state: string },
		{ kind = 'client 2.4', args = [], env = {} }: { kind?: Kind; args?: string[]; env?: Record<string, string> } = {}
	): Promise<AnyClient> => {
		const command = { args: [program.file(), 'mcp', ...args], env: program.env(port, state, env) };
		const modes = {
			'client 2.4': 'legacy',
			'client 2.4, auto': 'auto',
			'client 2.4, 2026-07-28': { pin: '2026-07-28' }
		} as const;
		const client = await (kind === 'sdk 1.32' ? connectLegacy(command) : connectModern(command, modes[kind]));
		onTestFinished(() => client.close());
		return client;
	};

export const stateOf = async (hub: OwnHub): Promise<{ port: number; state: string }> => ({
	port: hub.port,
	state: (await hub.state.inspect())[0]!.path
});

export const fields = (answer: Answer) => answer.structuredContent as Record<string, unknown>;

/** A page of the browser that holds this key, that comes back as often as it is turned away, as the real one does. */
export async function comeBack(port: number, page: FakePage, more: Partial<FakePageOptions> = {}): Promise<FakePage> {
	for (;;) {
		const back = await connectFakePage({ port, secret: page.secret, ...more }).catch(() => undefined);
		if (back) {
			onTestFinished(() => back.leave());
			return back;
		}
		await sleep(50);
	}
}
