/** Rows about files in and out: a dry run first, then the import as one session; exports (J2). */
import './jitless';
import * as z from 'zod';
import { folderFormatIds, formatIds } from '../domain/formats';
import type { FolderHandle } from '../domain/portable';
import type { GivenFile } from '../domain/import-item';
import { operation } from './row';
import { choice, inChannel, inOneChannel, keyed, limits, optionalText, text } from './parameters';
import { id, nameWhy, receipt } from './shapes';

const count = z.number().int();

/** What an import would do, or did. */
const importCounts = z.object({
	entities_new: count,
	/** Found in the notebook by name. */
	entities_matched: count,
	/** Repeats of a name inside the file, united. */
	united: count,
	observations_new: count,
	/** Already in the notebook, or repeated in the file. */
	observations_known: count,
	/** Values of attributes; members of sets one by one. */
	values_new: count,
	values_known: count,
	relations_new: count,
	relations_known: count,
	notes_new: count,
	notes_known: count,
	/** Ends of relations that no line of the file describes. */
	mentioned_only: count,
	/** Changes of a journal export. */
	changes_new: count,
	changes_known: count
});

/** Where something stands; `file` of one of many. */
const place = { line: count, file: z.string().optional() };

const choiceOfRow = z.object({ entity_id: id, name: z.string(), type: z.string().nullable() });

const isGivenFile = (given: unknown): boolean =>
	typeof given === 'object' &&
	given !== null &&
	'path' in given &&
	'blob' in given &&
	typeof given.path === 'string' &&
	given.blob instanceof Blob;

const isSource = (given: unknown): boolean =>
	typeof given === 'string' || given instanceof Blob || (Array.isArray(given) && given.every(isGivenFile));

const previewId = text(limits.id, 'As import_preview gave it');

const import_preview = operation({
	title: 'Preview an import',
	description:
		'Reads a file without writing: its format told by content, what is new, known or refused, line by line. import_run writes it, import_cancel lets it go.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({
		source: z
			.custom<Blob | string | GivenFile[]>(isSource, 'must be a file, text, or files with their paths')
			.describe('A Blob, the text itself, or the files of a folder: [{path, blob}]'),
		name: optionalText(limits.source, 'Name of the file'),
		...inOneChannel
	}),
	output: z.object({
		preview_id: id,
		/** `mixed`: a folder with more than one. */
		format: z.enum([...formatIds, 'mixed']),
		file: z.object({ name: z.string().nullable(), bytes: count, lines: count }),
		counts: importCounts,
		/** How many of the things that are here already were found by what. */
		matched_by: z.object({ id: count, exact: count, alias: count, fold: count }),
		/** Names that could mean several things here: they stay apart. */
		ambiguous: z.array(z.object({ name: z.string(), ...place, rows: z.array(choiceOfRow) })),
		/** Of a folder, a zip or a table: what came of each file, and how it was read; at most 500. */
		files: z.array(
			z.object({
				file: z.string(),
				format: z.enum(formatIds),
				about: z.string().optional(),
				entities: count,
				facts: count,
				relations: count,
				notes: count,
				refused: count
			})
		),
		files_total: count,
		refused: z.array(z.object({ ...place, reason: z.string(), excerpt: z.string() })),
		/** `refused` holds the first hundred. */
		refused_total: count,
		dropped_fields: z.array(z.object({ field: z.string(), count })),
		ignored: z.array(z.object({ what: z.string(), count })),
		/** Names of the file that are near one of the notebook and will stay apart. */
		near_names: z.array(z.object({ name: z.string(), line: count, near: z.string(), entity_id: id, why: nameWhy })),
		/** A few of the new things, to look at. */
		samples: z.array(
			z.object({
				name: z.string(),
				type: z.string().nullable(),
				matched: z.boolean(),
				observations: count,
				relations: count,
				first: z.string().nullable()
			})
		)
	})
});

const import_run = operation({
	title: 'Run an import',
	description:
		'Writes what import_preview showed, as one session that undo takes back; the same file again doubles nothing.',
	effect: 'add',
	surface: 'app',
	input: z.strictObject({ preview_id: previewId, ...keyed }),
	output: receipt.extend({
		action: z.enum(['imported', 'unchanged']),
		session: id,
		counts: importCounts,
		/** Changes written; all have the session. */
		changes: count,
		/** Cancelled on the way: what is written so far stays until undone. */
		cancelled: z.literal(true).optional()
	})
});

const import_cancel = operation({
	title: 'Cancel an import',
	description: 'Lets a preview go, or stops a running import after its present change. See import_preview.',
	effect: 'set',
	surface: 'app',
	input: z.strictObject({ preview_id: previewId }),
	output: z.object({ cancelled: z.boolean(), was: z.enum(['previewed', 'running', 'unknown']) })
});

const exportCounts = z.object({
	lines: count,
	entities: count,
	facts: count,
	relations: count,
	changes: count,
	notes: count
});

/** Ids of `domain/formats`, and `other_channels`, `other_things`. */
const leftBehind = z.array(z.string());

const jobId = optionalText(limits.id, 'Any id of yours: progress names it, and export_cancel takes it');

const chosen = z
	.array(text(limits.id, 'Id of a thing'))
	.min(1)
	.max(10_000)
	.optional()
	.describe('Only these things, without notes; not for journal and memory');

const export_ = operation({
	title: 'Export',
	description:
		'Writes the notebook to a file: journal is lossless, memory is the memory.jsonl of the official MCP memory server; markdown (a thing alone: its file) and csv are zips. Of one channel: a journal of what list_changes shows of it. See import_preview.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({
		format: choice(formatIds, 'Default journal'),
		entity_ids: chosen,
		job_id: jobId,
		...inChannel
	}),
	output: z.object({
		filename: z.string(),
		media_type: z.string(),
		blob: z.custom<Blob>((given) => given instanceof Blob).describe('The file; empty when cancelled'),
		counts: exportCounts,
		/** What this format cannot hold and is left out. */
		left_behind: leftBehind,
		cancelled: z.literal(true).optional()
	})
});

const isFolder = (given: unknown): boolean =>
	typeof given === 'object' && given !== null && 'getDirectoryHandle' in given && 'getFileHandle' in given;

const export_to_folder = operation({
	title: 'Export to a folder',
	description:
		'As export, but file by file into a new folder inside one that the person chose (File System Access); nothing that lies there is touched.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({
		format: z.enum(folderFormatIds).describe('One that is many files'),
		folder: z.custom<FolderHandle>(isFolder, 'must be a folder that the person chose').describe('Its handle'),
		entity_ids: chosen,
		job_id: jobId,
		...inChannel
	}),
	output: z.object({
		/** Name of the new folder. */
		folder: z.string(),
		files: count,
		counts: exportCounts,
		left_behind: leftBehind,
		/** Cancelled on the way: what is written so far stays. */
		cancelled: z.literal(true).optional()
	})
});

const export_cancel = operation({
	title: 'Cancel an export',
	description: 'Stops an export that was given this job_id. See export.',
	effect: 'set',
	surface: 'app',
	input: z.strictObject({ job_id: text(limits.id, 'As export was given it') }),
	output: z.object({ cancelled: z.boolean() })
});

export const transferOperations = {
	import_preview,
	import_run,
	import_cancel,
	export: export_,
	export_to_folder,
	export_cancel
};
