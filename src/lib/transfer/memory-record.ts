/** What one JSON value of a memory file is: an entity, a relation, a graph of both, a header. Told by its kind key where it has one, else by its fields. */
import { Fields, isRecord, Refusal, type Emit, type JsonRecord } from './fields';
import { excerptOf } from './limits';
import { nameKeys, readEntity } from './memory-entity';
import { hasBothEnds, relationFrom } from './memory-relation';
import { graphLists, ownFields } from './raw-item';

type Kind = 'entity' | 'relation';

const kindKeys = ['type', '_type', 'kind'];
const kindWords: ReadonlyMap<string, Kind> = new Map([
	['entity', 'entity'],
	['node', 'entity'],
	['observation', 'entity'],
	['relation', 'relation'],
	['relationship', 'relation'],
	['edge', 'relation']
]);
const headerWord = /^(_.*|header|meta|metadata)$/;

/** Reads a value that stood on its own, or in the list `list` of a graph. */
export function readValue(value: unknown, line: number, text: string, emit: Emit, list?: string): void {
	const refusal =
		Array.isArray(value) && list === undefined ? readList(value, line, emit) : readOne(value, line, emit, list);
	if (refusal) emit({ kind: 'refused', line, reason: refusal.reason, excerpt: excerptOf(text) });
}

function readList(values: readonly unknown[], line: number, emit: Emit, list?: string): Refusal | undefined {
	if (values.length > 0 && !values.some(isRecord)) return new Refusal('a list without entities or relations');
	for (const value of values) {
		const refusal = readOne(value, line, emit, list);
		if (refusal) emit({ kind: 'refused', line, reason: refusal.reason, excerpt: excerptOf(JSON.stringify(value)) });
	}
	return undefined;
}

function readOne(value: unknown, line: number, emit: Emit, list?: string): Refusal | undefined {
	if (!isRecord(value)) {
		const what = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
		return new Refusal(`JSON, but neither an entity nor a relation: a ${what}`);
	}
	const fields = new Fields(value);
	if (list === undefined && isGraph(value)) {
		readGraph(value, line, emit);
		return;
	}
	const said = saidKind(fields);
	const kind = said?.kind ?? (list === undefined ? undefined : graphLists.get(list)) ?? toldByFields(fields);
	if (kind === 'entity') return readEntity(value, line, emit, said?.key);
	if (kind === 'relation') return readRelation(value, line, emit, said?.key);
	const header = headerOf(fields);
	if (header === undefined) return new Refusal(`neither an entity nor a relation: ${fieldsOf(value)}`);
	emit({ kind: 'ignored', line, what: `header "${excerptOf(header)}"` });
	return undefined;
}

function readRelation(record: JsonRecord, line: number, emit: Emit, kindKey?: string): Refusal | undefined {
	const relation = relationFrom(record, line, kindKey);
	if (relation instanceof Refusal) return relation;
	emit(relation);
	return undefined;
}

function saidKind(fields: Fields): { kind: Kind; key: string } | undefined {
	for (const key of kindKeys) {
		const word = fields.peek(key);
		const kind = typeof word === 'string' ? kindWords.get(word.toLowerCase()) : undefined;
		if (kind) return { kind, key };
	}
	return undefined;
}

const toldByFields = (fields: Fields): Kind | undefined =>
	hasBothEnds(fields) ? 'relation' : nameKeys.some((key) => fields.has(key)) ? 'entity' : undefined;

/** A line that says what the file is: `{"type":"_aim",…}`. */
function headerOf(fields: Fields): string | undefined {
	const words = kindKeys.map((key) => fields.peek(key));
	return words.find((word): word is string => typeof word === 'string' && headerWord.test(word));
}

const isGraph = (record: JsonRecord): boolean =>
	[...graphLists.keys()].some((key) => Object.hasOwn(record, key) && Array.isArray(record[key])) &&
	!Object.keys(record).some((key) => ownFields.has(key));

function readGraph(record: JsonRecord, line: number, emit: Emit): undefined {
	for (const [key, value] of Object.entries(record)) {
		const refusal = graphLists.has(key) && Array.isArray(value) ? readList(value, line, emit, key) : undefined;
		if (refusal) emit({ kind: 'refused', line, reason: refusal.reason, excerpt: excerptOf(JSON.stringify(value)) });
		if (!graphLists.has(key) || !Array.isArray(value))
			emit({ kind: 'ignored', line, what: `field "${excerptOf(key)}"` });
	}
}

const fieldsOf = (record: JsonRecord): string => {
	const names = Object.keys(record);
	return names.length === 0
		? 'an empty object'
		: `it has ${excerptOf(
				names
					.slice(0, 8)
					.map((name) => `"${name}"`)
					.join(', ')
			)}`;
};
