/** Facts and edges written inside a call (F5–F7, E1, E2): what is the same confirms, what was called wrong waits, everything else is new. */
import { isCurrent, LINK_ROLE, SUBJECT_ROLE } from '../domain/fact';
import { exactKey, relationKey, sameButForForm, textKey, typeKey } from '../domain/name';
import type { EdgeState, EntityRef, FactState, Id, Mention, Origin, Support, Version } from '../domain/model';
import { refuse } from '../domain/result';
import { edgeSubject, factSubject } from '../domain/subject';
import { iso } from './answers';
import { linkedEntities } from './note-links';
import { edgeOf, factOf, factsOn } from './shelves';
import type { Writer } from './writer';
import { mayRemove } from './caller';
import { NeedsPerson } from './permits';

export interface FactDraft {
	subject: EntityRef;
	content: string;
	mentions: Mention[];
	confidence: number;
	origin: Origin;
	importance?: number | undefined;
	source?: string | undefined;
	note?: Id | undefined;
	valid_from?: number | undefined;
	valid_until?: number | undefined;
	at?: number | undefined;
	/** Said whole though it was said before: what it replaces lies elsewhere, and hangs on this call's own word (J4). */
	anew?: boolean;
}

export interface Stated {
	id: Id;
	action: 'new' | 'confirmed' | 'contested';
	/** When it was called wrong (F6). */
	rejected_at?: string;
}

/** F7 */
export function checkValidity(from: number | undefined, until: number | undefined, parameter = 'valid_until'): void {
	if (from === undefined || until === undefined || until >= from) return;
	throw refuse(
		'invalid_parameter',
		`${parameter} ${iso(until)} is before valid_from ${iso(from)}.`,
		'Swap them, or leave one out.',
		{ parameter }
	);
}

const A_DAY = 86_400_000;

/** What has ended is no longer shown, so an end that is still to come is refused; a day's grace, for dates are written without a zone. */
export function endOf(until: number | undefined, now: number): number {
	if (until === undefined || until <= now + A_DAY) return until ?? now;
	throw refuse(
		'invalid_parameter',
		`until ${iso(until)} is still to come.`,
		'End it when it has ended; for a fact that will end, replace it by one with valid_until (remember).',
		{ parameter: 'until' }
	);
}

const defined = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
	// What is left holds no undefined, which is what the type says.
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
		[K in keyof T]: Exclude<T[K], undefined>;
	};

interface Found {
	id: Id;
	fact: FactState;
}

/** F5: the fact of the same text about the same subject; a current one first, else one called wrong. */
function sameFact(writer: Writer, subject: Id, content: string): Found | undefined {
	const shelf = writer.bench.get(subject);
	if (!shelf) return undefined;
	const key = textKey(content);
	let wrong: Found | undefined;
	for (const { id, fact } of factsOn(shelf)) {
		if (!isAbout(fact, subject) || textKey(fact.content) !== key) continue;
		if (isCurrent(fact, writer.now)) return { id, fact };
		if (fact.status === 'retracted') wrong = { id, fact };
	}
	return wrong;
}

const isAbout = (fact: FactState, subject: Id): boolean =>
	fact.mentions.some(({ id, role }) => id === subject && role === SUBJECT_ROLE);

/** F5: the same writer from the same source in the same session says nothing new. */
const saidBefore = (
	support: readonly Support[],
	writer: Writer,
	source: string | undefined,
	note: Id | undefined
): boolean =>
	support.some(
		(each) =>
			each.who === writer.who &&
			each.source === source &&
			each.note === note &&
			(each.session === writer.change.session || source !== undefined || note !== undefined)
	);

export async function stateFact(writer: Writer, draft: FactDraft): Promise<Stated> {
	checkValidity(draft.valid_from, draft.valid_until);
	const { subject, content, confidence, origin, source, note, at } = draft;
	const same = sameFact(writer, subject.id, content);
	const linked = (await linkedEntities(writer, content)).filter(({ id }) => id !== subject.id);
	const mentions = [...draft.mentions, ...linked.map((ref) => ({ ...ref, role: LINK_ROLE }))];
	const asserted = defined({ confidence, origin, source, note, at });
	const byPerson = writer.who === 'person' && writer.change.via !== 'import';
	const statement = {
		verb: 'state-fact' as const,
		content,
		mentions: mentionsOf(subject, mentions),
		...asserted,
		...defined({ importance: draft.importance, valid_from: draft.valid_from, valid_until: draft.valid_until })
	};
	if (same && same.fact.status !== 'retracted') {
		// Said whole: if what it confirms is taken back, this stands on its own (J4).
		if (draft.anew || !saidBefore(same.fact.support, writer, source, note))
			await writer.claim(factSubject(subject.id, same.id), statement);
		return { id: same.id, action: 'confirmed' };
	}
	if (same && !byPerson) {
		await writer.claim(factSubject(subject.id, same.id), { verb: 'confirm-fact', ...asserted });
		return { id: same.id, action: 'contested', rejected_at: iso(same.fact.retracted?.at ?? 0) };
	}
	const id = writer.tools.newId();
	await writer.claim(factSubject(subject.id, id), statement);
	return { id, action: 'new' };
}

/** F2: linked once by each role; the subject's own other roles are kept. */
function mentionsOf(subject: EntityRef, mentions: readonly Mention[]): Mention[] {
	const seen = new Set([`${subject.id} ${SUBJECT_ROLE}`]);
	const list: Mention[] = [{ ...subject, role: SUBJECT_ROLE }];
	for (const mention of mentions) {
		const key = `${mention.id} ${mention.role}`;
		if (!seen.has(key)) list.push(mention);
		seen.add(key);
	}
	return list;
}

/** P3: what an agent may close without asking: what nobody else stands for. */
export function mayClose(writer: Writer, support: readonly Support[], what: string): void {
	if (mayRemove(writer.options.caller) || support.every(({ who }) => who === writer.who)) return;
	throw new NeedsPerson(`${what} was not written by you${support[0]?.who === writer.who ? ' alone' : ''}.`);
}

/** As for a fact; what the person has accepted stands by the person's own hand (S6). */
export function mayCloseValue(writer: Writer, version: Version): void {
	const what = `The value "${version.value.slice(0, 80)}"`;
	mayClose(writer, [version, ...version.confirmed_by], what);
	if (!mayRemove(writer.options.caller) && version.standing === 3)
		throw new NeedsPerson(`${what} was accepted by the person.`);
}

/** The old fact gives way to the named new one (F6). */
export async function replaceBy(writer: Writer, home: Id, fact: Id, by: Id): Promise<void> {
	await writer.claim(
		factSubject(home, fact),
		{ verb: 'replace', by },
		factOf(writer.bench.get(home), fact)?.support[0]?.id
	);
}

export interface EdgeDraft {
	source: EntityRef;
	target: EntityRef;
	relation: string;
	confidence: number;
	origin: Origin;
	strength?: number | undefined;
	context?: string | undefined;
	at?: number | undefined;
}

/** E2: no self edges. */
export function refuseSelf(from: string, to: string, parameter = 'to'): never {
	throw refuse(
		'invalid_parameter',
		`"${from}" and "${to}" are the same thing; a thing has no relation to itself.`,
		'Name two different things, or state it as a fact.',
		{ parameter }
	);
}

export function keyOfRelation(relation: string): string {
	const key = relationKey(relation);
	if (key) return key;
	throw refuse(
		'invalid_parameter',
		`The relation "${relation}" has no letter or digit.`,
		'Give it a name such as "works_at".',
		{ parameter: 'relation' }
	);
}

export async function stateEdge(writer: Writer, draft: EdgeDraft): Promise<'new' | 'confirmed'> {
	const { source, target, relation, confidence, origin, strength, context, at } = draft;
	if (source.id === target.id) refuseSelf(source.name, target.name);
	const key = keyOfRelation(relation);
	await writer.bench.fetch([source.id]);
	if (writer.bench.get(source.id)?.kin?.same.includes(target.id)) refuseSelf(source.name, target.name);
	const before = edgeOf(writer.bench.get(source.id), target.id, key);
	const current = before !== null && isCurrent(before, writer.now);
	if (current && saysNothingNew(before, writer, draft)) return 'confirmed';
	await writer.claim(edgeSubject(source.id, target.id, key), {
		verb: 'relate',
		source_ref: source,
		target_ref: target,
		relation,
		confidence,
		origin,
		...defined({ strength, context, at })
	});
	return current ? 'confirmed' : 'new';
}

const saysNothingNew = (edge: EdgeState, writer: Writer, draft: EdgeDraft): boolean =>
	saidBefore(edge.support, writer, undefined, undefined) &&
	(draft.context === undefined || edge.contexts[0] === draft.context) &&
	(draft.strength === undefined || edge.strength === draft.strength);

interface End {
	name: string;
	type: string | null;
}

/** Two names that a write would join are one end (E2, N8), before anything is made. */
export function sameEnd(writer: Writer, a: End, b: End): boolean {
	if (writer.meansThePerson(a.name) && writer.meansThePerson(b.name)) return true;
	if (exactKey(a.name) !== exactKey(b.name) && !sameButForForm(a.name, b.name)) return false;
	return a.type === null || b.type === null || typeKey(a.type) === typeKey(b.type);
}
