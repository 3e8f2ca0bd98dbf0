/** Words and literals of JSON-LD, whatever vocabulary they come from. */
import { isRecord, scalarText } from './fields';

export const nameKeys: ReadonlySet<string> = new Set(['name', 'label', 'prefLabel', 'title']);
export const aliasKeys: ReadonlySet<string> = new Set(['alternateName', 'altLabel', 'alias', 'aliases']);

/** The last part of an IRI, or of a word with a prefix. */
export function localName(iri: string): string {
	const last =
		iri
			.replace(/[#/:]+$/, '')
			.split(/[#/:]/)
			.at(-1) ?? '';
	try {
		return decodeURIComponent(last);
	} catch {
		return last;
	}
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Text, number, truth, or one of them with its type or language. */
export const isLiteral = (value: unknown): boolean =>
	scalarText(value) !== undefined || (isRecord(value) && scalarText(value['@value']) !== undefined);

export const literal = (value: unknown): string =>
	scalarText(isRecord(value) && Object.hasOwn(value, '@value') ? value['@value'] : value) ?? '';
