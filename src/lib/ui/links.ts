/** `[[links]]` in the words of a fact, `[[Name]]` or `[[Name|shown]]`: where they stand, and which thing each means. Pure. */

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

/** What a link means: a thing under its present name. */
export interface Target {
	id: string;
	name: string;
}

/** By what a link names. */
export type Targets = ReadonlyMap<string, Target>;

export interface Mention {
	entity_id: string;
	/** Its present one. */
	name: string;
}

/** A fact, as far as its links go. */
export interface Worded {
	content: string;
	mentions: readonly Mention[];
}

export const linksIn = (text: string): Link[] =>
	[...text.matchAll(LINK)].map(({ 0: whole, 1: name = '', 2: shown, index }) => ({
		start: index,
		stop: index + whole.length,
		name: name.trim(),
		shown: shown?.trim() ? shown.trim() : null
	}));

/** The words alone, for places that show no links. */
export const withoutMarks = (text: string): string =>
	text.replace(LINK, (_, name: string, shown?: string) => (shown?.trim() ? shown : name));

const spelled = (name: string): string => name.normalize('NFC').toLowerCase().trim();
const namesIn = (text: string): string[] => [...new Set(linksIn(text).map(({ name }) => name))].filter(Boolean);

/** Links of a fact whose name no thing has that it mentions: renamed, merged, or never known. */
export const strangersIn = ({ content, mentions }: Worded): string[] =>
	namesIn(content).filter((name) => !mentions.some((each) => spelled(each.name) === spelled(name)));

/**
 * What the links of a fact mean (F2): a thing that it mentions, by its present name, else by one that leads there now, as the old name
 * does after a rename. A link that means none of them is no link.
 * @param find which thing answers to a name now
 */
export function targetsOf(fact: Worded, find: (name: string) => Target | undefined): Targets {
	const targets = new Map<string, Target>();
	const take = (name: string, mention: Mention | undefined): void => {
		if (mention) targets.set(name, { id: mention.entity_id, name: mention.name });
	};
	const { content, mentions } = fact;
	for (const name of namesIn(content))
		take(
			name,
			mentions.find((each) => spelled(each.name) === spelled(name))
		);
	for (const name of strangersIn(fact)) {
		const found = find(name);
		take(name, found && mentions.find((each) => each.entity_id === found.id || each.name === found.name));
	}
	return targets;
}
