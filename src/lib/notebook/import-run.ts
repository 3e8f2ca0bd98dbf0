/** Writes a plan: a session of changes, each a few hundred things with their facts and relations, each thing's shelf once (J2). */
import type { Id } from '../domain/model';
import type { WriteCall } from './context';
import type { Plan, PlannedEntity, PlannedNote } from './planned';
import { writeEntity, writeNote } from './import-write';
import type { Writer } from './writer';

const ROWS_A_CHANGE = 4_000;

/** UTF-16 units of notes that make as much work as a row. */
const UNITS_A_ROW = 500;

const weightOf = (entity: PlannedEntity): number =>
	1 + entity.observations.size + entity.relations.length + entity.values.size;

const weightOfNote = ({ text }: PlannedNote): number => 1 + text.length / UNITS_A_ROW;

/** Things, or notes, in groups that make one change each. */
export function* batches<T>(items: readonly T[], weigh: (item: T) => number): Iterable<T[]> {
	let batch: T[] = [];
	let rows = 0;
	for (const item of items) {
		batch.push(item);
		rows += weigh(item);
		if (rows < ROWS_A_CHANGE) continue;
		yield batch;
		batch = [];
		rows = 0;
	}
	if (batch.length) yield batch;
}

export interface RunOptions {
	session: Id;
	channel: Id;
	/** What the facts name as their source. */
	source: string;
	isCancelled: () => boolean;
	onProgress: (done: number, total: number) => void;
}

export interface Ran {
	changes: number;
	/** What was gone through. */
	entities: PlannedEntity[];
	notes: PlannedNote[];
}

/** Things first: what notes link to is there then. */
export async function runPlan(call: WriteCall, plan: Plan, options: RunOptions): Promise<Ran> {
	const fresh = plan.notes.filter(({ known }) => !known);
	const total = plan.entities.length + fresh.length;
	const told = (done: number) => options.onProgress(done, total);
	const { changes, entities } = await writeEntities(call, plan, { ...options, onProgress: told });
	const ran: Ran = { changes, entities, notes: options.isCancelled() ? [] : plan.notes.filter(({ known }) => known) };
	for (const batch of batches(fresh, weightOfNote)) {
		if (options.isCancelled()) break;
		await writeChange(call, options, async (writer) => {
			for (const note of batch) await writeNote(writer, note);
		});
		ran.changes++;
		ran.notes.push(...batch);
		told(entities.length + ran.notes.length);
		await call.context.tools.env.breathe();
	}
	return ran;
}

/**
 * Two changes are under way at a time: while the disk takes one, the next is made.
 * @returns how many changes were written, and the things that they were gone through for.
 */
async function writeEntities(
	call: WriteCall,
	plan: Plan,
	options: RunOptions
): Promise<{ changes: number; entities: PlannedEntity[] }> {
	const { newId, env } = call.context.tools;
	for (const entity of plan.entities) entity.id ??= newId();
	const journal = { changes: await call.context.store.read((tx) => tx.countChanges()) };
	let changes = 0;
	const done: PlannedEntity[] = [];
	let failed = false;
	let before: Promise<void> = Promise.resolve();
	for (const batch of batches(plan.entities, weightOf)) {
		if (options.isCancelled()) break;
		const write = writeBatch(call, batch, options, journal, () => !failed).then((written) => {
			if (written) changes++;
			for (const entity of batch) done.push(entity);
			options.onProgress(done.length, plan.entities.length);
		});
		write.catch(() => (failed = true));
		await inTurn(before, write);
		before = write;
		await env.breathe();
	}
	await before;
	return { changes, entities: done };
}

/** Waits for the first; should it fail, for what has been begun since as well: afterwards nothing is under way. */
async function inTurn(first: Promise<void>, second: Promise<void>): Promise<void> {
	try {
		await first;
	} catch (error) {
		await second.catch(() => undefined);
		throw error;
	}
}

/**
 * @param journal how many changes there are if nobody else writes.
 * @param isWanted no longer, when the change before it failed: then nothing of this one is written.
 * @returns whether there was anything to write.
 */
async function writeBatch(
	call: WriteCall,
	batch: readonly PlannedEntity[],
	options: RunOptions,
	journal: { changes: number },
	isWanted: () => boolean
): Promise<boolean> {
	return writeChange(
		call,
		options,
		async (writer) => {
			// What an earlier change only names may have got a row and words of its own from somebody who wrote since (J4).
			const alone = (await writer.tx.countChanges()) === journal.changes;
			await writer.bench.fetch(batch.flatMap(({ row, id }) => ((row || !alone) && id !== undefined ? [id] : [])));
			for (const entity of batch) writeEntity(writer, entity, options.source);
			if (!writer.isEmpty) journal.changes++;
		},
		isWanted
	);
}

/** One change of the session. @returns whether there was anything to write. */
async function writeChange(
	call: WriteCall,
	{ channel: channel_id, session }: RunOptions,
	work: (writer: Writer) => Promise<void>,
	isWanted?: () => boolean
): Promise<boolean> {
	const { change_id } = await call.write(
		{ channel_id, via: 'import', session, durability: 'relaxed', unkeyed: true, ...(isWanted && { isWanted }) },
		async (writer) => {
			await work(writer);
			return { change_id: null as Id | null, action: 'imported', ids: [] };
		}
	);
	return change_id !== null;
}
