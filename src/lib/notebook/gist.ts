/** A change in a few words (store's Gist), made when it is committed and purged with it. */
import type { Change, ClaimBody, EntityRef, Id } from '../domain/model';
import { subjectParts } from '../domain/subject';
import type { Gist } from '../store/store';

const MAX_ENTITIES = 12;
const MAX_LINES = 4;
const MAX_TEXT = 160;

type Line = Gist['lines'][number];

/** What a claim that says no words of its own is about, and the entities it is about beside. */
export type KnownLine = Omit<Line, 'verb'> & { also?: { id: Id; name: string }[] };

export const cutText = (text: string, most: number): string => {
	if (text.length <= most) return text;
	const points = [...text.slice(0, most * 2 + 2)];
	return points.length <= most && points.join('').length === text.length
		? text
		: `${points.slice(0, most - 1).join('')}…`;
};

/** Entities a claim names. */
export function refsOf(body: ClaimBody, home: Id): EntityRef[] {
	switch (body.verb) {
		case 'create':
			return [{ id: home, name: body.name, type: body.type }];
		case 'state-fact':
		case 'mention':
			return body.mentions;
		case 'set':
		case 'add':
			return [body.entity];
		case 'relate':
			return [body.source_ref, body.target_ref];
		case 'write-note':
			return body.mentions ?? [];
		default:
			return [];
	}
}

function lineOf(body: ClaimBody, home: Id): Omit<Line, 'verb'> | undefined {
	switch (body.verb) {
		case 'create':
			return { kind: 'entity', text: body.name, entity: home };
		case 'rename':
			return { kind: 'entity', text: body.name, entity: home };
		case 'alias':
		case 'unalias':
			return { kind: 'entity', text: body.alias, entity: home };
		case 'retype':
			return { kind: 'entity', text: body.type ?? '', entity: home };
		case 'describe':
			return { kind: 'entity', text: body.description ?? '', entity: home };
		case 'state-fact':
			return { kind: 'fact', text: body.content, entity: home };
		case 'set':
		case 'add':
			return { kind: 'value', text: `${body.entity.name} · ${body.attribute}: ${body.value}`, entity: home };
		case 'drop':
			return { kind: 'value', text: body.value, entity: home };
		case 'resolve':
			return { kind: 'value', text: body.value.value, entity: home };
		case 'relate':
			return {
				kind: 'relation',
				text: `${body.source_ref.name} → ${body.relation} → ${body.target_ref.name}`,
				entity: home
			};
		case 'write-note':
			return { kind: 'note', text: body.title ?? body.text };
		case 'name-channel':
			return { kind: 'channel', text: body.name };
		default:
			return undefined;
	}
}

/** @param known names for claims that say none of their own (ending a fact …): what they are about, as it stood. */
export function gistOf(change: Pick<Change, 'claims'>, known: (subject: string) => KnownLine | undefined): Gist {
	const entities = new Map<Id, string>();
	const lines: Line[] = [];
	const mentions: Line[] = [];
	const counts: Record<string, number> = {};
	for (const { subject, body } of change.claims) {
		const { kind, home } = subjectParts(subject);
		counts[kind] = (counts[kind] ?? 0) + 1;
		if (!body) continue;
		if (entities.size < MAX_ENTITIES)
			for (const { id, name } of refsOf(body, home)) if (entities.size < MAX_ENTITIES) entities.set(id, name);
		const into = body.verb === 'create' ? mentions : lines;
		if (into.length >= MAX_LINES) continue;
		const found: KnownLine | undefined = lineOf(body, home) ?? known(subject);
		if (!found) continue;
		const { also = [], ...line } = found;
		for (const { id, name } of also) entities.set(id, name);
		into.push({ ...line, text: cutText(line.text, MAX_TEXT), verb: body.verb });
	}
	return {
		entities: [...entities].map(([id, name]) => ({ id, name })),
		lines: [...lines, ...mentions].slice(0, MAX_LINES),
		counts
	};
}
