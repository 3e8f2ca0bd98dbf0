/** The quirky files that other tests use hold what they say, and are read to the last line; the generator repeats itself. */
import { describe, expect, test } from 'vitest';
import {
	cjkMarkdownFile,
	duplicatesFile,
	fileOf,
	generateMemoryFile,
	inlineRelationsFile,
	memoryFileLines,
	objectObservationsFile
} from '../support/memory-files';
import { entitiesOf, readAll, refusalsOf, relationsOf } from './reading';

const counts = async (text: string) => {
	const items = await readAll(fileOf(text));
	const entities = entitiesOf(items);
	const relations = relationsOf(items);
	const names = new Set(entities.map(({ name }) => name));
	return {
		entities: entities.length,
		names: names.size,
		observations: entities.flatMap(({ observations }) => observations).length,
		relations: relations.length,
		distinct: new Set(relations.map(({ from, relation, to }) => JSON.stringify([from, relation, to]))).size,
		absentEnds: relations.filter(({ from, to }) => !names.has(from) || !names.has(to)).length,
		refused: refusalsOf(items).map(({ line }) => line)
	};
};

describe('files as people have them', () => {
	test('a: duplicates', async () => {
		expect(await counts(duplicatesFile())).toEqual({
			entities: 9,
			names: 7,
			observations: 17,
			relations: 7,
			distinct: 5,
			absentEnds: 1,
			refused: []
		});
		expect(duplicatesFile().endsWith('\n')).toBe(false);
	});

	test('b: observations as objects', async () => {
		expect(await counts(objectObservationsFile())).toEqual({
			entities: 3,
			names: 3,
			observations: 5,
			relations: 2,
			distinct: 2,
			absentEnds: 0,
			refused: []
		});
		const [first] = entitiesOf(await readAll(objectObservationsFile()));
		expect(first).toMatchObject({
			created: '2025-05-06T22:59:07.083Z',
			observations: [{ at: '2025-05-06T14:09:36.202Z' }, {}]
		});
	});

	test('c: whole notes in Chinese', async () => {
		expect(await counts(cjkMarkdownFile())).toEqual({
			entities: 2,
			names: 2,
			observations: 2,
			relations: 3,
			distinct: 3,
			absentEnds: 2,
			refused: []
		});
	});

	test('d: relations inside entities', async () => {
		expect(await counts(inlineRelationsFile())).toEqual({
			entities: 4,
			names: 4,
			observations: 5,
			relations: 5,
			distinct: 5,
			absentEnds: 2,
			refused: [1]
		});
		expect(entitiesOf(await readAll(inlineRelationsFile())).map(({ line }) => line)).toEqual([2, 3, 5, 7]);
	});
});

describe('generated files', () => {
	const size = { entities: 200, observations: 1001, relations: 600, seed: 7 };

	test('hold what was asked for, with names nearly all their own', async () => {
		const text = [...memoryFileLines(size)].join('');
		const { names, distinct, ...rest } = await counts(text);
		expect(rest).toEqual({ entities: 200, observations: 1001, relations: 600, absentEnds: 0, refused: [] });
		expect(names).toBeGreaterThan(195);
		expect(distinct).toBeGreaterThan(550);
		expect(await generateMemoryFile(size).text()).toBe(text);
	});

	test('are the same for one seed, others for another', () => {
		expect([...memoryFileLines(size)]).toEqual([...memoryFileLines(size)]);
		expect([...memoryFileLines(size)]).not.toEqual([...memoryFileLines({ ...size, seed: 8 })]);
	});

	test('observations have 30 to 160 characters, and nothing relates to itself', async () => {
		const items = await readAll(generateMemoryFile(size));
		const lengths = entitiesOf(items).flatMap(({ observations }) => observations.map(({ text }) => text.length));
		expect(Math.min(...lengths)).toBeGreaterThanOrEqual(30);
		expect(Math.max(...lengths)).toBeLessThanOrEqual(160);
		expect(relationsOf(items).filter(({ from, to }) => from === to)).toEqual([]);
	});
});
