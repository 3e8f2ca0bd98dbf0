/** A lint of what agents choose by (tools.md "Descriptions") and of what the rows promise. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
	isOperationName,
	operationNames,
	operations,
	type Operation,
	type OperationName
} from '../../src/lib/contract';
import { instructionsFor } from '../../src/lib/contract/instructions';
import { schemaToJson, type JsonSchema } from '../../src/lib/contract/to-json-schema';
import { operationToMcpTool } from '../../src/lib/contract/to-mcp-tool';
import { toolsetNames, toolsets } from '../../src/lib/contract/toolsets';

const theFour: OperationName[] = ['get_entity', 'get_entity_context', 'memory_fact_get', 'search_relationships'];
const row = (name: OperationName): Operation => operations[name];

const undescribed = (schema: JsonSchema, path = ''): string[] =>
	Object.entries(schema.properties ?? {}).flatMap(([key, parameter]) => [
		...(parameter.description ? [] : [`${path}${key}`]),
		...undescribed(parameter.items ?? {}, `${path}${key}.`)
	]);

describe.each(operationNames)('%s', (name) => {
	const { description, title, input } = row(name);

	test('is snake_case, with a title', () => {
		expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
		expect(title).toMatch(/^\p{Lu}/u);
	});

	test('the description keeps its length and ends like a sentence', () => {
		expect(description.length).toBeLessThanOrEqual(theFour.includes(name) ? 500 : 250);
		expect(description).toMatch(/[.)]$/);
	});

	test('names a sibling that exists', () => {
		const words = description.match(/[a-z]+(_[a-z]+)*/g) ?? [];
		expect(words.filter((word) => word !== name && isOperationName(word))).not.toEqual([]);
	});

	test('every parameter is described', () => {
		expect(undescribed(schemaToJson(input, 'input'))).toEqual([]);
	});

	test('takes an idempotency key exactly when it writes', () => {
		// Said twice they do nothing more.
		const exempt: OperationName[] = [
			'set_settings',
			'set_aside',
			'record_use',
			'import_cancel',
			'export_cancel',
			'approve_agent',
			'revoke_agent',
			'answer_request'
		];
		const writes = row(name).effect !== 'read' && !exempt.includes(name);
		expect(Object.hasOwn(input.shape, 'idempotency_key')).toBe(writes);
	});

	test('takes channel_id when it reads', () => {
		// What is the device's own lies in no channel.
		const own: OperationName[] = ['get_settings', 'list_agents', 'list_requests', 'list_calls', 'list_agent_sessions'];
		const reads = row(name).effect === 'read' && !own.includes(name);
		expect(!reads || Object.hasOwn(input.shape, 'channel_id')).toBe(true);
	});

	test('the answer can be told as JSON Schema', () => {
		expect(schemaToJson(row(name).output, 'output')).toBeTypeOf('object');
	});
});

describe.each([...toolsets.full, ...toolsets['server-memory']])('%s as a tool', (name) => {
	const tool = operationToMcpTool(name);

	test('all four hints are explicit and follow from the effect', () => {
		const { effect } = row(name);
		expect(tool.annotations).toEqual({
			title: tool.title,
			readOnlyHint: effect === 'read',
			destructiveHint: effect === 'remove',
			idempotentHint: effect !== 'add',
			openWorldHint: false
		});
	});

	test('the schema is flat: no root combinators, no references, no bounds that the gate clamps', () => {
		expect(tool.inputSchema.type).toBe('object');
		for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not', '$ref', '$defs'])
			expect(tool.inputSchema).not.toHaveProperty(keyword);
		expect(JSON.stringify(tool.inputSchema)).not.toMatch(
			/"(minimum|maximum|exclusiveM\w+|minLength|maxLength|maxItems|default|\$schema)"/
		);
	});
});

describe('toolsets', () => {
	test('core is what tools.md names', () => {
		expect([...toolsets.core].sort()).toEqual(
			[
				...theFour,
				'get_context',
				'find_entities',
				'memory_search',
				'list_channels',
				'remember',
				'memory_fact_set',
				'memory_fact_resolve',
				'memory_set_add',
				'memory_set_remove',
				'relate_entities'
			].sort()
		);
	});

	test('server-memory is the nine names of the official server, in its order, and nobody else meets them', () => {
		expect(toolsets['server-memory']).toEqual([
			'create_entities',
			'create_relations',
			'add_observations',
			'delete_entities',
			'delete_observations',
			'delete_relations',
			'read_graph',
			'search_nodes',
			'open_nodes'
		]);
		expect(toolsets.full.filter((name) => toolsets['server-memory'].includes(name))).toEqual([]);
	});

	test('what is told of an answer is in it', () => {
		for (const name of operationNames) {
			const { told, output } = row(name);
			const fields = output instanceof z.ZodObject ? Object.keys(output.shape) : [];
			expect(fields).toEqual(expect.arrayContaining([...(told?.fields ?? [])]));
			if (told?.text !== undefined) expect(told.fields).toContain(told.text);
		}
	});

	test('full is every row for agents but those of server-memory, and core is part of it; the app keeps its own', () => {
		expect(toolsetNames).toEqual(['core', 'full', 'server-memory']);
		const rest = operationNames.filter(
			(name) => row(name).surface === 'agent' && row(name).toolset !== 'server-memory'
		);
		expect(toolsets.full).toEqual(rest);
		expect(toolsets.full).toEqual(expect.arrayContaining([...toolsets.core]));
		expect(operationNames.filter((name) => row(name).surface === 'app' && row(name).toolset)).toEqual([]);
	});

	test('core costs an agent at most 3,000 tokens', () => {
		const texts = toolsets.core.map((name) => {
			const { description, inputSchema } = operationToMcpTool(name);
			return name + description + JSON.stringify(inputSchema);
		});
		// Measured with the o200k_base tokenizer: 4.39 bytes a token for this text (2,585 tokens); 4 leaves room for others.
		expect(new TextEncoder().encode(texts.join('')).length / 4).toBeLessThanOrEqual(3_000);
	});
});

test.each(toolsetNames)('instructions of %s stay under 2 KB and name only operations that it offers', (toolset) => {
	const text = instructionsFor(toolset);
	expect(new TextEncoder().encode(text).length).toBeLessThan(2_048);
	const words: string[] = text.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [];
	const named = words.filter(isOperationName);
	expect(named.filter((name) => !toolsets[toolset].includes(name))).toEqual([]);
	expect(
		text.match(/\b(get|memory|find|list|search)_[a-z_]+/g)?.filter((word) => !isOperationName(word)) ?? []
	).toEqual([]);
});

test('the instructions of the default name what to begin with', () => {
	expect(instructionsFor('core').match(/\b(get|memory|find|list|search)_[a-z_]+/g)?.length).toBeGreaterThan(3);
});
