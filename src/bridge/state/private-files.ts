/**
 * Files that only this account may read: a folder of 0700, files of 0600. What others could have read is refused, not repaired: a secret
 * that may be known is none any more.
 * On Windows modes say nothing; the folder lies in the profile, whose access list keeps others out.
 */
import { randomUUID } from 'node:crypto';
import { link, lstat, mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { getuid } from 'node:process';

/** Says what is wrong and what to do; goes to the person as it is. */
export class UnsafeStateError extends Error {
	constructor(
		message: string,
		/** The command or action that puts it right. */
		readonly remedy: string
	) {
		super(message);
		this.name = 'UnsafeStateError';
	}
}

const hasCode = (error: unknown, ...codes: string[]): boolean =>
	codes.includes((error as NodeJS.ErrnoException | null)?.code ?? '');

const octal = (mode: number): string => (mode & 0o777).toString(8).padStart(3, '0');

/**
 * What is wrong with a file or folder of secrets, or undefined.
 * A link is not followed: whoever can put one there could make us write elsewhere.
 */
async function fault(path: string, kind: 'file' | 'folder'): Promise<UnsafeStateError | undefined> {
	const about = await lstat(path);
	if (kind === 'file' ? !about.isFile() : !about.isDirectory())
		return new UnsafeStateError(`${path} is not a ${kind}.`, `Remove it: Commonplace makes it anew.`);
	if (getuid === undefined) return undefined;
	if (about.uid !== getuid())
		return new UnsafeStateError(`${path} belongs to another account.`, 'Remove it, or set COMMONPLACE_STATE.');
	if ((about.mode & 0o077) === 0) return undefined;
	const others = `Other accounts of this computer may read ${path} (its mode is ${octal(about.mode)})`;
	return kind === 'folder'
		? new UnsafeStateError(`${others}.`, `Run: chmod 700 '${path}'`)
		: new UnsafeStateError(
				`${others}, so what it holds may be known to them.`,
				`Remove it (rm '${path}'): Commonplace makes a new one, and what was paired with it is paired again.`
			);
}

/** Makes the folder, and those above it, where there is none. @throws UnsafeStateError */
export async function ensurePrivateFolder(path: string): Promise<void> {
	await mkdir(path, { recursive: true, mode: 0o700 });
	const found = await fault(path, 'folder');
	if (found) throw found;
}

/** @returns undefined where there is no such file. @throws UnsafeStateError */
export async function readPrivate(path: string): Promise<string | undefined> {
	try {
		const found = await fault(path, 'file');
		if (found) throw found;
		return await readFile(path, 'utf8');
	} catch (error) {
		if (hasCode(error, 'ENOENT')) return undefined;
		throw error;
	}
}

/** A new file beside the one that is meant, with its whole text on the disk. */
async function writeAside(path: string, text: string): Promise<string> {
	const aside = `${path}.${randomUUID()}`;
	const file: FileHandle = await open(aside, 'wx', 0o600);
	try {
		await file.writeFile(text);
		await file.sync();
	} finally {
		await file.close();
	}
	return aside;
}

/** Replaces a file as a whole: who reads meanwhile sees the old one or the new one. */
export async function writePrivate(path: string, text: string): Promise<void> {
	const aside = await writeAside(path, text);
	try {
		await rename(aside, path);
	} catch (error) {
		await rm(aside, { force: true });
		throw error;
	}
}

/**
 * Makes a file unless it is there: of two processes that race one makes it, and both read the same afterwards.
 * A link to a complete file is made (or not) in one step, so nobody reads half of it.
 */
export async function createPrivate(path: string, text: string): Promise<void> {
	const aside = await writeAside(path, text);
	try {
		await link(aside, path);
	} catch (error) {
		// Some file systems have no links: there a rename has to do, and the later of two that race wins.
		if (hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP')) {
			await rename(aside, path);
			return;
		}
		if (!hasCode(error, 'EEXIST')) throw error;
	} finally {
		await rm(aside, { force: true });
	}
}

export interface Checked {
	path: string;
	/** `0600`; undefined where there is nothing. */
	mode?: string;
	problem?: { message: string; remedy: string };
}

/** How a file or folder of secrets stands, for `commonplace doctor`. */
export async function inspect(path: string, kind: 'file' | 'folder'): Promise<Checked> {
	try {
		const { mode } = await lstat(path);
		const found = await fault(path, kind);
		return {
			path,
			mode: `0${octal(mode)}`,
			...(found && { problem: { message: found.message, remedy: found.remedy } })
		};
	} catch (error) {
		if (hasCode(error, 'ENOENT')) return { path };
		const message = error instanceof Error ? error.message : String(error);
		return { path, problem: { message, remedy: 'Look whether this account may read it.' } };
	}
}
