/** A file as bytes: unpacked when it is gzip, and told from what is no text at all. */

/** Bytes looked at to tell. */
const HEAD = 1024;

async function headOf(blob: Blob, length: number): Promise<Uint8Array> {
	return new Uint8Array(await blob.slice(0, length).arrayBuffer());
}

const isGzip = ([a, b]: Uint8Array): boolean => a === 0x1f && b === 0x8b;

/** Zero bytes, and not as in UTF-16, where every other byte is one. A file that cannot be read is for the reading to tell. */
export async function isBinary(blob: Blob): Promise<boolean> {
	const head = await headOf(blob, HEAD).catch(() => new Uint8Array());
	if (isGzip(head)) return false;
	const [a = -1, b = -1] = head;
	const isWide = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || (a > 0 && b === 0) || (a === 0 && b > 0);
	return !isWide && head.includes(0);
}

/** @param onRead told the bytes read so far, of the file as it is stored */
export async function* bytesOf(blob: Blob, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array, void> {
	const counted = blob.stream().pipeThrough(
		new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
			transform(chunk, controller) {
				onRead(chunk.length);
				controller.enqueue(chunk);
			}
		})
	);
	const packed = isGzip(await headOf(blob, 2));
	const reader = (packed ? counted.pipeThrough(new DecompressionStream('gzip')) : counted).getReader();
	try {
		for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}
