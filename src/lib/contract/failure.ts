/** Says in our own words what zod found: which parameter, which value, what to do. Pure; knows no row. */
import './jitless';
import * as z from 'zod';
import { fail, type Failure } from '../domain/result';

const shownLength = 80;
const lists = new Intl.ListFormat('en', { type: 'disjunction' });

/** A value as an error names it: text quoted and cut to 80 code points, control characters and halves of pairs escaped. */
export const shown = (given: unknown): string => {
	if (typeof given === 'string') {
		const points = Array.from(given.slice(0, 4 * shownLength));
		const cut = points.length > shownLength || given.length > 4 * shownLength;
		return escaped(points.slice(0, shownLength).join('') + (cut ? '…' : ''));
	}
	if (Array.isArray(given)) return `a list of ${given.length}`;
	if (given === null) return 'null';
	if (typeof given === 'object') return 'an object';
	const plain = typeof given === 'number' || typeof given === 'boolean' || typeof given === 'bigint';
	return plain ? String(given) : `a ${typeof given}`;
};

/** JSON quoting, and what would be invisible or turn the line around as \u escapes. */
const escaped = (text: string): string =>
	JSON.stringify(text).replace(
		/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu,
		(found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`
	);

const typeWords: Record<string, string> = {
	string: 'text',
	number: 'a number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object'
};

const predicate = (issue: z.core.$ZodIssue): string => {
	if (issue.code === 'custom') return issue.message;
	if (issue.code === 'invalid_value') return `must be ${lists.format(issue.values.map(String))}`;
	if (issue.code === 'invalid_type') {
		if (issue.input === undefined) return 'is missing';
		return `must be ${typeWords[issue.expected] ?? issue.expected}`;
	}
	return 'is not understood';
};

const pathToText = (path: PropertyKey[]): string =>
	path.reduce<string>((text, part) => {
		if (typeof part === 'number') return `${text}[${part}]`;
		return text === '' ? String(part) : `${text}.${String(part)}`;
	}, '');

const shapeOf = (schema: z.core.$ZodType): Record<string, z.ZodType> =>
	schema instanceof z.ZodObject ? schema.shape : {};

const unknownArgument = (keys: string[], schema: z.core.$ZodType): Failure => {
	const known = Object.keys(shapeOf(schema));
	const key = keys[0] ?? '';
	const near = known.find((candidate) => looseKey(candidate) === looseKey(key));
	const takes = known.length === 0 ? 'It takes no arguments.' : `It takes: ${known.join(', ')}.`;
	return fail('invalid_parameter', `Unknown argument ${shown(key)}.`, near ? `Call it ${near}. ${takes}` : takes, {
		parameter: key.replace(/\p{Surrogate}/gu, '\ufffd')
	}).error;
};

const looseKey = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The one failure that is told of a refused input. An unknown argument comes before a missing one: it is usually its cause. */
export const firstFailure = (
	error: z.core.$ZodError,
	schema: z.core.$ZodType,
	given: unknown
): { ok: false; error: Failure } => {
	const first = error.issues[0];
	const unknown = error.issues.find((issue) => issue.code === 'unrecognized_keys' && issue.path.length === 0);
	const missing = first !== undefined && first.input === undefined;
	if (unknown?.code === 'unrecognized_keys' && (missing || first === unknown))
		return { ok: false, error: unknownArgument(unknown.keys, schema) };
	if (!first) return fail('invalid_parameter', 'The arguments are not understood.', 'Send an object.');
	return issueToFailure(first, schema, given);
};

const issueToFailure = (
	issue: z.core.$ZodIssue,
	schema: z.core.$ZodType,
	given: unknown
): { ok: false; error: Failure } => {
	const parameter = pathToText(issue.path) || 'arguments';
	const said = predicate(issue);
	const value = issue.input === undefined ? (issue.path.length === 0 ? given : undefined) : issue.input;
	const message = value === undefined ? `${parameter} ${said}.` : `${parameter} ${said}: ${shown(value)}`;
	const about = shapeOf(schema)[String(issue.path[0])]?.description;
	const hint = about ? `${String(issue.path[0])}: ${about}` : 'Send one object with the named arguments.';
	return fail('invalid_parameter', message, hint, { parameter });
};
