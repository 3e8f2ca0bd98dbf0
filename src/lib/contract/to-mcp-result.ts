/** A result as an MCP tool result: structured content and text say the same, each sufficient alone. Own types, no SDK. */
import './jitless';
import type { Failure, Result } from '../domain/result';
import { operations, type OperationName, type OutputOf } from './operations';
import type { Operation } from './row';

export interface McpToolResult {
	content: { type: 'text'; text: string }[];
	structuredContent: Record<string, unknown>;
	isError?: true;
	[field: string]: unknown;
}

const failureToFields = (name: OperationName, args: unknown, failure: Failure): Record<string, unknown> => {
	const { code, ...rest } = failure;
	const row: Operation = operations[name];
	const given =
		typeof args === 'object' && args !== null
			? new Map<string, unknown>(Object.entries(args))
			: new Map<string, unknown>();
	const echoed = (row.failure?.echo ?? []).map((key): [string, unknown] => [key, given.get(key) ?? null]);
	return { ...row.failure?.fields, ...Object.fromEntries(echoed), error: code, ...rest };
};

/**
 * @param args the arguments as they came, for the rows whose failures repeat some.
 * @returns a failure as `{error: code, message, hint, …}` with isError; a miss is an answer and no error.
 */
export const resultToMcp = <N extends OperationName>(
	name: N,
	args: unknown,
	result: Result<OutputOf<N>>
): McpToolResult => {
	if (result.ok) return answerToMcp(operations[name], { ...result.value });
	const fields = failureToFields(name, args, result.error);
	return { content: [{ type: 'text', text: JSON.stringify(fields) }], structuredContent: fields, isError: true };
};

/** All of an answer, or what its row tells of it; a text alone stands as it is. */
function answerToMcp({ told }: Operation, answer: Record<string, unknown>): McpToolResult {
	const fields = told
		? Object.fromEntries(Object.entries(answer).filter(([field]) => told.fields.includes(field)))
		: answer;
	const said = told?.text === undefined ? fields : fields[told.text];
	return {
		content: [{ type: 'text', text: typeof said === 'string' ? said : JSON.stringify(said) }],
		structuredContent: fields
	};
}
