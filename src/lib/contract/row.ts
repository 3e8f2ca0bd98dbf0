/** What a row of the table of operations is. A row is data: everything that depends on operations is derived from these fields. */
import './jitless';
import type * as z from 'zod';

/** `read` changes nothing; `add` only adds; `set` replaces (what was stays in history); `remove` takes away (and can be undone, but for `forget`). */
export const effects = ['read', 'add', 'set', 'remove'] as const;
export type Effect = (typeof effects)[number];

/** `agent`: published to agents and used by the app; `app`: never published to agents. */
export type Surface = 'agent' | 'app';

export interface Operation<
	I extends z.ZodObject = z.ZodObject,
	O extends z.ZodType = z.ZodType,
	E extends Effect = Effect,
	S extends Surface = Surface
> {
	title: string;
	description: string;
	effect: E;
	surface: S;
	/**
	 * `core`: what agents get by default, a part of `full` like every other row of surface `agent`. `server-memory`: the tools of the
	 * official memory server, which are nothing but that, so that an agent meets one way to do a thing.
	 */
	toolset?: 'core' | 'server-memory';
	/** What of an answer is told over MCP, where another server's answers are the measure; absent: all of it. */
	told?: {
		fields: readonly string[];
		/** The one field that the text repeats; absent: all that is told. */ text?: string;
	};
	/** Fields that a failure carries over MCP besides error, message and hint; `echo` names arguments that are repeated. */
	failure?: { fields: Readonly<Record<string, unknown>>; echo: readonly string[] };
	input: I;
	output: O;
}

/** Writes a row down with its exact schema types. */
export const operation = <I extends z.ZodObject, O extends z.ZodType, E extends Effect, S extends Surface>(
	row: Operation<I, O, E, S>
): Operation<I, O, E, S> => row;
