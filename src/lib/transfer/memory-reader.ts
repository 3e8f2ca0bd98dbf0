/** Reads `memory.jsonl` and its relatives: lines in, entities and relations out, in the order of the file. */
import type { ImportItem } from '../domain/import-item';
import type { Line } from './lines';
import { readValue } from './memory-record';
import type { RawItem } from './raw-item';
import { RecordSplitter } from './record-splitter';

/** What reads one format. Lines go in as they come; never throws for what stands in them. */
export interface LineReader {
	push(lines: readonly Line[]): ImportItem[] | Promise<ImportItem[]>;
	end(): ImportItem[] | Promise<ImportItem[]>;
}

export function createMemoryReader(): LineReader {
	const splitter = new RecordSplitter();
	const meaning = (raw: readonly RawItem[]): ImportItem[] => {
		const items: ImportItem[] = [];
		const emit = (item: ImportItem) => void items.push(item);
		for (const item of raw) {
			if (item.kind === 'value') readValue(item.value, item.line, item.text, emit, item.list);
			else emit(item);
		}
		return items;
	};
	return {
		push: (lines) => meaning(splitter.push(lines)),
		end: () => meaning(splitter.end())
	};
}
