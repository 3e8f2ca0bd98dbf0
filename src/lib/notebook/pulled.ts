/** Pages pushed by the store become an iterable that a writer pulls: a page or two wait at most, and who stops pulling stops the store. */
export async function* pulled<T>(
	each: (visit: (page: T[]) => Promise<void>) => Promise<void>
): AsyncGenerator<T, void> {
	const { readable, writable } = new TransformStream<T[], T[]>();
	const writer = writable.getWriter();
	const pushed = each((page) => writer.write(page)).then(
		() => writer.close(),
		(error: unknown) => writer.abort(error)
	);
	pushed.catch(() => undefined); // told to whoever reads, or nobody does any more
	const reader = readable.getReader();
	try {
		for (let next = await reader.read(); !next.done; next = await reader.read()) yield* next.value;
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}
