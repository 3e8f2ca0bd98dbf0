/** The gate's only validator: unknown arguments in, parsed ones or the one failure to tell out. Never throws. */
import './jitless';
import type * as z from 'zod';
import { ok, type Result } from '../domain/result';
import { firstFailure } from './failure';
import { present } from './present';
import { operations, type InputOf, type OperationName } from './operations';

/** @returns arguments ready for the handler (absent ones left out), or `invalid_parameter` naming the parameter, the value and what is taken. */
export const parseInput = <N extends OperationName>(name: N, args: unknown): Result<InputOf<N>> => {
	const schema: z.ZodObject = operations[name].input;
	const given = args ?? {};
	const parsed = schema.safeParse(given, { reportInput: true });
	if (!parsed.success) return firstFailure(parsed.error, schema, given);
	// The schema is the row's own, so what it parsed is this operation's input.
	return ok(present(parsed.data) as InputOf<N>);
};
