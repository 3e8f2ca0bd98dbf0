/** Facts (F1–F7): what one claim does to a fact, and what counts as current. Pure. */
import type { ClaimBody, Entry, FactState, Id } from './model';
import { confirmedConfidence, supportOf, thousandths } from './standing';

type Stated = Extract<ClaimBody, { verb: 'state-fact' }>;
type Asserted = Stated | Extract<ClaimBody, { verb: 'confirm-fact' }>;

/** The role of whom a `[[link]]` in the words of a fact names. */
export const LINK_ROLE = 'mentioned';

/** The reserved role that marks whom a fact is about (F1). */
export const SUBJECT_ROLE = 'subject';

const optional = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
	value === undefined ? {} : ({ [key]: value } as { [P in K]: V });

function stated(entry: Entry, body: Stated): FactState {
	return {
		content: body.content,
		mentions: body.mentions.map(({ id, role }) => ({ id, role })),
		confidence: thousandths(body.confidence),
		...optional('importance', body.importance),
		...optional('valid_from', body.valid_from),
		...optional('valid_until', body.valid_until),
		status: 'current',
		support: [supportOf(entry, body)]
	};
}

/** Called wrong once more, or ended otherwise: what waited in Review is settled. */
function settled({ restated: _restated, ...state }: FactState): FactState {
	return state;
}

/** Said once more (F5): one more source, and the first wording stays. Of a fact called wrong it waits in Review (F6). */
function again(state: FactState, entry: Entry, body: Asserted): FactState {
	if (state.status === 'retracted') return { ...state, restated: supportOf(entry, body) };
	return {
		...state,
		confidence: confirmedConfidence(state.confidence, body.confidence, entry.who),
		support: [...state.support, supportOf(entry, body)]
	};
}

/** Of another importance from now on (F4); null: of none in particular. */
function weighed({ importance: _before, ...state }: FactState, importance: number | null): FactState {
	return importance === null ? state : { ...state, importance: thousandths(importance) };
}

/** F2: by each role once. */
function united(known: FactState['mentions'], more: readonly { id: Id; role: string }[]): FactState['mentions'] {
	const isNew = ({ id, role }: { id: Id; role: string }) => !known.some((each) => each.id === id && each.role === role);
	return [...known, ...more.filter(isNew).map(({ id, role }) => ({ id, role }))];
}

/** What one claim does to a fact (F5, F6). The last ending in order wins; a fact that ended is never revived by confirming. */
export function stepFact(state: FactState | null, entry: Entry): FactState | null {
	const body = entry.body;
	if (body.verb === 'state-fact' && !state) return stated(entry, body);
	if (!state) return null;
	switch (body.verb) {
		case 'state-fact':
		case 'confirm-fact':
			return again(state, entry, body);
		case 'weigh':
			return weighed(state, body.importance);
		case 'mention':
			return { ...state, mentions: united(state.mentions, body.mentions) };
		case 'end':
			return { ...settled(state), status: 'ended', valid_until: body.until };
		case 'retract':
			return { ...settled(state), status: 'retracted', retracted: { at: entry.at, by: entry.who } };
		case 'replace':
			return { ...settled(state), status: 'superseded', replaced_by: body.by };
		case 'remove':
			return { ...settled(state), status: 'removed' };
		default:
			return state;
	}
}

/** F3: not superseded, retracted, ended or removed, and valid until later than now or open. */
export const isCurrent = (fact: { status: string; valid_until?: number }, now: number): boolean =>
	fact.status === 'current' && (fact.valid_until === undefined || fact.valid_until > now);

/** F1, F2: how a fact is linked to a family: subject wins; undefined when it is not linked at all. */
export function linkOf(fact: FactState, family: ReadonlySet<Id>): { is_subject: boolean; roles: string[] } | undefined {
	const roles = [...new Set(fact.mentions.filter(({ id }) => family.has(id)).map(({ role }) => role))];
	if (!roles.length) return undefined;
	const is_subject = roles.includes(SUBJECT_ROLE);
	return { is_subject, roles: is_subject ? [SUBJECT_ROLE, ...roles.filter((role) => role !== SUBJECT_ROLE)] : roles };
}

interface Ranked {
	id: string;
	is_subject: boolean;
	importance: number | null;
	at: number;
}

/** F4: is_subject first; importance falling (none = 0.5); newest; id. */
export const compareFacts = (a: Ranked, b: Ranked): number =>
	Number(b.is_subject) - Number(a.is_subject) ||
	(b.importance ?? 0.5) - (a.importance ?? 0.5) ||
	b.at - a.at ||
	(a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
