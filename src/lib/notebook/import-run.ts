/** Writes a plan: a session of changes, each a few hundred things with their facts and relations, each thing's shelf once (J2). */
import { isCurrent, SUBJECT_ROLE } from '../domain/fact';
import type { EntityRef, Id } from '../domain/model';
import { edgeSubject, entitySubject, factSubject } from '../domain/subject';
import type { WriteCall } from './context';
import { edgeOf } from './shelves';
import { factsByText, type Plan, type PlannedEntity } from './import-plan';
import type { Writer } from './writer';

export interface ImportCounts {
	entities_new: number;
	entities_matched: number;
	united: number;
	observations_new: number;
	observations_known: number;
	relations_new: number;
	relations_known: number;
	mentioned_only: number;
	changes_new: number;
	changes_known: number;
}

export const noCounts = (): ImportCounts => ({
	entities_new: 0,
	entities_matched: 0,
	united: 0,
	observations_new: 0,
	observations_known: 0,
	relations_new: 0,
	relations_known: 0,
	mentioned_only: 0,
	changes_new: 0,
	changes_known: 0
});

type Counted = Pick<Plan, 'entities' | 'united' | 'repeatedObservations' | 'repeatedRelations'>;

/** What a plan would do, counted as `writeEntity` does it. */
export function countPlan(plan: Counted): ImportCounts {
	const counts = { ...noCounts(), united: plan.united };
	counts.observations_known = plan.repeatedObservations;
	counts.relations_known = plan.repeatedRelations;
	for (const entity of plan.entities) {
		if (entity.row) counts.entities_matched++;
		else if (entity.mentioned) counts.mentioned_only++;
		else counts.entities_new++;
		const known = entity.row ? factsByText(entity.row) : undefined;
		for (const key of entity.observations.keys()) {
			if (known?.has(key)) counts.observations_known++;
			else counts.observations_new++;
		}
		for (const { to, key } of entity.relations) {
			const edge = entity.row && to.row ? edgeOf(entity.row.shelf, to.row.id, key) : null;
			if (edge) counts.relations_known++;
			else counts.relations_new++;
		}
	}
	return counts;
}

/** What a plan did that was perhaps stopped on the way: then there are also ends that so far only its relations name. */
export function countWritten(plan: Plan, entities: readonly PlannedEntity[]): ImportCounts {
	const written = new Set(entities);
	const named = entities.flatMap(({ relations }) => relations.map(({ to }) => to));
	const ends = new Set(named.filter((end) => !end.row && !written.has(end)));
	const counts = countPlan({ ...plan, entities: [...entities] });
	return { ...counts, mentioned_only: counts.mentioned_only + ends.size };
}

const ROWS_A_CHANGE = 4_000;

const weightOf = (entity: PlannedEntity): number => 1 + entity.observations.size + entity.relations.length;

/** Entities in groups that make one change each. */
export function* batches(entities: readonly PlannedEntity[]): Iterable<PlannedEntity[]> {
	let batch: PlannedEntity[] = [];
	let rows = 0;
	for (const entity of entities) {
		batch.push(entity);
		rows += weightOf(entity);
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

/**
 * Two changes are under way at a time: while the disk takes one, the next is made.
 * @returns how many changes were written, and the things that they were gone through for.
 */
export async function runPlan(
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
	for (const batch of batches(plan.entities)) {
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
	{ channel: channel_id, session, source }: RunOptions,
	journal: { changes: number },
	isWanted: () => boolean
): Promise<boolean> {
	const { change_id } = await call.write(
		{ channel_id, via: 'import', session, durability: 'relaxed', unkeyed: true, isWanted },
		async (writer) => {
			// What an earlier change only names may have got a row and words of its own from somebody who wrote since (J4).
			const alone = (await writer.tx.countChanges()) === journal.changes;
			await writer.bench.fetch(batch.flatMap(({ row, id }) => ((row || !alone) && id !== undefined ? [id] : [])));
			for (const entity of batch) writeEntity(writer, entity, source);
			if (!writer.isEmpty) journal.changes++;
			return { change_id: null as Id | null, action: 'imported', ids: [] };
		}
	);
	return change_id !== null;
}

const refOf = ({ id = '', name, type, row }: PlannedEntity): EntityRef =>
	row ? { id, name: row.state.name, type: row.state.type ?? type } : { id, name, type };

function writeEntity(writer: Writer, entity: PlannedEntity, source: string): void {
	const ref = refOf(entity);
	if (!writer.bench.get(ref.id)) writer.bench.fresh.add(ref.id);
	say(writer, entity, ref);
	sayObservations(writer, entity, ref, source);
	sayRelations(writer, entity, ref);
}

function say(writer: Writer, entity: PlannedEntity, ref: EntityRef): void {
	const known = entity.row?.state;
	const adds =
		!known || (known.type === null && entity.type !== null) || (known.mentioned === true && !entity.mentioned);
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

function sayObservations(writer: Writer, entity: PlannedEntity, ref: EntityRef, source: string): void {
	const known = entity.row ? factsByText(entity.row) : undefined;
	for (const [key, { text, at, confidence = 1, source: own }] of entity.observations) {
		const statement = {
			verb: 'state-fact' as const,
			content: text,
			mentions: [{ ...ref, role: SUBJECT_ROLE }],
			confidence,
			origin: 'import' as const,
			source: own ?? source,
			...(at !== undefined && { at: Date.parse(at) })
		};
		const there = known?.get(key);
		const says =
			!there || // F5: else one more source
			(isCurrent(there.fact, writer.now) &&
				!there.fact.support.some((each) => each.via === 'import' && each.source === statement.source));
		if (says) writer.say(factSubject(ref.id, there?.id ?? writer.tools.newId()), statement);
	}
}

function sayRelations(writer: Writer, entity: PlannedEntity, ref: EntityRef): void {
	for (const { to, relation, key, strength, confidence = 1, context, at } of entity.relations) {
		const target = refOf(to);
		if (target.id === ref.id) continue; // two names of the file that are one thing here
		const edge = entity.row ? edgeOf(entity.row.shelf, target.id, key) : null;
		if (edge) continue; // known, or ended since: a file takes nothing back
		writer.say(edgeSubject(ref.id, target.id, key), {
			verb: 'relate',
			source_ref: ref,
			target_ref: target,
			relation,
			confidence,
			origin: 'import',
			...(strength !== undefined && { strength }),
			...(context !== undefined && { context }),
			...(at !== undefined && { at })
		});
	}
}
