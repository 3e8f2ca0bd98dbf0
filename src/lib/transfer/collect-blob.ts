/** Text that streams, collected into a Blob page by page, so that the browser may move pages out of memory. */

/** UTF-16 units. */
const PAGE = 1_000_000;

export async function collectBlob(lines: AsyncIterable<string>, mediaType: string): Promise<Blob> {
	const pages: Blob[] = [];
	let page: string[] = [];
	let size = 0;
	const turn = () => {
		pages.push(new Blob(page));
		page = [];
		size = 0;
	};
	for await (const line of lines) {
		page.push(line);
		size += line.length;
		if (size >= PAGE) turn();
	}
	turn();
	return new Blob(pages, { type: mediaType });
}
