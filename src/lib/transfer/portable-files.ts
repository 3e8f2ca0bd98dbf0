/** A notebook in a format of other programs: which files it is, and the Blob that holds them. */
import { formatOf, type FormatId } from '../domain/formats';
import type { Portable } from '../domain/portable';
import { collectBlob } from './collect-blob';
import { edgesCsv, factsCsv, nodesCsv } from './csv-writer';
import { graphml } from './graphml-writer';
import { jsonLd } from './json-ld-writer';
import { loadYaml, MarkdownWriter } from './markdown-writer';
import { zipOf, type TextFile } from './zip-writer';

export type PortableFormat = Exclude<FormatId, 'journal' | 'memory'>;

async function* markdownFiles(source: Portable): AsyncGenerator<TextFile, void> {
	const writer = new MarkdownWriter(await loadYaml(), source.refs());
	for await (const thing of source.things()) yield writer.thing(thing);
	for await (const note of source.notes()) yield writer.note(note);
}

// eslint-disable-next-line @typescript-eslint/require-await -- pulled like the files of a folder that is made
async function* csvFiles(source: Portable): AsyncGenerator<TextFile, void> {
	yield { path: 'nodes.csv', text: nodesCsv(source) };
	yield { path: 'edges.csv', text: edgesCsv(source) };
	yield { path: 'facts.csv', text: factsCsv(source) };
}

/** The files of a format that is a folder. */
export const portableFiles = (format: 'markdown' | 'csv', source: Portable): AsyncIterable<TextFile> =>
	format === 'markdown' ? markdownFiles(source) : csvFiles(source);

export function portableBlob(format: PortableFormat, source: Portable): Promise<Blob> {
	const { mime } = formatOf(format);
	if (format === 'json-ld') return collectBlob(jsonLd(source), mime);
	if (format === 'graphml') return collectBlob(graphml(source), mime);
	return zipOf(portableFiles(format, source), mime);
}
