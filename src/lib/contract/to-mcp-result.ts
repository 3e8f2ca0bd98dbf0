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
	const fields: Record<string, unknown> = result.ok ? { ...result.value } : failureToFields(name, args, result.error);
	const content: McpToolResult['content'] = [{ type: 'text', text: JSON.stringify(fields) }];
	return result.ok ? { content, structuredContent: fields } : { content, structuredContent: fields, isError: true };
};
