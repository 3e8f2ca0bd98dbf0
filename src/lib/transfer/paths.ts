/** Paths of files in a folder or zip: what each is by its ending, and what no path may do. */

export type FileKind = 'markdown' | 'csv' | 'lines';

const endings: readonly [RegExp, FileKind][] = [
	[/\.(?:md|markdown)$/i, 'markdown'],
	[/\.(?:csv|tsv|tab)$/i, 'csv'],
	[/\.(?:json|jsonl|ndjson|jsonld)$/i, 'lines']
];

/** Of hidden files and what systems and programs keep for themselves: nothing. */
export function kindOf(path: string): FileKind | undefined {
	if (path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'node_modules'))
		return undefined;
	return endings.find(([ending]) => ending.test(path))?.[1];
}

/** Why a path is not to be trusted. Nothing is written by it, but who makes such a file means no good. */
export function pathProblem(path: string): string | undefined {
	if (/^(?:[/\\]|[A-Za-z]:)/.test(path)) return 'its path is absolute';
	if (path.split(/[/\\]/).includes('..')) return 'its path leads out of the folder';
	// eslint-disable-next-line no-control-regex -- those are meant
	if (/[\0-\x1f]/.test(path)) return 'its path holds control characters';
	return path.length > 1000 ? 'its path is longer than 1000 characters' : undefined;
}
