/**
 * How a text says that it means a thing: `[[Name]]`, or `[[Name|shown]]`. Where such links stand, and how one is written; which thing a
 * name means is not asked here. Imports nothing: whoever keeps a text and whoever shows or types one read it by these (ADR 8).
 */

const LINK = /\[\[([^[\]|\n]{1,200})(?:\|([^[\]\n]{0,200}))?\]\]/gu;

export interface Link {
	/** Code units, marks included. */
	start: number;
	stop: number;
	/** What was named when it was written. */
	name: string;
	/** What stands there instead of the name. */
	shown: string | null;
}

export const linksIn = (text: string): Link[] =>
	[...text.matchAll(LINK)].map(({ 0: whole, 1: name = '', 2: shown, index }) => ({
		start: index,
		stop: index + whole.length,
		name: name.trim(),
		shown: shown?.trim() ? shown.trim() : null
	}));

/** What links name, each once. */
export const namesOf = (links: readonly Link[]): string[] =>
	[...new Set(links.map(({ name }) => name))].filter(Boolean);

/** The words alone, for places that show no links. */
export const withoutMarks = (text: string): string =>
	text.replace(LINK, (_, name: string, shown?: string) => (shown?.trim() ? shown : name));

/** @param shown what stands there, when it is not the name itself */
export const linkTo = (name: string, shown = name): string => (shown === name ? `[[${name}]]` : `[[${name}|${shown}]]`);
