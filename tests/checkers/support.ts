/** A real hub with a real notebook behind it, and other people's programs that are let at it. */
import { spawn } from 'node:child_process';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { checkerModules, nodeOfCheckers } from '../../scripts/checkers.mjs';
import type { AgentIdentity } from '../../src/lib/contract/bridge-messages';
import type { Door } from '../../src/lib/contract';
import { openNotebook, person } from '../support/notebooks';
import type { FakePageOptions } from '../support/fake-page';
import { ownHub, type OwnHub } from '../support/own-hub';

const found = nodeOfCheckers();
/** Why they cannot be run here; empty: they can. */
export const notRun = 'reason' in found ? found.reason : '';
const node = 'node' in found ? found.node : '';

export interface Ended {
	code: number | null;
	/** What it said on both streams. */
	said: string;
	out: string;
}

/** Runs a program of theirs to its end. */
export function runChecker(program: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
	const child = spawn(node, [join(checkerModules, '@modelcontextprotocol', program), ...args], {
		env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', NO_COLOR: '1', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: 50_000
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	let [out, said] = ['', ''];
	child.stdout.on('data', (chunk: Buffer) => {
		out += chunk.toString();
		said += chunk.toString();
	});
	child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code) => resolve({ code, said, out }));
	});
}

/** Whoever asks is let in by the person at once. */
async function answers(): Promise<Required<Pick<FakePageOptions, 'answer'>>> {
	const { notebook } = await openNotebook();
	const me: Door = notebook.door(person);
	await me.remember({
		facts: [{ entity: 'Ada Lovelace', type: 'person', content: 'Wrote the first program' }],
		values: [{ entity: 'Ada Lovelace', attribute: 'city', value: 'London' }],
		relations: [{ from: 'Ada Lovelace', relation: 'works_with', to: 'Charles Babbage' }]
	});
	const known = new Set<string>();
	const letIn = async (agent: AgentIdentity) => {
		if (known.has(agent.name)) return;
		known.add(agent.name);
		await notebook.agent(agent, { operation: 'list_channels', args: {} });
		await me.approve_agent({ agent: agent.name, right: 'write', channels: [] });
	};
	return {
		async answer({ agent, operation, args }) {
			await letIn(agent);
			const result = await notebook.agent(agent, { operation, args });
			return result.ok ? result : { ok: false, error: { ...result.error } };
		}
	};
}

/** @returns a hub with a page that answers as the app does */
export async function hubWithNotebook(): Promise<OwnHub> {
	const hub = await ownHub({ handshake: 5_000, asleepAfter: 5_000, givenUpAfter: 15_000 });
	await hub.pair(await answers());
	return hub;
}

/**
 * A way to the hub that adds the bearer, which the conformance suite cannot send. All else it passes on as it is, other people's Host and
 * Origin above all; only its own are the hub's.
 * @returns the address of its `/mcp`
 */
export async function withBearer(hub: OwnHub): Promise<string> {
	const Authorization = `Bearer ${await hub.state.httpToken()}`;
	const here = { host: '' };
	const translated = (headers: IncomingHttpHeaders): IncomingHttpHeaders => ({
		...headers,
		...(headers.host === here.host && { host: `127.0.0.1:${hub.port}` }),
		...(headers.origin === `http://${here.host}` && { origin: hub.origin }),
		authorization: Authorization
	});
	const server = createServer((req, res) => {
		const passed = request(
			{
				host: '127.0.0.1',
				port: hub.port,
				path: req.url,
				method: req.method,
				headers: translated(req.headers),
				agent: false
			},
			(answer) => {
				res.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(res);
			}
		);
		passed.on('error', () => res.destroy());
		res.on('close', () => passed.destroy());
		req.pipe(passed);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	here.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://${here.host}/mcp`;
}
