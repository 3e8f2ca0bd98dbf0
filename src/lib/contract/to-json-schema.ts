/** Input and output schemas as JSON Schema: flat, closed, without bounds that the gate clamps. Shared by the MCP and the Markdown projection. */
import './jitless';
import * as z from 'zod';
import { publishedAs } from './parameters';

/** The part of JSON Schema that the table's schemas come to. */
export interface JsonSchema {
	title?: string;
	type?: string | string[];
	description?: string;
	properties?: Record<string, JsonSchema>;
	required?: string[];
	items?: JsonSchema;
	enum?: unknown[];
	const?: unknown;
	anyOf?: JsonSchema[];
	oneOf?: JsonSchema[];
	additionalProperties?: boolean | JsonSchema;
	[keyword: string]: unknown;
}

/** Dialect and the bounds of safe integers say nothing to a caller. */
const noise = new Set(['$schema', 'minimum', 'maximum', '~standard']);

const withoutNoise = (json: object): JsonSchema =>
	Object.fromEntries(Object.entries(json).filter(([keyword]) => !noise.has(keyword)));

/** Replaces a node's keywords in place, as `override` wants it. */
const rewrite = (node: object, by: JsonSchema): void => {
	for (const keyword of Object.keys(node)) Reflect.deleteProperty(node, keyword);
	Object.assign(node, by);
};

/**
 * @param io `input`: what a caller may send; `output`: what is answered.
 * @param named schemas that are told by name alone (as `title`) wherever they occur inside.
 */
export const schemaToJson = (
	schema: z.ZodType,
	io: 'input' | 'output',
	named: ReadonlyMap<unknown, string> = new Map()
): JsonSchema => {
	const json = z.toJSONSchema(schema, {
		io,
		unrepresentable: 'any',
		override: ({ zodSchema, jsonSchema }) => {
			const title = Object.is(zodSchema, schema) ? undefined : named.get(zodSchema);
			const published = publishedAs.get(zodSchema);
			if (title !== undefined) rewrite(jsonSchema, { title });
			else rewrite(jsonSchema, published ? schemaToJson(published, io) : withoutNoise(jsonSchema));
		}
	});
	return withoutNoise(json);
};
