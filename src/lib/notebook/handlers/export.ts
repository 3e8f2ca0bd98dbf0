/** The notebook as a file: the whole journal without loss, `memory.jsonl`, or a format of other programs; as a Blob, or into a folder. */
import type { InputOf, OutputOf } from '../../contract';
import { formatOf, MOST_IN_A_ZIP, type FormatId } from '../../domain/formats';
import type { Change, Id, Shelf } from '../../domain/model';
import type { Portable } from '../../domain/portable';
import { refuse } from '../../domain/result';
import { ChangeChannels } from '../change-channels';
import type { Call, Context, HandlersOf } from '../context';
import { ExportJobs, Stopped, type ExportJob } from '../export-jobs';
import { writeFolder } from '../export-folder';
import { memoryLines } from '../memory-lines';
import { portableOf } from '../portable';
import { pulled } from '../pulled';
import { tally, tallyIn } from '../tally';
import { transferPort } from '../transfer-port';

type Exported = OutputOf<'export'>;
type Counts = Exported['counts'];
type PortableId = Exclude<FormatId, 'journal' | 'memory'>;

const noCounts = (): Counts => ({ lines: 0, entities: 0, facts: 0, relations: 0, changes: 0, notes: 0 });

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const leftBehind = (format: FormatId, args: { channel_id?: string | undefined; entity_ids?: string[] | undefined }) => [
	...formatOf(format).lacks,
	...(args.channel_id === undefined ? [] : ['other_channels']),
	...(args.entity_ids === undefined ? [] : ['other_things'])
];

const described = (format: FormatId, call: Call, args: InputOf<'export'>, name: string) => ({
	filename: `${name}-${args.channel_id === undefined ? '' : 'channel-'}${dateOf(call.now)}${formatOf(format).extension}`,
	media_type: formatOf(format).mime,
	left_behind: leftBehind(format, args)
});

export function createExportHandlers(context: Context) {
	const jobs = new ExportJobs(context);

	const exported: HandlersOf<{ export: 0 }>['export'] = async (call, args) => {
		const format = args.format ?? 'journal';
		if (args.entity_ids !== undefined && (format === 'journal' || format === 'memory'))
			throw refuse(
				'invalid_parameter',
				`entity_ids does not go with the format "${format}".`,
				'Choose markdown, csv, json-ld or graphml, or leave entity_ids out.',
				{ parameter: 'entity_ids' }
			);
		const job = jobs.begin(args.job_id);
		try {
			if (format === 'memory') return await exportMemory(context, call, args, job);
			if (format === 'journal') return await exportJournal(context, call, args, job);
			return await exportPortable(context, call, { ...args, format }, job);
		} catch (error) {
			if (!(error instanceof Stopped)) throw error;
			const cancelled = { blob: new Blob([]), counts: noCounts(), cancelled: true as const };
			return { ...described(format, call, args, 'commonplace'), ...cancelled };
		} finally {
			jobs.end(job);
		}
	};

	const toFolder: HandlersOf<{ export_to_folder: 0 }>['export_to_folder'] = async (call, args) => {
		const job = jobs.begin(args.job_id);
		try {
			const source = await sourceOf(context, call, args, job);
			const files = transferPort(context).portableFiles(args.format, source.portable);
			const written = await writeFolder(args.folder, `commonplace-${args.format}-${dateOf(call.now)}`, files, job);
			return { ...written, counts: source.counts(), left_behind: leftBehind(args.format, args) };
		} finally {
			jobs.end(job);
		}
	};

	const cancel: HandlersOf<{ export_cancel: 0 }>['export_cancel'] = (_call, args) =>
		Promise.resolve({ cancelled: jobs.cancel(args.job_id) });

	return { export: exported, export_to_folder: toFolder, export_cancel: cancel };
}

/** How often all things are gone through: for columns, keys or mentions first, for each file, for edges. */
const passes: Record<PortableId, number> = { markdown: 2, csv: 4, 'json-ld': 1, graphml: 3 };

interface PortableArgs {
	format: PortableId;
	channel_id?: string | undefined;
	entity_ids?: string[] | undefined;
}

/** What a writer pulls, counted on its first way through. */
async function sourceOf(context: Context, call: Call, args: PortableArgs, job: ExportJob) {
	await context.ready;
	await context.indexes.settled();
	let done = 0;
	const source = portableOf(call, {
		channel: args.channel_id,
		chosen: args.entity_ids,
		withIncoming: args.format === 'markdown',
		onPage: (things) => job.tell((done += things), total)
	});
	const total = source.size * passes[args.format];
	const counts = noCounts();
	let pass = 0;
	async function* things() {
		const isFirst = pass++ === 0;
		for await (const thing of source.things()) {
			if (isFirst) {
				counts.entities++;
				counts.facts += thing.facts.length;
				counts.relations += thing.relations.length;
			}
			yield thing;
		}
	}
	async function* notes() {
		for await (const note of source.notes()) {
			counts.notes++;
			yield note;
		}
	}
	const portable = { things, notes, refs: () => source.refs() };
	const files = source.size + (args.entity_ids ? 0 : context.indexes.noteIds.size);
	return { portable, files, counts: () => ({ ...counts, lines: counts.entities + counts.notes }) };
}

async function exportPortable(
	context: Context,
	call: Call,
	args: PortableArgs & InputOf<'export'>,
	job: ExportJob
): Promise<Exported> {
	const { portable, counts, files } = await sourceOf(context, call, args, job);
	if (args.format === 'markdown' && files > MOST_IN_A_ZIP)
		throw refuse(
			'invalid_parameter',
			`A zip holds at most ${String(MOST_IN_A_ZIP)} files, and this would be ${String(files)}.`,
			'Export into a folder (export_to_folder), or one channel at a time.',
			{ parameter: 'format' }
		);
	const single = args.format === 'markdown' && files === 1 ? await onlyFile(context, portable) : undefined;
	const blob = single?.blob ?? (await transferPort(context).portable(args.format, portable));
	return { ...described(args.format, call, args, 'commonplace'), ...single, blob, counts: counts() };
}

/** A thing alone needs no zip. */
async function onlyFile(context: Context, portable: Portable) {
	for await (const { path, text } of transferPort(context).portableFiles('markdown', portable))
		if (typeof text === 'string') {
			const media_type = 'text/markdown';
			return { filename: path.split('/').at(-1) ?? path, media_type, blob: new Blob([text], { type: media_type }) };
		}
	return undefined;
}

/** Of one channel: the changes that are about it, each whole (N7). */
async function exportJournal(context: Context, call: Call, args: InputOf<'export'>, job: ExportJob): Promise<Exported> {
	const channel: Id | undefined = args.channel_id;
	if (channel !== undefined) await context.ready; // its sums are counted from the indexes
	let changes = 0;
	let read = 0;
	const total = await call.read((reading) => reading.tx.countChanges());
	const channels = new ChangeChannels();
	const wanted = (page: Change[]): Promise<Change[]> =>
		channel === undefined ? Promise.resolve(page) : context.store.read((tx) => channels.within(tx, page, channel));
	async function* counted(): AsyncIterable<Change> {
		const pages = pulled<Change[]>((visit) => context.store.eachChange((page) => visit([page])));
		for await (const page of pages) {
			for (const change of await wanted(page)) {
				changes++;
				yield change;
			}
			read += page.length;
			job.tell(read, total);
		}
	}
	const blob = await transferPort(context).journal(counted());
	const { indexes } = context;
	const { entities, facts, relations } =
		channel === undefined ? tally(indexes) : await call.read((reading) => tallyIn(reading.tx, indexes, channel));
	return {
		...described('journal', call, args, 'commonplace'),
		blob,
		counts: { ...noCounts(), lines: changes + 2, entities, facts, relations, changes }
	};
}

async function exportMemory(context: Context, call: Call, args: InputOf<'export'>, job: ExportJob): Promise<Exported> {
	await context.ready;
	await context.indexes.settled();
	const counts = noCounts();
	const shelves = () => pulled<Shelf>((visit) => context.store.eachShelf(visit));
	const lines = memoryLines(call, shelves, args.channel_id);
	async function* entities() {
		for await (const entity of lines.entities()) {
			counts.entities++;
			counts.lines++;
			counts.facts += entity.observations.length;
			if (counts.entities % 1000 === 0) job.tell(counts.entities, context.indexes.names.size);
			yield entity;
		}
	}
	async function* relations() {
		for await (const relation of lines.relations()) {
			counts.relations++;
			counts.lines++;
			yield relation;
		}
	}
	const blob = await transferPort(context).memory(entities(), relations());
	return { ...described('memory', call, args, 'memory'), blob, counts };
}
