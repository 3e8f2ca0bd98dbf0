/** MCP over HTTP at /mcp: who may, under other people's clients in both eras, and how a connection ends. */
import { request } from 'node:http';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toolsets } from '../../src/lib/contract/toolsets';
import { ownHub, until, type OwnHub } from '../support/own-hub';

const info = { name: 'http-client', version: '9.9' };

const body = JSON.stringify({
	jsonrpc: '2.0',
	id: 1,
	method: 'initialize',
	params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info }
});

/** By hand, since fetch does not let a test choose its Host or Origin. */
function post(port: number, headers: Record<string, string>, path = '/mcp'): Promise<{ status: number; text: string }> {
	return new Promise((resolve, reject) => {
		const asked = request({
			host: '127.0.0.1',
			port,
			path,
			method: 'POST',
			agent: false,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers }
		});
		asked.on('response', (res) => {
			let text = '';
			res.on('data', (chunk: Buffer) => (text += chunk.toString()));
			res.on('end', () => resolve({ status: res.statusCode ?? 0, text }));
		});
		asked.on('error', reject).end(body);
	});
}

const urlOf = (hub: OwnHub, query = '') => new URL(`${hub.origin}/mcp${query}`);
const init = async (hub: OwnHub) => ({
	requestInit: { headers: { Authorization: `Bearer ${await hub.state.httpToken()}` } }
});

async function connectModern(
	hub: OwnHub,
	mode: 'legacy' | 'auto' | { pin: string },
	query = ''
): Promise<ModernClient> {
	const client = new ModernClient(info, { versionNegotiation: { mode } });
	await client.connect(new ModernHttp(urlOf(hub, query), await init(hub)));
	onTestFinished(() => client.close());
	return client;
}

async function connectLegacy(hub: OwnHub): Promise<{ client: LegacyClient; transport: LegacyHttp }> {
	const client = new LegacyClient(info);
	const transport = new LegacyHttp(urlOf(hub), await init(hub));
	await client.connect(transport);
	onTestFinished(() => client.close());
	return { client, transport };
}

describe('who may', () => {
	test('only who sends the token; a token that is merely present is none', async () => {
		const { port, state } = await ownHub();
		const token = await state.httpToken();
		for (const Authorization of [
			undefined,
			'',
			'Bearer',
			'Bearer ',
			'Bearer x',
			`Bearer ${token}x`,
			`Bearer ${token.slice(1)}`,
			`Basic ${token}`,
			token
		]) {
			const { status, text } = await post(port, Authorization === undefined ? {} : { Authorization });
			expect([Authorization, status]).toEqual([Authorization, 401]);
			expect(text).not.toContain(token);
		}
		expect((await post(port, { Authorization: `Bearer ${token}` })).status).toBe(200);
	});

	test('no page of another origin and no other Host, with the token or without', async () => {
		const { port, state } = await ownHub();
		const Authorization = `Bearer ${await state.httpToken()}`;
		for (const Origin of ['https://evil.example', 'null', `http://localhost:${port}`, ''])
			expect([Origin, (await post(port, { Authorization, Origin })).status]).toEqual([Origin, 403]);
		for (const Host of ['evil.example', `localhost:${port}`])
			expect((await post(port, { Authorization, Host })).status).toBe(403);
	});

	test('other paths stay the app’s, and take no POST', async () => {
		const { port, state } = await ownHub();
		const Authorization = `Bearer ${await state.httpToken()}`;
		for (const path of ['/mcpx', '/mcp/', '/']) expect((await post(port, { Authorization }, path)).status).toBe(405);
	});
});

describe('clients of both lines', () => {
	test('sdk 1.32: a session is one connection, ended when the client ends it', async () => {
		const hub = await ownHub();
		const page = await hub.pair();
		const { client, transport } = await connectLegacy(hub);
		expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([...toolsets.core]);
		for (const name of ['Ada', 'Bo']) {
			const answer = await client.callTool({ name: 'get_entity', arguments: { name } });
			expect(answer.structuredContent).toEqual({ operation: 'get_entity', args: { name }, agent: 'http-client' });
		}
		expect(page.agents()).toMatchObject([{ name: 'http-client', via: 'http' }]);
		expect(new Set(page.calls.map(({ agent }) => agent.connection)).size).toBe(1);
		await transport.terminateSession();
		await until(() => page.agents().length === 0);
		await expect(client.listTools()).rejects.toThrow();
	});

	test.each([
		['legacy', '2025-11-25'],
		['auto', '2026-07-28'],
		[{ pin: '2026-07-28' }, '2026-07-28']
	] as const)('client 2.4, %j', async (mode, version) => {
		const hub = await ownHub();
		const page = await hub.pair();
		const client = await connectModern(hub, mode);
		expect(client.getNegotiatedProtocolVersion()).toBe(version);
		expect((await client.listTools()).tools).toHaveLength(toolsets.core.length);
		for (const name of ['Ada', 'Bo']) {
			const answer = await client.callTool({ name: 'get_entity', arguments: { name } });
			expect(answer.structuredContent).toMatchObject({ args: { name }, agent: 'http-client' });
		}
		expect(page.agents()).toMatchObject([{ name: 'http-client', via: 'http' }]);
		expect(new Set(page.calls.map(({ agent }) => agent.connection)).size).toBe(1);
	});

	test('the toolset is chosen by the address; no page is a result, not an error of the protocol', async () => {
		const hub = await ownHub();
		const client = await connectModern(hub, 'auto', '?toolset=full');
		expect((await client.listTools()).tools).toHaveLength(toolsets.full.length);
		const answer = await client.callTool({ name: 'journal', arguments: {} }).catch((error: unknown) => error);
		expect(answer).toBeInstanceOf(Error); // the app's own operation is in no toolset
		expect(await client.callTool({ name: 'get_entity', arguments: { name: 'Ada' } })).toMatchObject({
			isError: true,
			structuredContent: { reason: 'not_paired' }
		});
	});
});

describe('its end', () => {
	test('half an hour of silence ends a connection; the session is unknown then', async () => {
		const hub = await ownHub({}, { idleAfter: 200 });
		const page = await hub.pair();
		const { client } = await connectLegacy(hub);
		const modern = await connectModern(hub, { pin: '2026-07-28' });
		await modern.callTool({ name: 'get_entity', arguments: { name: 'Ada' } });
		await until(() => page.agents().length === 2);
		await until(() => page.agents().length === 0);
		await expect(client.listTools()).rejects.toThrow();
		// A client of the stateless era comes back by asking.
		await modern.callTool({ name: 'get_entity', arguments: { name: 'Ada' } });
		expect(new Set(page.calls.map(({ agent }) => agent.connection)).size).toBe(2);
	});
});
