/**
 * Opens files for import. What a file is, is told by its content where it can be; a name only tells a table or a Markdown file, which could
 * be any text. Reading streams, and never throws for what stands in the file: what cannot be taken is an item of its own.
 */
import type { GivenFile, ImportFormat, ImportItem, ImportReading } from '../domain/import-item';
import type { Piece } from './decode';
import { chosenFiles, folderItems } from './folder-items';
import { isJsonLdHead } from './json-ld-reader';
import { decodePieces, readPieces } from './line-items';
import { kindOf } from './paths';
import { bytesOf, isBinary } from './source';
import { isZip, unzip } from './unzip';

/** Bytes read in search of the first thing understood, before `openImport` answers. */
const SNIFF = 4_000_000;
/** UTF-16 units of a text handed in, read at a time. */
const STRETCH = 65_536;
/**
 * `items` can be gone through more than once; each time the file is read anew. `format` is what was found so far: a file
 * that opens as `unknown` may still turn out to be something further on. Of a text, sizes are in UTF-16 units.
 */
export async function openImport(
	source: Blob | string | readonly GivenFile[],
	{ name = '' }: { name?: string } = {}
): Promise<ImportReading> {
	if (typeof source !== 'string' && !(source instanceof Blob)) return new FolderReading(source);
	if (source instanceof Blob && (await isZip(source))) return new FolderReading(source);
	const kind = kindOf(name.replace(/\.gz$/i, ''));
	if (kind === 'markdown' || kind === 'csv')
		return new FolderReading([{ path: name.replace(/\.gz$/i, ''), blob: new Blob([source]) }]);
	const reading = new Reading(source);
	reading.isJsonLd = isJsonLdHead(await headOf(source));
	for await (const item of reading.items) if (isUnderstood(item) || reading.bytesRead() > SNIFF) break;
	return reading;
}

class Reading implements ImportReading {
	format: ImportFormat = 'unknown';
	isJsonLd = false;
	readonly bytesTotal: number;
	readonly items: AsyncIterable<ImportItem> = { [Symbol.asyncIterator]: () => this.#read() };
	readonly #source: Blob | string;
	#bytesRead = 0;

	constructor(source: Blob | string) {
		this.#source = source;
		this.bytesTotal = typeof source === 'string' ? source.length : source.size;
	}

	readonly bytesRead = (): number => this.#bytesRead;

	async *#read(): AsyncGenerator<ImportItem, void> {
		this.#bytesRead = 0;
		if (typeof this.#source !== 'string' && (await isBinary(this.#source))) {
			yield { kind: 'refused', line: 1, reason: 'this is no text file', excerpt: '' };
			return;
		}
		const source = this.#source;
		const pieces = typeof source === 'string' ? this.#stretches(source) : this.#decoded(source);
		for await (const items of readPieces(pieces)) {
			for (const item of items) {
				if (this.format === 'unknown') this.format = formatOf(item, this.isJsonLd);
				yield item;
			}
		}
	}

	#decoded(blob: Blob): AsyncGenerator<Piece[], void> {
		return decodePieces(bytesOf(blob, (bytes) => (this.#bytesRead += bytes)));
	}

	*#stretches(text: string): Generator<Piece[], void> {
		const start = text.startsWith('\uFEFF') ? 1 : 0;
		for (let at = start; at < text.length; at += STRETCH) {
			const stretch = text.slice(at, at + STRETCH);
			this.#bytesRead = at + stretch.length;
			yield [{ text: stretch, bad: false }];
		}
	}
}

const isUnderstood = (item: ImportItem): boolean => formatOf(item, false) !== 'unknown';

function formatOf(item: ImportItem, isJsonLd: boolean): ImportFormat {
	if (item.kind === 'entity' || item.kind === 'relation' || item.kind === 'note')
		return isJsonLd ? 'json-ld' : 'memory';
	if (item.kind === 'change' || (item.kind === 'ignored' && item.what.startsWith('journal '))) return 'journal';
	return 'unknown';
}

const headOf = async (source: Blob | string): Promise<string> =>
	typeof source === 'string'
		? source.slice(0, 4000)
		: source
				.slice(0, 4000)
				.text()
				.catch(() => '');

/** The files of a folder, or those in a zip. */
class FolderReading implements ImportReading {
	readonly format = 'mixed';
	readonly bytesTotal: number;
	readonly items: AsyncIterable<ImportItem> = { [Symbol.asyncIterator]: () => this.#read() };
	readonly #source: Blob | readonly GivenFile[];
	#bytesRead = 0;

	constructor(source: Blob | readonly GivenFile[]) {
		this.#source = source;
		this.bytesTotal = source instanceof Blob ? source.size : source.reduce((sum, { blob }) => sum + blob.size, 0);
	}

	readonly bytesRead = (): number => this.#bytesRead;

	async *#read(): AsyncGenerator<ImportItem, void> {
		this.#bytesRead = 0;
		const source = this.#source;
		const isPacked = source instanceof Blob;
		// Of a zip it is its own bytes that are counted, not those that come out of it.
		const files = isPacked ? unzip(source, (bytes) => (this.#bytesRead += bytes)) : chosenFiles(source);
		try {
			yield* folderItems(files, (bytes) => {
				if (!isPacked) this.#bytesRead += bytes;
			});
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error);
			yield { kind: 'refused', line: 1, reason: `it could not be read further: ${why}`, excerpt: '' };
		}
	}
}
