/** `[[links]]` in the words of a fact, `[[Name]]` or `[[Name|shown]]`: where they stand, and which thing each means. Pure. */
import { PLAIN_ROLE } from './capture-write';

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
	role: string;
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
 * What the links of a fact mean (F2): a thing that it mentions, by its present name, else by a name that leads there now, else, when as
 * many links are left as mentions, in their order. A link that means none of them is no link.
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
	const strangers = strangersIn(fact);
	for (const name of strangers) {
		const found = find(name);
		take(name, found && mentions.find((each) => each.entity_id === found.id || each.name === found.name));
	}
	const taken = new Set([...targets.values()].map(({ id }) => id));
	const links = strangers.filter((name) => !targets.has(name));
	const rest = mentions.filter(({ role, entity_id }) => role === PLAIN_ROLE && !taken.has(entity_id));
	if (links.length === rest.length) links.forEach((name, i) => take(name, rest[i]));
	return targets;
}
