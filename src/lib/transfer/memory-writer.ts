/** Writes the official MCP memory server's `memory.jsonl`: entities first, then relations, one a line. */

export interface MemoryEntity {
	name: string;
	/** null becomes an empty `entityType`: the server wants a text. */
	type: string | null;
	observations: string[];
}

export interface MemoryRelation {
	from: string;
	relation: string;
	to: string;
}

/** One line after another, each with its line feed. Both sources are pulled item by item. */
export async function* memoryToJsonl(
	entities: AsyncIterable<MemoryEntity>,
	relations: AsyncIterable<MemoryRelation>
): AsyncGenerator<string, void> {
	for await (const { name, type, observations } of entities)
		yield `${JSON.stringify({ type: 'entity', name, entityType: type ?? '', observations })}\n`;
	for await (const { from, relation, to } of relations)
		yield `${JSON.stringify({ type: 'relation', from, to, relationType: relation })}\n`;
}
