/**
 * Files that the person moves into the notebook from a terminal (`commonplace import`): each is lent to the app under a link that works
 * once and for five minutes. What becomes of it is decided in the app, which shows what is in it first.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { newCode } from '../../lib/contract/bridge-proof';
import { LENT_FILE_PATH } from '../../lib/contract/bridge-messages';
import { refusalHeaders } from '../headers';
import { latest, LINK_LIFE_MS } from './link-life';

const MOST = 16;

interface Lent {
	path: string;
	expires: number;
}

export class LentFiles {
	readonly #origin: string;
	readonly #files = new Map<string, Lent>();

	constructor(origin: string) {
		this.#origin = origin;
	}

	#forgetOld(): void {
		const now = Date.now();
		for (const [code, { expires }] of this.#files) if (expires <= now) this.#files.delete(code);
	}

	/** @returns a link to be opened by the person; the code stands in its fragment, which is sent nowhere */
	lend(path: string): { link: string; expires: number } {
		this.#forgetOld();
		const [oldest] = this.#files.keys();
		if (this.#files.size >= MOST && oldest !== undefined) this.#files.delete(oldest);
		const code = newCode();
		const expires = Date.now() + LINK_LIFE_MS;
		this.#files.set(code, { path, expires });
		return { link: `${this.#origin}/import#file=${code}`, expires };
	}

	/** Until when somebody may come with a link. */
	get goodUntil(): number {
		this.#forgetOld();
		return latest([...this.#files.values()].map(({ expires }) => expires));
	}

	/** Takes requests for lent files. @returns whether it was one */
	readonly handle = (req: IncomingMessage, res: ServerResponse): boolean => {
		const { pathname } = new URL(req.url ?? '/', this.#origin);
		if (!pathname.startsWith(LENT_FILE_PATH)) return false;
		void this.#answer(pathname.slice(LENT_FILE_PATH.length), req, res);
		return true;
	};

	async #answer(code: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
		this.#forgetOld();
		const file = this.#files.get(code);
		// A page of another site can send a request here, though it could not read the answer: it shall not use the link up either.
		const isOwn = (req.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
		if (req.method !== 'GET' || !isOwn || !file) {
			refuse(res);
			return;
		}
		this.#files.delete(code);
		try {
			const { size } = await stat(file.path);
			res.writeHead(200, {
				...refusalHeaders(),
				'Content-Type': 'application/octet-stream',
				'Content-Length': size,
				// Its name as text of any script.
				'X-File-Name': encodeURIComponent(basename(file.path))
			});
			createReadStream(file.path)
				.on('error', () => res.destroy())
				.pipe(res);
		} catch {
			refuse(res);
		}
	}
}

const refuse = (res: ServerResponse): void => {
	res.writeHead(404, refusalHeaders()).end('This link was used already, or is older than five minutes.\n');
};
