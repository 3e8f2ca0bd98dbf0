/**
 * The lossless file: NDJSON of a header, one change a line in the order of their stamps, and a trailer.
 *   {"commonplace":"journal","format":1,…,"sum":"89abcdef"}
 *   {"n":1,"sum":"0123abcd","change":{…}}
 *   {"commonplace":"end","changes":1,"root":"…","sum":"…"}
 * `sum` is the CRC-32 of the change's JSON as it stands, or of the header's or trailer's JSON without its `sum`.
 */
import { crc32, utf8Of } from './checksum';

export const JOURNAL_FORMAT = 1;

/** What the writer wants to say of the file: app, version, time of writing … Of no effect on reading. */
export type JournalHeader = Readonly<Record<string, string | number | boolean | null>>;

const opening = /^[\s\uFEFF]*\{\s*(?:"commonplace"\s*:\s*"(?:journal|end)"|"n"\s*:\s*\d+\s*,\s*"sum"\s*:)/;

/** Whether a line can only be one of a journal. */
export const isJournalLine = (text: string): boolean => opening.test(text.slice(0, 200));

/** A header's or trailer's line, its checksum last. */
export function seal(record: Readonly<Record<string, unknown>>): string {
	return JSON.stringify({ ...record, sum: crc32(utf8Of(JSON.stringify(record))) });
}

export function isSealed({ sum, ...record }: Readonly<Record<string, unknown>>): boolean {
	return sum === crc32(utf8Of(JSON.stringify(record)));
}

export const changeLine = (n: number, sum: string, change: string): string =>
	`{"n":${n},"sum":"${sum}","change":${change}}`;

const frame = /^\{"n":\d{1,15},"sum":"[0-9a-f]{8}","change":/;

/** The change's JSON exactly as it stands in the line; written anew if another program has laid the line out its own way. */
export function changeText(line: string, change: unknown): string {
	const head = frame.exec(line.slice(0, 60));
	return head && line.endsWith('}') ? line.slice(head[0].length, -1) : JSON.stringify(change);
}
