/** The built bridge file beside an app of one page, and agents' processes of it under other people's MCP clients. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { ensureBridge } from '../../scripts/build.mjs';

export interface Program {
	/** The file; there when the tests of the file begin. */
	file: () => string;
	env: (port: number, state: string, more?: Record<string, string>) => Record<string, string>;
}

/** Builds it for the tests of one file. */
export function bridgeProgram(): Program {
	let folder = '';
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'commonplace-bridge-'));
		mkdirSync(join(folder, 'app/_app'), { recursive: true });
		writeFileSync(join(folder, 'app/200.html'), '<!doctype html><title>the shell</title>');
		writeFileSync(join(folder, 'app/_app/version.json'), '{"version":"1.2.3-test"}');
		cpSync(await ensureBridge(), join(folder, 'bridge.js')); // built once for all files of tests
	}, 30_000);
	afterAll(() => rmSync(folder, { recursive: true }));
	return {
		file: () => join(folder, 'bridge.js'),
		env: (port, state, more = {}) => ({
			PATH: process.env['PATH'] ?? '',
			COMMONPLACE_PORT: String(port),
			COMMONPLACE_STATE: state,
			COMMONPLACE_IDLE_MS: '400',
			...more
		})
	};
}

export interface Running {
	child: ChildProcess;
	out: () => string;
	err: () => string;
	say: (message: unknown) => void;
	ended: Promise<number | null>;
}

/** A process of it that a test speaks to by hand; ended with the test. */
export function runProgram(file: string, args: string[], env: Record<string, string>): Running {
	const child = spawn(process.execPath, [file, ...args], { env });
	let [out, err] = ['', ''];
	child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
	child.stdin.on('error', () => undefined);
	const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
	onTestFinished(() => void child.kill('SIGKILL'));
	return {
		child,
		out: () => out,
		err: () => err,
		say: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
		ended
	};
}

/** Whether a process is there (a zombie that nobody has reaped yet is not). */
export function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
