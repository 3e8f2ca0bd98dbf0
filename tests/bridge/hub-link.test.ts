/** An agent's connection to whatever is on the port: a hub that comes and goes, a stranger, a squatter that would like to know the secret. */
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { newSecret, secretToText } from '../../src/lib/contract/bridge-proof';
import { proveToHub } from '../../src/bridge/agent/prove';
import { HubLink, type LinkPatience } from '../../src/bridge/agent/hub-link';
import { State } from '../../src/bridge/state/state';
import { freePort } from '../support/free-port';
import { call, identity, ownHub, temporaryFolder, until } from '../support/own-hub';

const quick: Partial<LinkPatience> = { connect: 800, firstPause: 20, longestPause: 100, betweenStarts: 300 };

const secret = newSecret('agents');

function linkTo(port: number, more: { patience?: Partial<LinkPatience>; start?: () => void } = {}): HubLink {
	const link = new HubLink({
		port,
		secret: () => Promise.resolve(secret),
		start: () => undefined,
		patience: quick,
		...more
	});
	link.identify(identity('test-agent'));
	onTestFinished(() => link.close());
	return link;
}

/** Listens with a server that is not ours; with all its connections it ends with the test. */
async function listen(server: Server): Promise<number> {
	const port = await freePort();
	const sockets = new Set<Socket>();
	server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy();
		server.close();
	});
	return port;
}

/** Plays the hub without knowing the secret, and writes down all it hears. */
async function squat(reply: (type: string) => object | undefined): Promise<{ port: number; heard: string[] }> {
	const heard: string[] = [];
	const http = createHttpServer((req, res) => {
		heard.push(JSON.stringify(req.headers));
		res.end(JSON.stringify({ name: 'commonplace', version: '1', pid: 1 }));
	});
	const port = await listen(http);
	const sockets = new WebSocketServer({ server: http });
	sockets.on('connection', (socket, req) => {
		heard.push(JSON.stringify(req.headers));
		socket.on('message', (data: Buffer) => {
			heard.push(data.toString());
			const answer = reply((JSON.parse(data.toString()) as { type: string }).type);
			if (answer) socket.send(JSON.stringify(answer));
		});
	});
	return { port, heard };
}

describe('a squatter on the port', () => {
	const nonce = 'A'.repeat(22);

	test.each([
		['that proves nothing', { type: 'challenge', nonce, proof: 'A'.repeat(43) }],
		['that sends an empty proof', { type: 'challenge', nonce, proof: '' }],
		['that welcomes at once, so that the check would be skipped', { type: 'welcome', hub: { version: '1', pid: 1 } }],
		['that refuses', { type: 'refused', reason: 'wrong_proof' }]
	])('%s learns a key’s name and a nonce, and no more', async (_name, reply) => {
		const { port, heard } = await squat(() => reply);
		const answer = await call(linkTo(port), 'remember', { facts: ['the person’s secret'] });
		expect(answer).toMatchObject({ ok: false, error: { code: 'storage_unavailable' } });
		const all = heard.join('\n');
		expect(all).not.toContain(secretToText(secret));
		expect(all).not.toContain('the person’s secret');
		expect(all).not.toContain('test-agent');
		expect(all).not.toMatch(/authorization|cookie/i);
		const said = heard.filter((text) => text.includes('"type"')).map((text) => JSON.parse(text) as object);
		for (const message of said) {
			expect(Object.keys(message).sort()).toEqual(['key_id', 'nonce', 'protocol', 'type']);
			expect(message).toMatchObject({ type: 'hello', key_id: 'agents' });
		}
	});

	test('another account’s Commonplace is told as such', async () => {
		const { port } = await ownHub();
		expect(await proveToHub(port, secret)).toEqual({ kind: 'not_ours' });
		expect(await call(linkTo(port), 'get_entity')).toMatchObject({
			ok: false,
			error: { reason: 'port_taken', message: expect.stringContaining('secret') as string }
		});
	});
});

describe('a stranger on the port', () => {
	test('is named, and what to do is said', async () => {
		const port = await listen(createServer((socket) => void socket.end('220 mail.example\r\n')));
		let started = 0;
		const answer = await call(linkTo(port, { start: () => started++ }), 'get_entity');
		expect(answer).toMatchObject({
			ok: false,
			error: {
				reason: 'port_taken',
				message: expect.stringMatching(new RegExp(`Port ${port}.*COMMONPLACE_PORT`, 's')) as string
			}
		});
		if (process.platform === 'linux' && !answer.ok) expect(answer.error.message).toContain(`process ${process.pid}`);
		expect(started).toBe(0);
	});

	test('a hub that is killed while it is asked is no stranger', async () => {
		const server = createServer((socket) => {
			socket.destroy();
			server.close();
		});
		const port = await listen(server);
		expect(await proveToHub(port, await new State(port, temporaryFolder()).agentSecret())).toEqual({ kind: 'nobody' });
		const stubborn = await listen(createServer((socket) => socket.destroy()));
		expect(await proveToHub(stubborn, await new State(stubborn, temporaryFolder()).agentSecret())).toEqual({
			kind: 'stranger'
		});
	});

	test('that never says a word keeps nobody waiting without end', async () => {
		const port = await listen(createServer());
		const began = Date.now();
		expect(await call(linkTo(port), 'get_entity')).toMatchObject({ ok: false });
		expect(Date.now() - began).toBeLessThan(9_000);
	});

	test('is left alone once no call waits', async () => {
		let connections = 0;
		const port = await listen(
			createServer((socket) => {
				connections++;
				socket.destroy();
			})
		);
		await call(linkTo(port), 'get_entity');
		await sleep(600); // the second look is over
		const then = connections;
		await sleep(400);
		expect(connections).toBe(then);
	});
});

describe('no hub', () => {
	test('one is started, and started again only after a while', async () => {
		const port = await freePort();
		let started = 0;
		const link = linkTo(port, { start: () => started++ });
		expect(await call(link, 'get_entity')).toMatchObject({ ok: false, error: { reason: 'hub_unreachable' } });
		expect(started).toBeGreaterThanOrEqual(1);
		expect(started).toBeLessThanOrEqual(4);
	});

	test('an agent that is idle starts none: what the person has ended stays ended', async () => {
		const hub = await ownHub();
		let started = 0;
		const link = hub.agent('a', { start: () => started++, patience: quick });
		await call(link, 'get_entity');
		await hub.stop();
		await sleep(400);
		expect(started).toBe(0);
	});

	test('a call that waits gets the hub that comes', async () => {
		const [port, root] = [await freePort(), temporaryFolder()];
		const starting: Promise<unknown>[] = [];
		const state = new State(port, root);
		const link = new HubLink({
			port,
			secret: () => state.agentSecret(),
			start: () => starting.push(ownHub({}, { port, root })),
			patience: quick
		});
		onTestFinished(() => link.close());
		link.identify(identity('a'));
		expect(await call(link, 'get_entity')).toMatchObject({ ok: false, error: { reason: 'not_paired' } });
		expect(starting).toHaveLength(1);
		await Promise.all(starting);
	});
});

describe('a hub that goes', () => {
	test('and comes back: the call that was in flight is asked again, with the same arguments', async () => {
		const first = await ownHub();
		const page = await first.pair({ answer: () => undefined });
		const link = first.agent('a', { patience: { ...quick, connect: 3_000 } });
		const waiting = call(link, 'remember', { facts: ['x'], idempotency_key: 'k' });
		await until(() => page.calls.length === 1);
		await first.stop();
		const root = (await first.state.inspect())[0]!.path;
		const second = await ownHub({}, { port: first.port, root });
		const back = await second.connect(page);
		expect(await waiting).toMatchObject({ ok: true });
		expect(back.calls[0]).toMatchObject({ args: page.calls[0]!.args, agent: { name: 'a' } });
	});

	test('and stays away: the call ends with what to do', async () => {
		const hub = await ownHub();
		const page = await hub.pair({ answer: () => undefined });
		const waiting = call(hub.agent('a', { patience: quick }), 'get_entity');
		await until(() => page.calls.length === 1);
		await hub.stop();
		expect(await waiting).toMatchObject({ ok: false, error: { reason: 'hub_unreachable' } });
	});

	test('no storm: many agents that lost it come back few at a time', async () => {
		const hub = await ownHub();
		const links = Array.from({ length: 10 }, (_, i) => hub.agent(`agent-${i}`));
		await Promise.all(links.map((link) => call(link, 'get_entity')));
		await hub.stop();
		const at: number[] = [];
		const server = createServer((socket) => {
			at.push(Date.now());
			socket.on('error', () => undefined).destroy();
		});
		await new Promise<void>((resolve) => server.listen(hub.port, '127.0.0.1', resolve));
		const waiting = links.map((link) => call(link, 'get_entity'));
		await sleep(1_500);
		for (const link of links) link.close();
		await Promise.all(waiting);
		server.close();
		// Each by itself at 0, 0.1, 0.3, 0.5, 0.8 s or so, and asks over HTTP who is there.
		expect(at.length).toBeLessThan(10 * 20);
		const busiest = Math.max(...at.map((one) => at.filter((other) => other >= one && other < one + 100).length));
		expect(busiest).toBeLessThanOrEqual(40);
	});
});

describe('too much', () => {
	test('arguments that are larger than a message may be are refused before they are sent', async () => {
		const hub = await ownHub();
		const page = await hub.pair();
		const link = hub.agent();
		const answer = await call(link, 'remember', { facts: ['x'.repeat(9 * 1024 * 1024)] });
		expect(answer).toMatchObject({ ok: false, error: { reason: 'too_large' } });
		expect(await call(link, 'get_entity')).toMatchObject({ ok: true });
		expect(page.calls).toHaveLength(1);
	});
});
