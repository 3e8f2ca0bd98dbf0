/**
 * How text of a notebook stands in a Markdown list so that it comes back the same: an item's further lines are indented, and what Markdown
 * would read as a mark at the beginning of a line has a backslash before it. The writer and the reader of our own files.
 */

const INDENT = '  ';
/** White space, then backslashes, then what would begin a heading, list, quote, table, code, tag or property. */
const MARKED = /^([^\S\n]*)(\\*[-*+#>|`~=<&_]|\\+)/;
const NUMBERED = /^([^\S\n]*\d{1,9})(\\*[.)])/;
const ESCAPED = /^([^\S\n]*)\\/;
const ESCAPED_NUMBER = /^([^\S\n]*\d{1,9})\\(\\*[.)])/;

const escapeLine = (line: string): string => line.replace(MARKED, '$1\\$2').replace(NUMBERED, '$1\\$2');

const unescapeLine = (line: string): string =>
	ESCAPED.test(line) ? line.replace(ESCAPED, '$1') : line.replace(ESCAPED_NUMBER, '$1$2');

/** A return within a text is a line feed, as editors and git would make it. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** `- text`, its further lines below it. */
export const listItem = (text: string): string =>
	`- ${withLineFeeds(text).split('\n').map(escapeLine).join(`\n${INDENT}`)}\n`;

/** Lines below an item that belong to it. */
export const below = (text: string): string =>
	`${withLineFeeds(text)
		.split('\n')
		.map((line) => INDENT + escapeLine(line))
		.join('\n')}\n`;

export const property = (key: string, text: string): string => `${INDENT}- ${key}: ${text}\n`;

export interface ListItem {
	/** 1-based */
	line: number;
	text: string;
	/** `- key: text` below it. */
	properties: { line: number; text: string }[];
	/** Further lines, when it is their first that counts. */
	more: string[];
}

/** Items of a list as `listItem` and `below` write them; lines that belong to none are handed to `stray`. */
export function itemsOf(
	lines: readonly string[],
	firstLine: number,
	stray: (line: number, text: string) => void
): ListItem[] {
	const items: ListItem[] = [];
	let item: ListItem | undefined;
	lines.forEach((text, i) => {
		const line = firstLine + i;
		if (/^[-*+] /.test(text)) {
			item = { line, text: unescapeLine(text.slice(2)), properties: [], more: [] };
			items.push(item);
		} else if (item && /^(?: {2}|\t)[-*+] /.test(text))
			item.properties.push({ line, text: text.replace(/^\s+[-*+] /, '') });
		else if (item && /^(?: {2}|\t)/.test(text)) item.more.push(unescapeLine(text.replace(/^(?: {2}|\t)/, '')));
		else if (item && text === '') item.more.push('');
		else stray(line, text);
	});
	// Blank lines between items are no part of them.
	for (const each of items) while (each.more.at(-1) === '') each.more.pop();
	return items;
}

export const textOf = ({ text, more }: ListItem): string => [text, ...more].join('\n');

const PLAIN = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_ -]{0,198}[\p{L}\p{M}\p{N}])?$/u;

/** A relation, role or heading: as it is, or quoted as JSON does. */
export const label = (text: string): string => (PLAIN.test(text) ? text : JSON.stringify(text));

/** The label at the beginning, and what follows it. */
export function takeLabel(text: string): { label: string; rest: string } | undefined {
	if (!text.startsWith('"')) {
		const plain = /^([^:"[\]]+?)(?=:|$)/.exec(text);
		return plain?.[1] === undefined ? undefined : { label: plain[1].trim(), rest: text.slice(plain[0].length) };
	}
	const quoted = /^"(?:[^"\\]|\\.)*"/.exec(text)?.[0];
	if (quoted === undefined) return undefined;
	try {
		return { label: JSON.parse(quoted) as string, rest: text.slice(quoted.length) };
	} catch {
		return undefined;
	}
}
