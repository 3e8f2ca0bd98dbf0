/** Saying that two things are one, that they are not, and taking it back (N6): each one call through the writer. Answers null, or why it was refused. */
import type { OutputOf } from '../../contract';
import { strings } from '../strings';
import { refusal, type Refusal } from './thing-writes';
import type { Writer } from './writer.svelte';

export interface Side {
	id: string;
	name: string;
}

/** What speaks for two things being one, and what against. */
export type Evidence = Pick<OutputOf<'preview_merge'>, 'rows' | 'values' | 'shared_relations'>;
export type EvidenceRow = Evidence['rows'][number];
/** The rows of the one and of the other, each as it is called first. */
export type Sides = readonly [one: EvidenceRow[], other: EvidenceRow[]];

/** @param other id of the row that begins the other side */
export function sidesOf(rows: readonly EvidenceRow[], other: string | undefined): Sides {
	const at = rows.findIndex(({ id }) => id === other);
	return at < 0 ? [[...rows], []] : [rows.slice(0, at), rows.slice(at)];
}

const words = strings.merge;
const both = (one: Side, other: Side) => ({
	entity: one.name,
	entity_id: one.id,
	other: other.name,
	other_id: other.id
});

/** @param despite although they were marked as not the same */
export async function mergeThings(writer: Writer, one: Side, other: Side, despite: boolean): Promise<Refusal> {
	const said = words.merged(one.name, other.name);
	return refusal(await writer.write('merge_entities', { ...both(one, other), despite }, said));
}

export async function markDistinct(writer: Writer, one: Side, other: Side): Promise<Refusal> {
	return refusal(await writer.write('mark_distinct', both(one, other), words.kept(one.name, other.name)));
}

/** @param name of the row that is a thing of its own afterwards */
export async function takeApart(writer: Writer, declaration: string, name: string): Promise<Refusal> {
	return refusal(await writer.write('unmerge_entities', { declaration }, strings.thing.family.apart(name)));
}
