/** Projections as operations answer them: times as ISO text, nulls where tools.md says null. One place, so that a fact looks the same everywhere. */
import type { OutputOf } from '../contract';
import type { Contender, EntityState, FactState, Id, SlotState, Support, Version } from '../domain/model';
import { changeOfClaim } from '../domain/replay';
import { isEmpty } from '../domain/slot';
import { freshnessOf } from '../domain/freshness';
import type { Brief, LinkedFact, PlacedEdge, PlacedSlot } from './reading';
import { slotText } from './shelf-documents';
import type { ShelfRow } from './shelves';

export type FactAnswer = OutputOf<'get_entity'>['facts'][number];
export type ContenderAnswer = OutputOf<'memory_fact_get'>['contenders'][number];
export type RecordAnswer = NonNullable<OutputOf<'memory_fact_get'>['record']>;
export type WholeFact = OutputOf<'get_dossier'>['about'][number];

export const iso = (ms: number): string => new Date(ms).toISOString();

export const entityAnswer = (id: Id, state: EntityState) => ({
	id,
	name: state.name,
	type: state.type,
	description: state.description ?? null,
	aliases: state.aliases,
	channel_id: state.channel
});

/** Of the rows of one thing, the first that says one. */
export const typeAmong = (rows: readonly ShelfRow[]): string | null =>
	rows.find(({ state }) => state.type !== null)?.state.type ?? null;

export const choiceOf = ({ id, state }: ShelfRow) => ({ entity_id: id, name: state.name, type: state.type });

export const factAnswer = ({ id, fact, is_subject, roles }: LinkedFact): FactAnswer => {
	const first = fact.support[0];
	return {
		id,
		content: fact.content,
		is_subject,
		roles,
		confidence: fact.confidence,
		importance: fact.importance ?? null,
		source: first?.source ?? null,
		by: first?.who ?? 'person',
		created_at: iso(first?.at ?? 0),
		...(first?.note !== undefined && { note_id: first.note })
	};
};

/** Who brought the value in; for a set, its latest member. */
export const leadingVersion = (slot: SlotState): Version | undefined => slot.current ?? slot.members.at(-1);

/** Current values are facts too: "attribute: value" (get_entity). */
export function valueAnswer({ slot }: PlacedSlot): FactAnswer | undefined {
	const content = slotText(slot);
	const lead = leadingVersion(slot);
	if (content === undefined || !lead) return undefined;
	return {
		id: lead.id,
		content,
		is_subject: true,
		roles: ['subject'],
		attribute: slot.attribute,
		confidence: slot.current ? lead.confidence : Math.max(...slot.members.map(({ confidence }) => confidence)),
		importance: null,
		source: lead.source ?? null,
		by: lead.who,
		created_at: iso(lead.at),
		...(lead.note !== undefined && { note_id: lead.note })
	};
}

export const contenderAnswer = (contender: Contender): ContenderAnswer => ({
	value: contender.value,
	version: contender.id,
	confidence: contender.confidence,
	origin: contender.origin,
	by: contender.who,
	asserted_at: iso(contender.at),
	why: contender.why
});

export const contendersOf = (slot: SlotState | null | undefined): ContenderAnswer[] =>
	slot?.contender ? [contenderAnswer(slot.contender)] : [];

const supportAnswer = ({ who, origin, at, session, via, source, note }: Support) => ({
	by: who,
	origin,
	at: iso(at),
	session,
	...(via && { via }),
	...(source !== undefined && { source }),
	...(note !== undefined && { note_id: note })
});

const provenanceOf = (version: Version) => ({
	source: version.source ?? null,
	session: version.session,
	via: version.via ?? null,
	note_id: version.note ?? null,
	change_id: changeOfClaim(version.id)
});

export interface RecordOptions {
	entity: string;
	now: number;
	/** Why the value must be verified again (S9), if it must. */
	re_verify?: string | undefined;
	verbose?: boolean;
	chain?: RecordAnswer['chain'];
}

/** The record at a slot; null: EMPTY (S2). */
export function recordAnswer(slot: SlotState | null | undefined, options: RecordOptions): RecordAnswer | null {
	if (!slot || isEmpty(slot)) return slot?.kind === 'set' && slot.removed.length ? setAnswer(slot, options) : null;
	return slot.current ? singleAnswer(slot, slot.current, options) : setAnswer(slot, options);
}

function singleAnswer(slot: SlotState, current: Version, options: RecordOptions): RecordAnswer {
	const { entity, now, re_verify, verbose, chain } = options;
	const { effective, stale, age } = freshnessOf(current.confidence, current.last_confirmed, slot.freshness, now);
	const asserted_at = iso(current.at);
	const place = { entity, attribute: slot.attribute };
	return {
		...place,
		value: current.value,
		kind: 'single',
		confidence: current.confidence,
		...(effective !== current.confidence && { effective_confidence: effective }),
		origin: current.origin,
		by: current.who,
		asserted_at,
		last_confirmed: iso(current.last_confirmed),
		age,
		freshness_class: slot.freshness,
		stale,
		version: current.id,
		...(re_verify !== undefined && { re_verify: true as const, re_verify_reason: re_verify }),
		...correction(slot, place, current.value, stale || re_verify !== undefined),
		...(verbose && {
			provenance: provenanceOf(current),
			support: [current, ...current.confirmed_by].map(supportAnswer),
			temporal: {
				asserted_at,
				recorded_at: asserted_at,
				last_confirmed: iso(current.last_confirmed),
				valid_from: null,
				valid_until: null
			},
			...(chain && { chain })
		})
	};
}

function correction(slot: SlotState, place: { entity: string; attribute: string }, value: string, doubtful: boolean) {
	if (slot.contender) return { correct_with: { tool: 'memory_fact_resolve', arguments: { ...place } } };
	return doubtful ? { correct_with: { tool: 'memory_fact_set', arguments: { ...place, value } } } : {};
}

function setAnswer(slot: SlotState, { entity, re_verify, verbose, chain }: RecordOptions): RecordAnswer {
	const lead = slot.members.at(-1);
	return {
		kind: 'set',
		entity,
		attribute: slot.attribute,
		members: slot.members.map(({ value }) => value),
		removed: slot.removed.map(({ value }) => value),
		...(re_verify !== undefined && { re_verify: true as const, re_verify_reason: re_verify }),
		...(verbose && {
			member_records: slot.members.map((member) => ({
				value: member.value,
				version: member.id,
				confidence: member.confidence,
				origin: member.origin,
				by: member.who,
				asserted_at: iso(member.at)
			})),
			...(lead && { provenance: provenanceOf(lead) }),
			...(chain && { chain })
		})
	};
}

/** Equal edges show once, also to what is declared the same (N6); those whose other end does not live are hidden (E5). */
export function namedEdges(
	edges: readonly PlacedEdge[],
	briefs: ReadonlyMap<Id, Brief>
): (PlacedEdge & { brief: Brief })[] {
	const shown = new Map<string, PlacedEdge & { brief: Brief }>();
	for (const edge of edges) {
		const brief = briefs.get(edge.other);
		const key = `${edge.direction} ${brief?.id ?? ''} ${edge.relationKey}`;
		if (brief && !shown.has(key)) shown.set(key, { ...edge, brief });
	}
	return [...shown.values()];
}

/** A fact with everyone it names and everyone who said so. */
export function wholeFact(id: Id, fact: FactState, briefs: ReadonlyMap<Id, Brief>): WholeFact {
	const first = fact.support[0];
	const last = Math.max(...fact.support.map(({ at }) => at));
	return {
		id,
		content: fact.content,
		status: fact.status,
		mentions: fact.mentions.flatMap(({ id: entity, role }) => {
			const brief = briefs.get(entity);
			return brief ? [{ entity_id: entity, name: brief.name, type: brief.type, role }] : [];
		}),
		confidence: fact.confidence,
		importance: fact.importance ?? null,
		source: first?.source ?? null,
		by: first?.who ?? 'person',
		created_at: iso(first?.at ?? 0),
		last_confirmed: iso(last),
		confirmed_by: fact.support.slice(1).map(({ who }) => who),
		valid_from: fact.valid_from === undefined ? null : iso(fact.valid_from),
		valid_until: fact.valid_until === undefined ? null : iso(fact.valid_until),
		note_id: first?.note ?? null,
		replaced_by: fact.status === 'current' ? null : (fact.replaced_by ?? null),
		version: first?.id ?? '',
		change_id: first ? changeOfClaim(first.id) : ''
	};
}
