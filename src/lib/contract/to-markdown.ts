/** The table as a readable reference, grouped by noun. Generated into the README and checked there for differences. */
import './jitless';
import * as z from 'zod';
import { wholeFact } from './fact-shapes';
import { operationsByNoun } from './operations';
import type { Effect, Operation } from './row';
import * as shapes from './shapes';
import * as slotShapes from './slot-shapes';
import { schemaToText } from './schema-text';
import { schemaToJson, type JsonSchema } from './to-json-schema';

const effectWords: Record<Effect, string> = {
	read: 'Changes nothing.',
	add: 'Adds.',
	set: 'Replaces; what was stays in history.',
	remove: 'Takes away.'
};

const audience = ({ surface, toolset }: Operation): string => {
	if (surface === 'app') return 'The app only.';
	if (toolset === 'server-memory')
		return 'Agents that ask for the tools of the official memory server (server-memory), and they alone.';
	return toolset === 'core' ? 'Agents (core) and the app.' : 'Agents (full) and the app.';
};

/** Shapes that occur in many answers, told once at the end. */
const sharedShapes = {
	Receipt: shapes.receipt,
	EntityRow: shapes.entityRow,
	EntityBrief: shapes.entityBrief,
	RowChoice: shapes.rowChoice,
	Candidate: shapes.candidate,
	Fact: shapes.fact,
	WholeFact: wholeFact,
	Relationship: shapes.relationship,
	SingleRecord: slotShapes.singleRecord,
	SetRecord: slotShapes.setRecord,
	ListedSlot: slotShapes.listedSlot,
	Provenance: slotShapes.provenance,
	VersionStatus: slotShapes.versionStatus,
	Contender: shapes.contender,
	Support: slotShapes.support,
	Failure: shapes.failure
};

const named = new Map<unknown, string>(Object.entries(sharedShapes).map(([name, shape]) => [shape, name]));

const fenced = (text: string): string[] => ['```ts', text, '```', ''];

const toText = (schema: z.ZodType): string => schemaToText(schemaToJson(schema, 'output', named));

/** The fields of a receipt are not repeated: an answer that extends one says so. */
const answerToText = (schema: z.ZodType): string => {
	if (schema instanceof z.ZodUnion)
		return schema.options.map((option) => answerToText(option as z.ZodType)).join(' | ');
	if (!(schema instanceof z.ZodObject) || !('change_id' in schema.shape)) return toText(schema);
	const own = Object.entries(schema.shape as z.ZodRawShape).filter(([key, field]) => !isOfReceipt(key, field));
	return own.length === 0 ? 'Receipt' : `Receipt & ${toText(z.object(Object.fromEntries(own)))}`;
};

const isOfReceipt = (key: string, field: unknown): boolean =>
	Object.entries(shapes.receipt.shape).some(([name, shape]) => name === key && shape === field);

const sharedToMarkdown = (): string[] =>
	Object.entries(sharedShapes).flatMap(([name, shape]) => fenced(`${name} = ${toText(shape)}`));

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Items that are objects are listed with dotted names under their list. */
const parameterRows = (schema: JsonSchema, prefix = ''): string[] =>
	Object.entries(schema.properties ?? {}).flatMap(([key, parameter]) => {
		const name = `${prefix}${key}`;
		const type = parameter.items?.properties ? 'list of objects' : schemaToText(parameter);
		const need = schema.required?.includes(key) ? 'yes' : '';
		const row = `| \`${name}\` | ${cell(type)} | ${need} | ${cell(parameter.description ?? '')} |`;
		return [row, ...(parameter.items ? parameterRows(parameter.items, `${name}[].`) : [])];
	});

const parameterTable = (schema: JsonSchema): string[] => {
	const rows = parameterRows(schema);
	if (rows.length === 0) return ['Takes no arguments.', ''];
	return ['| argument | type | needed | |', '| --- | --- | --- | --- |', ...rows, ''];
};

const operationToMarkdown = (name: string, row: Operation): string[] => [
	`##### \`${name}\``,
	'',
	row.description,
	'',
	`${effectWords[row.effect]} ${audience(row)}`,
	'',
	...parameterTable(schemaToJson(row.input, 'input')),
	'<details><summary>Answers</summary>',
	'',
	...fenced(answerToText(row.output)),
	'</details>',
	''
];

/** @returns headings from level 4 on, ending in a newline. */
export const operationsToMarkdown = (): string =>
	Object.entries(operationsByNoun)
		.flatMap(([noun, rows]) => [
			`#### ${noun}`,
			'',
			...Object.entries<Operation>(rows).flatMap(([name, row]) => operationToMarkdown(name, row))
		])
		.concat('#### Shapes', '', ...sharedToMarkdown())
		.join('\n');
