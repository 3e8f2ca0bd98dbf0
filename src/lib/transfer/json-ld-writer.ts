/** JSON-LD: one graph, a node a line. It reads and writes like any JSON; what the words mean stands in its own context. */
import type {
	Portable,
	PortableFact,
	PortableNote,
	PortableRef,
	PortableRelation,
	PortableThing
} from '../domain/portable';
import { context, urn } from './json-ld-form';

const refNode = ({ id, name, type }: PortableRef) => ({ '@id': urn(id), name, ...(type !== null && { kind: type }) });

const times = ({ at, valid_from, valid_until }: PortableFact | PortableRelation) => ({
	dateCreated: at,
	...(valid_from !== undefined && { validFrom: valid_from }),
	...(valid_until !== undefined && { validThrough: valid_until })
});

const factNode = (fact: PortableFact) => ({
	text: fact.content,
	...(fact.mentions.length && { mention: fact.mentions.map(({ thing, role }) => ({ to: refNode(thing), role })) }),
	confidence: fact.confidence,
	...(fact.importance !== undefined && { importance: fact.importance }),
	...(fact.source !== undefined && { source: fact.source }),
	...times(fact)
});

const relationNode = (relation: PortableRelation) => ({
	predicate: relation.relation,
	to: refNode(relation.to),
	confidence: relation.confidence,
	...(relation.strength !== undefined && { strength: relation.strength }),
	...(relation.context !== undefined && { context: relation.context }),
	...times(relation)
});

const thingNode = (thing: PortableThing) => ({
	'@id': urn(thing.id),
	'@type': 'Thing',
	name: thing.name,
	...(thing.type !== null && { kind: thing.type }),
	...(thing.description !== undefined && { description: thing.description }),
	...(thing.aliases.length && { alternateName: thing.aliases }),
	dateCreated: thing.created,
	...(thing.isMentionedOnly && { onlyMentioned: true }),
	...(thing.values.length && {
		slot: thing.values.map(({ attribute, values, isSet }) =>
			isSet ? { attribute, values } : { attribute, value: values[0] ?? '' }
		)
	}),
	...(thing.facts.length && { fact: thing.facts.map(factNode) }),
	...(thing.relations.length && { relation: thing.relations.map(relationNode) })
});

const noteNode = (note: PortableNote) => ({
	'@id': urn(note.id),
	'@type': 'Note',
	...(note.title !== undefined && { name: note.title }),
	noteKind: note.kind,
	dateCreated: note.created,
	text: note.text
});

export async function* jsonLd(source: Portable): AsyncGenerator<string, void> {
	yield `{"@context": ${JSON.stringify(context)},\n"@graph": [`;
	let parting = '\n';
	for await (const thing of source.things()) {
		yield parting + JSON.stringify(thingNode(thing));
		parting = ',\n';
	}
	for await (const note of source.notes()) {
		yield parting + JSON.stringify(noteNode(note));
		parting = ',\n';
	}
	yield '\n]}\n';
}
