/** Reads what a test hands in, whole or in chunks, and sorts what comes out. */
import { decodePieces, readPieces } from '../../src/lib/transfer/line-items';
import { openImport } from '../../src/lib/transfer';
import type { ImportEntity, ImportItem, ImportRefusal, ImportRelation } from '../../src/lib/domain/import-item';

export async function readAll(source: Blob | string): Promise<ImportItem[]> {
	const items: ImportItem[] = [];
	for await (const item of (await openImport(source)).items) items.push(item);
	return items;
}

/** As a file of these lines. */
export const readLines = (...lines: string[]): Promise<ImportItem[]> => readAll(new Blob([lines.join('\n')]));

/** As one line that holds this value. */
export const readRecord = (record: unknown): Promise<ImportItem[]> => readLines(JSON.stringify(record));

// eslint-disable-next-line @typescript-eslint/require-await
async function* given(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
	yield* chunks;
}

/** The same bytes in these chunks. */
export async function readChunks(chunks: readonly Uint8Array[]): Promise<ImportItem[]> {
	const items: ImportItem[] = [];
	for await (const some of readPieces(decodePieces(given(chunks)))) items.push(...some);
	return items;
}

export const entitiesOf = (items: readonly ImportItem[]): ImportEntity[] =>
	items.filter((item) => item.kind === 'entity');
export const relationsOf = (items: readonly ImportItem[]): ImportRelation[] =>
	items.filter((item) => item.kind === 'relation');
export const refusalsOf = (items: readonly ImportItem[]): ImportRefusal[] =>
	items.filter((item) => item.kind === 'refused');

/** One short text per item: what it is, its line, and what it is called or why it was refused. */
export function brief(item: ImportItem): string {
	switch (item.kind) {
		case 'entity':
			return `${item.line} ${item.name}`;
		case 'relation':
			return `${item.line} ${item.from} ${item.relation} ${item.to}`;
		case 'note':
			return `${item.line} note ${item.title ?? ''}`;
		case 'file':
			return `${item.line} file ${item.file}`;
		case 'change':
			return `${item.line} change`;
		case 'refused':
			return `${item.line} refused: ${item.reason}`;
		case 'ignored':
			return `${item.line} ignored: ${item.what}`;
	}
}

export const briefly = (items: readonly ImportItem[]): string[] => items.map(brief);

export const person = (name: string): string =>
	JSON.stringify({ type: 'entity', name, entityType: 'person', observations: [] });
