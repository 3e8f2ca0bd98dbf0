/** Which things the `[[links]]` in the words of a fact mean. Pure. */
import { linksIn, namesOf } from '../domain/link';

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

const spelled = (name: string): string => name.normalize('NFC').toLowerCase().trim();
const namesIn = (text: string): string[] => namesOf(linksIn(text));

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
