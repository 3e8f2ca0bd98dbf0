/** Files in: a dry run first, then the import as one session (J2). Formats come from the transfer port. */
import type { OutputOf } from '../../contract';
import type { ImportFormat, ImportReading } from '../../domain/import-item';
import type { Id } from '../../domain/model';
import { refuse } from '../../domain/result';
import type { Call, Context, HandlersOf, WriteCall } from '../context';
import { homeOf } from '../home';
import { countPlan, countWritten, noCounts, type ImportCounts } from '../import-count';
import { lookUpPlan } from '../import-look-up';
import { createPlanner } from '../import-plan';
import { reportOf } from '../import-report';
import type { Plan } from '../planned';
import { runPlan, type RunOptions } from '../import-run';
import { giveRowsOf, recordImport, running } from '../importing';
import { absorbChanges, changesNew } from '../absorb';
import { transferPort } from '../transfer-port';
import { createExportHandlers } from './export';

type Preview = OutputOf<'import_preview'>;
type Ran = OutputOf<'import_run'>;

interface Pending {
	plan: Plan;
	format: Preview['format'];
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

/** What was read; of several kinds, `mixed`. */
function formatOf(plan: Plan, told: ImportFormat): Preview['format'] {
	const kinds = new Set(plan.files.map(({ format }) => format));
	const [only] = kinds;
	if (kinds.size > 1) return 'mixed';
	return only ?? (told === 'unknown' ? 'memory' : told);
}

const nothingIn = ({ refused: [first] }: Plan, name: string | undefined) =>
	refuse(
		'invalid_parameter',
		`Nothing in ${name === undefined ? 'the file' : `"${name}"`} was understood${first ? ` (${first.file ? `${first.file}, ` : ''}line ${String(first.line)}: ${first.reason})` : ': it is empty'}.`,
		'Choose a memory.jsonl of an MCP memory server, a journal that this app exported, Markdown, CSV, JSON-LD, or a folder or zip of them.',
		{ parameter: 'source' }
	);

/** What an import really did, cancelled or not. */
interface Written {
	changes: number;
	counts: ImportCounts;
	/** Of a journal. */
	brought?: Id[];
}

async function write(call: WriteCall, { plan }: Pending, options: RunOptions): Promise<Written> {
	const { changes, ...done } = await runPlan(call, plan, options);
	return { changes, counts: countWritten(plan, done) };
}

export function createTransferHandlers(context: Context) {
	const pending = new Map<Id, Pending>();

	const preview: HandlersOf<{ import_preview: 0 }>['import_preview'] = async (call, args) => {
		const id = context.tools.newId();
		const reading = await transferPort(context).open(args.source, args.name === undefined ? {} : { name: args.name });
		const plan = await readAll(context, reading, id);
		if (!plan.entities.length && !plan.changes.length && !plan.notes.length) throw nothingIn(plan, args.name);
		await lookUpPlan(call, plan, await homeFor(call, args.channel_id));
		const format = plan.changes.length ? 'journal' : formatOf(plan, reading.format);
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
			...reportOf(context, plan)
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
			const channel = await homeFor(call, job.channel);
			await lookUpPlan(call, job.plan, channel);
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

	return { import_preview: preview, import_run: importRun, import_cancel: cancel, ...createExportHandlers(context) };
}
