/** JSON Schema as the short TypeScript-like text that people read: `{ found: boolean, name: string, more?: number }`. */
import type { JsonSchema } from './to-json-schema';

const width = 100;

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

/** Alternatives on one line, or a line each when that is too long. */
const alternatives = (texts: string[], indent: string): string => {
	const line = [...new Set(texts)].join(' | ');
	return line.length + indent.length <= width || line.includes('\n') ? line : wrapped([...new Set(texts)], indent);
};

const wrapped = (texts: string[], indent: string): string => {
	const lines = [''];
	for (const text of texts) {
		const last = lines.at(-1) ?? '';
		if (last.length + text.length + indent.length > width) lines.push(text);
		else lines[lines.length - 1] = last === '' ? text : `${last} | ${text}`;
	}
	return lines.join(`\n${indent}| `);
};

const listOf = (item: JsonSchema, indent: string): string => {
	const text = schemaToText(item, indent);
	return / \| (?![^{]*})/.test(text) ? `(${text})[]` : `${text}[]`;
};

const objectToText = (schema: JsonSchema, indent: string): string => {
	const inner = `${indent}  `;
	const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => {
		const optional = schema.required?.includes(key) ? '' : '?';
		return `${key}${optional}: ${schemaToText(field, inner)}`;
	});
	if (fields.length === 0) return 'object';
	const line = `{ ${fields.join(', ')} }`;
	if (line.length + indent.length <= width && !line.includes('\n')) return line;
	return `{\n${fields.map((field) => `${inner}${field}`).join(',\n')}\n${indent}}`;
};

const typeToText = (type: string): string => (type === 'integer' ? 'number' : type);

export const schemaToText = (schema: JsonSchema, indent = ''): string => {
	if (schema.title !== undefined) return schema.title;
	if (schema.enum) return alternatives(schema.enum.map(literal), indent);
	if (schema.const !== undefined) return literal(schema.const);
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices)
		return alternatives(
			choices.map((choice) => schemaToText(choice, indent)),
			indent
		);
	if (schema.type === 'array') return listOf(schema.items ?? {}, indent);
	if (schema.type === 'object') return objectToText(schema, indent);
	if (schema.type === undefined) return schema.description ?? 'any';
	return [schema.type].flat().map(typeToText).join(' | ');
};
