/** `[[links]]` of Markdown files: what they point to, a file of the same folder or a name. */

export interface WikiLink {
	/** Without folder, ending and heading. */
	target: string;
	shown?: string;
}

const WIKI = /(!?)\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\]/gu;
/** A link to another Markdown file, as plain Markdown has it. */
const PLAIN = /(!?)\[[^\]\n]*\]\(<?([^)>\s]+\.(?:md|markdown))(?:#[^)>\s]*)?>?\)/giu;

/** The last part of a path, without its ending and what follows a `#`. */
export const stemOf = (path: string): string =>
	(path.replaceAll('\\', '/').split('/').at(-1) ?? '').replace(/\.(?:md|markdown)$/i, '').trim();

const unescaped = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
};

const isOutside = (path: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(path);

/** Links of a text; pictures and other embedded files are none. */
export function linksOf(text: string): WikiLink[] {
	const links: WikiLink[] = [];
	for (const [, embeds, target = '', shown] of text.matchAll(WIKI)) {
		const stem = stemOf(target.split('#')[0] ?? '');
		if (!embeds && stem) links.push({ target: stem, ...(shown?.trim() && { shown: shown.trim() }) });
	}
	for (const [, embeds, path = ''] of text.matchAll(PLAIN)) {
		const stem = stemOf(unescaped(path));
		if (!embeds && stem && !isOutside(path)) links.push({ target: stem });
	}
	return links;
}

/** The links of a text that is nothing but links, parted by commas or white space. */
export function onlyLinks(text: string): WikiLink[] | undefined {
	const links = linksOf(text);
	const rest = text.replace(WIKI, '').replace(PLAIN, '');
	return links.length && /^[\s,;]*$/.test(rest) ? links : undefined;
}

export const stemKey = (stem: string): string => stem.normalize('NFC').toLowerCase();
