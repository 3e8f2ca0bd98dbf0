/** The vocabulary of the JSON-LD that this app writes: schema.org where it has a word, else its own. The context stands in the file. */

const OWN = 'urn:commonplace:';

export const context = {
	name: 'https://schema.org/name',
	alternateName: 'https://schema.org/alternateName',
	description: 'https://schema.org/description',
	text: 'https://schema.org/text',
	dateCreated: 'https://schema.org/dateCreated',
	validFrom: 'https://schema.org/validFrom',
	validThrough: 'https://schema.org/validThrough',
	Thing: 'https://schema.org/Thing',
	Note: `${OWN}Note`,
	kind: `${OWN}kind`,
	onlyMentioned: `${OWN}onlyMentioned`,
	attribute: `${OWN}attribute`,
	value: `${OWN}value`,
	values: `${OWN}values`,
	slot: `${OWN}slot`,
	fact: `${OWN}fact`,
	mention: `${OWN}mention`,
	role: `${OWN}role`,
	relation: `${OWN}relation`,
	predicate: `${OWN}predicate`,
	to: { '@id': `${OWN}to` },
	confidence: `${OWN}confidence`,
	importance: `${OWN}importance`,
	strength: `${OWN}strength`,
	source: `${OWN}source`,
	context: `${OWN}context`,
	noteKind: `${OWN}noteKind`
} as const;

export const urn = (id: string): string => `urn:uuid:${id}`;

export const idIn = (urnText: unknown): string | undefined =>
	typeof urnText === 'string' && urnText.startsWith('urn:uuid:') ? urnText.slice('urn:uuid:'.length) : undefined;
