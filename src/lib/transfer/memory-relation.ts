/** A relation of a memory file, as a line of its own or inside the entity that it starts from. */
import type { ImportRelation } from '../domain/import-item';
import { Fields, nameOf, Refusal, share, textUpTo, typeOf, type JsonRecord } from './fields';
import { CONTEXT_LIMIT } from './limits';
import { parseTime } from './time';

/** The names of the two ends come in pairs: `source` beside `from` is something else. */
const endPairs: readonly (readonly [string, string])[] = [
	['from', 'to'],
	['from_entity', 'to_entity'],
	['fromEntity', 'toEntity'],
	['source', 'target'],
	['source_entity', 'target_entity'],
	['sourceEntity', 'targetEntity']
];
const relationNames = ['relationType', 'relation_type', 'relation', 'label', 'type'];
const createdNames = ['createdAt', 'created_at', 'created', 'timestamp', '_savedAt', 'savedAt'];

export const hasBothEnds = (fields: Fields): boolean =>
	endPairs.some(([from, to]) => fields.has(from) && fields.has(to));

/** The pair with both ends, else with the one that a nested relation needs. */
function pairIn(fields: Fields): readonly [string, string] | undefined {
	return (
		endPairs.find(([from, to]) => fields.has(from) && fields.has(to)) ??
		endPairs.find(([, to]) => fields.has(to)) ??
		endPairs.find(([from]) => fields.has(from))
	);
}

/**
 * @param kindKey the field that says "relation", not to be read as its type
 * @param home the entity inside which it stands
 */
export function relationFrom(
	record: JsonRecord,
	line: number,
	kindKey?: string,
	home?: { name: string; type: string | null }
): ImportRelation | Refusal {
	const fields = new Fields(record);
	if (kindKey) fields.take([kindKey]);
	const [fromKey, toKey] = pairIn(fields) ?? ['from', 'to'];
	const from = endOf(fields, fromKey, home?.name);
	const to = endOf(fields, toKey);
	const relation = labelOf(fields, kindKey);
	const fromType = typeOf(fields, ['fromType', 'from_type', 'sourceType', 'source_type']);
	const toType = typeOf(fields, ['toType', 'to_type', 'targetType', 'target_type']);
	for (const part of [from, to, relation, fromType, toType]) if (part instanceof Refusal) return part;
	const strength = fields.takeAs(['strength', 'weight'], share);
	const confidence = fields.takeAs(['confidence'], share);
	const context = fields.takeAs(['context'], textUpTo(CONTEXT_LIMIT));
	const created = fields.takeAs(createdNames, parseTime);
	const fromKind = fromType ?? (home && from === home.name ? home.type : undefined);
	return {
		kind: 'relation',
		line,
		from: from as string,
		relation: relation as string,
		to: to as string,
		...(typeof fromKind === 'string' && { fromType: fromKind }),
		...(typeof toType === 'string' && { toType }),
		...(strength !== undefined && { strength }),
		...(confidence !== undefined && { confidence }),
		...(context !== undefined && { context }),
		...(created !== undefined && { created }),
		dropped: fields.dropped()
	};
}

function endOf(fields: Fields, key: string, fallback?: string): string | Refusal {
	const found = fields.take([key]);
	if (found) return nameOf(key, found.value);
	return fallback ?? new Refusal(`a relation without "${key}"`);
}

function labelOf(fields: Fields, kindKey?: string): string | Refusal {
	const found = fields.take(relationNames.filter((name) => name !== kindKey));
	return found ? nameOf(found.name, found.value) : new Refusal('a relation without "relationType"');
}
