/**
 * A folded name in Latin letters, so that Мюллер, Μύλλερ and Müller are near, and Łódź is near lodz. For suggesting only:
 * joining knows nothing of it (N2, N4). Must not know of entities.
 */
import anyAscii from 'any-ascii';
import { exactKey, foldKey } from '../domain/name';

const ASCII = /^[\0-\x7f]*$/;
/** What a company is called in scripts that are written without spaces. */
const DENSE_COMPANY =
	/股份有限公司|有限责任公司|有限責任公司|有限公司|株式会社|有限会社|合同会社|合資会社|주식회사|유한회사|บริษัท|จำกัด/gu;
/** Letters that the table takes for another: ב is b in most names, ו there is v; a long vowel's stroke is no hyphen. */
const OTHERWISE: Record<string, string> = { ב: 'b', ו: 'w', ー: '' };
const APOSTROPHES = /['`^"]+/g;
const REST = /[^a-z0-9+#.,]+/g;

/** The spelling as the index holds it: its fold key, else (only signs, emoji) its exact key. */
export const formOf = (name: string): string => foldKey(name) || exactKey(name);

/** A form's letters written in Latin; the form itself when nothing of it can be. */
export const latinOf = (form: string): string => {
	if (ASCII.test(form)) return form;
	const spaced = form.replace(DENSE_COMPANY, ' $& ').replace(/[בוー]/gu, (letter) => OTHERWISE[letter] ?? letter);
	const latin = anyAscii(spaced).toLowerCase().replace(APOSTROPHES, '').replace(REST, ' ').trim();
	return /[a-z0-9]/.test(latin) ? latin : form;
};

/** Letters that stand alone next to each other are one word: S.A. is SA, J.P. Morgan is JP Morgan. */
export const joinLetters = (words: readonly string[]): string[] => {
	const joined: string[] = [];
	let run = false;
	for (const word of words) {
		const single = word.length === 1 && word >= 'a' && word <= 'z';
		if (single && run) joined.push((joined.pop() ?? '') + word);
		else joined.push(word);
		run = single;
	}
	return joined;
};

const NOT_LATIN = /[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}\s]/u;

/** Whether a form has letters of another script than Latin. */
export const isOtherScript = (form: string): boolean => !ASCII.test(form) && NOT_LATIN.test(form);
