/** Files into a new folder beside what lies in the one that the person chose: nothing there is written over. */
import type { FolderHandle } from '../domain/portable';
import { refuse } from '../domain/result';
import { Stopped, type ExportJob } from './export-jobs';

interface File {
	path: string;
	text: string | AsyncIterable<string>;
}

export interface FolderWritten {
	folder: string;
	files: number;
	cancelled?: true;
}

export async function writeFolder(
	chosen: FolderHandle,
	name: string,
	files: AsyncIterable<File>,
	job: ExportJob
): Promise<FolderWritten> {
	const { handle, folder } = await newFolder(chosen, name);
	const within = new Map<string, FolderHandle>();
	let count = 0;
	try {
		for await (const { path, text } of files) {
			if (job.isCancelled) throw new Stopped();
			const parts = path.split('/');
			const file = parts.pop() ?? path;
			await writeFile(await subfolder(handle, parts, within), file, text);
			count++;
		}
	} catch (error) {
		if (error instanceof Stopped) return { folder, files: count, cancelled: true };
		throw error;
	}
	return { folder, files: count };
}

const MOST_TRIES = 1000;

async function newFolder(chosen: FolderHandle, name: string): Promise<{ handle: FolderHandle; folder: string }> {
	for (let n = 1; n < MOST_TRIES; n++) {
		const folder = n === 1 ? name : `${name}-${String(n)}`;
		if (await isThere(chosen, folder)) continue;
		try {
			return { handle: await chosen.getDirectoryHandle(folder, { create: true }), folder };
		} catch (error) {
			throw refuse(
				'storage_unavailable',
				`The folder cannot be written to: ${error instanceof Error ? error.message : String(error)}`,
				'Choose another folder and let the page save in it, or export a zip.'
			);
		}
	}
	throw refuse('storage_unavailable', `There are too many folders named "${name}" here.`, 'Choose another folder.');
}

const isThere = (chosen: FolderHandle, name: string): Promise<boolean> =>
	chosen.getDirectoryHandle(name).then(
		() => true,
		// A file of that name is in the way as well.
		(error: unknown) => error instanceof Error && error.name === 'TypeMismatchError'
	);

async function subfolder(root: FolderHandle, parts: readonly string[], known: Map<string, FolderHandle>) {
	let handle = root;
	let path = '';
	for (const part of parts) {
		path += `${part}/`;
		const next = known.get(path) ?? (await handle.getDirectoryHandle(part, { create: true }));
		known.set(path, next);
		handle = next;
	}
	return handle;
}

async function writeFile(folder: FolderHandle, name: string, text: File['text']): Promise<void> {
	const file = await folder.getFileHandle(name, { create: true });
	const out = await file.createWritable();
	try {
		if (typeof text === 'string') await out.write(text);
		else for await (const part of text) await out.write(part);
		await out.close();
	} catch (error) {
		await out.abort().catch(() => undefined);
		throw error;
	}
}
