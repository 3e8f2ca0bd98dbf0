/** The real page's side (src/lib/agent) against the real hub: what both engineers of a protocol took it to be is the same. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createBridgeLink, type BridgeLink, type Desk, type PairedKey } from '../../src/lib/agent/bridge-link';
import type { BridgeStatus } from '../../src/lib/contract/bridge-messages';
import { codeOf } from '../support/fake-page';
import { call, ownHub, until } from '../support/own-hub';

interface Page {
	link: BridgeLink;
	status: () => BridgeStatus;
	/** What a reload or a restart of the browser keeps. */
	kept: { key: PairedKey | undefined };
}

const echo: Desk = (agent, { operation, args }) =>
	Promise.resolve({ ok: true, value: { operation, args, agent: agent.name } });

function pageOf(
	origin: string,
	{ desk = echo, kept = { key: undefined } }: { desk?: Desk; kept?: Page['kept'] } = {}
): Page {
	let status: BridgeStatus | undefined;
	const link = createBridgeLink({
		origin,
		open: (url) => {
			const socket = new WebSocket(url, { origin });
			socket.on('error', () => undefined); // `close` follows, as in a browser
			return socket as unknown as ReturnType<Parameters<typeof createBridgeLink>[0]['open']>;
		},
		keys: {
			read: () => Promise.resolve(kept.key),
			write: (key) => {
				kept.key = key;
				return Promise.resolve();
			}
		},
		desk,
		onStatus: (next) => (status = next),
		times: { first: 30, longest: 200, refused: 200, proof: 2_000, changes: 10 }
	});
	onTestFinished(() => link.close());
	return { link, status: () => status ?? link.status(), kept };
}

describe('page and hub', () => {
	test('pair once; calls, agents and changes go through; the key is kept over a restart of either', async () => {
		const hub = await ownHub();
		const code = codeOf((await hub.hub.offer()).link);
		const page = pageOf(hub.origin);
		expect(await page.link.pair(code)).toBeNull();
		expect(page.status()).toMatchObject({ state: 'connected', answering: true, hub: { version: '1.2.3-test' } });
		// The code was used up: whoever reads it later, in a terminal or a transcript, has nothing.
		expect(await pageOf(hub.origin).link.pair(code)).toMatchObject({ code: 'authentication_missing' });

		const heard: string[][] = [];
		const agent = hub.agent('claude-code', { onChanged: (ids) => heard.push(ids) });
		expect(await call(agent, 'get_entity', { name: 'Ada' })).toEqual({
			ok: true,
			value: { operation: 'get_entity', args: { name: 'Ada' }, agent: 'claude-code' }
		});
		expect(page.status().agents).toMatchObject([{ name: 'claude-code', via: 'stdio' }]);
		page.link.tell(['1', '2']);
		await until(() => heard.length > 0);
		expect(heard).toEqual([['1', '2']]);

		page.link.close();
		const reloaded = pageOf(hub.origin, { kept: page.kept });
		reloaded.link.start();
		expect(await call(agent, 'get_entity')).toMatchObject({ ok: true });

		await hub.stop();
		await until(() => reloaded.status().state === 'unreachable');
		const root = (await hub.state.inspect())[0]!.path;
		const second = await ownHub({ findsWithin: 2_000 }, { port: hub.port, root });
		expect(await call(second.agent(), 'get_entity')).toMatchObject({ ok: true });
		expect(reloaded.status()).toMatchObject({ state: 'connected' });
	});

	test('two browsers: one answers, and the person moves that', async () => {
		const hub = await ownHub();
		const pages = [pageOf(hub.origin), pageOf(hub.origin)] as const;
		for (const { link } of pages) {
			const { link: address } = await hub.hub.offer();
			expect(await link.pair(codeOf(address))).toBeNull();
		}
		expect(pages.map(({ status }) => status().answering)).toEqual([true, false]);
		pages[1].link.answerHere();
		await until(() => pages[1].status().answering);
		expect(pages[0].status().answering).toBe(false);
	});

	test('unpairing is known to both at once', async () => {
		const hub = await ownHub();
		const page = pageOf(hub.origin);
		await page.link.pair(codeOf((await hub.hub.offer()).link));
		const { key } = page.kept;
		await page.link.unpair();
		await until(async () => (await hub.state.pages.list()).length === 0);
		expect(page.status().state).toBe('unpaired');
		const thief = pageOf(hub.origin, { kept: { key } });
		thief.link.start();
		await until(() => thief.status().state === 'refused');
		expect(thief.status().detail).toContain('Pair it again');
	});

	test('how far a call is comes to the agent; taken back, the desk hears of it and nothing is answered', async () => {
		const hub = await ownHub();
		let signal: AbortSignal | undefined;
		const desk: Desk = async (_agent, { watch }) => {
			signal = watch?.signal;
			watch?.onProgress?.(1, 3);
			watch?.onProgress?.(2, 3);
			await until(() => signal?.aborted === true);
			return { ok: true, value: 'too late' };
		};
		const page = pageOf(hub.origin, { desk });
		await page.link.pair(codeOf((await hub.hub.offer()).link));
		const told: [number, number][] = [];
		const taken = new AbortController();
		const answer = hub.agent().ask({
			operation: 'remember',
			args: {},
			signal: taken.signal,
			onProgress: (done, total) => told.push([done, total])
		});
		await until(() => told.length === 2);
		expect(told).toEqual([
			[1, 3],
			[2, 3]
		]);
		expect(signal?.aborted).toBe(false);
		taken.abort();
		expect(await answer).toMatchObject({ ok: false, error: { reason: 'cancelled' } });
		await until(() => signal?.aborted === true);
	});

	test('a failure of the gate comes to the agent as it was said', async () => {
		const hub = await ownHub();
		const error = { code: 'needs_confirmation' as const, message: 'It waits.', hint: 'Tell them.', request_id: 'r1' };
		const page = pageOf(hub.origin, { desk: () => Promise.resolve({ ok: false, error }) });
		await page.link.pair(codeOf((await hub.hub.offer()).link));
		expect(await call(hub.agent(), 'forget')).toEqual({ ok: false, error });
	});
});
