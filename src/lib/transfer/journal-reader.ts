/**
 * Reads the lossless file back: every checksum, the order, the count, the trailer and the shape of each change.
 * What is damaged is refused with its line; what is whole is given all the same.
 */
import type { ImportItem } from '../domain/import-item';
import type { Change } from '../domain/model';
import { crc32, RootHash, utf8Of } from './checksum';
import { isRecord, type JsonRecord } from './fields';
import { changeText, isSealed, JOURNAL_FORMAT } from './journal-format';
import { whyNoChange } from './journal-schema';
import { DEPTH_LIMIT, excerptOf, isDeeperThan, JOURNAL_LINE_LIMIT } from './limits';
import type { Line } from './lines';
import type { LineReader } from './memory-reader';
import { parseJson } from './raw-item';

export class JournalReader implements LineReader {
	#out: ImportItem[] = [];
	#root = new RootHash();
	/** Of the last change line. */
	#n = 0;
	#changes = 0;
	/** Something was refused: the root hash cannot fit, and says nothing new. */
	#isDamaged = false;
	#state: 'start' | 'open' | 'closed' | 'foreign' = 'start';
	#last = 1;
	#passing = 0;

	async push(lines: readonly Line[]): Promise<ImportItem[]> {
		for (const line of lines) await this.#take(line);
		return this.#flush();
	}

	/** The file ends here. */
	end(): ImportItem[] {
		if (this.#state === 'start' || this.#state === 'open')
			this.#refuse(
				{ line: this.#last, text: '' },
				`the file is cut off: its closing line is missing; ${this.#changes} of its changes were read`
			);
		return this.#flush();
	}

	#flush(): ImportItem[] {
		const out = this.#out;
		this.#out = [];
		return out;
	}

	#take(line: Line): Promise<void> | undefined {
		const text = line.text.trim();
		// Blank lines say nothing, also not where a file that was cut off ends: those before the first line are not handed on.
		if (line.line === this.#passing || (line.ends && text === '')) return;
		this.#last = line.line;
		if (!line.ends) {
			this.#passing = line.line;
			this.#refuse(line, `longer than ${JOURNAL_LINE_LIMIT / 1_000_000} million characters`);
			return;
		}
		if (this.#state === 'foreign') return undefined;
		const value = line.bad ? undefined : parseJson(text);
		if (!isRecord(value)) {
			this.#refuse(line, 'damaged: no JSON');
			return;
		}
		if (value.commonplace === 'journal') return this.#header(line, value);
		if (value.commonplace === 'end') return this.#trailer(line, value);
		if (isRecord(value.change)) return this.#change(line, text, value);
		this.#refuse(line, 'no line of a journal');
	}

	#header(line: Line, header: JsonRecord): Promise<void> | undefined {
		if (this.#state === 'open') this.#refuse(line, 'a new journal begins before the one before it is closed');
		this.#state = 'open';
		this.#root = new RootHash();
		this.#n = this.#changes = 0;
		this.#isDamaged = false;
		if (header.format !== JOURNAL_FORMAT) {
			this.#state = 'foreign';
			this.#refuse(
				line,
				`a journal of format ${excerptOf(JSON.stringify(header.format ?? null))}, which this version cannot read`
			);
			return;
		}
		if (!isSealed(header)) {
			this.#refuse(line, 'the header is damaged: its checksum does not fit');
			return;
		}
		this.#out.push({ kind: 'ignored', line: line.line, what: 'journal header' });
		return this.#root.add(utf8Of(JSON.stringify(header)));
	}

	#change(line: Line, text: string, value: JsonRecord): Promise<void> | undefined {
		if (this.#state === 'start') this.#refuse(line, 'the header is missing');
		if (this.#state === 'closed') {
			this.#refuse(line, 'a change behind the closing line');
			return;
		}
		this.#state = 'open';
		this.#count(line, value.n);
		const bytes = utf8Of(changeText(text, value.change));
		if (crc32(bytes) !== value.sum) {
			this.#refuse(line, 'damaged: the checksum does not fit');
			return;
		}
		const why = isDeeperThan(value.change, DEPTH_LIMIT)
			? `nested more than ${DEPTH_LIMIT} deep`
			: whyNoChange(value.change);
		if (why !== undefined) {
			this.#refuse(line, `no change of a notebook: ${why}`);
			return;
		}
		this.#changes++;
		this.#out.push({ kind: 'change', line: line.line, change: value.change as Change });
		return this.#root.add(bytes);
	}

	/** Numbers run from 1 without a gap. */
	#count(line: Line, n: unknown): void {
		const expected = this.#n + 1;
		if (n !== expected && !this.#isDamaged)
			this.#refuse(
				line,
				`out of order: change ${excerptOf(JSON.stringify(n ?? null))} where ${expected} was expected; some may be missing`
			);
		this.#n = typeof n === 'number' && Number.isSafeInteger(n) ? n : expected;
	}

	async #trailer(line: Line, trailer: JsonRecord): Promise<undefined> {
		if (this.#state !== 'open') {
			this.#refuse(line, 'a closing line without a journal before it');
			return;
		}
		this.#state = 'closed';
		if (!isSealed(trailer)) {
			this.#refuse(line, 'the closing line is damaged: its checksum does not fit');
			return;
		}
		if (trailer.changes !== this.#changes) {
			this.#refuse(
				line,
				`${excerptOf(JSON.stringify(trailer.changes ?? null))} changes were written, ${this.#changes} could be read`
			);
			return;
		}
		if (!this.#isDamaged && trailer.root !== (await this.#root.value())) {
			this.#refuse(line, 'the file is not as it was written: its root hash does not fit');
			return;
		}
		this.#out.push({ kind: 'ignored', line: line.line, what: 'journal trailer' });
		return undefined;
	}

	#refuse({ line, text }: { line: number; text: string }, reason: string): undefined {
		this.#isDamaged = true;
		this.#out.push({ kind: 'refused', line, reason, excerpt: excerptOf(text) });
	}
}
