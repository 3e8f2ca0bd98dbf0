/** Nodes of the JSON-LD that this app writes. */
import type { ImportItem, ImportObservation } from '../domain/import-item';
import type { NoteKind } from '../domain/model';
import { checkedText, EntityDraft, factDetails, refusal, relationItem, type Place } from './entity-draft';
import { isRecord, nameOf, Refusal, type JsonRecord } from './fields';
import { idIn } from './json-ld-form';
import { textOf } from './json-ld-terms';
import { NAME_LIMIT, NOTE_LIMIT, isLongerThan } from './limits';

const records = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const texts = (value: unknown): string[] =>
	Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const noteKinds: ReadonlySet<string> = new Set<NoteKind>(['page', 'daily', 'capture', 'import']);

/** undefined: it is none of ours. */
export function readOwnNode(node: JsonRecord, place: Place): ImportItem[] | undefined {
	const id = idIn(node['@id']);
	if (id === undefined) return undefined;
	if (node['@type'] === 'Note') return [noteOf(node, place)];
	return node['@type'] === 'Thing' ? thingOf(node, id, place) : undefined;
}

function noteOf(node: JsonRecord, place: Place): ImportItem {
	const text = textOf(node['text']);
	const checked = checkedText('text', text, NOTE_LIMIT);
	if (checked instanceof Refusal) return refusal(place, checked.reason, text);
	const title = textOf(node['name']).trim();
	const kind = textOf(node['noteKind']);
	return {
		kind: 'note',
		line: place.line,
		text,
		noteKind: noteKinds.has(kind) ? (kind as NoteKind) : 'import',
		...(title && !isLongerThan(title, NAME_LIMIT) && { title })
	};
}

function thingOf(node: JsonRecord, id: string, place: Place): ImportItem[] {
	const name = nameOf('name', node['name']);
	if (name instanceof Refusal) return [refusal(place, name.reason, textOf(node['@id']))];
	const draft = new EntityDraft(name, place);
	draft.setId(id);
	draft.setType(textOf(node['kind']));
	draft.setDescription(textOf(node['description']));
	draft.setCreated(node['dateCreated']);
	if (node['onlyMentioned'] === true) draft.entity.mentioned = true;
	for (const alias of texts(node['alternateName'])) draft.addAlias(alias);
	for (const slot of records(node['slot'])) {
		const members = slot['values'];
		const given = Array.isArray(members) ? texts(members) : [textOf(slot['value'])];
		draft.addValue(textOf(slot['attribute']), given, Array.isArray(members));
	}
	for (const each of records(node['fact'])) readFact(draft, each);
	return [...draft.items, ...records(node['relation']).map((each) => relationOf(draft, each, place))];
}

const details = (node: JsonRecord) => ({
	confidence: node['confidence'],
	importance: node['importance'],
	strength: node['strength'],
	context: node['context'],
	source: node['source'],
	created: node['dateCreated'],
	valid_from: node['validFrom'],
	valid_until: node['validThrough']
});

type Mention = NonNullable<ImportObservation['mentions']>[number];

function readFact(draft: EntityDraft, node: JsonRecord): void {
	const fact = draft.addFact(textOf(node['text']));
	if (!fact) return;
	const mentions = records(node['mention']).flatMap(({ to, role }): Mention[] => {
		const [name, word] = [nameOf('name', isRecord(to) ? to['name'] : null), nameOf('role', role)];
		if (!isRecord(to) || name instanceof Refusal || word instanceof Refusal) return [];
		const type = textOf(to['kind']);
		return [{ name, role: word, ...(type && { type }) }];
	});
	Object.assign(fact, factDetails(details(node)), mentions.length > 0 && { mentions });
}

function relationOf({ entity }: EntityDraft, node: JsonRecord, place: Place): ImportItem {
	const to: JsonRecord = isRecord(node['to']) ? node['to'] : {};
	const ends = { from: entity.name, fromType: entity.type, to: textOf(to['name']), toType: textOf(to['kind']) };
	return relationItem(place, ends, textOf(node['predicate']), details(node));
}
