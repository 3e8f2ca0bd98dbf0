/** The files of a folder or zip, each read as what it is. */
import type { GivenFile, ImportItem } from '../domain/import-item';
import { CsvTables } from './csv-tables';
import { createDecoder } from './decode';
import { refusal } from './entity-draft';
import { isJsonLdHead } from './json-ld-reader';
import { FILE_LIMIT, FILES_LIMIT } from './limits';
import { readPieces } from './line-items';
import { MarkdownFolder } from './markdown-folder';
import { kindOf, pathProblem } from './paths';
import { bytesOf, isBinary } from './source';
import type { Unpacked } from './unzip';

/** Files that were chosen one by one, or with their folder. */
// eslint-disable-next-line @typescript-eslint/require-await -- pulled like what comes out of a zip
export async function* chosenFiles(files: readonly GivenFile[]): AsyncGenerator<Unpacked, void> {
	let count = 0;
	for (const file of files) {
		const problem = pathProblem(file.path);
		if (problem !== undefined) yield { path: file.path, problem };
		else if (kindOf(file.path) === undefined) yield { path: file.path, ignored: true };
		else if (++count > FILES_LIMIT) yield { path: file.path, problem: `beyond the first ${FILES_LIMIT} files` };
		else yield file;
	}
}

export async function* folderItems(
	files: AsyncIterable<Unpacked>,
	onRead: (bytes: number) => void
): AsyncGenerator<ImportItem, void> {
	const folder = new MarkdownFolder();
	const tables = new CsvTables();
	for await (const file of files) {
		if ('problem' in file) yield refusal({ line: 1, file: file.path }, file.problem, file.path);
		else if ('ignored' in file) yield { kind: 'ignored', line: 1, what: `file ${endingOf(file.path)}` };
		else if (await isBinary(file.blob)) yield refusal({ line: 1, file: file.path }, 'this is no text file', '');
		else if (kindOf(file.path) === 'markdown') yield* markdownItems(folder, file, onRead);
		else if (kindOf(file.path) === 'csv') yield* tables.read(file, onRead);
		else yield* lineItems(file, onRead);
	}
	yield* folder.end();
	yield* tables.end();
}

const endingOf = (path: string): string => /\.[^./\\]{1,20}$/.exec(path)?.[0].toLowerCase() ?? 'without an ending';

const strict = new TextDecoder('utf-8', { fatal: true });

async function* markdownItems(
	folder: MarkdownFolder,
	{ path, blob }: GivenFile,
	onRead: (bytes: number) => void
): AsyncGenerator<ImportItem, void> {
	const place = { line: 1, file: path };
	if (blob.size > FILE_LIMIT) {
		yield refusal(place, `longer than ${FILE_LIMIT / 1e6} MB`, '');
		return;
	}
	const bytes = await blob.arrayBuffer();
	onRead(bytes.byteLength);
	let text: string;
	try {
		text = strict.decode(bytes);
	} catch {
		yield refusal(place, 'bytes that are no valid UTF-8 text', '');
		return;
	}
	yield await folder.add(path, text);
}

async function* decoded(blob: Blob, onRead: (bytes: number) => void) {
	const decoder = createDecoder();
	for await (const chunk of bytesOf(blob, onRead)) yield decoder.push(chunk);
	yield decoder.end();
}

/** Lists of things in JSON, as they stand alone. A journal is a whole notebook: it is imported by itself. */
async function* lineItems(
	{ path, blob }: GivenFile,
	onRead: (bytes: number) => void
): AsyncGenerator<ImportItem, void> {
	const head = await blob.slice(0, 4000).text();
	yield { kind: 'file', line: 1, file: path, format: isJsonLdHead(head) ? 'json-ld' : 'memory' };
	for await (const items of readPieces(decoded(blob, onRead)))
		for (const item of items) {
			if (item.kind === 'change') {
				yield refusal({ line: 1, file: path }, 'a copy of a notebook is imported by itself', '');
				return;
			}
			yield item.kind === 'entity' || item.kind === 'relation' || item.kind === 'note' || item.kind === 'refused'
				? { ...item, file: path }
				: item;
		}
}
