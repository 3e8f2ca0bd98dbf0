/** Files into a zip, one after the other, as pages of a Blob: a file at a time is in memory. */

export interface TextFile {
	path: string;
	/** Whole, or as it comes. */
	text: string | AsyncIterable<string>;
}

/** Bytes collected before they are handed to the browser. */
const PAGE = 1_000_000;

export async function zipOf(files: AsyncIterable<TextFile>, mediaType: string): Promise<Blob> {
	const { Zip, ZipDeflate } = await import('fflate');
	const pages: Blob[] = [];
	let page: Uint8Array<ArrayBuffer>[] = [];
	let size = 0;
	let failure: Error | undefined;
	const zip = new Zip((error, chunk) => {
		if (error) failure ??= error;
		else {
			page.push(chunk);
			size += chunk.length;
		}
		if (size < PAGE) return;
		pages.push(new Blob(page));
		page = [];
		size = 0;
	});
	const encoder = new TextEncoder();
	for await (const { path, text } of files) {
		const entry = new ZipDeflate(path, { level: 6 });
		zip.add(entry);
		if (typeof text === 'string') entry.push(encoder.encode(text), true);
		else {
			for await (const part of text) entry.push(encoder.encode(part));
			entry.push(new Uint8Array(), true);
		}
		if (failure) throw failure;
	}
	zip.end();
	if (failure) throw failure;
	return new Blob([...pages, ...page], { type: mediaType });
}
