/** The hub among pages and agents: who gets in, who answers, what happens when one goes. One test for each hole that bridges have had. */
import { chmodSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { AGENT_PATH, BRIDGE_PROTOCOL, PAGE_PATH } from '../../src/lib/contract/bridge-messages';
import { keyOfSecret, newNonce, newSecret, prove, secretFromCode } from '../../src/lib/contract/bridge-proof';
import { PairingCodes } from '../../src/bridge/hub/pairing-codes';
import { pageLabel } from '../../src/bridge/hub/page-label';
import { codeOf, connectFakePage, pairFakePage } from '../support/fake-page';
import { call, ownHub, until } from '../support/own-hub';

/** Resolves with the status of a refused upgrade, or 101. */
function upgrade(port: number, path: string, headers: Record<string, string>): Promise<number> {
	return new Promise((resolve, reject) => {
		const asked = request({
			host: '127.0.0.1',
			port,
			path,
			agent: false,
			headers: {
				Connection: 'Upgrade',
				Upgrade: 'websocket',
				'Sec-WebSocket-Version': '13',
				'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
				...headers
			}
		});
		asked.on('response', (res) => resolve(res.resume().statusCode ?? 0));
		asked.on('upgrade', (_res, socket) => {
			socket.destroy();
			resolve(101);
		});
		asked.on('error', reject).end();
	});
}

/** A client that says what it likes; resolves when the hub has ended it, with all that the hub said. */
function rude(port: number, path: string, ...says: (string | Buffer)[]): Promise<unknown[]> {
	const origin = `http://127.0.0.1:${port}`;
	const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, path === PAGE_PATH ? { origin } : {});
	const heard: unknown[] = [];
	socket.on('open', () => says.forEach((text) => socket.send(text)));
	socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())));
	return new Promise((resolve) => {
		socket.on('error', () => undefined);
		socket.on('close', () => resolve(heard));
	});
}

const hello = (key_id: string) =>
	JSON.stringify({ type: 'hello', protocol: BRIDGE_PROTOCOL, key_id, nonce: newNonce() });

describe('who may connect at all', () => {
	test('cross-site WebSocket hijacking: a page of any other origin is turned away before the upgrade', async () => {
		const { port, origin } = await ownHub();
		const Host = `127.0.0.1:${port}`;
		for (const Origin of [
			'https://evil.example',
			'null',
			'http://127.0.0.1',
			`http://localhost:${port}`,
			`https://127.0.0.1:${port}`,
			`${origin}.evil.example`,
			`${origin}/`,
			'chrome-extension://abc',
			''
		])
			expect([Origin, await upgrade(port, PAGE_PATH, { Host, Origin })]).toEqual([Origin, 403]);
		expect(await upgrade(port, PAGE_PATH, { Host })).toBe(403);
		expect(await upgrade(port, PAGE_PATH, { Host, Origin: origin })).toBe(101);
	});

	test('no browser reaches the agents’ door: it always carries an Origin, our own page too', async () => {
		const { port, origin } = await ownHub();
		const Host = `127.0.0.1:${port}`;
		for (const Origin of [origin, 'null', 'https://evil.example', ''])
			expect([Origin, await upgrade(port, AGENT_PATH, { Host, Origin })]).toEqual([Origin, 403]);
		expect(await upgrade(port, AGENT_PATH, { Host })).toBe(101);
	});

	test('DNS rebinding: another Host is turned away at both doors', async () => {
		const { port, origin } = await ownHub();
		for (const Host of ['evil.example', `evil.example:${port}`, `localhost:${port}`, '127.0.0.1', `[::1]:${port}`]) {
			expect(await upgrade(port, AGENT_PATH, { Host })).toBe(403);
			expect(await upgrade(port, PAGE_PATH, { Host, Origin: origin })).toBe(403);
		}
	});

	test('other paths take no upgrade', async () => {
		const { port, origin } = await ownHub();
		for (const path of ['/', '/bridge', `${PAGE_PATH}/`, `${AGENT_PATH}?x`, '/ws'])
			expect(await upgrade(port, path, { Host: `127.0.0.1:${port}`, Origin: origin })).toBe(403);
	});

	test('bound to 127.0.0.1 only: no other address of this computer answers', async () => {
		const { port } = await ownHub();
		const others = Object.values(networkInterfaces())
			.flatMap((list) => list ?? [])
			.filter(({ internal, family }) => !internal && family === 'IPv4')
			.map(({ address }) => address);
		for (const address of [...others, '127.0.0.2']) {
			const answered = await new Promise<boolean>((resolve) => {
				const socket = connect({ port, host: address, timeout: 300 });
				const end = (open: boolean) => {
					socket.destroy();
					resolve(open);
				};
				socket
					.on('connect', () => end(true))
					.on('error', () => end(false))
					.on('timeout', () => end(false));
			});
			expect([address, answered]).toEqual([address, false]);
		}
	});

	test('connections that prove nothing are few, and end by themselves', async () => {
		const { port } = await ownHub();
		const Host = `127.0.0.1:${port}`;
		const idle = Array.from({ length: 32 }, () => rude(port, AGENT_PATH));
		await until(async () => (await upgrade(port, AGENT_PATH, { Host })) === 503);
		expect((await Promise.all(idle))[0]).toEqual([{ type: 'refused', reason: 'malformed' }]);
		expect(await upgrade(port, AGENT_PATH, { Host })).toBe(101);
	});
});

describe('the proof', () => {
	test('a key that is unknown gets no proof of the hub to learn from', async () => {
		const { port } = await ownHub();
		expect(await rude(port, PAGE_PATH, hello('agents'))).toEqual([{ type: 'refused', reason: 'unknown_key' }]);
		expect(await rude(port, AGENT_PATH, hello('somebody'))).toEqual([{ type: 'refused', reason: 'unknown_key' }]);
	});

	test('a token that is merely present opens nothing: a wrong proof is refused', async () => {
		const { port } = await ownHub();
		const heard = await rude(port, AGENT_PATH, hello('agents'), '{"type":"proof","proof":"true"}');
		expect(heard).toEqual([expect.objectContaining({ type: 'challenge' }), { type: 'refused', reason: 'wrong_proof' }]);
	});

	test('the hub’s own proof, sent back, is none: the role is part of it', async () => {
		const { port } = await ownHub();
		const socket = new WebSocket(`ws://127.0.0.1:${port}${AGENT_PATH}`);
		const heard: { type: string; proof?: string; reason?: string }[] = [];
		socket.on('open', () => socket.send(hello('agents')));
		socket.on('message', (data: Buffer) => {
			const message = JSON.parse(data.toString()) as (typeof heard)[number];
			heard.push(message);
			if (message.type === 'challenge') socket.send(JSON.stringify({ type: 'proof', proof: message.proof }));
		});
		await new Promise((resolve) => socket.on('close', resolve));
		expect(heard.at(-1)).toEqual({ type: 'refused', reason: 'wrong_proof' });
	});

	test('a proof heard once is no proof again: the nonces are others', async () => {
		const { port, state } = await ownHub();
		const secret = await state.agentSecret();
		const own = newNonce();
		const key = await keyOfSecret(secret);
		const old = await prove(key, { role: 'agent', origin: `http://127.0.0.1:${port}`, own, theirs: newNonce() });
		const greeting = JSON.stringify({ type: 'hello', protocol: BRIDGE_PROTOCOL, key_id: 'agents', nonce: own });
		const heard = await rude(port, AGENT_PATH, greeting, JSON.stringify({ type: 'proof', proof: old }));
		expect(heard.at(-1)).toEqual({ type: 'refused', reason: 'wrong_proof' });
	});

	test('the agents’ secret does not make a page, nor a page’s key an agent', async () => {
		const { port, state, pair } = await ownHub();
		const page = await pair();
		await expect(connectFakePage({ port, secret: await state.agentSecret() })).rejects.toThrow('unknown_key');
		expect(await rude(port, AGENT_PATH, hello(page.secret.id))).toEqual([{ type: 'refused', reason: 'unknown_key' }]);
	});

	test('nothing is taken before it: calls, garbage, binary, long messages and another protocol end the connection', async () => {
		const { port, pair } = await ownHub();
		const page = await pair();
		const early = JSON.stringify({ type: 'call', id: '1', operation: 'get_entity', args: {} });
		expect(await rude(port, AGENT_PATH, early)).toEqual([{ type: 'refused', reason: 'malformed' }]);
		expect(await rude(port, AGENT_PATH, hello('agents'), early)).not.toContainEqual(
			expect.objectContaining({ type: 'welcome' })
		);
		for (const says of ['no json', '{"type":"sing"}', Buffer.from(hello('agents')), hello('a').padEnd(5_000)])
			expect(await rude(port, AGENT_PATH, says)).not.toContainEqual(expect.objectContaining({ type: 'challenge' }));
		const other = JSON.stringify({ type: 'hello', protocol: 99, key_id: 'agents', nonce: newNonce() });
		expect(await rude(port, AGENT_PATH, other)).toEqual([{ type: 'refused', reason: 'protocol' }]);
		expect(page.calls).toEqual([]);
	});

	test('what is malformed or too large ends a proven connection too', async () => {
		const { pair, connect: again } = await ownHub();
		const first = await pair();
		first.say({ type: 'sing' } as never);
		await expect(first.gone).resolves.toBeUndefined();
		const second = await again(first);
		second.say({ type: 'changed', ids: ['x'.repeat(9 * 1024 * 1024)] });
		await expect(second.gone).resolves.toBeUndefined();
	});
});

describe('pairing', () => {
	test('a code pairs once: who comes with it afterwards is unknown, and so is who learns it later', async () => {
		const { hub, port, state, pair, connect: again } = await ownHub();
		const { link } = await hub.offer();
		expect(link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/agents#pair=[\\w-]{22}$`));
		const page = await pair();
		expect(page.welcome).toMatchObject({ answering: true, renewed: true });
		await expect(pairFakePage({ port, code: codeOf(link) })).rejects.toThrow('unknown_key');
		const fromCode = await secretFromCode(codeOf(link), hub.origin);
		expect((await state.pages.list()).map(({ id }) => id)).not.toContain(fromCode.id);
		await page.leave();
		expect((await again(page)).welcome).toMatchObject({ answering: true });
		expect(await state.pages.list()).toMatchObject([{ label: 'A browser' }]);
	});

	test('a page that does not renew keeps the code’s key', async () => {
		const { pair, connect: again } = await ownHub();
		const page = await pair({ renews: false });
		expect(page.welcome.renewed).toBeUndefined();
		await again(page, { renews: false });
	});

	test('of two that race with one code one is paired', async () => {
		const { hub, port, state } = await ownHub();
		const code = codeOf((await hub.offer()).link);
		const both = await Promise.allSettled([pairFakePage({ port, code }), pairFakePage({ port, code })]);
		expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		expect(await state.pages.list()).toHaveLength(1);
		for (const one of both) if (one.status === 'fulfilled') await one.value.leave();
	});

	test('a code is good for five minutes, and the same is offered while it is good for long enough', async () => {
		let now = 0;
		const codes = new PairingCodes('http://127.0.0.1:4747', () => now);
		const first = await codes.offer();
		const [again, atOnce] = await Promise.all([codes.offer(), codes.offer()]);
		expect([again.link, atOnce.link]).toEqual([first.link, first.link]);
		const { id } = await secretFromCode(codeOf(first.link), 'http://127.0.0.1:4747');
		now = 4.5 * 60_000;
		expect((await codes.offer()).link).not.toBe(first.link);
		expect(codes.find(id)?.id).toBe(id);
		now = 5 * 60_000;
		expect(codes.find(id)).toBeUndefined();
		expect(codes.take(id)).toBe(false);
	});

	test('an expired or invented code pairs nobody', async () => {
		const { port } = await ownHub();
		await expect(pairFakePage({ port, code: 'A'.repeat(22) })).rejects.toThrow('unknown_key');
	});

	test('unpairing holds at once: the connection ends, and the key is unknown although it was just in use', async () => {
		const { state, agent, pair, connect: again } = await ownHub();
		const page = await pair();
		const link = agent();
		expect(await call(link, 'get_entity')).toMatchObject({ ok: true });
		page.say({ type: 'unpair' });
		await page.gone;
		expect(await state.pages.list()).toEqual([]);
		await expect(again(page)).rejects.toThrow('unknown_key');
		expect(await call(link, 'get_entity')).toMatchObject({ ok: false, error: { reason: 'not_paired' } });
	});

	test('a key that is taken out of the file by hand is unknown at once', async () => {
		const { state, pair, connect: again } = await ownHub();
		const page = await pair();
		await state.pages.remove(page.secret.id);
		await expect(again(page)).rejects.toThrow('unknown_key');
	});

	test('a browser is named for people', () => {
		const chrome =
			'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
		expect(pageLabel(chrome)).toBe('Chrome on Linux');
		expect(pageLabel(chrome.replace('Chrome/', 'HeadlessChrome/'))).toBe('Headless Chrome on Linux');
		expect(pageLabel(`${chrome} Edg/140.0.0.0`)).toBe('Edge on Linux');
		expect(pageLabel('Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
			'Firefox on macOS'
		);
		expect(pageLabel(undefined)).toBe('A browser');
	});
});

const vanish = async (_asked: unknown, leave: () => Promise<void>) => {
	await leave();
	return undefined;
};

describe('calls', () => {
	test('go to the page with who asks, and come back; progress on the way', async () => {
		const { agent, pair } = await ownHub();
		const page = await pair({
			answer: (asked) => {
				page.say({ type: 'progress', id: asked.id, done: 1, total: 2 });
				return { ok: true, value: asked.args };
			}
		});
		const link = agent('claude-code');
		const progress: number[][] = [];
		const result = await link.ask({
			operation: 'get_entity',
			args: { name: 'Ada' },
			compact: true,
			signal: new AbortController().signal,
			onProgress: (...step) => progress.push(step)
		});
		expect(result).toEqual({ ok: true, value: { name: 'Ada' } });
		expect(progress).toEqual([[1, 2]]);
		expect(page.calls).toMatchObject([
			{ operation: 'get_entity', compact: true, agent: { name: 'claude-code', via: 'stdio' } }
		]);
		expect(page.agents()).toMatchObject([{ name: 'claude-code' }]);
		link.close();
		await until(() => page.agents().length === 0);
	});

	test('rights that an agent declares itself are not passed on, nor that it comes another way than it does', async () => {
		const { agent, pair } = await ownHub();
		const page = await pair();
		const link = agent();
		const boast = {
			name: 'boaster',
			connection: 'c',
			via: 'webmcp',
			grants: 'all',
			channels: ['*'],
			who: 'person'
		} as const;
		link.identify(boast);
		await call(link, 'get_entity');
		expect(page.calls[0]?.agent).toEqual({ name: 'boaster', connection: 'c', via: 'stdio' });
	});

	test('an operation that agents do not have stays here', async () => {
		const { agent, pair } = await ownHub();
		const page = await pair();
		for (const operation of ['import_preview', 'no_such_thing'])
			expect(await call(agent(), operation)).toMatchObject({ ok: false, error: { code: 'invalid_parameter' } });
		expect(page.calls).toEqual([]);
	});

	test('no browser paired: the answer holds a link, the same for ten calls', async () => {
		const { hub, agent } = await ownHub();
		const link = agent();
		const answers = await Promise.all(Array.from({ length: 10 }, () => call(link, 'get_entity')));
		const offer = await hub.offer();
		for (const answer of answers)
			expect(answer).toMatchObject({
				ok: false,
				error: {
					code: 'storage_unavailable',
					reason: 'not_paired',
					hint: expect.stringContaining(offer.link) as string
				}
			});
	});

	test('no page open: one that comes in a moment is waited for, and else it is said', async () => {
		const { agent, pair, connect: again } = await ownHub();
		const page = await pair();
		await page.leave();
		const link = agent();
		expect(await call(link, 'get_entity')).toMatchObject({ ok: false, error: { reason: 'no_page' } });
		const waiting = call(link, 'get_entity');
		await sleep(50);
		await again(page);
		expect(await waiting).toMatchObject({ ok: true });
	});

	test('a hub that has just started gives open pages longer to find it', async () => {
		const first = await ownHub();
		const page = await first.pair();
		await first.stop();
		const root = (await first.state.inspect())[0]!.path;
		const second = await ownHub({ findsWithin: 2_000 }, { port: first.port, root });
		const waiting = call(second.agent(), 'get_entity');
		await sleep(600); // longer than one that went is waited for
		await second.connect(page);
		expect(await waiting).toMatchObject({ ok: true });
	});

	test('a page that is asleep: its socket still answers WebSocket pings, its code does not', async () => {
		const { agent, pair } = await ownHub();
		const page = await pair();
		const link = agent();
		expect(await call(link, 'get_entity')).toMatchObject({ ok: true });
		page.freeze();
		await sleep(250);
		const began = Date.now();
		expect(await call(link, 'get_entity')).toMatchObject({ ok: false, error: { reason: 'asleep' } });
		expect(Date.now() - began).toBeLessThan(1_000);
		expect(page.calls).toHaveLength(1);
		page.freeze(false);
		expect(await call(link, 'get_entity')).toMatchObject({ ok: true });
	});

	test('a page that falls asleep while it works is given up, not waited for without end', async () => {
		const { agent, pair } = await ownHub();
		const page = await pair({
			answer: () => {
				page.freeze();
				return undefined;
			}
		});
		expect(await call(agent(), 'get_entity')).toMatchObject({
			ok: false,
			error: { reason: 'asleep', message: expect.stringContaining('not known') as string }
		});
	});

	test('a page that works long and says that it lives is waited for', async () => {
		const { agent, pair } = await ownHub();
		await pair({
			answer: async () => {
				await sleep(1_000);
				return { ok: true, value: 'at last' };
			}
		});
		expect(await call(agent(), 'get_entity')).toEqual({ ok: true, value: 'at last' });
	});

	test('a page that vanishes in mid-call: it is asked again with the same arguments when it is back', async () => {
		const { agent, pair, connect: again } = await ownHub();
		const page = await pair({ answer: vanish });
		const waiting = call(agent(), 'remember', { facts: ['x'], idempotency_key: 'k' });
		await page.gone;
		const back = await again(page);
		expect(await waiting).toMatchObject({ ok: true });
		expect(back.calls[0]).toMatchObject({ operation: 'remember', args: { facts: ['x'], idempotency_key: 'k' } });
		expect(back.calls).toHaveLength(1);
	});

	test('a page that vanishes in mid-call and does not come back: said, and not done in another browser’s notebook', async () => {
		const { agent, pair } = await ownHub();
		await pair({ answer: vanish });
		const other = await pair();
		expect(await call(agent(), 'remember')).toMatchObject({ ok: false, error: { reason: 'page_gone' } });
		expect(other.calls).toEqual([]);
	});

	test('a page that vanishes each time is not asked for ever', async () => {
		const { agent, pair, connect: again } = await ownHub();
		let asked = 0;
		const vanishAgain = async (_asked: unknown, leave: () => Promise<void>) => {
			asked++;
			await leave();
			if (asked < 3) setTimeout(() => void again(page, { answer: vanishAgain }), 20);
			return undefined;
		};
		const page = await pair({ answer: vanishAgain });
		expect(await call(agent(), 'get_entity')).toMatchObject({ ok: false, error: { reason: 'page_gone' } });
		expect(asked).toBe(3);
	});

	test('a call that is taken back is taken back from the page, also when its agent goes', async () => {
		const { agent, pair } = await ownHub();
		const page = await pair({ answer: () => undefined });
		const link = agent();
		const controller = new AbortController();
		const waiting = call(link, 'get_entity', {}, controller.signal);
		await until(() => page.calls.length === 1);
		controller.abort();
		expect(await waiting).toMatchObject({ ok: false, error: { reason: 'cancelled' } });
		const cancel = await page.hears('cancel');
		expect(cancel.id).toBe(page.calls[0]?.id);
		void call(link, 'get_entity');
		await until(() => page.calls.length === 2);
		link.close();
		await until(() => page.heard.filter(({ type }) => type === 'cancel').length === 2);
	});

	test('many agents at once, each with its own answers', async () => {
		const { agent, pair } = await ownHub();
		const page = await pair();
		const names = Array.from({ length: 8 }, (_, i) => `agent-${i}`);
		const links = names.map((name) => agent(name));
		const answers = await Promise.all(
			links.flatMap((link) => [call(link, 'get_entity', { name: 'a' }), call(link, 'get_entity', { name: 'b' })])
		);
		expect(answers.map((answer) => answer.ok && answer.value)).toEqual(
			names.flatMap((agent) => ['a', 'b'].map((name) => ({ operation: 'get_entity', args: { name }, agent })))
		);
		expect(
			page
				.agents()
				.map(({ name }) => name)
				.sort()
		).toEqual([...names].sort());
		expect(page.welcome.hub).toEqual({ version: '1.2.3-test', pid: process.pid });
	});

	test('what changed in the notebook that answers is told to all agents; in another one it is not', async () => {
		const { agent, pair } = await ownHub();
		const page = await pair();
		const other = await pair();
		const heard: string[][] = [];
		const links = ['a', 'b'].map((name) => agent(name, { onChanged: (ids) => heard.push(ids) }));
		await Promise.all(links.map((link) => call(link, 'get_entity')));
		other.say({ type: 'changed', ids: ['elsewhere'] });
		page.say({ type: 'changed', ids: ['1', '2'] });
		await until(() => heard.length === 2);
		expect(heard).toEqual([
			['1', '2'],
			['1', '2']
		]);
	});
});

describe('two pages', () => {
	test('never both answer: the first stays the one, the person can move it', async () => {
		const { hub, agent, pair } = await ownHub();
		const first = await pair();
		const second = await pair();
		expect([first.welcome.answering, second.welcome.answering]).toEqual([true, false]);
		const link = agent();
		await call(link, 'get_entity');
		expect([first.calls.length, second.calls.length]).toEqual([1, 0]);
		second.say({ type: 'answer_here' });
		await until(() => second.isAnswering());
		expect(first.isAnswering()).toBe(false);
		await call(link, 'get_entity');
		expect([first.calls.length, second.calls.length]).toEqual([1, 1]);
		expect((await hub.status()).pages.map(({ answering }) => answering)).toEqual([false, true]);
	});

	test('a reload of the one does not throw the agents into the other; its end does, after a moment', async () => {
		const { agent, pair, connect: again } = await ownHub();
		const first = await pair();
		const second = await pair();
		const link = agent();
		await first.leave();
		const waiting = call(link, 'get_entity');
		const back = await again(first);
		expect(back.welcome.answering).toBe(true);
		expect(await waiting).toMatchObject({ ok: true });
		expect(second.calls).toEqual([]);
		await back.leave();
		expect(await call(link, 'get_entity')).toMatchObject({ ok: true });
		expect(second.isAnswering()).toBe(true);
		expect(second.calls).toHaveLength(1);
	});

	test('when the one sleeps another of its browser is asked, and is the one from then on', async () => {
		const { agent, pair, connect: again } = await ownHub();
		const first = await pair();
		const second = await again(first);
		first.freeze();
		await sleep(250);
		expect(await call(agent(), 'get_entity')).toMatchObject({ ok: true });
		expect([first.isAnswering(), second.isAnswering()]).toEqual([false, true]);
	});

	test('when the one sleeps no other browser is asked: that is another notebook, and only the person moves agents there', async () => {
		const { agent, pair } = await ownHub();
		const first = await pair();
		const second = await pair();
		first.freeze();
		await sleep(250);
		expect(await call(agent(), 'get_entity')).toMatchObject({ ok: false, error: { reason: 'asleep' } });
		expect(second.calls).toHaveLength(0);
	});

	test('two connections of one browser: one answers, and the other takes over at once', async () => {
		const { agent, pair, connect: again } = await ownHub();
		const first = await pair();
		const second = await again(first);
		expect(second.welcome.answering).toBe(false);
		await first.leave();
		expect(await call(agent(), 'get_entity')).toMatchObject({ ok: true });
		expect(second.calls).toHaveLength(1);
	});
});

describe('state that is not safe', () => {
	test.skipIf(process.platform === 'win32')('is said to the agent and in the log, and lets nobody in', async () => {
		const { state, log, port, agent, pair } = await ownHub();
		const page = await pair();
		const path = (await state.inspect()).find((one) => one.path.endsWith('pages.json'))!.path;
		const link = agent();
		expect(await call(link, 'get_entity')).toMatchObject({ ok: true });
		chmodSync(path, 0o644);
		await expect(connectFakePage({ port, secret: page.secret })).rejects.toThrow();
		expect(log.join()).toContain(path);
		await page.leave();
		expect(await call(link, 'get_entity')).toMatchObject({ ok: false, error: { reason: 'unsafe_state' } });
		await expect(connectFakePage({ port, secret: newSecret('x') })).rejects.toThrow();
	});
});
