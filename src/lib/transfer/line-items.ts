/** Lines of text to items: which format they are of, their first lines tell. */
import type { ImportItem } from '../domain/import-item';
import { createDecoder, type Piece } from './decode';
import { isJournalLine } from './journal-format';
import { JournalReader } from './journal-reader';
import { isJsonLdHead, JsonLdReader } from './json-ld-reader';
import { JOURNAL_LINE_LIMIT, VALUE_LIMIT } from './limits';
import { LineSplitter, type Line } from './lines';
import { createMemoryReader, type LineReader } from './memory-reader';

/** Lines looked at to tell a journal, should its header be damaged. */
const FIRST_LINES = 3;

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
		const first = this.#first;
		this.#first = [];
		const isJsonLd = !isJournal && isJsonLdHead(first.map(({ text }) => text.slice(0, 4000)).join('\n'));
		this.#reader = isJournal ? new JournalReader() : isJsonLd ? new JsonLdReader() : createMemoryReader();
		return this.#reader.push(first);
	}
}
