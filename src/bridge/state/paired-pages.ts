/**
 * The browsers that were paired, each with the key both derived from a one-time code. The file is read at every question and nothing is
 * kept in memory: what was taken out of it, by `unpair` or by hand, holds at once. Only the hub writes it, one change after the other.
 */
import { secretFromText, secretToText, type Secret } from '../../lib/contract/bridge-proof';
import { readPrivate, UnsafeStateError, writePrivate } from './private-files';

export interface PairedPage {
	id: string;
	secret: string;
	/** ISO 8601. */
	created: string;
	last_seen: string;
	/** For people: "Chrome on Linux". */
	label: string;
}

const isPage = (given: unknown): given is PairedPage => {
	if (typeof given !== 'object' || given === null) return false;
	const fields = given as Record<string, unknown>;
	return (['id', 'secret', 'created', 'last_seen', 'label'] as const).every((key) => typeof fields[key] === 'string');
};

export class PairedPages {
	readonly #path: string;
	readonly #ensureFolder: () => Promise<void>;
	#writing: Promise<unknown> = Promise.resolve();

	constructor(path: string, ensureFolder: () => Promise<void>) {
		this.#path = path;
		this.#ensureFolder = ensureFolder;
	}

	/** @throws UnsafeStateError */
	async list(): Promise<PairedPage[]> {
		const text = await readPrivate(this.#path);
		if (text === undefined) return [];
		try {
			const given: unknown = JSON.parse(text);
			if (Array.isArray(given) && given.every(isPage)) return given;
		} catch {
			/* said below */
		}
		throw new UnsafeStateError(`${this.#path} is damaged.`, 'Remove it, and pair your browser again.');
	}

	async find(id: string): Promise<Secret | undefined> {
		const page = (await this.list()).find((one) => one.id === id);
		return page && secretFromText(id, page.secret);
	}

	#change(change: (pages: PairedPage[]) => PairedPage[]): Promise<void> {
		const next = this.#writing.then(async () => {
			await this.#ensureFolder();
			await writePrivate(this.#path, `${JSON.stringify(change(await this.list()), null, '\t')}\n`);
		});
		this.#writing = next.catch(() => undefined);
		return next;
	}

	add(secret: Secret, label: string, now = new Date()): Promise<void> {
		const at = now.toISOString();
		const page = { id: secret.id, secret: secretToText(secret), created: at, last_seen: at, label };
		return this.#change((pages) => [...pages.filter(({ id }) => id !== page.id), page]);
	}

	/** A page of this key has proved itself. One that was removed meanwhile stays removed. */
	seen(id: string, label: string, now = new Date()): Promise<void> {
		const last_seen = now.toISOString();
		return this.#change((pages) => pages.map((page) => (page.id === id ? { ...page, last_seen, label } : page)));
	}

	remove(id: string): Promise<void> {
		return this.#change((pages) => pages.filter((page) => page.id !== id));
	}
}
