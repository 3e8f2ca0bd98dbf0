/** Files in: a dry run first, then the import as one session (J2). Formats come from the transfer port. */
import type { OutputOf } from '../../contract';
import type { ImportReading } from '../../domain/import-item';
import type { Id, Shelf } from '../../domain/model';
import { queryKeys } from '../../domain/resolve';
import { refuse } from '../../domain/result';
import type { Call, Context, HandlersOf, WriteCall } from '../context';
import { homeOf } from '../home';
import { createPlanner, matchRows, type Plan } from '../import-plan';
import { countPlan, countWritten, noCounts, runPlan, type ImportCounts, type RunOptions } from '../import-run';
import { giveRowsOf, recordImport, running } from '../importing';
import { absorbChanges, changesNew } from '../absorb';
import { transferPort } from '../transfer-port';
import { exportNotebook } from './export';

type Preview = OutputOf<'import_preview'>;
type Ran = OutputOf<'import_run'>;

interface Pending {
	plan: Plan;
	format: 'memory' | 'journal';
	name: string;
	channel: Id | undefined;
	cancelled: boolean;
	run?: Promise<Ran>;
}

const MOST_PENDING = 4;
const PROGRESS_EVERY = 256 * 1024;

async function readAll(context: Context, reading: ImportReading, job: string): Promise<Plan> {
	const planner = createPlanner();
	let told = 0;
	let items = 0;
	for await (const item of reading.items) {
		planner.add(item);
		if (++items % 1000 === 0) await context.tools.env.breathe();
		const done = reading.bytesRead();
		if (done - told < PROGRESS_EVERY) continue;
		told = done;
		context.emit({ type: 'progress', job, phase: 'reading', done, total: reading.bytesTotal });
	}
	return planner.finish();
}

/** The channel given, or where a write of this caller goes (N7). */
const homeFor = async ({ context, caller }: Call, channel: Id | undefined): Promise<Id> =>
	channel ?? (await context.store.read((tx) => homeOf(tx, context, caller)));

/** Rows of the notebook that names of the file may mean, found in memory: a query a name would cost more than the import. */
async function match(call: Call, plan: Plan, home: Id): Promise<void> {
	await call.context.ready;
	await call.context.indexes.namesSettled();
	const { names } = call.context.indexes;
	if (!names.size) return;
	const under = (keys: readonly string[]): Id[] =>
		names
			.under(keys)
			.filter(({ channel }) => channel === home)
			.map(({ id }) => id);
	const wanted = new Set<Id>();
	for (const { name } of plan.entities) for (const id of under(queryKeys(name))) wanted.add(id);
	const shelves = new Map<Id, Shelf>();
	for (const shelf of await call.read((reading) => reading.tx.shelves([...wanted])))
		if (shelf) shelves.set(shelf.id, shelf);
	const found = (keys: readonly string[]): Shelf[] =>
		under(keys)
			.map((id) => shelves.get(id))
			.filter((shelf) => shelf !== undefined);
	matchRows(plan, found, call.now);
}

const MOST_NEAR = 200;

/** Names of the file that are near one of the notebook and stay apart. */
function nearNames(context: Context, plan: Plan): Preview['near_names'] {
	if (!context.indexes.names.size) return [];
	const fresh = plan.entities.filter(({ row }) => !row).slice(0, MOST_NEAR);
	return fresh.flatMap(({ name, line }) =>
		context.indexes.names
			.suggest(name, { limit: 1 })
			.filter(({ score }) => score >= 0.6)
			.map(({ id, name: near, why }) => ({ name, line, near, entity_id: id, why }))
	);
}

const listed = <K extends string>(map: ReadonlyMap<string, number>, key: K) =>
	[...map]
		.map(([name, count]) => ({ [key]: name, count }) as { [P in K]: string } & { count: number })
		.sort((a, b) => b.count - a.count);

function samplesOf(plan: Plan): Preview['samples'] {
	return plan.entities
		.filter(({ mentioned }) => !mentioned)
		.slice(0, 8)
		.map((entity) => ({
			name: entity.name,
			type: entity.type,
			matched: entity.row !== undefined,
			observations: entity.observations.size,
			relations: entity.relations.length,
			first: [...entity.observations.values()][0]?.text.slice(0, 200) ?? null
		}));
}

/** What an import really did, cancelled or not. */
interface Written {
	changes: number;
	counts: ImportCounts;
	/** Of a journal. */
	brought?: Id[];
}

async function write(call: WriteCall, { plan }: Pending, options: RunOptions): Promise<Written> {
	const { changes, entities } = await runPlan(call, plan, options);
	return { changes, counts: countWritten(plan, entities) };
}

export function createTransferHandlers(context: Context) {
	const pending = new Map<Id, Pending>();

	const preview: HandlersOf<{ import_preview: 0 }>['import_preview'] = async (call, args) => {
		const id = context.tools.newId();
		const reading = await transferPort(context).open(args.source, args.name === undefined ? {} : { name: args.name });
		const plan = await readAll(context, reading, id);
		const understood = plan.entities.length + plan.changes.length;
		if (!understood) {
			const first = plan.refused[0];
			throw refuse(
				'invalid_parameter',
				`Nothing in ${args.name === undefined ? 'the file' : `"${args.name}"`} was understood${first ? ` (line ${String(first.line)}: ${first.reason})` : ': it is empty'}.`,
				'Choose a memory.jsonl of an MCP memory server, or a journal that this app exported.',
				{ parameter: 'source' }
			);
		}
		await match(call, plan, await homeFor(call, args.channel_id));
		const format = plan.changes.length ? 'journal' : 'memory';
		const counts = countPlan(plan);
		if (format === 'journal') {
			counts.changes_new = (await changesNew(context, plan.changes)).length;
			counts.changes_known = plan.changes.length - counts.changes_new;
		}
		for (const old of [...pending.keys()].slice(0, Math.max(0, pending.size - MOST_PENDING + 1)))
			if (!pending.get(old)?.run) pending.delete(old);
		pending.set(id, { plan, format, name: args.name ?? 'import', channel: args.channel_id, cancelled: false });
		return {
			preview_id: id,
			format,
			file: { name: args.name ?? null, bytes: reading.bytesTotal, lines: plan.lines },
			counts,
			refused: plan.refused.map(({ line, reason, excerpt }) => ({ line, reason, excerpt })),
			refused_total: plan.refusedTotal,
			dropped_fields: listed(plan.dropped, 'field'),
			ignored: listed(plan.ignored, 'what'),
			near_names: nearNames(context, plan),
			samples: samplesOf(plan)
		};
	};

	async function restore({ plan }: Pending, options: RunOptions): Promise<Written> {
		const { brought, known } = await absorbChanges(context, plan.changes, options);
		const counts = { ...noCounts(), changes_new: brought.length, changes_known: known };
		return { changes: brought.length, counts, brought };
	}

	async function run(call: WriteCall, id: Id, job: Pending): Promise<Ran> {
		const session = context.tools.newId();
		const record = { session, at: call.now, name: job.name };
		running.add(session);
		context.indexes.pause(true);
		try {
			// Names may have come since the preview: what is matched is what is there now.
			for (const entity of job.plan.entities) {
				delete entity.row;
				delete entity.id;
			}
			const channel = await homeFor(call, job.channel);
			await match(call, job.plan, channel);
			const brings = job.format === 'journal' && { brought: await changesNew(context, job.plan.changes) };
			await context.store.write((tx) => recordImport(tx, { ...record, ...brings, ended: false }));
			const onProgress = (done: number, total: number) => {
				context.emit({ type: 'progress', job: id, phase: 'writing', done, total });
			};
			const isCancelled = () => job.cancelled;
			const options = { session, channel, source: job.name, isCancelled, onProgress };
			const { brought, ...written } =
				job.format === 'journal' ? await restore(job, options) : await write(call, job, options);
			if (job.cancelled) await giveRowsOf(context, session);
			await context.store.write((tx) => recordImport(tx, { ...record, ended: true, ...(brought && { brought }) }));
			return {
				change_id: null,
				action: written.changes ? ('imported' as const) : ('unchanged' as const),
				ids: [],
				session,
				...written,
				...(job.cancelled && { cancelled: true as const })
			};
		} catch (error) {
			await giveRowsOf(context, session).catch(() => undefined); // else at the next start
			throw error;
		} finally {
			context.indexes.pause(false);
			running.delete(session);
		}
	}

	const importRun: HandlersOf<{ import_run: 0 }>['import_run'] = (call, args) =>
		call.writeMany(() => {
			const job = pending.get(args.preview_id);
			if (!job)
				throw refuse(
					'not_found',
					`No preview has the id "${args.preview_id}".`,
					'Call import_preview with the file again: a preview does not outlive the app.',
					{ parameter: 'preview_id' }
				);
			return (job.run ??= run(call, args.preview_id, job));
		});

	const cancel: HandlersOf<{ import_cancel: 0 }>['import_cancel'] = (_call, args) => {
		const job = pending.get(args.preview_id);
		if (!job) return Promise.resolve({ cancelled: false, was: 'unknown' });
		job.cancelled = true;
		if (job.run) return Promise.resolve({ cancelled: true, was: 'running' });
		pending.delete(args.preview_id);
		return Promise.resolve({ cancelled: true, was: 'previewed' });
	};

	return { import_preview: preview, import_run: importRun, import_cancel: cancel, export: exportNotebook(context) };
}
