/** A server of the built app that a test starts and stops itself, on a port of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from '../../scripts/build.mjs';
import { freePort } from './free-port';

export interface OwnServer {
	origin: string;
	/** Serves a build's folder, after stopping what was served before. */
	start(folder: string): Promise<void>;
	stop(): Promise<void>;
}

/** The folder of the present build. */
export const builtFolder = (): Promise<string> => ensureBuild();

export async function ownServer(): Promise<OwnServer> {
	const port = String(await freePort());
	const state = mkdtempSync(join(tmpdir(), 'commonplace-state-'));
	let child: ChildProcess | undefined;
	const stop = () =>
		new Promise<void>((resolve) => {
			const old = child;
			child = undefined;
			if (!old || old.exitCode !== null) resolve();
			else old.once('close', () => resolve()).kill('SIGTERM');
		});
	return {
		origin: `http://127.0.0.1:${port}`,
		stop,
		async start(folder) {
			await stop();
			const env = { ...process.env, COMMONPLACE_PORT: port, COMMONPLACE_STATE: state };
			const next = spawn(process.execPath, [join(folder, 'bridge.js'), '--no-open'], { env, stdio: 'pipe' });
			child = next;
			await new Promise<void>((resolve, reject) => {
				let said = '';
				const hear = (chunk: Buffer) => {
					said += chunk.toString();
					if (said.includes('Commonplace is at')) resolve();
				};
				next.stdout.on('data', hear);
				next.stderr.on('data', hear);
				next.once('close', () => reject(new Error(`The server ended: ${said}`)));
			});
		}
	};
}

/** The same app as another build: another version, and a page that can be told from the first. */
export function anotherBuild(folder: string, version: string): { folder: string; remove: () => void } {
	const copy = mkdtempSync(join(tmpdir(), 'commonplace-build-'));
	cpSync(folder, copy, { recursive: true });
	const { version: old } = JSON.parse(readFileSync(join(copy, 'app/_app/version.json'), 'utf8')) as { version: string };
	for (const file of ['service-worker.js', '_app/version.json', 'index.html']) {
		const path = join(copy, 'app', file);
		const text = readFileSync(path, 'utf8').replaceAll(old, version);
		writeFileSync(path, text.replace('<head>', `<head><meta name="test-build" content="${version}">`));
		for (const packed of ['.br', '.gz']) rmSync(path + packed, { force: true });
	}
	return { folder: copy, remove: () => rmSync(copy, { recursive: true }) };
}
