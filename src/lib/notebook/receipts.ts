/** Parts of receipts that many writes share. */
import type { EntityRef, Id } from '../domain/model';
import { refuse } from '../domain/result';
import { choiceOf } from './answers';
import type { Call } from './context';
import { theOnly, type Family } from './reading';
import { lookUp } from '../domain/resolve';
import { typeKey } from '../domain/name';
import { entityOf, namedRow, type ShelfRow } from './shelves';
import type { Resolved, Writer } from './writer';

const noop = () => [];

/** Near names from memory, when it is built: a write does not wait for it. */
export const nearNames = (call: Call, name: string, exclude: readonly Id[]) =>
	call.context.isReady()
		? call.context.indexes.names
				.suggest(name, { limit: 5, exclude })
				.map(({ id, name: near, type, why }) => ({ entity_id: id, name: near, type, why }))
		: [];

/** How a name was matched, other rows of it, and near ones when a row had to be made (N8). */
export function matchParts(call: Call, name: string, { ref, matched_by, others }: Resolved) {
	const near = matched_by === 'created' ? nearNames(call, name, [ref.id, ...others.map(({ id }) => id)]) : [];
	return {
		matched_by,
		...(others.length > 0 && { other_rows: others.map(choiceOf) }),
		...(near.length > 0 && { did_you_mean: near })
	};
}

export function createdParts(writer: Writer) {
	return writer.created.length ? { created: writer.created.map((id) => choiceFromRef(writer.ref(id))) } : {};
}

export const choiceFromRef = ({ id, name, type }: EntityRef) => ({ entity_id: id, name, type });

interface Narrow {
	type?: string | undefined;
	entity_id?: string | undefined;
}

/** The row of a write by id, else by name as a write means it, made when missing (E2). */
export async function entityFor(writer: Writer, name: string, narrow: Narrow, known: boolean): Promise<Resolved> {
	if (narrow.entity_id === undefined) return writer.entity(name, narrow.type ?? null, known);
	await writer.bench.fetch([narrow.entity_id]);
	return { ref: writer.ref(narrow.entity_id), matched_by: 'exact', others: [] };
}

/** The one existing row that a write is about, never guessed and never made (N9, E2). */
export async function existing(call: Call, writer: Writer, name: string, narrow: Narrow): Promise<ShelfRow> {
	if (narrow.entity_id !== undefined) {
		await writer.bench.fetch([narrow.entity_id]);
		const row = namedRow(writer.bench.get(narrow.entity_id), writer.now);
		if (row) return row;
		throw refuse('not_found', `No entity has the id "${narrow.entity_id}".`, 'Find it by name with find_entities.');
	}
	const rows = await writer.rowsNamed(name);
	const found = lookUp(rows, name);
	const hits = found.found ? found.rows : [];
	const fitting =
		narrow.type === undefined
			? hits
			: hits.filter(({ state }) => state.type !== null && typeKey(state.type) === typeKey(narrow.type ?? ''));
	const family: Family = {
		rows: fitting.length ? fitting : hits,
		stage: found.found ? found.stage : undefined,
		ambiguous: found.found ? [] : found.ambiguous,
		type_missed: hits.length > 0 && fitting.length === 0
	};
	return theOnly(name, family, call.context.isReady() ? () => nearNames(call, name, []) : noop);
}

/** The row itself as it stands in this transaction. */
export const standing = (writer: Writer, id: Id) => entityOf(writer.bench.get(id));
