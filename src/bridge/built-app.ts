/**
 * Where the built app is. `npm start` runs the bridge that lies beside it. A hub that an agent started runs from a place of its own, and the
 * app may not be built yet: then it is built in the background, by the same script, while agents can already connect.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HubStatus } from '../lib/contract/bridge-messages';
import type { BuiltApp } from './app-server';

/** Set by the build; the sources alone, as tests run them, have none. */
declare const COMMONPLACE_VERSION: string;

export const packageVersion = (): string =>
	typeof COMMONPLACE_VERSION === 'undefined' ? '0.0.0' : COMMONPLACE_VERSION;

const hasApp = (folder: string): boolean => existsSync(join(folder, '200.html'));

const FAILED = 'Commonplace could not be built. Run npm start in its folder to see why.';

/** Two folders above the one that the bridge file lies in. */
export function projectRoot(program: string): string | undefined {
	const root = dirname(dirname(dirname(program)));
	return existsSync(join(root, 'scripts/build.mjs')) ? root : undefined;
}

export class AppPlace {
	readonly #root: string | undefined;
	#app: BuiltApp;

	/** @param program the bridge file that runs */
	constructor(program: string) {
		const beside = join(dirname(program), 'app');
		this.#root = projectRoot(program);
		if (hasApp(beside)) this.#app = { folder: beside };
		else this.#app = this.#root === undefined ? { failed: FAILED } : { building: true };
	}

	/** Builds it where it has to be, while everything else goes on. Once, by who has the port. */
	ensure(): void {
		if (!('building' in this.#app) || this.#root === undefined) return;
		const root = this.#root;
		const script = join(root, 'scripts/build.mjs');
		const child = spawn(process.execPath, [script, '--ensure'], {
			cwd: root,
			stdio: ['ignore', 'pipe', 'ignore'],
			windowsHide: true
		});
		let said = '';
		child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
		child.on('error', () => (this.#app = { failed: FAILED }));
		child.on('close', () => {
			const folder = join(said.trim().split('\n').at(-1) ?? '', 'app');
			this.#app = hasApp(folder) ? { folder } : { failed: FAILED };
		});
	}

	/** As it is now. */
	readonly now = (): BuiltApp => this.#app;

	get state(): HubStatus['app'] {
		if ('folder' in this.#app) return 'ready';
		return 'building' in this.#app ? 'building' : 'failed';
	}

	/** Of the app that is served; of the package where none is yet. */
	get version(): string {
		if (!('folder' in this.#app)) return packageVersion();
		try {
			const text = readFileSync(join(this.#app.folder, '_app/version.json'), 'utf8');
			return (JSON.parse(text) as { version: string }).version;
		} catch {
			return packageVersion();
		}
	}
}
