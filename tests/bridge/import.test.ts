/** `commonplace import`: a file lent to the app once, and to nobody else. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { askLending } from '../../src/bridge/agent/ask-hub';
import { importFile } from '../../src/bridge/commands/import';
import { LENT_FILE_PATH } from '../../src/lib/contract/bridge-messages';
import { freePort } from '../support/free-port';
import { bridgeProgram, runProgram } from '../support/bridge-program';
import { servingPid } from '../support/serving-pid';
import { State } from '../../src/bridge/state/state';

const program = bridgeProgram();

function folder(): string {
	const made = mkdtempSync(join(tmpdir(), 'commonplace-import-'));
	onTestFinished(() => rmSync(made, { recursive: true }));
	return made;
}

interface Answer {
	status: number;
	body: string;
	name: string | undefined;
}

const ask = (port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
	new Promise((resolve, reject) => {
		const req = request({ host: '127.0.0.1', port, path, headers }, (res) => {
			let body = '';
			res.on('data', (chunk: Buffer) => (body += chunk.toString()));
			res.on('end', () =>
				resolve({ status: res.statusCode ?? 0, body, name: res.headers['x-file-name'] as string | undefined })
			);
		});
		req.on('error', reject).end();
	});

/** A hub of its own, with the keys in a folder of its own. */
async function serving() {
	const [port, state] = [await freePort(), folder()];
	const { child } = runProgram(program.file(), ['serve', '--no-open'], program.env(port, state));
	await expect.poll(() => servingPid(port), { timeout: 10_000 }).toBe(child.pid);
	const lend = async (path: string): Promise<string> => {
		const asked = await askLending(port, await new State(port, state).agentSecret(), path);
		if (asked.kind !== 'answered') throw new Error(asked.kind);
		return asked.answer.link;
	};
	const pathOf = (link: string) => LENT_FILE_PATH + (/#file=([\w-]{22})$/.exec(link)?.[1] ?? 'none');
	return { port, state, lend, pathOf };
}

describe('a file that is lent', () => {
	test('is given out once, with its name, whole', async () => {
		const { port, lend, pathOf } = await serving();
		const path = join(folder(), 'mémoire 東京.jsonl');
		const text = '{"type":"entity","name":"Ada"}\n'.repeat(50_000);
		writeFileSync(path, text);
		const at = pathOf(await lend(path));
		const first = await ask(port, at);
		expect(first.status).toBe(200);
		expect(first.body).toBe(text);
		expect(decodeURIComponent(first.name ?? '')).toBe('mémoire 東京.jsonl');
		expect((await ask(port, at)).status).toBe(404);
	});

	test('is for the app alone: no other site, no other host, no guess; what they try uses nothing up', async () => {
		const { port, lend, pathOf } = await serving();
		const path = join(folder(), 'memory.jsonl');
		writeFileSync(path, 'a secret');
		const at = pathOf(await lend(path));
		for (const site of ['cross-site', 'same-site', 'none'])
			expect((await ask(port, at, { 'Sec-Fetch-Site': site })).status).toBe(404);
		expect((await ask(port, at, { Host: 'evil.example' })).status).toBe(403);
		expect((await ask(port, `${LENT_FILE_PATH}${'A'.repeat(22)}`)).status).toBe(404);
		expect((await ask(port, `${LENT_FILE_PATH}../../etc/hostname`)).body).not.toContain('secret');
		expect((await ask(port, at, { 'Sec-Fetch-Site': 'same-origin' })).body).toBe('a secret');
	});

	test('that is gone meanwhile is not to be had', async () => {
		const { port, lend, pathOf } = await serving();
		const path = join(folder(), 'memory.jsonl');
		writeFileSync(path, 'x');
		const at = pathOf(await lend(path));
		rmSync(path);
		expect((await ask(port, at)).status).toBe(404);
	});
});

describe('commonplace import', () => {
	test('what is no file that can be read is said, and nothing is started', async () => {
		const port = await freePort();
		const missing = await importFile({
			port,
			file: join(folder(), 'none.jsonl'),
			open: false,
			program: program.file()
		});
		expect(missing).toMatchObject({ ok: false, text: expect.stringContaining('There is no file') as string });
		const dir = await importFile({ port, file: folder(), open: false, program: program.file() });
		expect(dir.text).toContain('is no file');
		expect(await servingPid(port)).toBeUndefined();
	});

	test('starts Commonplace when it does not run, and gives a link', async () => {
		const [port, state] = [await freePort(), folder()];
		const path = join(state, 'memory.jsonl');
		writeFileSync(path, 'x');
		const run = runProgram(
			program.file(),
			['import', path],
			program.env(port, state, { CI: '1', COMMONPLACE_IDLE_MS: '1500', COMMONPLACE_LINK_MS: '2000' })
		);
		expect(await run.ended).toBe(0);
		expect(run.out()).toMatch(new RegExp(`http://127\\.0\\.0\\.1:${String(port)}/import#file=[\\w-]{22}\\n`));
		await expect.poll(() => servingPid(port), { timeout: 8_000 }).toBeUndefined();
	});
});
