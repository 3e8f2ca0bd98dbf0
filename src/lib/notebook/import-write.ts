/** Says what one thing or note of a plan says, in the change that a writer is at. */
import { isCurrent, SUBJECT_ROLE } from '../domain/fact';
import type { EntityRef, Mention } from '../domain/model';
import { edgeSubject, entitySubject, factSubject, noteSubject, slotSubject } from '../domain/subject';
import { edgeBetween, factsByText, newMembers } from './import-match';
import type { PlannedEntity, PlannedNote } from './planned';
import { linkedEntities } from './note-links';
import { slotOf } from './shelves';
import type { Writer } from './writer';

const refOf = ({ id = '', name, type, row }: PlannedEntity): EntityRef =>
	row ? { id, name: row.state.name, type: row.state.type ?? type } : { id, name, type };

/** @param source what the facts name as theirs */
export function writeEntity(writer: Writer, entity: PlannedEntity, source: string): void {
	const ref = refOf(entity);
	if (!writer.bench.get(ref.id)) writer.bench.fresh.add(ref.id);
	say(writer, entity, ref);
	for (const alias of entity.newAliases ?? []) writer.say(entitySubject(ref.id), { verb: 'alias', alias });
	sayValues(writer, entity, ref, source);
	sayObservations(writer, entity, ref, source);
	sayRelations(writer, entity, ref);
}

function say(writer: Writer, entity: PlannedEntity, ref: EntityRef): void {
	const known = entity.row?.state;
	const adds =
		!known ||
		(known.type === null && entity.type !== null) ||
		(known.mentioned === true && !entity.mentioned) ||
		(known.description === undefined && entity.description !== undefined);
	if (!adds) return;
	writer.say(entitySubject(ref.id), {
		verb: 'create',
		channel: known?.channel ?? writer.options.channel,
		name: ref.name,
		type: ref.type,
		...(entity.description !== undefined && { description: entity.description }),
		...(entity.created !== undefined && { at: entity.created }),
		...(entity.mentioned && { mentioned: true as const })
	});
}

/** A set where one value stands, or one value where a set stands, is for the rules of slots: it adds, or waits to be settled (S4, S8). */
function sayValues(writer: Writer, entity: PlannedEntity, ref: EntityRef, source: string): void {
	for (const [key, { attribute, isSet }] of entity.values)
		for (const value of newMembers(entity, key)) {
			const slot = slotOf(writer.bench.get(ref.id), key);
			const adds = isSet || (slot?.members.length ?? 0) > 0;
			const said = { entity: ref, attribute, value, origin: 'import' as const, confidence: 1, source };
			const subject = slotSubject(ref.id, key);
			if (adds) writer.say(subject, { verb: 'add', ...said });
			else writer.say(subject, { verb: 'set', ...said }, slot?.current?.id);
		}
}

function sayObservations(writer: Writer, entity: PlannedEntity, ref: EntityRef, source: string): void {
	const known = factsByText(entity);
	for (const [key, observation] of entity.observations) {
		const { text, at, confidence = 1, source: own, importance, valid_from, valid_until } = observation;
		const mentions = (entity.mentions.get(key) ?? []).map(({ to, role }): Mention => ({ ...refOf(to), role }));
		const statement = {
			verb: 'state-fact' as const,
			content: text,
			mentions: [{ ...ref, role: SUBJECT_ROLE }, ...mentions],
			confidence,
			origin: 'import' as const,
			source: own ?? source,
			...(importance !== undefined && { importance }),
			...(valid_from !== undefined && { valid_from: Date.parse(valid_from) }),
			...(valid_until !== undefined && { valid_until: Date.parse(valid_until) }),
			...(at !== undefined && { at: Date.parse(at) })
		};
		const there = known.get(key);
		const says =
			!there || // F5: else one more source
			(there.isOwn &&
				isCurrent(there.fact, writer.now) &&
				!there.fact.support.some((each) => each.via === 'import' && each.source === statement.source));
		if (says) writer.say(factSubject(ref.id, there?.id ?? writer.tools.newId()), statement);
	}
}

function sayRelations(writer: Writer, entity: PlannedEntity, ref: EntityRef): void {
	for (const { to, relation, key, confidence = 1, at, ...more } of entity.relations) {
		const target = refOf(to);
		if (target.id === ref.id) continue; // two names of the file that are one thing here
		if (edgeBetween(entity, to, key)) continue; // known, or ended since: a file takes nothing back
		writer.say(edgeSubject(ref.id, target.id, key), {
			verb: 'relate',
			source_ref: ref,
			target_ref: target,
			relation,
			confidence,
			origin: 'import',
			...more,
			...(at !== undefined && { at })
		});
	}
}

/** Its `[[links]]` find what is in the notebook by then: notes are written after things. */
export async function writeNote(writer: Writer, { title, text, noteKind }: PlannedNote): Promise<void> {
	const id = writer.tools.newId();
	writer.bench.fresh.add(id);
	writer.say(noteSubject(id), {
		verb: 'write-note',
		text,
		...(title !== undefined && { title }),
		note_kind: noteKind,
		channel: writer.options.channel,
		mentions: await linkedEntities(writer, text)
	});
}
