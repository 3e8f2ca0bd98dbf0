/**
 * The fields of one foreign record: taken by any of the names that relatives of the format use; what nobody took is
 * reported as dropped. Names are compared, never used to write: `__proto__` is a name like any other.
 */
import type { ImportItem } from '../domain/import-item';
import { excerptOf, isLongerThan, isWellFormed, NAME_LIMIT } from './limits';

export type JsonRecord = Readonly<Record<string, unknown>>;
export type Emit = (item: ImportItem) => void;

/** Why a record is refused. */
export class Refusal {
	constructor(readonly reason: string) {}
}

const DROPPED_LIMIT = 100;

export const isRecord = (value: unknown): value is JsonRecord =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export class Fields {
	readonly #record: JsonRecord;
	readonly #taken: string[] = [];
	readonly #dropped: string[] = [];

	constructor(record: JsonRecord) {
		this.#record = record;
	}

	has(name: string): boolean {
		return Object.hasOwn(this.#record, name) && this.#record[name] !== null;
	}

	/** Looks without taking. */
	peek(name: string): unknown {
		return this.has(name) ? this.#record[name] : undefined;
	}

	/** The first of these that is there and not null. */
	take(names: readonly string[]): { name: string; value: unknown } | undefined {
		const name = names.find((each) => this.has(each));
		if (name === undefined) return undefined;
		this.#taken.push(name);
		return { name, value: this.#record[name] };
	}

	/** The first of these that `read` makes sense of; those it does not are dropped. */
	takeAs<T>(names: readonly string[], read: (value: unknown) => T | undefined): T | undefined {
		for (const name of names) {
			const value = this.has(name) ? read(this.#record[name]) : undefined;
			if (value === undefined) continue;
			this.#taken.push(name);
			return value;
		}
		return undefined;
	}

	/** Notes that a field, or a part of one, is not kept. */
	drop(what: string): void {
		if (this.#dropped.length < DROPPED_LIMIT) this.#dropped.push(excerptOf(what));
	}

	/** Everything noted, and every field that nobody took. Absent in all but name (null) is no loss. */
	dropped(): string[] {
		for (const name of Object.keys(this.#record)) if (this.has(name) && !this.#taken.includes(name)) this.drop(name);
		return this.#dropped;
	}
}

/** Numbers and truth values become their text. */
export const scalarText = (value: unknown): string | undefined =>
	typeof value === 'string'
		? value
		: typeof value === 'number' || typeof value === 'boolean'
			? String(value)
			: undefined;

const nameOfKind = (value: unknown): string =>
	Array.isArray(value)
		? 'a list'
		: value === null
			? 'null'
			: typeof value === 'object'
				? 'an object'
				: `a ${typeof value}`;

/** The text of a name, trimmed, or why it is none. `label` is the field as it stands in the file. */
export function nameOf(label: string, value: unknown): string | Refusal {
	if (typeof value !== 'string' && typeof value !== 'number')
		return new Refusal(`"${label}" is ${nameOfKind(value)}, not text`);
	const text = String(value).trim();
	if (text === '') return new Refusal(`"${label}" is empty`);
	if (isLongerThan(text, NAME_LIMIT)) return new Refusal(`"${label}" is longer than ${NAME_LIMIT} characters`);
	return isWellFormed(text) ? text : new Refusal(halfCharacter(label));
}

export const halfCharacter = (label: string): string => `"${label}" holds half a character (a lone surrogate)`;

/** A type: null when blank, or when it is no text of a type's length; then it is dropped and the rest kept. */
export function typeOf(fields: Fields, names: readonly string[]): string | null | Refusal {
	const name = names.find((each) => fields.has(each));
	if (name === undefined) return null;
	const type = nameOf(name, fields.peek(name));
	if (type instanceof Refusal && type.reason !== halfCharacter(name) && fields.peek(name) !== '') return null;
	fields.take([name]);
	return type instanceof Refusal && fields.peek(name) === '' ? null : type;
}

/** 0–1, kept to three decimals. */
export const share = (value: unknown): number | undefined =>
	typeof value === 'number' && value >= 0 && value <= 1 ? Math.round(value * 1000) / 1000 : undefined;

/** Text of 1 to `limit` code points. */
export const textUpTo =
	(limit: number) =>
	(value: unknown): string | undefined =>
		typeof value === 'string' && value.trim() !== '' && !isLongerThan(value.trim(), limit) && isWellFormed(value)
			? value
			: undefined;
