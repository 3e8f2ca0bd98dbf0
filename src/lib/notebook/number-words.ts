/** Numbers written out in English as digits: Studio Forty-Four is Studio 44, First Street is 1st Street. For suggesting only (N4). Pure. */

const ONES = new Map(
	[
		'zero',
		'one first',
		'two second',
		'three third',
		'four fourth',
		'five fifth',
		'six sixth',
		'seven seventh',
		'eight eighth',
		'nine ninth',
		'ten tenth',
		'eleven eleventh',
		'twelve twelfth'
	].flatMap((words, number) => words.split(' ').map((word) => [word, number] as const))
);
const TENS = new Map(
	['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'].map((word, at) => [word, 20 + 10 * at])
);
const ORDINAL = /^(\d+)(st|nd|rd|th)$/;

/** A word as a number below ten, in words or as a digit. */
const unitOf = (word: string | undefined): number => {
	const unit = word === undefined ? 0 : (ONES.get(word) ?? Number(word));
	return unit > 0 && unit < 10 ? unit : 0;
};

/** The words with numbers as digits. */
export const inDigits = (words: readonly string[]): string[] => {
	const digits: string[] = [];
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? '';
		const tens = TENS.get(word);
		if (tens !== undefined) {
			const unit = unitOf(words[at + 1]);
			digits.push(String(tens + unit));
			if (unit > 0) at++;
		} else digits.push(String(ONES.get(word) ?? word.replace(ORDINAL, '$1')));
	}
	return digits;
};
