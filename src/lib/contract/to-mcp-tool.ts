/** A row as an MCP tool. Own types, no SDK: the bridge hands them to the SDK's low-level request handlers. */
import './jitless';
import type * as z from 'zod';
import { operations, type OperationName } from './operations';
import { unlisted } from './parameters';
import type { Effect, Operation } from './row';
import { schemaToJson, type JsonSchema } from './to-json-schema';

export interface McpToolAnnotations {
	title: string;
	readOnlyHint: boolean;
	destructiveHint: boolean;
	idempotentHint: boolean;
	openWorldHint: boolean;
}

export interface McpTool {
	name: OperationName;
	title: string;
	description: string;
	inputSchema: JsonSchema & { type: 'object' };
	annotations: McpToolAnnotations;
}

/** All four hints are explicit. What `set` replaces stays in history, so only `remove` counts as destructive; nothing here reaches outside the notebook. */
export const effectToHints = (effect: Effect): Omit<McpToolAnnotations, 'title'> => ({
	readOnlyHint: effect === 'read',
	destructiveHint: effect === 'remove',
	idempotentHint: effect !== 'add',
	openWorldHint: false
});

/**
 * What agents are shown of an input schema: no unlisted parameters (the instructions speak of them once), and open,
 * because the gate itself refuses unknown arguments by name and says what is taken.
 */
const publishedInput = ({ input }: Operation): McpTool['inputSchema'] => {
	const json = opened(schemaToJson(input, 'input'));
	const shown = Object.entries(json.properties ?? {}).filter(([key]) => !isUnlisted(input, key));
	return { ...json, type: 'object', properties: Object.fromEntries(shown) };
};

const isUnlisted = (input: z.ZodObject, key: string): boolean => {
	const parameter: unknown = input.shape[key];
	return typeof parameter === 'object' && parameter !== null && unlisted.has(parameter);
};

const opened = ({ additionalProperties: _, ...json }: JsonSchema): JsonSchema => ({
	...json,
	...(json.items && { items: opened(json.items) }),
	...(json.properties && { properties: mapValues(json.properties, opened) })
});

const mapValues = <T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> =>
	Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

export const operationToMcpTool = (name: OperationName): McpTool => {
	const row: Operation = operations[name];
	const { title, description, effect } = row;
	return {
		name,
		title,
		description,
		inputSchema: publishedInput(row),
		annotations: { title, ...effectToHints(effect) }
	};
};
