/** How much a reader takes in one piece, and how text is measured and shown in refusals. Knows no format. */

/** UTF-16 units of one JSON value that is parsed whole: a line, or an item of a list. */
export const VALUE_LIMIT = 8_000_000;
/** The same for a line of our own journal: a change may hold many claims and long notes. */
export const JOURNAL_LINE_LIMIT = 128_000_000;
/** Objects and lists inside one another. */
export const DEPTH_LIMIT = 64;

/** Code points after trimming (L1). */
export const NAME_LIMIT = 200;
export const OBSERVATION_LIMIT = 20_000;
export const DESCRIPTION_LIMIT = 4_000;
export const CONTEXT_LIMIT = 4_000;
export const SOURCE_LIMIT = 500;
export const ATTRIBUTE_VALUE_LIMIT = 4_000;
export const NOTE_LIMIT = 1_000_000;

/** Of a folder or a zip: files that are read, the rest is refused. */
export const FILES_LIMIT = 100_000;
/** Bytes of one file of a folder or zip that is taken whole: Markdown. */
export const FILE_LIMIT = 16_000_000;
/** Bytes that all files of a zip may unpack to: a few kilobytes can claim to be a terabyte. */
export const UNPACKED_LIMIT = 1_000_000_000;
/** Bytes of one table or list in a zip. */
export const UNPACKED_FILE_LIMIT = 256_000_000;
/** Columns of a table. */
export const COLUMNS_LIMIT = 2_000;

const EXCERPT = 80;
const loneSurrogates = /\p{Surrogate}/gu;

/** Counted in code points; cheap for what is clearly short or clearly long. */
export function isLongerThan(text: string, limit: number): boolean {
	if (text.length <= limit) return false;
	if (text.length > 2 * limit) return true;
	return lengthOf(text) > limit;
}

/** Code points. */
export function lengthOf(text: string): number {
	let pairs = 0;
	for (let i = 0; i + 1 < text.length; i++) if ((text.codePointAt(i) ?? 0) > 0xffff) pairs++;
	return text.length - pairs;
}

export const isWellFormed = (text: string): boolean => text.search(loneSurrogates) < 0;

/** The beginning of a text for a report: at most 80 code points, whole characters only. */
export function excerptOf(text: string): string {
	const head = Array.from(text.slice(0, 4 * EXCERPT).trim())
		.slice(0, EXCERPT)
		.join('');
	return head.replace(loneSurrogates, '\uFFFD').replace(/\uFFFD+/g, '\uFFFD');
}

/** Whether objects and lists go deeper than `limit`; itself never goes deeper than that. */
export function isDeeperThan(value: unknown, limit: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (limit === 0) return true;
	if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, limit - 1));
	return Object.values(value).some((item) => isDeeperThan(item, limit - 1));
}
