/** `commonplace doctor`, `pair`, `config` and `serve`, as the person meets them. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { configFor, type Launch } from '../../src/bridge/commands/config';
import type { Report } from '../../src/bridge/commands/doctor';
import { AppPlace } from '../../src/bridge/built-app';
import { startAppServer, stopAppServer, type BuiltApp } from '../../src/bridge/app-server';
import { bridgeProgram, runProgram } from '../support/bridge-program';
import { servingPid } from '../support/serving-pid';
import { codeOf, pairFakePage } from '../support/fake-page';
import { freePort } from '../support/free-port';
import { call, ownHub, temporaryFolder, until } from '../support/own-hub';

const program = bridgeProgram();

async function run(args: string[], env: Record<string, string>) {
	const running = runProgram(program.file(), args, env);
	const code = await running.ended;
	return { code, out: running.out(), err: running.err() };
}

async function examine(port: number, state: string): Promise<{ code: number | null; report: Report }> {
	const { code, out } = await run(['doctor', '--json'], program.env(port, state));
	return { code, report: JSON.parse(out) as Report };
}

/** A program in the place of xdg-open that writes down what it is to open. */
function fakeOpener(): { env: Record<string, string>; opened: () => string[] } {
	const folder = temporaryFolder();
	const log = join(folder, 'opened');
	writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${log}'\n`, { mode: 0o755 });
	return {
		env: { DISPLAY: ':0', PATH: `${folder}:${process.env['PATH'] ?? ''}` },
		opened: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
	};
}

describe('doctor', () => {
	test('nothing runs: that is well', async () => {
		const { code, report } = await examine(await freePort(), temporaryFolder());
		expect(report).toMatchObject({ ok: true, runs: 'nobody', app: 'ready', problems: [] });
		expect(code).toBe(0);
	});

	test('a hub without a browser: how to pair one; then who is connected, in words too', async () => {
		const hub = await ownHub();
		const state = (await hub.state.inspect())[0]!.path;
		const unpaired = await examine(hub.port, state);
		expect(unpaired.code).toBe(1);
		expect(unpaired.report).toMatchObject({
			runs: 'ours',
			hub: { version: '1.2.3-test', pid: process.pid, pages: [] }
		});
		expect(unpaired.report.pairing_link).toContain('#pair=');
		expect(unpaired.report.problems).toMatchObject([{ remedy: expect.stringContaining('#pair=') as string }]);
		const page = await pairFakePage({ port: hub.port, code: codeOf(unpaired.report.pairing_link ?? '') });
		await call(hub.agent('claude-code'), 'get_entity');
		const well = await examine(hub.port, state);
		expect(well.report).toMatchObject({
			ok: true,
			hub: { pages: [{ connected: true, answering: true, awake: true }], agents: [{ name: 'claude-code' }] }
		});
		expect(page.agents().map(({ name }) => name)).toEqual(['claude-code']); // the doctor is no agent
		const words = await run(['doctor'], program.env(hub.port, state));
		expect(words.code).toBe(0);
		for (const text of ['it is yours', 'answers the agents', 'claude-code (stdio)', '(0600)', 'All is well.'])
			expect(words.out).toContain(text);
		await page.leave();
		await until(async () => !(await hub.hub.status()).pages[0]?.connected);
		expect((await examine(hub.port, state)).report.problems).toMatchObject([
			{ message: 'No page of the notebook is open.' }
		]);
	});

	test('a stranger, and another account’s Commonplace', async () => {
		const port = await freePort();
		const server = createServer((socket) => void socket.on('error', () => undefined).end('220 mail.example\r\n'));
		await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
		onTestFinished(() => void server.close());
		const strange = await examine(port, temporaryFolder());
		expect(strange).toMatchObject({ code: 1, report: { runs: 'stranger', problems: [{}] } });
		const hub = await ownHub();
		expect(await examine(hub.port, temporaryFolder())).toMatchObject({ code: 1, report: { runs: 'not_ours' } });
	});

	test.skipIf(process.platform === 'win32')('files that others may read', async () => {
		const state = temporaryFolder();
		const port = await freePort();
		await examine(port, state);
		chmodSync(join(state, String(port), 'agent-secret'), 0o644);
		const { code, report } = await examine(port, state);
		expect(code).toBe(1);
		expect(report.problems).toMatchObject([{ remedy: expect.stringContaining('rm ') as string }]);
	});
});

describe('serve and pair', () => {
	test('serve prints a link while no browser is paired; pair prints one at any time', async () => {
		const [port, state] = [await freePort(), temporaryFolder()];
		expect(await run(['pair'], program.env(port, state))).toMatchObject({
			code: 1,
			err: expect.stringContaining('npm start') as string
		});
		const served = runProgram(program.file(), ['serve', '--no-open'], program.env(port, state));
		await until(() => served.out().includes('#pair='));
		const link = /http:\S+#pair=[\w-]+/.exec(served.out())?.[0] ?? '';
		const page = await pairFakePage({ port, code: codeOf(link) });
		const paired = await run(['pair'], program.env(port, state));
		expect(paired.code).toBe(0);
		const next = /http:\S+#pair=[\w-]+/.exec(paired.out)?.[0] ?? '';
		expect(next).not.toBe(link);
		const other = await pairFakePage({ port, code: codeOf(next) });
		expect([page.welcome.answering, other.welcome.answering]).toEqual([true, false]);
		served.child.kill('SIGTERM');
		expect(await served.ended).toBe(0);
		await Promise.all([page.gone, other.gone]);
		const again = runProgram(program.file(), ['serve', '--no-open'], program.env(port, state));
		await until(() => again.out().includes('Commonplace is at'));
		again.child.kill('SIGTERM');
		await again.ended;
		expect(again.out()).not.toContain('#pair=');
	});

	test.runIf(process.platform === 'linux')(
		'serve where an agent’s hub serves the same app already: shows that one; a stranger’s page is never shown',
		async () => {
			const [port, state] = [await freePort(), temporaryFolder()];
			const { env, opened } = fakeOpener();
			const idle = runProgram(
				program.file(),
				['serve', '--idle'],
				program.env(port, state, { COMMONPLACE_IDLE_MS: '5000' })
			);
			await until(async () => (await servingPid(port)) !== undefined);
			const second = await run(['serve'], program.env(port, state, env));
			expect(second).toMatchObject({ code: 0, out: expect.stringContaining('already running') as string });
			await until(() => opened().length > 0);
			expect(opened()).toEqual([`http://127.0.0.1:${port}`]);
			idle.child.kill('SIGTERM');
			const hub = await ownHub(); // of another folder of keys
			expect((await run(['serve'], program.env(hub.port, state, env))).code).toBe(1);
			expect(opened()).toHaveLength(1);
		}
	);

	test('a hub of an agent’s ends by itself when it stays alone', async () => {
		const idle = runProgram(program.file(), ['serve', '--idle'], program.env(await freePort(), temporaryFolder()));
		expect(await idle.ended).toBe(0);
		expect(idle.out()).toBe('');
	});

	test('but not while a link is good that it gave to a person', async () => {
		const port = await freePort();
		const env = program.env(port, temporaryFolder(), { COMMONPLACE_LINK_MS: '5000', COMMONPLACE_IDLE_MS: '1500' });
		const hub = runProgram(program.file(), ['serve', '--idle'], env);
		await until(async () => (await run(['pair'], env)).out.includes('#pair='));
		const given = Date.now();
		expect(await hub.ended).toBe(0);
		expect(Date.now() - given).toBeGreaterThan(3_000); // of the 1,500 that it would wait by itself
	});

	test('help, version, and what is not known', async () => {
		const env = program.env(await freePort(), temporaryFolder());
		expect((await run(['--help'], env)).out).toContain('commonplace mcp');
		expect((await run(['--version'], env)).out).toMatch(/^\d+\.\d+\.\d+\n$/);
		expect(await run(['sing'], env)).toMatchObject({ code: 1, err: expect.stringContaining('sing') as string });
	});
});

describe('mcp --open', () => {
	test.runIf(process.platform === 'linux')(
		'shows the app once when no page is open, and a link to pair when none is paired',
		async () => {
			const hub = await ownHub();
			const state = (await hub.state.inspect())[0]!.path;
			const calls = async (env: Record<string, string>, count: number) => {
				const agent = runProgram(program.file(), ['mcp', '--open'], program.env(hub.port, state, env));
				agent.say({
					jsonrpc: '2.0',
					id: 0,
					method: 'initialize',
					params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
				});
				for (let id = 1; id <= count; id++) {
					agent.say({
						jsonrpc: '2.0',
						id,
						method: 'tools/call',
						params: { name: 'get_entity', arguments: { name: 'Ada' } }
					});
					await until(() => agent.out().includes(`"id":${String(id)}}`));
				}
				return agent;
			};
			const first = fakeOpener();
			await calls(first.env, 2);
			await until(() => first.opened().length > 0);
			expect(first.opened()).toEqual([(await hub.hub.offer()).link]);
			const page = await hub.pair();
			await page.leave();
			const second = fakeOpener();
			const agent = await calls(second.env, 2);
			expect(agent.out()).toContain('no_page');
			await until(() => second.opened().length > 0);
			expect(second.opened()).toEqual([hub.origin]);
		}
	);
});

describe('an app that is not built yet', () => {
	test('a page that comes early is told, and gets the app as soon as it is there', async () => {
		const port = await freePort();
		let app: BuiltApp = { building: true };
		const server = await startAppServer({ folder: () => app, version: 'x', port });
		onTestFinished(() => stopAppServer(server));
		const early = await fetch(`http://127.0.0.1:${port}/thing/1`);
		expect(early.status).toBe(503);
		expect(early.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(await early.text()).toMatch(/http-equiv="refresh".*being built/s);
		app = { failed: 'It could not be built.' };
		expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('could not be built');
		app = { folder: join(program.file(), '../app') };
		expect(await (await fetch(`http://127.0.0.1:${port}/any`)).text()).toContain('the shell');
	});

	test('the app beside the bridge is taken; where there is neither app nor sources, that is said', () => {
		expect(new AppPlace(program.file()).state).toBe('ready');
		const alone = temporaryFolder();
		mkdirSync(join(alone, 'a/b'), { recursive: true });
		expect(new AppPlace(join(alone, 'a/b/bridge.js')).state).toBe('failed');
		expect(existsSync(join(alone, 'build'))).toBe(false);
	});
});

describe('config', () => {
	const launch: Launch = {
		node: '/usr/bin/node',
		launcher: '/opt/my apps/commonplace/bin/commonplace.mjs',
		port: 4747,
		toolset: 'core',
		platform: 'linux',
		tokenPath: '/state/4747/http-token'
	};

	test('Claude Code: one line for the shell', () => {
		expect(configFor('claude', launch)).toContain(
			`claude mcp add --scope user commonplace -- /usr/bin/node '/opt/my apps/commonplace/bin/commonplace.mjs' mcp\n`
		);
		expect(configFor('claude', { ...launch, port: 4800, toolset: 'full' })).toMatch(
			/commonplace --env COMMONPLACE_PORT=4800 -- .* mcp --toolset full\n/
		);
	});

	test('a folder of keys that is not the usual one is passed on, as agents start without the person’s environment', () => {
		expect(configFor('claude', { ...launch, state: '/my keys' })).toContain(`--env 'COMMONPLACE_STATE=/my keys' -- `);
		expect(configFor('codex', { ...launch, state: '/keys' })).toContain('env = { COMMONPLACE_STATE = "/keys" }');
	});

	test('Codex: TOML', () => {
		expect(configFor('codex', { ...launch, port: 4800 })).toContain(
			[
				'[mcp_servers.commonplace]',
				'command = "/usr/bin/node"',
				'args = ["/opt/my apps/commonplace/bin/commonplace.mjs", "mcp"]',
				'env = { COMMONPLACE_PORT = "4800" }'
			].join('\n')
		);
	});

	test.each([
		['cursor', 'mcpServers'],
		['vscode', 'servers']
	] as const)('%s: JSON', (client, key) => {
		const text = configFor(client, launch);
		const json = JSON.parse(text.slice(text.indexOf('{'))) as Record<string, { commonplace: object }>;
		expect(json[key]?.commonplace).toMatchObject({ command: '/usr/bin/node', args: [launch.launcher, 'mcp'] });
	});

	test('HTTP: the address and where the token is, not the token', async () => {
		expect(configFor('http', { ...launch, toolset: 'full' })).toMatch(
			/127\.0\.0\.1:4747\/mcp\?toolset=full.*http-token/s
		);
		const [port, state] = [await freePort(), temporaryFolder()];
		const { out } = await run(['config', 'http'], program.env(port, state));
		const token = readFileSync(join(state, String(port), 'http-token'), 'utf8').trim();
		expect(token).toMatch(/^[\w-]{43}$/);
		expect(out).toContain(join(state, String(port), 'http-token'));
		expect(out).not.toContain(token);
	});

	test('Windows has quotes of its own', () => {
		const there = { ...launch, platform: 'win32', node: 'C:\\Program Files\\nodejs\\node.exe' } as const;
		expect(configFor('claude', there)).toContain('-- "C:\\Program Files\\nodejs\\node.exe" "');
	});
});
