/** `commonplace mcp` under other people's MCP clients, in every era of the protocol, and the ways in which bridges are known to fail. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { instructions } from '../../src/lib/contract/instructions';
import { toolsets } from '../../src/lib/contract/toolsets';
import { HubLink } from '../../src/bridge/agent/hub-link';
import { State } from '../../src/bridge/state/state';
import { bridgeProgram, isAlive, runProgram } from '../support/bridge-program';
import { servingPid } from '../support/serving-pid';
import { codeOf, pairFakePage } from '../support/fake-page';
import { freePort } from '../support/free-port';
import { comeBack, connector, fields, info, stateOf, type Kind } from '../support/mcp-clients';
import { call, ownHub, temporaryFolder, until } from '../support/own-hub';

const program = bridgeProgram();

const connect = connector(program);

describe('clients of both lines, in all eras', () => {
	test.each([
		['sdk 1.32', undefined],
		['client 2.4', '2025-11-25'],
		['client 2.4, auto', '2026-07-28'],
		['client 2.4, 2026-07-28', '2026-07-28']
	] as [Kind, string | undefined][])('%s', async (kind, version) => {
		const hub = await ownHub();
		const page = await hub.pair();
		const client = await connect(await stateOf(hub), { kind });
		expect(await client.tools()).toEqual([...toolsets.core]);
		expect(client.instructions()).toBe(instructions);
		expect(client.version()).toBe(version);
		const read = await client.call('get_entity', { name: 'Ada' });
		expect(read.isError).toBeFalsy();
		const said = { operation: 'get_entity', args: { name: 'Ada' }, agent: 'test-client' };
		expect(read.structuredContent).toEqual(said);
		expect(JSON.parse(read.content[0]?.text ?? '')).toEqual(said);
		const written = await client.call('remember', { facts: ['x'] });
		expect(fields(written)['args']).toMatchObject({ idempotency_key: expect.stringMatching(/^bridge:/) as string });
		expect(page.calls[0]?.agent).toMatchObject({ ...info, via: 'stdio' });
		expect(new Set(page.calls.map(({ agent }) => agent.connection)).size).toBe(1);
		await client.close();
		await until(() => page.agents().length === 0);
	});

	test('failures are results: text and structure say the same', async () => {
		const hub = await ownHub();
		await hub.pair({
			answer: () => ({ ok: false, error: { code: 'authentication_missing', message: 'Not yet.', hint: 'Ask them.' } })
		});
		const client = await connect(await stateOf(hub), { kind: 'sdk 1.32' });
		const answer = await client.call('get_entity', { name: 'Ada' });
		expect(answer.isError).toBe(true);
		const said = { error: 'authentication_missing', message: 'Not yet.', hint: 'Ask them.' };
		expect(fields(answer)).toMatchObject(said);
		expect(JSON.parse(answer.content[0]?.text ?? '')).toMatchObject(said);
	});

	test('cancellation and progress go through', async () => {
		const hub = await ownHub();
		const page = await hub.pair({
			answer: (asked) => {
				page.say({ type: 'progress', id: asked.id, done: 3, total: 4 });
				return undefined;
			}
		});
		const client = await connect(await stateOf(hub));
		const controller = new AbortController();
		const progress: number[] = [];
		const waiting = client.call(
			'get_entity',
			{ name: 'Ada' },
			{ signal: controller.signal, onprogress: (step) => progress.push(step.progress) }
		);
		await until(() => progress.length === 1);
		controller.abort();
		await expect(waiting).rejects.toThrow();
		expect((await page.hears('cancel')).id).toBe(page.calls[0]?.id);
		expect(progress).toEqual([3]);
	});

	test('what an agent is not offered it cannot call, and its arguments are judged by the gate alone', async () => {
		const hub = await ownHub();
		const page = await hub.pair();
		const client = await connect(await stateOf(hub));
		for (const name of ['import_preview', 'journal', 'no_such_tool'])
			await expect(client.call(name)).rejects.toThrow('There is no tool');
		expect(page.calls).toEqual([]);
		await client.call('get_entity', { nonsense: [1], name: 7 });
		expect(page.calls[0]?.args).toEqual({ nonsense: [1], name: 7 });
		const full = await connect(await stateOf(hub), { args: ['--toolset', 'full'] });
		expect(await full.tools()).toEqual([...toolsets.full]);
	});

	test('the environment: COMMONPLACE_AGENT, COMPACT_RESPONSES, ENABLE_MEMORY', async () => {
		const hub = await ownHub();
		const page = await hub.pair();
		const place = await stateOf(hub);
		const named = await connect(place, { env: { COMMONPLACE_AGENT: 'my-other-agent', COMPACT_RESPONSES: 'true' } });
		await named.call('get_entity', { name: 'Ada' });
		expect(page.calls[0]).toMatchObject({ compact: true, agent: { name: 'my-other-agent' } });
		const whole = await connect(place, { env: { COMPACT_RESPONSES: '0' } });
		await whole.call('get_entity', { name: 'Ada' });
		expect(page.calls[1]).toMatchObject({ compact: false });
		const off = await connect(place, { env: { ENABLE_MEMORY: 'false' } });
		expect(await off.tools()).toHaveLength(toolsets.core.length);
		expect(fields(await off.call('get_entity', { name: 'Ada' }))).toMatchObject({ error: 'memory_not_enabled' });
		expect(page.calls).toHaveLength(2);
	});
});

describe('from nothing', () => {
	test('an agent starts the hub, pairs, is joined by another and by its sub-agent; alone, the hub ends', async () => {
		const place = { port: await freePort(), state: temporaryFolder() };
		const began = Date.now();
		const first = await connect(place);
		expect(await first.tools()).toHaveLength(toolsets.core.length);
		expect(Date.now() - began).toBeLessThan(3_000);
		const refused = await first.call('get_entity', { name: 'Ada' });
		expect(refused.isError).toBe(true);
		expect(fields(refused)).toMatchObject({ error: 'storage_unavailable', reason: 'not_paired' });
		const link = /http:\S+#pair=[\w-]+/.exec(String(fields(refused)['hint']))?.[0] ?? '';
		const page = await pairFakePage({ port: place.port, code: codeOf(link) });
		const hub = (await servingPid(place.port)) ?? 0;
		expect(hub).not.toBe(first.pid());
		expect(isAlive(hub)).toBe(true);

		// The same configuration a second time, as a sub-agent has it, and another client.
		const [second, third] = await Promise.all([connect(place), connect(place, { kind: 'sdk 1.32' })]);
		for (const client of [first, second, third])
			expect((await client.call('get_entity', { name: 'Ada' })).isError).toBeFalsy();
		expect(await servingPid(place.port)).toBe(hub);
		expect(page.agents()).toHaveLength(3);
		await first.close();
		await until(() => page.agents().length === 2);
		expect((await second.call('get_entity', { name: 'Ada' })).isError).toBeFalsy();

		await Promise.all([second.close(), third.close()]);
		await sleep(600);
		expect(isAlive(hub)).toBe(true); // the page is still there
		await page.leave();
		await until(() => !isAlive(hub));
		expect(await servingPid(place.port)).toBeUndefined();
	});

	test('two agents that start at the same moment get one hub', async () => {
		const place = { port: await freePort(), state: temporaryFolder() };
		const both = await Promise.all([connect(place), connect(place)]);
		const answers = await Promise.all(both.map((client) => client.call('get_entity', { name: 'Ada' })));
		const hints = answers.map((answer) => fields(answer)['hint']);
		expect(hints[0]).toContain('#pair=');
		expect(hints[1]).toBe(hints[0]);
	});

	test('the hub is killed while a call runs: it is started again and the call asked again', async () => {
		const place = { port: await freePort(), state: temporaryFolder() };
		const client = await connect(place);
		const hint = String(fields(await client.call('get_entity', { name: 'Ada' }))['hint']);
		const code = /#pair=([\w-]+)/.exec(hint)?.[1] ?? '';
		const page = await pairFakePage({ port: place.port, code, answer: () => undefined });
		const waiting = client.call('remember', { facts: ['x'] });
		await until(() => page.calls.length === 1);
		const hub = (await servingPid(place.port)) ?? 0;
		process.kill(hub, 'SIGKILL');
		await page.gone;
		const back = await comeBack(place.port, page);
		expect((await waiting).isError).toBeFalsy();
		expect(back.calls[0]?.args).toEqual(page.calls[0]?.args);
		expect(await servingPid(place.port)).not.toBe(hub);
	});

	test('a stranger on the port is named in a tool result, and left in peace', async () => {
		const port = await freePort();
		const server = createServer((socket) => void socket.on('error', () => undefined).end('220 mail.example\r\n'));
		await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
		onTestFinished(() => void server.close());
		const client = await connect({ port, state: temporaryFolder() });
		expect(await client.tools()).toHaveLength(toolsets.core.length);
		const answer = await client.call('get_entity', { name: 'Ada' });
		expect(answer.isError).toBe(true);
		expect(fields(answer)).toMatchObject({ error: 'storage_unavailable', reason: 'port_taken' });
		expect(fields(answer)['message']).toContain(`Port ${port}`);
		expect(server.listening).toBe(true);
	});

	test('a hub whose process is stopped does not keep a call waiting', async () => {
		const [port, state] = [await freePort(), temporaryFolder()];
		const served = runProgram(program.file(), ['serve', '--no-open'], program.env(port, state));
		await until(() => served.out().includes('#pair='));
		const link = new HubLink({
			port,
			secret: () => new State(port, state).agentSecret(),
			start: () => undefined,
			patience: { heartbeat: 100, connect: 500 }
		});
		onTestFinished(() => link.close());
		link.identify({ name: 'a', connection: 'a', via: 'stdio' });
		expect(await call(link, 'get_entity')).toMatchObject({ error: { reason: 'not_paired' } });
		served.child.kill('SIGSTOP');
		expect(await call(link, 'get_entity')).toMatchObject({ error: { code: 'storage_unavailable' } });
		served.child.kill('SIGCONT');
	});
});

describe('no process is left behind', () => {
	const initialize = {
		jsonrpc: '2.0',
		id: 1,
		method: 'initialize',
		params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: info }
	};

	test('it speaks 2025-06-18, and nothing but the protocol on stdout', async () => {
		const hub = await ownHub();
		const { port, state } = await stateOf(hub);
		const agent = runProgram(program.file(), ['mcp'], program.env(port, state));
		agent.say(initialize);
		agent.say({ jsonrpc: '2.0', method: 'notifications/initialized' });
		agent.say({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'get_entity', arguments: {} } });
		await until(() => agent.out().split('\n').length > 2);
		const said = agent
			.out()
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as { id: number; result: object });
		expect(said.map(({ id }) => id)).toEqual([1, 2]);
		expect(said[0]?.result).toMatchObject({
			protocolVersion: '2025-06-18',
			capabilities: { tools: { listChanged: false }, resources: { subscribe: true, listChanged: false } },
			serverInfo: { name: 'commonplace' }
		});
		agent.child.stdin?.end();
		expect(await agent.ended).toBe(0);
	});

	test('when stdin ends, with a call in flight', async () => {
		const hub = await ownHub();
		const page = await hub.pair({ answer: () => undefined });
		const { port, state } = await stateOf(hub);
		const agent = runProgram(program.file(), ['mcp'], program.env(port, state));
		agent.say(initialize);
		agent.say({ jsonrpc: '2.0', method: 'notifications/initialized' });
		agent.say({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'get_entity', arguments: {} } });
		await until(() => page.calls.length === 1);
		agent.child.stdin?.end();
		expect(await agent.ended).toBe(0);
		await page.hears('cancel');
	});

	test('neither agent nor hub, when the agent that started the hub is killed', async () => {
		const [port, state] = [await freePort(), temporaryFolder()];
		const agent = runProgram(program.file(), ['mcp'], program.env(port, state));
		agent.say(initialize);
		agent.say({ jsonrpc: '2.0', method: 'notifications/initialized' });
		await until(async () => (await servingPid(port)) !== undefined);
		const hub = (await servingPid(port)) ?? 0;
		agent.child.kill('SIGKILL');
		await agent.ended;
		expect(isAlive(hub)).toBe(true); // it is nobody's child, and waits for others
		await until(() => !isAlive(hub));
		expect(await servingPid(port)).toBeUndefined();
	});

	test('when it is told to by a signal, and when nobody reads any more', async () => {
		const [port, state] = [await freePort(), temporaryFolder()];
		const env = program.env(port, state, { ENABLE_MEMORY: '0' });
		for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
			const agent = runProgram(program.file(), ['mcp'], env);
			agent.say(initialize);
			await until(() => agent.out() !== '');
			agent.child.kill(signal);
			expect(await agent.ended).toBe(0);
		}
		const deaf = runProgram(program.file(), ['mcp'], env);
		deaf.child.stdout?.destroy();
		deaf.say(initialize);
		expect(await deaf.ended).toBe(0);
	});

	test.skipIf(process.platform === 'win32')('when its parent is killed and stdin stays open', async () => {
		const env = program.env(await freePort(), temporaryFolder(), { ENABLE_MEMORY: '0' });
		const script = `
			const child = require('node:child_process').spawn(process.execPath, [process.argv[1], 'mcp'], { stdio: ['inherit', 'ignore', 'ignore'] });
			console.log(child.pid);`;
		const parent = spawn(process.execPath, ['-e', script, program.file()], { env, stdio: ['pipe', 'pipe', 'ignore'] });
		onTestFinished(() => void parent.kill('SIGKILL'));
		const pid = await new Promise<number>((resolve) =>
			parent.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
		);
		await sleep(400); // it has to have looked who its parent is
		parent.kill('SIGKILL');
		await until(() => !isAlive(pid));
		expect(isAlive(pid)).toBe(false);
	});
});
