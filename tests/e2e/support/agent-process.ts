/** A real agent: another's MCP client, which starts `commonplace mcp` as its configuration would, on a port and with keys of the test's own. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { freePort } from '../../support/free-port';
import { builtFolder } from '../../support/own-server';
import { servingPid } from '../../support/serving-pid';

/** Answers of tools: structured, and whether they are failures. */
export interface Answer {
	failed: boolean;
	value: Record<string, unknown>;
}

export interface AgentProcess {
	call(name: string, args?: Record<string, unknown>): Promise<Answer>;
	client: Client;
	close(): Promise<void>;
}

export interface OwnBridge {
	origin: string;
	port: number;
	state: string;
	agent(name: string, title?: string, args?: string[]): Promise<AgentProcess>;
	/** Where its processes listened and connected to, and what names they asked for, each once. */
	sockets(): string[];
	/** Another command of it; answers what it said. */
	run(...args: string[]): Promise<string>;
	/** The process that has the port, if anybody has. */
	hubPid(): Promise<number | undefined>;
	/** Ends what the test has started and waits until the hub has gone by itself. */
	close(): Promise<void>;
}

/** ms: a hub that is alone ends so soon, so that no test leaves one behind for long. */
const IDLE = 1_500;

export async function ownBridge(): Promise<OwnBridge> {
	const [folder, port] = [await builtFolder(), await freePort()];
	const state = mkdtempSync(join(tmpdir(), 'commonplace-state-'));
	const origin = `http://127.0.0.1:${String(port)}`;
	const agents: AgentProcess[] = [];
	const env = {
		PATH: process.env['PATH'] ?? '',
		CI: '1',
		COMMONPLACE_PORT: String(port),
		COMMONPLACE_STATE: state,
		COMMONPLACE_IDLE_MS: String(IDLE),
		NODE_OPTIONS: `--import ${new URL('record-sockets.mjs', import.meta.url).href}`,
		RECORD_SOCKETS: join(state, 'sockets.txt')
	};
	const hubPid = () => servingPid(port);
	return {
		origin,
		port,
		state,
		hubPid,
		sockets: () => [...new Set(readFileSync(join(state, 'sockets.txt'), 'utf8').trim().split('\n'))].sort(),
		run: async (...args) =>
			(await promisify(execFile)(process.execPath, [join(folder, 'bridge.js'), ...args], { env })).stdout,
		async agent(name, title, args = []) {
			const client = new Client({ name, version: '1.0.0', ...(title !== undefined && { title }) });
			const command = { command: process.execPath, args: [join(folder, 'bridge.js'), 'mcp', ...args], env };
			await client.connect(new StdioClientTransport({ ...command, stderr: 'ignore' }));
			const agent: AgentProcess = {
				client,
				async call(tool, given = {}) {
					const result = await client.callTool({ name: tool, arguments: given });
					return { failed: result.isError === true, value: result.structuredContent as Record<string, unknown> };
				},
				close: () => client.close()
			};
			agents.push(agent);
			return agent;
		},
		async close() {
			for (const agent of agents) await agent.close();
			for (const until = Date.now() + 20_000; (await hubPid()) !== undefined && Date.now() < until;)
				await new Promise((resolve) => setTimeout(resolve, 200));
			rmSync(state, { recursive: true, force: true });
		}
	};
}
