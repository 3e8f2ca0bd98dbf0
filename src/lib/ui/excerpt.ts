/** An excerpt in three parts: before the place that it is about, the place, after it. Pure. */
import { linksIn, withoutMarks } from '../domain/link';

const letter = /[\p{L}\p{M}\p{N}_]/u;

/** It stands there as words of its own, as far as the writing has words. */
const stands = (text: string, at: number, size: number): boolean =>
	!(letter.test(text[at - 1] ?? '') && /^[a-z\d]/iu.test(text.slice(at))) &&
	!(letter.test(text[at + size] ?? '') && /[a-z\d]$/iu.test(text.slice(0, at + size)));

/** @param matched as it stands in the text that the excerpt is of; not found in it: all of the excerpt is before it */
export function partsOf(excerpt: string, matched: string): [before: string, hit: string, after: string] {
	const hit = matched.replace(/\s+/gu, ' ');
	const links = linksIn(excerpt);
	for (let at = excerpt.indexOf(hit); at >= 0; at = excerpt.indexOf(hit, at + 1)) {
		if (!stands(excerpt, at, hit.length) || links.some(({ start, stop }) => at >= start && at < stop)) continue;
		return [withoutMarks(excerpt.slice(0, at)), hit, withoutMarks(excerpt.slice(at + hit.length))];
	}
	return [withoutMarks(excerpt), '', ''];
}
