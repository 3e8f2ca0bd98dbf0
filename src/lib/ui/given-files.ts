/** What a person gives to be imported: a file, several, or a folder with all that is below it; chosen, picked or dropped. */
import type { GivenFile } from '../domain/import-item';
import { strings } from './strings';

/** Files with their paths, under a name to be shown. */
export interface GivenFolder {
	name: string;
	files: GivenFile[];
}

export type Given = File | GivenFolder;

/** As many as the notebook reads; hidden folders are not looked into. */
const MOST = 100_000;
const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules' || name === '__MACOSX';

const pathOf = (file: File): string => file.webkitRelativePath || file.name;

/** Of an input: one file, several, or a folder. */
export function givenIn(list: FileList | readonly File[]): Given | undefined {
	const files = [...list];
	const [first] = files;
	if (!first) return undefined;
	if (files.length === 1 && !first.webkitRelativePath) return first;
	const folder = first.webkitRelativePath.split('/')[0];
	return {
		name: folder || strings.import.manyFiles(first.name, files.length - 1),
		files: files
			.filter((file) => !pathOf(file).split('/').some(isHidden))
			.slice(0, MOST)
			.map((file) => ({ path: pathOf(file), blob: file }))
	};
}

interface Entries {
	readEntries(ok: (entries: FileSystemEntry[]) => void, fail: (error: unknown) => void): void;
}

/** A reader gives a hundred at a time. */
async function entriesOf(reader: Entries): Promise<FileSystemEntry[]> {
	const all: FileSystemEntry[] = [];
	for (;;) {
		const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
		if (!some.length) return all;
		all.push(...some);
	}
}

async function walk(entry: FileSystemEntry, path: string, into: GivenFile[]): Promise<void> {
	if (isHidden(entry.name) || into.length >= MOST) return;
	if (entry.isFile) {
		const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
		into.push({ path: path + entry.name, blob: file });
	} else
		for (const inner of await entriesOf((entry as FileSystemDirectoryEntry).createReader()))
			await walk(inner, `${path}${entry.name}/`, into);
}

/** Of a drop. Must be called in its event: afterwards the browser has forgotten what was dropped. */
export function givenByDrop(data: DataTransfer): Promise<Given | undefined> {
	const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
	const files = [...data.files];
	return (async () => {
		if (!entries.some((entry) => entry.isDirectory)) return givenIn(files);
		const name = entries[0]?.name ?? '';
		const found: GivenFile[] = [];
		for (const entry of entries) await walk(entry, '', found);
		return {
			name: entries.length === 1 ? name : strings.import.manyFiles(name, entries.length - 1),
			files: found
		};
	})();
}

interface PickedFolder {
	kind: 'directory';
	name: string;
	values(): AsyncIterable<PickedFolder | PickedFile>;
}
interface PickedFile {
	kind: 'file';
	name: string;
	getFile(): Promise<File>;
}
type Picker = (options: { mode: 'read' | 'readwrite'; id: string }) => Promise<FileSystemDirectoryHandle>;

const picker = (): Picker | undefined =>
	(globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker?.bind(globalThis);

/** Whether this browser lets a page have a folder (File System Access). */
export const canPickFolder = (): boolean => picker() !== undefined;

/** Asks for a folder. undefined: the person thought better of it. */
export async function pickFolder(mode: 'read' | 'readwrite'): Promise<FileSystemDirectoryHandle | undefined> {
	try {
		return await picker()?.({ mode, id: mode === 'read' ? 'import' : 'export' });
	} catch (error) {
		if (error instanceof DOMException && error.name === 'AbortError') return undefined;
		throw error;
	}
}

/** All files below a folder that was picked. */
export async function givenInFolder(handle: FileSystemDirectoryHandle): Promise<GivenFolder> {
	const files: GivenFile[] = [];
	const look = async (folder: PickedFolder, path: string): Promise<void> => {
		for await (const each of folder.values()) {
			if (isHidden(each.name) || files.length >= MOST) continue;
			if (each.kind === 'file') files.push({ path: path + each.name, blob: await each.getFile() });
			else await look(each, `${path}${each.name}/`);
		}
	};
	// The library of types does not know that a folder can be gone through.
	await look(handle as unknown as PickedFolder, '');
	return { name: handle.name, files };
}
