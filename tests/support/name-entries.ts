/** Entries of a name index: a thing of the default channel of which only the name matters. */
import type { NameEntry } from '../../src/lib/notebook/name-index';

export const nameEntry = (id: string, name: string, more: Partial<NameEntry> = {}): NameEntry => ({
	id,
	channel: 'default',
	name,
	type: null,
	aliases: [],
	created: 0,
	updated: 0,
	weight: 0,
	...more
});
