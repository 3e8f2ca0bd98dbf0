/** Subject keys (J1): building them, taking them apart. Ids are UUIDs, so the parts before the last never hold a colon. */
import type { Id, SubjectKey, SubjectKind } from './model';

export const CHANNELS_SHELF = 'channels';

export const entitySubject = (id: Id): SubjectKey => `e:${id}:`;
export const factSubject = (home: Id, fact: Id): SubjectKey => `f:${home}:${fact}`;
/** S1: a slot belongs to one row: (entity id, attribute key). */
export const slotSubject = (entity: Id, attributeKey: string): SubjectKey => `s:${entity}:${attributeKey}`;
/** E1: identity is (source, relation key, target). */
export const edgeSubject = (source: Id, target: Id, relationKey: string): SubjectKey =>
	`r:${source}:${target}:${relationKey}`;
export const noteSubject = (id: Id): SubjectKey => `n:${id}:`;
/** N6 */
export const pairSubject = (low: Id, high: Id): SubjectKey => `d:${low}:${high}`;
export const channelSubject = (id: Id): SubjectKey => `c:${CHANNELS_SHELF}:${id}`;

const kinds: Record<string, SubjectKind> = {
	e: 'entity',
	f: 'fact',
	s: 'slot',
	r: 'edge',
	n: 'note',
	c: 'channel',
	d: 'pair'
};

export interface SubjectParts {
	kind: SubjectKind;
	/** The shelf it lies on. */
	home: Id;
	/** Its key on the shelf: `e`, `f:FACT`, `s:attribute-key`, `r:TARGET:relation_key`, `n`, `c:ID`, `d:HIGH`. */
	local: string;
}

/** Throws on what is no subject key: only our own code and checked imports make them. */
export function subjectParts(subject: SubjectKey): SubjectParts {
	const letter = subject[0] ?? '';
	const kind = kinds[letter];
	const colon = subject.indexOf(':', 2);
	if (!kind || subject[1] !== ':' || colon < 3) throw new Error(`no subject key: ${subject.slice(0, 80)}`);
	const rest = subject.slice(colon + 1);
	return { kind, home: subject.slice(2, colon), local: rest ? `${letter}:${rest}` : letter };
}

/** The kind of a row by its key on the shelf. */
export function localKind(local: string): SubjectKind {
	const kind = kinds[local[0] ?? ''];
	if (!kind) throw new Error(`no row key: ${local.slice(0, 80)}`);
	return kind;
}

export const subjectOf = (home: Id, local: string): SubjectKey =>
	local.length === 1 ? `${local}:${home}:` : `${local[0] ?? ''}:${home}:${local.slice(2)}`;

export const pairLocal = (high: Id): string => `d:${high}`;
export const factLocal = (fact: Id): string => `f:${fact}`;
export const slotLocal = (attributeKey: string): string => `s:${attributeKey}`;
export const edgeLocal = (target: Id, relationKey: string): string => `r:${target}:${relationKey}`;

/** Target and relation key of an edge's key on its shelf. */
export function edgeParts(local: string): { target: Id; relationKey: string } {
	const colon = local.indexOf(':', 2);
	return { target: local.slice(2, colon), relationKey: local.slice(colon + 1) };
}
