/** Writes a journal as a lossless file. */
import type { Change } from '../domain/model';
import { crc32, RootHash, utf8Of } from './checksum';
import { changeLine, JOURNAL_FORMAT, seal, type JournalHeader } from './journal-format';

/**
 * One line after another, each with its line feed. The changes are pulled one by one, so a page of them at a time is in memory.
 * @param header shown to who opens the file; cannot replace the fields that make it a journal
 */
export async function* journalToNdjson(
	changes: AsyncIterable<Change>,
	header: JournalHeader
): AsyncGenerator<string, void> {
	const root = new RootHash();
	const first = seal({ ...header, commonplace: 'journal', format: JOURNAL_FORMAT });
	await root.add(utf8Of(first));
	yield `${first}\n`;
	let n = 0;
	for await (const change of changes) {
		const text = JSON.stringify(change.receipt === undefined ? { ...change, receipt: null } : change);
		const bytes = utf8Of(text);
		await root.add(bytes);
		yield `${changeLine(++n, crc32(bytes), text)}\n`;
	}
	yield `${seal({ commonplace: 'end', changes: n, root: await root.value() })}\n`;
}
