/**
 * The formats that a notebook leaves in and comes in, described once: for the table of operations, the worker and the page. What a
 * format cannot hold is part of what it is: the tests of round trips take it from here, and so does what a person is told. The words
 * for formats and lacks stand in the catalogue of the page, under these ids. Imports nothing.
 */

/** What may be missing when a notebook comes back from a file. */
export type Lack =
	/** Settings of this device, requests of agents that wait. */
	| 'device'
	/** Who said it, as what (said, seen, inferred), and who said so too. */
	| 'who'
	/** What was replaced, ended, called wrong or undone. */
	| 'history'
	/** Contenders: values that wait to be settled. */
	| 'conflicts'
	/** Ids; a thing is told by its name and type, and gets a new one. */
	| 'ids'
	/** Which channel: what comes in goes into one. */
	| 'channels'
	/** What was declared the same, and not the same: rows of one thing leave as one, under its name and the others as aliases. */
	| 'declarations'
	/** When a thing, a fact or a relation was first said. */
	| 'times'
	/** When a fact or relation begins and ceases to hold. */
	| 'validity'
	| 'confidence'
	/** Importance of facts. */
	| 'importance'
	/** Strength of relations. */
	| 'strength'
	/** Where facts come from: sources, notes. */
	| 'sources'
	/** How sure, how old and from where a value is, and how fast it goes stale. */
	| 'value_details'
	/** When a note was written. */
	| 'note_dates'
	/** Older snippets that explain a relation; all but the first. */
	| 'older_contexts'
	| 'contexts'
	/** Which of several things of one name a relation means. */
	| 'namesakes'
	/** Whom else a fact names, and in which role. */
	| 'mentions'
	| 'aliases'
	| 'descriptions'
	/** Values are sentences, "role: designer". */
	| 'values'
	| 'facts'
	| 'notes'
	/** White space: a return within a text is a line feed. */
	| 'returns'
	/** It can be written, but not be read back. */
	| 'reading';

export interface Format {
	/** With its point; of several files a zip. */
	extension: string;
	mime: string;
	/** Whether it comes back whole but for what belongs to the device. */
	lossless: boolean;
	/** Whether it is many files, which can be written into a folder. */
	isFolder: boolean;
	lacks: readonly Lack[];
}

/** Lost by all that is not the journal. */
export const commonLacks = [
	'device',
	'who',
	'history',
	'conflicts',
	'ids',
	'channels',
	'declarations',
	'value_details',
	'note_dates'
] as const;

export const formats = {
	journal: { extension: '.ndjson', mime: 'application/x-ndjson', lossless: true, isFolder: false, lacks: ['device'] },
	memory: {
		extension: '.jsonl',
		mime: 'application/x-ndjson',
		lossless: false,
		isFolder: false,
		lacks: [
			...commonLacks,
			'times',
			'validity',
			'confidence',
			'importance',
			'strength',
			'sources',
			'contexts',
			'older_contexts',
			'namesakes',
			'mentions',
			'aliases',
			'descriptions',
			'values',
			'notes'
		]
	},
	markdown: {
		extension: '.zip',
		mime: 'application/zip',
		lossless: false,
		isFolder: true,
		lacks: [
			...commonLacks,
			'times',
			'validity',
			'confidence',
			'importance',
			'strength',
			'sources',
			'older_contexts',
			'returns'
		]
	},
	csv: {
		extension: '.zip',
		mime: 'application/zip',
		lossless: false,
		isFolder: true,
		lacks: [...commonLacks, 'older_contexts', 'mentions', 'notes']
	},
	'json-ld': {
		extension: '.jsonld',
		mime: 'application/ld+json',
		lossless: false,
		isFolder: false,
		lacks: [...commonLacks, 'older_contexts']
	},
	graphml: {
		extension: '.graphml',
		mime: 'application/graphml+xml',
		lossless: false,
		isFolder: false,
		lacks: [
			...commonLacks,
			'validity',
			'importance',
			'sources',
			'older_contexts',
			'mentions',
			'facts',
			'notes',
			'reading'
		]
	}
} as const satisfies Record<string, Format>;

export type FormatId = keyof typeof formats;

/** In the order in which they are offered. */
export const formatIds = [
	'journal',
	'memory',
	'markdown',
	'csv',
	'json-ld',
	'graphml'
] as const satisfies readonly FormatId[];

/** Those that are many files. */
export const folderFormatIds = ['markdown', 'csv'] as const satisfies readonly FormatId[];

export const formatOf = (id: FormatId): Format => formats[id];

export const lacksIn = (id: FormatId, lack: Lack): boolean => formatOf(id).lacks.includes(lack);

/** Files that a zip can count; the extension for more is not written. */
export const MOST_IN_A_ZIP = 65_000;
