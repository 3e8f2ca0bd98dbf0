/** Observations in all the shapes that files hold: text, lists, objects with a time, attributes, tags. Each becomes one text; nothing is guessed beyond that. */
import type { ImportObservation } from '../domain/import-item';
import { Fields, halfCharacter, isRecord, Refusal, scalarText, share, textUpTo } from './fields';
import { isLongerThan, isWellFormed, OBSERVATION_LIMIT, SOURCE_LIMIT } from './limits';
import { parseTime } from './time';

const textNames = ['text', 'content', 'observation', 'value'];
const timeNames = ['timestamp', 'createdAt', 'created_at', 'at', 'date', 'time', 'addedAt', 'added_at'];
/** Never of use as a name, and a trap for whoever writes by name. */
const traps: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export class Observations {
	readonly taken: ImportObservation[] = [];
	/** Observations that are refused while the rest is kept. */
	readonly refused: { reason: string; text: string }[] = [];
	readonly #fields: Fields;
	/** Half a character somewhere: the whole line must not be taken. */
	refusal: Refusal | undefined;

	constructor(fields: Fields) {
		this.#fields = fields;
	}

	/** A text, or a list of texts and objects. */
	read(label: string, value: unknown): void {
		if (!Array.isArray(value)) {
			this.#one(label, label, value);
			return;
		}
		for (let i = 0; i < value.length; i++) this.#one(label, `${label}[${i}]`, value[i]);
	}

	/** Each entry becomes an observation `key: value`; of a list, one for each of its items. */
	readAttributes(label: string, attributes: Readonly<Record<string, unknown>>): void {
		for (const [key, value] of Object.entries(attributes)) {
			if (traps.has(key) || key.trim() === '') this.#fields.drop(`${label}.${key}`);
			else this.readEntry(`${label}.${key}`, key.trim(), value);
		}
	}

	readEntry(label: string, key: string, value: unknown): void {
		for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
			const text = scalarText(item) ?? (isRecord(item) || Array.isArray(item) ? JSON.stringify(item) : '');
			this.#add(label, label, text.trim() === '' ? '' : `${key}: ${text}`);
		}
	}

	#one(label: string, at: string, value: unknown): void {
		if (value === null || value === undefined) {
			this.#fields.drop(`${label} (empty)`);
			return;
		}
		const text = scalarText(value);
		if (text !== undefined) this.#add(label, at, text);
		else if (isRecord(value)) this.#object(label, at, value);
		else this.refused.push({ reason: `"${at}" is a list, not an observation`, text: JSON.stringify(value) });
	}

	#object(label: string, at: string, record: Readonly<Record<string, unknown>>): void {
		const fields = new Fields(record);
		const found = fields.take(textNames);
		const text = scalarText(found?.value);
		if (!found || text === undefined)
			return void this.refused.push({ reason: `"${at}" is an object without a text`, text: JSON.stringify(record) });
		const time = fields.takeAs(timeNames, parseTime);
		const confidence = fields.takeAs(['confidence'], share);
		const source = fields.takeAs(['source'], textUpTo(SOURCE_LIMIT));
		for (const name of fields.dropped()) this.#fields.drop(`${label}.${name}`);
		this.#add(label, `${at}.${found.name}`, text, {
			...(time !== undefined && { at: time }),
			...(confidence !== undefined && { confidence }),
			...(source !== undefined && { source })
		});
	}

	#add(label: string, at: string, text: string, more: Omit<ImportObservation, 'text'> = {}): void {
		const trimmed = text.trim();
		if (trimmed === '') this.#fields.drop(`${label} (empty)`);
		else if (!isWellFormed(text)) this.refusal ??= new Refusal(halfCharacter(at));
		else if (isLongerThan(trimmed, OBSERVATION_LIMIT))
			this.refused.push({ reason: `"${at}" is longer than ${OBSERVATION_LIMIT} characters`, text });
		else this.taken.push({ text, ...more });
	}
}
