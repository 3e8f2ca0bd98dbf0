/** A name that is being typed within a text: where it was begun, and the text with the name put there. Pure. */

export interface Begun {
	mark: '@' | '[[';
	/** What stands between the mark and the caret. */
	partial: string;
	/** Code unit at which it starts, after the mark. */
	start: number;
}

/** At most three words, since a text goes on after a name without a sign. */
const afterAt = /(?:^|[\s(“"])@([^\s@[\]]+(?: [^\s@[\]]+){0,2})$/u;
/** A link ends with its own sign; what is shown instead of its name is no name. */
const inLink = /\[\[([^[\]|\n]{1,200})$/u;

/** The name begun at the caret, if one is. */
export function begunAt(text: string, caret: number): Begun | null {
	const before = text.slice(0, caret);
	for (const [mark, begun] of [
		['[[', inLink],
		['@', afterAt]
	] as const) {
		const partial = begun.exec(before)?.[1];
		if (partial?.trim()) return { mark, partial, start: caret - partial.length };
	}
	return null;
}

export interface Put {
	text: string;
	/** Behind the name, where one goes on. */
	caret: number;
}

/** The whole name in place of the begun one; a link is closed once. */
export function putName(text: string, { mark, partial, start }: Begun, name: string): Put {
	const rest = text.slice(start + partial.length);
	const put = `${text.slice(0, start)}${name}${mark === '[[' ? ']]' : ''} `;
	const after = (mark === '[[' ? rest.replace(/^\]\]/u, '') : rest).replace(/^ /u, '');
	return { text: put + after, caret: put.length };
}
