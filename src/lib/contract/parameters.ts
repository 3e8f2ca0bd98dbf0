/** Building blocks of input schemas: the house rules for text, numbers, times and lists (tools.md "House rules", L1). No row is defined here. */
import './jitless';
import * as z from 'zod';
import { ok, type Result } from '../domain/result';
import { firstFailure } from './failure';
import { present, type Present } from './present';

/** Lengths in code points after trimming (L1). */
export const limits = {
	name: 200,
	value: 4_000,
	fact: 20_000,
	note: 1_000_000,
	source: 500,
	key: 200,
	id: 200
} as const;

const loneSurrogate = /\p{Surrogate}/u;
const channelForm = /^[A-Za-z0-9_:-]{1,128}$/;
const timeForm = /^[+-]?\d{4,6}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/;

/** An issue's message is a predicate: the parser puts the parameter before it and the value behind. */
const complain = (ctx: z.core.$RefinementCtx, input: unknown, message: string): never => {
	ctx.issues.push({ code: 'custom', input, message });
	return z.NEVER;
};

/** A rule between parameters, said of the first of them. */
export const refuseTogether = (ctx: z.core.$RefinementCtx, parameter: string, message: string): void => {
	ctx.issues.push({ code: 'custom', input: undefined, path: [parameter], message });
};

/** A code point takes one or two units: only between the two must they be counted. */
const isLongerThan = (text: string, limit: number): boolean =>
	text.length > limit && (text.length > 2 * limit || Array.from(text).length > limit);

const tidy =
	(limit: number, keepSpace = false) =>
	(given: string, ctx: z.core.$RefinementCtx): string => {
		const trimmed = given.trim();
		if (trimmed === '') return complain(ctx, given, 'must not be empty');
		if (isLongerThan(trimmed, limit)) return complain(ctx, given, `must not be longer than ${limit} characters`);
		if (loneSurrogate.test(given)) return complain(ctx, given, 'holds half of a surrogate pair, which is no text');
		return keepSpace ? given : trimmed;
	};

/** Absent as agents write it: "", "null" and null for an optional text. */
const blankToAbsent = <T>(given: T): T | undefined => {
	if (given === null) return undefined;
	if (typeof given !== 'string') return given;
	const trimmed = given.trim();
	return trimmed === '' || trimmed === 'null' ? undefined : given;
};

const nullToAbsent = <T>(given: T): T | undefined => (given === null ? undefined : given);

/** Text of 1 to `limit` code points, trimmed. */
export const text = (limit: number, description: string) => z.string().transform(tidy(limit)).describe(description);

/** Text kept with its white space: notes. */
export const wholeText = (limit: number, description: string) =>
	z.string().transform(tidy(limit, true)).describe(description);

/** As `text`, but may be blank, which is no text. */
export const maybeBlank = (limit: number, description: string) =>
	z
		.string()
		.transform((given, ctx) => (given.trim() === '' ? '' : tidy(limit)(given, ctx)))
		.describe(description);

export const name = (description: string) => text(limits.name, description);

/** Numbers and booleans given as a value become their text. */
export const value = (description: string) =>
	z
		.preprocess(
			(given: string | number | boolean): unknown =>
				typeof given === 'boolean' || (typeof given === 'number' && Number.isFinite(given)) ? String(given) : given,
			z.string().transform(tidy(limits.value))
		)
		.describe(description);

/** Makes a text (or choice, or time) optional: "", "null" and null mean absent. */
export const optional = <O>(schema: z.ZodType<O, string>, description: string) =>
	z
		.preprocess((given: string | null | undefined) => blankToAbsent(given), schema.optional())
		.optional()
		.describe(description);

export const optionalText = (limit: number, description: string) =>
	optional(z.string().transform(tidy(limit)), description);

export const optionalWholeText = (limit: number, description: string) =>
	optional(z.string().transform(tidy(limit, true)), description);

export const choice = <const T extends readonly [string, ...string[]]>(options: T, description: string) =>
	z
		.preprocess((given: T[number] | null | undefined) => blankToAbsent(given), z.enum(options).optional())
		.optional()
		.describe(description);

export const flag = (fallback: boolean, description: string) =>
	z
		.preprocess((given: boolean | null | undefined) => nullToAbsent(given) ?? fallback, z.boolean())
		.optional()
		.transform((given) => given ?? fallback)
		.describe(description);

export const optionalFlag = (description: string) =>
	z
		.preprocess((given: boolean | null | undefined) => nullToAbsent(given), z.boolean().optional())
		.optional()
		.describe(description);

/** A whole number brought into `least`..`most` silently, decimals cut; the bounds are not published. null is no number: over JSON it is what NaN became. */
export const clamped = (least: number, most: number, fallback: number, description: string) =>
	z
		.number()
		.transform((given) => Math.min(most, Math.max(least, Math.trunc(given))))
		.optional()
		.transform((given) => given ?? fallback)
		.describe(description);

/** 0 to 1, kept to three decimals. */
export const share = (description: string) =>
	z
		.number()
		.transform((given, ctx) =>
			given < 0 || given > 1 ? complain(ctx, given, 'must be from 0 to 1') : Math.round(given * 1000) / 1000 + 0
		)
		.optional()
		.describe(description);

/** `Date.parse` takes 30 February for 1 March. */
const isCalendarDay = (given: string): boolean => {
	const day = /^[+-]?\d{4,6}-\d{2}-\d{2}/.exec(given)?.[0];
	const at = day === undefined ? 0 : Date.parse(day);
	return day === undefined || (!Number.isNaN(at) && new Date(at).toISOString().startsWith(day));
};

const parseTime = (given: string, ctx: z.core.$RefinementCtx): number => {
	const trimmed = given.trim();
	const zoned = /T[\d:.]+$/.test(trimmed) ? `${trimmed}Z` : trimmed;
	const at = timeForm.test(trimmed) && isCalendarDay(trimmed) ? Date.parse(zoned) : Number.NaN;
	return Number.isNaN(at)
		? complain(ctx, given, 'must be an ISO 8601 time such as 2024-05-01 or 2024-05-01T10:00:00Z')
		: at;
};

/** ISO 8601 in (no zone: UTC), ms since epoch out. */
export const time = (description: string) => optional(z.string().transform(parseTime), description);

const parseChannel = (given: string, ctx: z.core.$RefinementCtx): string =>
	channelForm.test(given)
		? given
		: complain(ctx, given, 'must be 1 to 128 letters, digits, "_", ":" or "-" as list_channels gives them');

const channel = z.string().transform(parseChannel);

export const channelId = (description: string) => channel.describe(description);

export const optionalChannel = (description: string) => optional(channel, description);

/** Arrays that arrive as JSON text are accepted. */
const listFromText = (given: unknown): unknown => {
	if (typeof given !== 'string' || !given.trim().startsWith('[')) return given;
	try {
		return JSON.parse(given) as unknown;
	} catch {
		return given;
	}
};

const atMost =
	(most: number) =>
	<T>(given: T[], ctx: z.core.$RefinementCtx): T[] =>
		given.length > most ? complain(ctx, given, `must not have more than ${most} items`) : given;

/** A list, empty when absent. */
export const list = <O, I>(item: z.ZodType<O, I>, most: number, description: string) =>
	z
		.preprocess(
			(given: I[] | string | null | undefined): unknown => listFromText(given ?? []),
			z.array(item).transform(atMost(most))
		)
		.optional()
		.transform((given) => given ?? [])
		.describe(description);

const absentToEmpty = (given: unknown): unknown => given ?? [];

/** A list that must be named; whether it may be empty is its handler's to say (so absent is empty here). */
export const requiredList = <O, I>(item: z.ZodType<O, I>, most: number, description: string) =>
	z
		.preprocess(
			(given: I[] | string): unknown => listFromText(absentToEmpty(given)),
			z.array(item).transform(atMost(most))
		)
		.describe(description);

/** Schemas that are published in place of those that parse (see `tolerant`). */
export const publishedAs = new WeakMap<object, z.ZodType>();

/** An item that is refused alone: a bad one parses to its failure, so that the rest of the list can go on. */
export const tolerant = <O extends object, I>(schema: z.ZodType<O, I>): z.ZodType<Result<Present<O>>, I> => {
	const parse = (given: unknown): Result<Present<O>> => {
		const parsed = schema.safeParse(given, { reportInput: true });
		return parsed.success ? ok(present(parsed.data)) : firstFailure(parsed.error, schema, given);
	};
	const item: z.ZodType = z.unknown().transform(parse);
	publishedAs.set(item, schema);
	return item as z.ZodType<Result<Present<O>>, I>;
};

/** Parameters that are taken but not shown to agents one by one: their instructions speak of them once, and every row is shorter. */
export const unlisted = new WeakSet<object>();

const unlist = <S extends z.ZodType>(schema: S): S => {
	unlisted.add(schema);
	return schema;
};

/* ---- groups that many rows share ---- */

export const inChannel = { channel_id: optionalChannel('Only this channel') };
/** Writes and memory_fact_get act on one channel (N7). */
export const inOneChannel = { channel_id: optionalChannel('In this channel') };
/** Where another server's arguments are the measure it is taken, and not shown. */
export const inChannelUnlisted = { channel_id: unlist(optionalChannel('Only this channel')) };
export const narrowed = {
	type: optionalText(limits.name, 'Its type'),
	entity_id: optionalText(limits.id, 'Its id')
};
export const paged = {
	cursor: optionalText(4_000, 'From the last answer'),
	budget: unlist(clamped(100, 24_000, 6_000, 'Longest answer in tokens, default 6000, at most 24000'))
};
export const keyed = {
	idempotency_key: unlist(optionalText(limits.key, 'The same key with the same arguments is done once'))
};
export const versioned = { expected_version: optionalText(limits.id, 'Version you saw') };
