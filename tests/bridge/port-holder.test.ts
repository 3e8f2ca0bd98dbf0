import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAppServer, stopAppServer } from '../../src/bridge/app-server';
import { describeHolder, whoHolds } from '../../src/bridge/port-holder';
import { freePort } from '../support/free-port';

async function listenWith(server: Server): Promise<number> {
	const port = await freePort();
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return port;
}

describe('who holds a taken port', () => {
	test('another Commonplace, by version and process', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'commonplace-app-'));
		writeFileSync(join(folder, '200.html'), '');
		const port = await freePort();
		const server = await startAppServer({ folder, version: '9.9.9-f00', port });
		onTestFinished(async () => {
			await stopAppServer(server);
			rmSync(folder, { recursive: true });
		});
		const holder = await whoHolds(port);
		expect(holder).toEqual({ kind: 'commonplace', version: '9.9.9-f00', pid: process.pid });
		const text = describeHolder(port, holder);
		expect(text).toContain(`http://127.0.0.1:${port}`);
		expect(text).toContain(`process ${process.pid}`);
	});

	test('a stranger that speaks no HTTP, or does not speak at all', async () => {
		const mute = await listenWith(createServer());
		const rude = await listenWith(createServer((socket) => void socket.end('220 mail.example\r\n')));
		for (const port of [mute, rude]) {
			expect(await whoHolds(port)).toMatchObject({ kind: 'stranger' });
		}
	});

	test.each(['null', '{"name":"commonplace"}', '{"name":"other","version":"1","pid":1}', '<html>'])(
		'a web server that answers %s is a stranger',
		async (body) => {
			const port = await listenWith(createHttpServer((_req, res) => void res.end(body)));
			expect(await whoHolds(port)).toMatchObject({ kind: 'stranger' });
		}
	);

	test.runIf(process.platform === 'linux')('on Linux a stranger is named by its process', async () => {
		const port = await listenWith(createServer((socket) => void socket.end()));
		expect(await whoHolds(port)).toMatchObject({ process: { pid: process.pid } });
	});

	test('what to do is said in plain words', () => {
		const known = describeHolder(4747, { kind: 'stranger', process: { name: 'python3', pid: 42 } });
		expect(known).toContain('python3 (process 42)');
		const unknown = describeHolder(4747, { kind: 'stranger' });
		expect(unknown).toContain('another program');
		for (const text of [known, unknown]) expect(text).toContain('COMMONPLACE_PORT');
	});
});
