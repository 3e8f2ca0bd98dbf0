/** What comes in by an address: the app's own shortcut, something shared to it, a `web+commonplace:` link. Shown in the line, never saved unasked. */

/** Of a link in another page or program: `web+commonplace:Jeff works at Acme`. */
export const PROTOCOL = 'web+commonplace';
const LONGEST = 2_000;

/** One line, as the field of a line has it. */
const squeezed = (text: string): string => text.replace(/\s+/gu, ' ').trim().slice(0, LONGEST);

/** What a link of ours says; a text that is no such link says itself. Slashes are for programs that insist on them. */
function saidBy(text: string): string {
	const [, rest] = new RegExp(`^${PROTOCOL.replace('+', '\\+')}:(?://)?(.*)$`, 'su').exec(text) ?? [];
	if (rest === undefined) return text;
	try {
		return decodeURIComponent(rest);
	} catch {
		return rest; // a lone % sign
	}
}

/**
 * The line that an address asks for; null: none.
 * @param query `capture` (the shortcut, a link), or `title`, `text` and `url` (the share target, as the manifest names them)
 */
export function lineFrom(query: URLSearchParams): string | null {
	const captured = query.get('capture');
	if (captured !== null) return captured === '1' ? '' : squeezed(saidBy(captured));
	const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map((key) => squeezed(query.get(key) ?? ''));
	if (!title && !text && !url) return null;
	// A shared page often repeats its title or its address in the text.
	const parts = [text.includes(title) ? '' : title, text, text.includes(url) ? '' : url];
	return squeezed(parts.filter(Boolean).join(' '));
}
