/**
 * What the Node side remembers between runs: three small files for each port, since each port is another notebook. The secrets in them
 * keep out other accounts and web pages; code that runs as the same user can read them, and nothing on one machine can prevent that.
 */
import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { newSecret, secretFromText, secretToText, type Secret } from '../../lib/contract/bridge-proof';
import {
	createPrivate,
	ensurePrivateFolder,
	inspect,
	readPrivate,
	UnsafeStateError,
	type Checked
} from './private-files';
import { PairedPages } from './paired-pages';

type Env = Readonly<Record<string, string | undefined>>;

/** The one key of all agents' processes of this account; what each may do is decided in the app, by its name. */
export const AGENTS_KEY_ID = 'agents';

/** Where state lies; the same absolute path in every process, wherever it was started. COMMONPLACE_STATE names another folder. */
export function stateRoot(env: Env = process.env, platform: NodeJS.Platform = process.platform): string {
	const named = env['COMMONPLACE_STATE'];
	if (named) return resolve(named);
	const home = homedir();
	if (platform === 'darwin') return join(home, 'Library/Application Support/Commonplace');
	if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData/Local'), 'Commonplace');
	const xdg = env['XDG_STATE_HOME'] ?? '';
	return join(isAbsolute(xdg) ? xdg : join(home, '.local/state'), 'commonplace'); // a relative one is to be ignored, says XDG
}

export class State {
	readonly pages: PairedPages;
	readonly #root: string;
	readonly #folder: string;

	constructor(port: number, root = stateRoot()) {
		this.#root = root;
		this.#folder = join(root, String(port));
		this.pages = new PairedPages(join(this.#folder, 'pages.json'), () => this.#ensureFolder());
	}

	async #ensureFolder(): Promise<void> {
		await ensurePrivateFolder(this.#root);
		await ensurePrivateFolder(this.#folder);
	}

	/** What is in a file of one line, after making it where there was none. */
	async #line(name: string, make: () => string): Promise<string> {
		await this.#ensureFolder();
		const path = join(this.#folder, name);
		const found = await readPrivate(path);
		if (found !== undefined) return found.trim();
		await createPrivate(path, `${make()}\n`);
		return (await readPrivate(path))?.trim() ?? '';
	}

	/** The agents' secret, made when it is first needed. @throws UnsafeStateError */
	async agentSecret(): Promise<Secret> {
		const text = await this.#line('agent-secret', () => secretToText(newSecret(AGENTS_KEY_ID)));
		const secret = secretFromText(AGENTS_KEY_ID, text);
		if (secret) return secret;
		const path = join(this.#folder, 'agent-secret');
		throw new UnsafeStateError(`${path} does not hold a secret.`, 'Remove it: Commonplace makes a new one.');
	}

	/** The bearer token of MCP over HTTP, made when it is first needed. @throws UnsafeStateError */
	httpToken(): Promise<string> {
		return this.#line('http-token', () => randomBytes(32).toString('base64url'));
	}

	get httpTokenPath(): string {
		return join(this.#folder, 'http-token');
	}

	/** How all of it stands; changes nothing. */
	inspect(): Promise<Checked[]> {
		return Promise.all([
			inspect(this.#root, 'folder'),
			inspect(this.#folder, 'folder'),
			...['agent-secret', 'pages.json', 'http-token'].map((name) => inspect(join(this.#folder, name), 'file'))
		]);
	}
}
