/** The reference that is generated from the table. */
import { expect, test } from 'vitest';
import { operationNames, operations, operationsByNoun } from '../../src/lib/contract';
import { schemaToText } from '../../src/lib/contract/schema-text';
import { operationsToMarkdown } from '../../src/lib/contract/to-markdown';

const reference = operationsToMarkdown();

test('every operation stands in it once, with its description', () => {
	for (const name of operationNames) {
		expect(reference.split(`\n##### \`${name}\`\n\n${operations[name].description}\n`)).toHaveLength(2);
	}
});

test('every row belongs to one noun', () => {
	expect(Object.values(operationsByNoun).flatMap((rows) => Object.keys(rows))).toEqual(operationNames);
});

test('arguments are a table, those of items dotted', () => {
	expect(reference).toContain('| `hops` | number |  | Steps from each, default 2 |');
	expect(reference).toContain('| `facts[].mentions[].role` | string | yes |');
});

test('answers that extend a receipt say so, and the receipt is told once', () => {
	expect(reference).toContain('```ts\nReceipt & { note_id: string }\n```');
	expect(reference.match(/^Receipt = \{/gm)).toHaveLength(1);
});

test('nothing is left without a type', () => {
	expect(reference).not.toMatch(/: any\b/);
});

test('schemas read like types', () => {
	const text = { type: 'string' };
	expect(schemaToText({ type: 'object', properties: { a: text, b: { type: 'integer' } }, required: ['a'] })).toBe(
		'{ a: string, b?: number }'
	);
	expect(schemaToText({ type: 'array', items: { anyOf: [text, { type: 'null' }] } })).toBe('(string | null)[]');
	expect(schemaToText({ type: ['string', 'null'] })).toBe('string | null');
	expect(schemaToText({ enum: ['a', 'b'] })).toBe("'a' | 'b'");
});
