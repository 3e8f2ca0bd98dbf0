/**
 * Opens a file for import: what it is, is told by its content, never by its name. Reading streams, and never throws for
 * what stands in the file: what cannot be taken is an item of its own.
 */
import type { ImportFormat, ImportItem, ImportReading } from '../domain/import-item';
import { createDecoder, type Piece } from './decode';
import { isJournalLine } from './journal-format';
import { JournalReader } from './journal-reader';
import { JOURNAL_LINE_LIMIT, VALUE_LIMIT } from './limits';
import { LineSplitter, type Line } from './lines';
import { createMemoryReader, type LineReader } from './memory-reader';
import { bytesOf, isBinary } from './source';

/** Bytes read in search of the first thing understood, before `openImport` answers. */
const SNIFF = 4_000_000;
/** UTF-16 units of a text handed in, read at a time. */
const STRETCH = 65_536;
/** Lines looked at to tell a journal, should its header be damaged. */
const FIRST_LINES = 3;

/**
 * `items` can be gone through more than once; each time the file is read anew. `format` is what was found so far: a file
 * that opens as `unknown` may still turn out to be something further on. Of a text, sizes are in UTF-16 units.
 */
export async function openImport(source: Blob | string, _options: { name?: string } = {}): Promise<ImportReading> {
	const reading = new Reading(source);
	for await (const item of reading.items) if (isUnderstood(item) || reading.bytesRead() > SNIFF) break;
	return reading;
}

class Reading implements ImportReading {
	format: ImportFormat = 'unknown';
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
				if (this.format === 'unknown') this.format = formatOf(item);
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

const isUnderstood = (item: ImportItem): boolean => formatOf(item) !== 'unknown';

function formatOf(item: ImportItem): ImportFormat {
	if (item.kind === 'entity' || item.kind === 'relation') return 'memory';
	if (item.kind === 'change' || (item.kind === 'ignored' && item.what.startsWith('journal '))) return 'journal';
	return 'unknown';
}

export async function* decodePieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece[], void> {
	const decoder = createDecoder();
	for await (const chunk of chunks) yield decoder.push(chunk);
	yield decoder.end();
}

/** Items in batches, in the order of the file. A source that fails ends the reading with a refusal that says so. */
export async function* readPieces(
	pieces: AsyncIterable<Piece[]> | Iterable<Piece[]>
): AsyncGenerator<ImportItem[], void> {
	const splitter = new LineSplitter(VALUE_LIMIT);
	const chosen = new ChosenReader(() => (splitter.limit = JOURNAL_LINE_LIMIT));
	try {
		for await (const some of pieces) for (const piece of some) yield await chosen.push(splitter.push(piece));
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		yield [{ kind: 'refused', line: splitter.line, reason: `the file could not be read further: ${why}`, excerpt: '' }];
		yield await chosen.end();
		return;
	}
	yield await chosen.push(splitter.end());
	yield await chosen.end();
}

/** Waits for the first lines, then is a reader of the format that they show. */
class ChosenReader implements LineReader {
	#reader: LineReader | undefined;
	#first: Line[] = [];
	readonly #onJournal: () => void;

	constructor(onJournal: () => void) {
		this.#onJournal = onJournal;
	}

	push(lines: readonly Line[]): ImportItem[] | Promise<ImportItem[]> {
		if (this.#reader) return this.#reader.push(lines);
		for (const line of lines) if (!line.ends || line.text.trim() !== '') this.#first.push(line);
		const isJournal = this.#first.slice(0, FIRST_LINES).some(({ text }) => isJournalLine(text));
		return isJournal || this.#first.length >= FIRST_LINES ? this.#start(isJournal) : [];
	}

	async end(): Promise<ImportItem[]> {
		const last = this.#reader ? [] : await this.#start(false);
		return [...last, ...((await this.#reader?.end()) ?? [])];
	}

	#start(isJournal: boolean): ImportItem[] | Promise<ImportItem[]> {
		if (isJournal) this.#onJournal();
		this.#reader = isJournal ? new JournalReader() : createMemoryReader();
		const first = this.#first;
		this.#first = [];
		return this.#reader.push(first);
	}
}
