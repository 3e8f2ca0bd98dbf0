import { describe, expect, test } from 'vitest';
import { begunAt, putName } from '../../src/lib/ui/naming';

/** `|` is the caret. */
const at = (line: string): [text: string, caret: number] => [line.replace('|', ''), line.indexOf('|')];
const begun = (line: string) => begunAt(...at(line));

describe('a name begun in a text', () => {
	test.each([
		['Met @Ad|', '@', 'Ad'],
		['@Ada|', '@', 'Ada'],
		['Met (@Ada Lov|)', '@', 'Ada Lov'],
		['Met @Ad|, then left', '@', 'Ad'],
		['Reads [[stg_or|', '[[', 'stg_or'],
		['Reads [[stg_or|]] daily', '[[', 'stg_or'],
		['[[The house at the end of the road|', '[[', 'The house at the end of the road'],
		['Met @東|', '@', '東'],
		['[[a@b|', '[[', 'a@b']
	])('%s', (line, mark, partial) => {
		expect(begun(line)).toMatchObject({ mark, partial, start: line.indexOf(partial) });
	});

	test.each([
		['Met Ada|', 'no mark'],
		['Met @|', 'nothing after it yet'],
		['[[ |', 'nothing to be seen after it'],
		['write to ada@example.org|', 'an address'],
		['Met @Ada Lovelace in London|', 'the text went on'],
		['[[Ada]] |', 'a link that is whole'],
		['[[Ada|the count|', 'what is shown instead'],
		['@Ada [[Bo]] |', 'a link between']
	])('%s: none, %s', (line) => {
		const caret = line.lastIndexOf('|');
		expect(begunAt(line.slice(0, caret) + line.slice(caret + 1), caret)).toBeNull();
	});
});

describe('the name put there', () => {
	test.each([
		['Met @Ad|', 'Met @Ada Lovelace |'],
		['Met @Ad| at noon', 'Met @Ada Lovelace |at noon'],
		['Met @Ad|, then', 'Met @Ada Lovelace |, then'],
		['Met [[Ad|', 'Met [[Ada Lovelace]] |'],
		['Met [[Ad|]] at noon', 'Met [[Ada Lovelace]] |at noon']
	])('%s becomes %s', (line, becomes) => {
		const [text, caret] = at(line);
		const name = begunAt(text, caret);
		if (!name) throw new Error('nothing is begun');
		const put = putName(text, name, 'Ada Lovelace');
		expect(`${put.text.slice(0, put.caret)}|${put.text.slice(put.caret)}`).toBe(becomes);
	});
});
