import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ensureBridge } from '../../scripts/build.mjs';
import { freePort } from '../support/free-port';

let folder: string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'commonplace-bridge-'));
	mkdirSync(join(folder, 'app/_app'), { recursive: true });
	writeFileSync(join(folder, 'app/200.html'), '<!doctype html><title>the shell</title>');
	writeFileSync(join(folder, 'app/_app/version.json'), '{"version":"1.2.3-test"}');
	cpSync(await ensureBridge(), join(folder, 'bridge.js'));
}, 30_000);

afterAll(() => rmSync(folder, { recursive: true }));

interface Running {
	child: ChildProcess;
	/** Resolves with all it has said as soon as that holds the text. */
	says: (text: string) => Promise<string>;
	ends: Promise<{ code: number | null; said: string }>;
}

function start(port: string, ...args: string[]): Running {
	const env = { ...process.env, COMMONPLACE_PORT: port, COMMONPLACE_STATE: join(folder, 'state') };
	const child = spawn(process.execPath, [join(folder, 'bridge.js'), '--no-open', ...args], { env });
	let said = '';
	const listeners = new Set<() => void>();
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			said += chunk.toString();
			for (const listener of listeners) listener();
		});
	}
	const ends = new Promise<{ code: number | null; said: string }>((resolve) => {
		child.on('close', (code) => resolve({ code, said }));
	});
	const says = (text: string) =>
		new Promise<string>((resolve, reject) => {
			const look = () => said.includes(text) && resolve(said);
			listeners.add(look);
			look();
			void ends.then(() => reject(new Error(`It ended without saying ${text}: ${said}`)));
		});
	onTestFinished(() => void child.kill('SIGKILL'));
	return { child, says, ends };
}

describe('the program behind npm start', () => {
	test.each(['SIGTERM', 'SIGINT'] as const)('serves the app and ends well on %s', async (signal) => {
		const port = await freePort();
		const { child, says, ends } = start(String(port));
		const greeting = await says('a notebook of its own, not the one at http://127.0.0.1:4747');
		expect(greeting).toContain(`http://127.0.0.1:${port}`);
		expect(await (await fetch(`http://127.0.0.1:${port}/any/where`)).text()).toContain('the shell');
		child.kill(signal);
		expect((await ends).code).toBe(0);
	});

	test('a port taken by another Commonplace: says by which, and ends with an error', async () => {
		const port = String(await freePort());
		const first = start(port);
		await first.says('Commonplace is at');
		const second = await start(port).ends;
		expect(second.code).toBe(1);
		expect(second.said).toContain(`Commonplace 1.2.3-test is already running at http://127.0.0.1:${port}`);
		expect(second.said).toContain(`(process ${first.child.pid ?? 0})`);
	});

	test('a port or an argument that makes no sense: says so, and ends with an error', async () => {
		const port = await start('many').ends;
		expect(port).toMatchObject({ code: 1, said: expect.stringContaining('COMMONPLACE_PORT is "many"') as string });
		const argument = await start('', '--port').ends;
		expect(argument).toMatchObject({ code: 1, said: expect.stringContaining('--port') as string });
	});
});
