/** Rows about files in and out: a dry run first, then the import as one session; exports (J2). */
import './jitless';
import * as z from 'zod';
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
	relations_new: count,
	relations_known: count,
	/** Ends of relations that no line of the file describes. */
	mentioned_only: count,
	/** Changes of a journal export. */
	changes_new: count,
	changes_known: count
});

const previewId = text(limits.id, 'As import_preview gave it');

const import_preview = operation({
	title: 'Preview an import',
	description:
		'Reads a file without writing: its format told by content, what is new, known or refused, line by line. import_run writes it, import_cancel lets it go.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({
		source: z
			.custom<Blob | string>((given) => typeof given === 'string' || given instanceof Blob, 'must be a file or text')
			.describe('A Blob or the text itself'),
		name: optionalText(limits.source, 'Name of the file'),
		...inOneChannel
	}),
	output: z.object({
		preview_id: id,
		format: z.enum(['memory', 'journal']),
		file: z.object({ name: z.string().nullable(), bytes: count, lines: count }),
		counts: importCounts,
		refused: z.array(z.object({ line: count, reason: z.string(), excerpt: z.string() })),
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

const export_ = operation({
	title: 'Export',
	description:
		'Writes the notebook to a file: journal is lossless and can be read back with import_preview, memory is the memory.jsonl of the official MCP memory server. Of one channel: what list_changes shows of it.',
	effect: 'read',
	surface: 'app',
	input: z.strictObject({ format: choice(['journal', 'memory'], 'Default journal'), ...inChannel }),
	output: z.object({
		filename: z.string(),
		media_type: z.string(),
		blob: z.custom<Blob>((given) => given instanceof Blob).describe('The file'),
		counts: z.object({ lines: count, entities: count, facts: count, relations: count, changes: count }),
		/** What this format cannot hold and is left out, in words. */
		left_behind: z.array(z.string())
	})
});

export const transferOperations = {
	import_preview,
	import_run,
	import_cancel,
	export: export_
};
