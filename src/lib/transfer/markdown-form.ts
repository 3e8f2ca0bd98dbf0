/** The form of a Markdown file that this app wrote: what its front matter and its sections are called. */
import { linksIn, namesOf } from '../domain/link';

/** Says in the front matter what a file of ours is: `thing` or `note`. */
export const MARK = 'commonplace';

/** Before an attribute whose name means something else in the front matter. */
export const VALUE_OF = 'value of ';

/** Names in the front matter that are no attributes. */
export const reserved: ReadonlySet<string> = new Set([
	MARK,
	'id',
	'name',
	'title',
	'type',
	'aliases',
	'alias',
	'description',
	'created',
	'only_mentioned'
]);

export const sections = {
	facts: 'Facts',
	relations: 'Relations',
	mentioned: 'Mentioned in',
	incoming: 'Related from'
} as const;

/** The role of whom a `[[link]]` names, in the words of the notebook. */
export { LINK_ROLE } from '../domain/fact';

export const linkedNames = (text: string): ReadonlySet<string> => new Set(namesOf(linksIn(text)));
