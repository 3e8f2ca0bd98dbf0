/** Parts of receipts that many writes share. */
import type { EntityRef, Id } from '../domain/model';
import { refuse } from '../domain/result';
import { choiceOf } from './answers';
import { channelsFor } from './caller';
import type { Call } from './context';
import { nameable, typeable } from './nameable';
import { ofType, theOnly } from './family';
import { nearNames, type NearName } from './near-names';
import { lookUp } from '../domain/resolve';
import { entityOf, namedRow, type ShelfRow } from './shelves';
import type { Resolved, Writer } from './writer';

/** Near names from memory, when it is built: a write does not wait for it. */
const nearInMemory = (call: Call, name: string, exclude: readonly Id[] = []): NearName[] =>
	call.context.isReady()
		? nearNames(call.context.indexes.names, name, { exclude, ...channelsFor(call.caller, undefined) })
		: [];

/** How a name was matched, other rows of it, and near ones when a row had to be made (N8). */
export function matchParts(call: Call, name: string, { ref, matched_by, others }: Resolved) {
	const near = matched_by === 'created' ? nearInMemory(call, name, [ref.id, ...others.map(({ id }) => id)]) : [];
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
export async function entityFor(
	writer: Writer,
	name: string,
	narrow: Narrow,
	known: boolean,
	parameters = { name: 'entity', type: 'type' }
): Promise<Resolved> {
	if (narrow.entity_id === undefined)
		return writer.entity(nameable(name, parameters.name), typeable(narrow.type, parameters.type), known);
	const { id } = await rowById(writer, narrow.entity_id);
	return { ref: writer.ref(id), matched_by: 'exact', others: [] };
}

/** N7: a write acts on one channel; an id of another is not found there. */
async function rowById(writer: Writer, id: Id): Promise<ShelfRow> {
	await writer.bench.fetch([id]);
	const row = namedRow(writer.bench.get(id), writer.now);
	if (row?.state.channel === writer.options.channel) return row;
	throw refuse('not_found', `No entity has the id "${id}".`, 'Find it by name with find_entities.');
}

/** The one existing row that a write is about, never guessed and never made (N9, E2). */
export async function existing(call: Call, writer: Writer, name: string, narrow: Narrow): Promise<ShelfRow> {
	if (narrow.entity_id !== undefined) return rowById(writer, narrow.entity_id);
	const rows = await writer.rowsNamed(name);
	const found = lookUp(rows, name);
	const family = {
		...ofType(found.found ? found.rows : [], narrow.type),
		stage: found.found ? found.stage : undefined,
		ambiguous: found.found ? [] : found.ambiguous
	};
	return theOnly(name, family, () => nearInMemory(call, name));
}

/** The row itself as it stands in this transaction. */
export const standing = (writer: Writer, id: Id) => entityOf(writer.bench.get(id));
