/** A thing as a file tells it bit by bit, held against the limits (L1): what is too long or no text is refused by itself, the rest is kept. */
import type { ImportEntity, ImportItem, ImportObservation, ImportRefusal, ImportRelation } from '../domain/import-item';
import { nameOf, Refusal, share } from './fields';
import {
	ATTRIBUTE_VALUE_LIMIT,
	CONTEXT_LIMIT,
	DESCRIPTION_LIMIT,
	excerptOf,
	isLongerThan,
	isWellFormed,
	OBSERVATION_LIMIT,
	SOURCE_LIMIT
} from './limits';
import { parseTime } from './time';

/** Where something stands. */
export interface Place {
	line: number;
	file?: string;
}

export const refusal = ({ line, file }: Place, reason: string, text: string): ImportRefusal => ({
	kind: 'refused',
	line,
	reason,
	excerpt: excerptOf(text),
	...(file !== undefined && { file })
});

/** Trimmed text of 1 to `limit` code points, or why it is none. */
export function checkedText(label: string, text: string, limit: number): string | Refusal {
	const trimmed = text.trim();
	if (trimmed === '') return new Refusal(`"${label}" is empty`);
	if (isLongerThan(trimmed, limit)) return new Refusal(`"${label}" is longer than ${limit} characters`);
	return isWellFormed(trimmed) ? trimmed : new Refusal(`"${label}" holds half a character (a lone surrogate)`);
}

export class EntityDraft {
	readonly entity: ImportEntity;
	readonly refused: ImportRefusal[] = [];
	readonly #place: Place;

	constructor(name: string, place: Place) {
		this.#place = place;
		this.entity = {
			kind: 'entity',
			line: place.line,
			...(place.file !== undefined && { file: place.file }),
			name,
			type: null,
			observations: [],
			aliases: [],
			values: [],
			dropped: []
		};
	}

	setType(given: string): void {
		if (given.trim() === '') return;
		const type = nameOf('type', given);
		if (type instanceof Refusal) this.refuse(type.reason, given);
		else this.entity.type = type;
	}

	setDescription(given: string): void {
		if (given.trim() === '') return;
		const text = checkedText('description', given, DESCRIPTION_LIMIT);
		if (text instanceof Refusal) this.refuse(text.reason, given);
		else this.entity.description = text;
	}

	setCreated(given: unknown): void {
		const time = parseTime(given);
		if (time !== undefined) this.entity.created = time;
	}

	setId(given: string): void {
		if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given)) this.entity.id = given.toLowerCase();
	}

	addAlias(given: string): void {
		if (given.trim() === '') return;
		const alias = nameOf('aliases', given);
		if (alias instanceof Refusal) this.refuse(alias.reason, given);
		else this.entity.aliases?.push(alias);
	}

	addValue(attribute: string, given: readonly string[], isSet: boolean, line = this.#place.line): void {
		const name = nameOf('attribute', attribute);
		if (name instanceof Refusal) return this.refuse(name.reason, attribute, line);
		const values: string[] = [];
		for (const each of given) {
			if (each.trim() === '') continue;
			const text = checkedText(name, each, ATTRIBUTE_VALUE_LIMIT);
			if (text instanceof Refusal) this.refuse(text.reason, each, line);
			else values.push(text);
		}
		if (values.length) this.entity.values?.push({ attribute: name, values, isSet });
	}

	/** @returns the fact, to be added to */
	addFact(given: string, line = this.#place.line): ImportObservation | undefined {
		if (given.trim() === '') return undefined;
		const text = checkedText('fact', given, OBSERVATION_LIMIT);
		if (text instanceof Refusal) {
			this.refuse(text.reason, given, line);
			return undefined;
		}
		const fact: ImportObservation = { text };
		this.entity.observations.push(fact);
		return fact;
	}

	drop(what: string): void {
		this.entity.dropped.push(excerptOf(what));
	}

	refuse(reason: string, text: string, line = this.#place.line): void {
		this.refused.push(refusal({ ...this.#place, line }, reason, text));
	}

	get items(): ImportItem[] {
		return [this.entity, ...this.refused];
	}
}

/** What a fact or a relation may say besides, as it stands in a file: text or number. */
export interface Details {
	confidence?: unknown;
	importance?: unknown;
	strength?: unknown;
	context?: unknown;
	source?: unknown;
	created?: unknown;
	valid_from?: unknown;
	valid_until?: unknown;
}

const asNumber = (given: unknown): unknown =>
	typeof given === 'string' && given.trim() !== '' ? Number(given.trim().replace(',', '.')) : given;

const textOf = (given: unknown, limit: number): string | undefined => {
	if (typeof given !== 'string') return undefined;
	const text = checkedText('', given, limit);
	return text instanceof Refusal ? undefined : text;
};

const defined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
		[K in keyof T]?: Exclude<T[K], undefined>;
	};

/** Of what is there, what makes sense; the rest is left out. */
export const factDetails = (given: Details): Omit<ImportObservation, 'text'> =>
	defined({
		confidence: share(asNumber(given.confidence)),
		importance: share(asNumber(given.importance)),
		source: textOf(given.source, SOURCE_LIMIT),
		at: parseTime(given.created),
		valid_from: parseTime(given.valid_from),
		valid_until: parseTime(given.valid_until)
	});

export const relationDetails = (
	given: Details
): Pick<ImportRelation, 'confidence' | 'strength' | 'context' | 'created' | 'valid_from' | 'valid_until'> =>
	defined({
		confidence: share(asNumber(given.confidence)),
		strength: share(asNumber(given.strength)),
		context: textOf(given.context, CONTEXT_LIMIT),
		created: parseTime(given.created),
		valid_from: parseTime(given.valid_from),
		valid_until: parseTime(given.valid_until)
	});

/** A relation whose ends and word are within the limits, or why it is none. */
export function relationItem(
	{ line, file }: Place,
	ends: { from: string; fromType?: string | null | undefined; to: string; toType?: string | null | undefined },
	relation: string,
	details: Details = {}
): ImportRelation | ImportRefusal {
	const names = [nameOf('from', ends.from), nameOf('relation', relation), nameOf('to', ends.to)] as const;
	const [from, word, to] = names;
	for (const each of names)
		if (each instanceof Refusal)
			return refusal(
				{ line, ...(file !== undefined && { file }) },
				each.reason,
				`${ends.from} → ${relation} → ${ends.to}`
			);
	return {
		kind: 'relation',
		line,
		...(file !== undefined && { file }),
		from: from as string,
		relation: word as string,
		to: to as string,
		...(ends.fromType && { fromType: ends.fromType }),
		...(ends.toType && { toType: ends.toType }),
		...relationDetails(details),
		dropped: []
	};
}
