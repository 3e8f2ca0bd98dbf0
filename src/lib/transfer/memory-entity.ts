/** An entity of a memory file, with its observations and the relations that stand inside it. */
import type { ImportEntity } from '../domain/import-item';
import { Fields, isRecord, nameOf, Refusal, textUpTo, typeOf, type Emit, type JsonRecord } from './fields';
import { DESCRIPTION_LIMIT, excerptOf } from './limits';
import { relationFrom } from './memory-relation';
import { Observations } from './observation';
import { parseTime } from './time';

export const nameKeys = ['name', 'entityName', 'entity_name'];
export const observationKeys = ['observations', 'contents', 'observation'];
const createdNames = ['createdAt', 'created_at', 'created', '_savedAt', 'savedAt', 'timestamp'];

/**
 * Emits the entity, then what of it is refused, then its relations, all with its line. A refusal means nothing was emitted.
 * @param kindKey the field that says "entity", not to be read as its type
 */
export function readEntity(record: JsonRecord, line: number, emit: Emit, kindKey?: string): Refusal | undefined {
	const fields = new Fields(record);
	if (kindKey) fields.take([kindKey]);
	const found = fields.take(nameKeys);
	const name = found ? nameOf(found.name, found.value) : new Refusal('an entity without "name"');
	const type = typeOf(
		fields,
		['entityType', 'entity_type', 'type'].filter((key) => key !== kindKey)
	);
	const observations = observationsOf(fields);
	if (name instanceof Refusal) return name;
	if (type instanceof Refusal) return type;
	if (observations.refusal) return observations.refusal;
	const relations = relationsOf(fields, line, { name, type });
	emit(entityItem(fields, line, name, type, observations));
	for (const { reason, text } of observations.refused)
		emit({ kind: 'refused', line, reason, excerpt: excerptOf(text) });
	relations.forEach(emit);
	return undefined;
}

function observationsOf(fields: Fields): Observations {
	const observations = new Observations(fields);
	const list = fields.take(observationKeys);
	if (list) observations.read(list.name, list.value);
	const attributes = fields.peek('attributes');
	if (isRecord(attributes)) {
		fields.take(['attributes']);
		observations.readAttributes('attributes', attributes);
	}
	const tags = fields.take(['tags']);
	if (tags) observations.readEntry('tags', 'tags', tags.value);
	return observations;
}

function entityItem(
	fields: Fields,
	line: number,
	name: string,
	type: string | null,
	observations: Observations
): ImportEntity {
	const description = fields.takeAs(['description'], textUpTo(DESCRIPTION_LIMIT));
	const created = fields.takeAs(createdNames, parseTime);
	return {
		kind: 'entity',
		line,
		name,
		type,
		...(description !== undefined && { description }),
		observations: observations.taken,
		...(created !== undefined && { created }),
		dropped: fields.dropped()
	};
}

/** Relations inside an entity start from it, unless they name another end. */
function relationsOf(fields: Fields, line: number, home: { name: string; type: string | null }): Parameters<Emit>[0][] {
	if (!Array.isArray(fields.peek('relations'))) return [];
	const list = fields.take(['relations'])?.value as unknown[];
	return list.map((value, i) => {
		const relation = isRecord(value) ? relationFrom(value, line, undefined, home) : new Refusal('not an object');
		if (!(relation instanceof Refusal)) return relation;
		return {
			kind: 'refused',
			line,
			reason: `"relations[${i}]": ${relation.reason}`,
			excerpt: excerptOf(JSON.stringify(value))
		};
	});
}
