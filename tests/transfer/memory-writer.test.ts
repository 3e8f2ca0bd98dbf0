/** The official `memory.jsonl` out, as the official server reads it back; and text collected into a Blob. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectBlob, memoryToJsonl, type MemoryEntity, type MemoryRelation } from '../../src/lib/transfer';
import { anyText } from './journal-samples';
import { entitiesOf, readAll, refusalsOf, relationsOf } from './reading';

// eslint-disable-next-line @typescript-eslint/require-await
async function* each<T>(items: readonly T[]): AsyncGenerator<T, void> {
	yield* items;
}

const written = async (entities: readonly MemoryEntity[], relations: readonly MemoryRelation[]): Promise<string> =>
	(await collectBlob(memoryToJsonl(each(entities), each(relations)), 'application/x-ndjson')).text();

/** What the official server's loader does with a file. */
function loadGraph(data: string) {
	const graph: { entities: unknown[]; relations: unknown[] } = { entities: [], relations: [] };
	for (const line of data.split('\n').filter((each) => each.trim() !== '')) {
		const item = JSON.parse(line) as {
			type: string;
			name: string;
			entityType: string;
			observations: string[];
			from: string;
			to: string;
			relationType: string;
		};
		if (item.type === 'entity')
			graph.entities.push({ name: item.name, entityType: item.entityType, observations: item.observations });
		if (item.type === 'relation')
			graph.relations.push({ from: item.from, to: item.to, relationType: item.relationType });
	}
	return graph;
}

const entities: MemoryEntity[] = [
	{ name: 'Ann Quist', type: 'person', observations: ['paints', '# A\n\nnote', '港口 😀'] },
	{ name: 'Ystad', type: null, observations: [] }
];
const relations: MemoryRelation[] = [{ from: 'Ann Quist', relation: 'lives in', to: 'Ystad' }];

describe('memory.jsonl', () => {
	test('entities, then relations, one a line, with a final line feed', async () => {
		expect(await written(entities, relations)).toBe(
			[
				'{"type":"entity","name":"Ann Quist","entityType":"person","observations":["paints","# A\\n\\nnote","港口 😀"]}',
				'{"type":"entity","name":"Ystad","entityType":"","observations":[]}',
				'{"type":"relation","from":"Ann Quist","to":"Ystad","relationType":"lives in"}',
				''
			].join('\n')
		);
	});

	test('the official server reads it back', async () => {
		expect(loadGraph(await written(entities, relations))).toEqual({
			entities: entities.map(({ name, type, observations }) => ({ name, entityType: type ?? '', observations })),
			relations: [{ from: 'Ann Quist', to: 'Ystad', relationType: 'lives in' }]
		});
	});

	test('any text goes out and comes back in', async () => {
		const name = anyText.map((text) => text.trim()).filter((text) => text !== '');
		const observation = anyText.filter((text) => text.trim() !== '');
		const anyEntity = fc.record({ name, type: fc.option(name), observations: fc.array(observation) });
		const anyRelation = fc.record({ from: name, relation: name, to: name });
		await fc.assert(
			fc.asyncProperty(fc.array(anyEntity), fc.array(anyRelation), async (things, ties) => {
				const items = await readAll(await written(things, ties));
				expect(refusalsOf(items)).toEqual([]);
				expect(
					entitiesOf(items).map(({ name, type, observations }) => ({
						name,
						type,
						observations: observations.map(({ text }) => text)
					}))
				).toEqual(things);
				expect(relationsOf(items).map(({ from, relation, to }) => ({ from, relation, to }))).toEqual(ties);
			})
		);
	});
});

describe('collectBlob', () => {
	test('keeps every line, its media type, and text of all scripts', async () => {
		const lines = Array.from({ length: 5000 }, (_, i) => `${i} ${'é𠮷😀'.repeat(100)}\n`);
		const blob = await collectBlob(each(lines), 'text/plain');
		expect(blob.type).toBe('text/plain');
		expect(await blob.text()).toBe(lines.join(''));
	});

	test('nothing is an empty Blob', async () => {
		expect((await collectBlob(each([]), 'text/plain')).size).toBe(0);
	});

	test('what fails on the way fails the whole', async () => {
		// eslint-disable-next-line @typescript-eslint/require-await
		async function* failing(): AsyncGenerator<string, void> {
			yield 'a';
			throw new Error('gone');
		}
		await expect(collectBlob(failing(), '')).rejects.toThrow('gone');
	});
});
