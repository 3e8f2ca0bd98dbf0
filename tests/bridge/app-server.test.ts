import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAppServer, stopAppServer, WELL_KNOWN } from '../../src/bridge/app-server';
import { freePort } from '../support/free-port';

interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

let folder: string;
let port: number;
let server: Server;

/** By hand, since fetch does not let a test choose its Host. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
	return new Promise((resolve, reject) => {
		request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (res) => {
			const chunks: Buffer[] = [];
			res.on('data', (chunk: Buffer) => chunks.push(chunk));
			res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }));
		})
			.on('error', reject)
			.end();
	});
}

const shell = '<!doctype html><title>the shell</title>';
const script = 'export const answer = 42;\n'.repeat(20);

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'commonplace-app-'));
	mkdirSync(join(folder, '_app/immutable'), { recursive: true });
	writeFileSync(join(folder, '200.html'), shell);
	writeFileSync(join(folder, 'index.html'), '<!doctype html><title>home</title>');
	writeFileSync(join(folder, 'service-worker.js'), script);
	writeFileSync(join(folder, '_app/immutable/a.js'), script);
	writeFileSync(join(folder, '_app/immutable/a.js.br'), brotliCompressSync(script));
	writeFileSync(join(folder, '.secret'), 'not for the world');
	port = await freePort();
	server = await startAppServer({ folder, version: '1.2.3-abc', port });
});

afterAll(async () => {
	await stopAppServer(server);
	rmSync(folder, { recursive: true });
});

describe('what is answered', () => {
	test('the home page and, for any path of the app, the shell', async () => {
		expect((await ask('/')).body.toString()).toContain('home');
		const deep = await ask('/thing/0190-abc/history?at=3');
		expect(deep.status).toBe(200);
		expect(deep.body.toString()).toBe(shell);
	});

	test('a missing file is a 404 and not the shell', async () => {
		const missing = await ask('/_app/immutable/gone.js');
		expect(missing.status).toBe(404);
		expect(missing.headers['cache-control']).toBe('no-store');
	});

	test.each(['/../../etc/passwd.txt', '/..%2f..%2fetc%2fpasswd.txt', '//elsewhere.example', '/%E0%A4%A', '/.secret'])(
		'%s leads to nothing but the app',
		async (path) => {
			const { status, body } = await ask(path);
			expect(status === 404 || body.toString() === shell).toBe(true);
		}
	);

	test('compressed as it was built, where the browser takes it', async () => {
		const plain = await ask('/_app/immutable/a.js');
		expect(plain.body.toString()).toBe(script);
		const packed = await ask('/_app/immutable/a.js', { 'Accept-Encoding': 'gzip, br' });
		expect(packed.headers['content-encoding']).toBe('br');
		expect(packed.headers['content-type']).toBe('text/javascript');
		expect(packed.headers.vary).toBe('Accept-Encoding');
		expect(packed.body.length).toBeLessThan(plain.body.length);
	});

	test('HEAD has the headers and no body; other methods are refused', async () => {
		const head = await ask('/', {}, 'HEAD');
		expect(head.status).toBe(200);
		expect(head.body).toHaveLength(0);
		const post = await ask('/', {}, 'POST');
		expect(post.status).toBe(405);
		expect(post.headers.allow).toBe('GET, HEAD');
	});

	test.each(['bytes=10-5', 'bytes=-', 'lines=1-2', 'bytes=99999999-'])(
		'the range %s is not looked at',
		async (Range) => {
			const { status, body } = await ask('/service-worker.js', { Range });
			expect(status).toBe(200);
			expect(body.toString()).toBe(script);
		}
	);

	test('who is here, for another Commonplace that finds the port taken', async () => {
		const { body } = await ask(WELL_KNOWN);
		expect(JSON.parse(body.toString())).toEqual({ name: 'commonplace', version: '1.2.3-abc', pid: process.pid });
	});
});

describe('who may ask', () => {
	test.each(['evil.example', 'localhost', '127.0.0.1', '127.0.0.1:1', '[::1]'])(
		'the host %j is turned away',
		async (Host) => {
			for (const path of ['/', WELL_KNOWN, '/service-worker.js']) {
				const { status, body } = await ask(path, { Host });
				expect(status).toBe(403);
				expect(body.toString()).toContain(`http://127.0.0.1:${port}`);
			}
		}
	);

	test('it listens on 127.0.0.1 only', () => {
		expect((server.address() as AddressInfo).address).toBe('127.0.0.1');
	});
});

describe('headers', () => {
	test('a page may not be framed, and tells nobody where it came from', async () => {
		const { headers } = await ask('/');
		expect(headers['content-security-policy']).toBe("frame-ancestors 'none'");
		expect(headers['x-content-type-options']).toBe('nosniff');
		expect(headers['referrer-policy']).toBe('no-referrer');
		expect(headers['cross-origin-opener-policy']).toBe('same-origin');
		expect(headers['cross-origin-resource-policy']).toBe('same-origin');
		expect(headers['permissions-policy']).toContain('camera=()');
	});

	test('scripts carry the policy of the workers they may become', async () => {
		const { headers } = await ask('/_app/immutable/a.js');
		expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; connect-src 'self' /);
	});

	test('what is named by its content is kept for ever; all else is asked for again, cheaply', async () => {
		expect((await ask('/_app/immutable/a.js')).headers['cache-control']).toMatch(/immutable/);
		for (const path of ['/', '/service-worker.js', '/thing/x']) {
			const first = await ask(path);
			expect(first.headers['cache-control']).toBe('no-cache');
			const again = await ask(path, { 'If-None-Match': String(first.headers.etag) });
			expect(again.status).toBe(304);
		}
	});
});

describe('its end', () => {
	test('a build that is removed under it is said, not crashed over', async () => {
		const other = mkdtempSync(join(tmpdir(), 'commonplace-app-'));
		writeFileSync(join(other, '200.html'), shell);
		const second = await freePort();
		const doomed = await startAppServer({ folder: other, version: 'x', port: second });
		rmSync(other, { recursive: true });
		const answer = await fetch(`http://127.0.0.1:${second}/`);
		expect(answer.status).toBe(503);
		expect(await answer.text()).toContain('npm start');
		await stopAppServer(doomed);
	});

	test('it ends with a request half sent and a connection kept alive', async () => {
		const second = await freePort();
		const stubborn = await startAppServer({ folder, version: 'x', port: second });
		const socket = connect(second, '127.0.0.1');
		socket.on('error', () => undefined);
		await new Promise<void>((resolve) => socket.write('GET / HTTP/1.1\r\nHo', () => resolve()));
		await (await fetch(`http://127.0.0.1:${second}/`)).text();
		const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
		await stopAppServer(stubborn);
		await closed;
		await expect(fetch(`http://127.0.0.1:${second}/`)).rejects.toThrow();
	});

	test('a taken port is an error', async () => {
		await expect(startAppServer({ folder, version: 'x', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	});
});
