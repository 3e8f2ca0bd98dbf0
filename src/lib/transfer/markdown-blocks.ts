/** The text of a Markdown file as what can stand by itself: paragraphs, list items with what is below them, quotes, tables, code. */

export interface Block {
	text: string;
	/** 1-based */
	line: number;
}

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const ITEM = /^(?:[-*+]|\d{1,9}[.)])\s+/;
const HEADING = /^\s{0,3}#{1,6}(?:\s|$)/;
const RULE = /^\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|={3,})$/;

/** Headings and rules part what they stand between, and are no text of their own. */
export function readBlocks(body: string, firstLine: number): Block[] {
	const blocks: Block[] = [];
	let open: { lines: string[]; line: number } | undefined;
	let fence: string | undefined;
	const close = () => {
		const text = open?.lines.join('\n').trim();
		if (open && text) blocks.push({ text, line: open.line });
		open = undefined;
	};
	const add = (text: string, line: number) => {
		open ??= { lines: [], line };
		open.lines.push(text);
	};
	body.split(/\r?\n/).forEach((text, i) => {
		const line = firstLine + i;
		const mark = FENCE.exec(text)?.[1];
		if (fence !== undefined) {
			add(text, line);
			if (mark?.startsWith(fence) && text.trim() === mark) {
				fence = undefined;
				close();
			}
		} else if (mark !== undefined) {
			if (!/^\s/.test(text)) close();
			fence = mark;
			add(text, line);
		} else if (text.trim() === '' || HEADING.test(text) || RULE.test(text)) close();
		else if (ITEM.test(text)) {
			close();
			add(text.replace(ITEM, ''), line);
		} else add(text, line);
	});
	close();
	return blocks;
}
