/** How a word in Latin letters roughly sounds, whoever wrote it down: Youssef and Yusuf, Schmidt and Шмидт. For suggesting only (N4). */

/** Letters that stand for one sound, by what they become. `^` only at the beginning: Chinese as written in Pinyin and by Wade and Giles. */
const CONSONANTS = {
	s: '^x ^hs shch tsch tch tsh sch ch sh cz sz dzh zh dj tz ts c(?=[eiy]) z',
	f: 'ph',
	k: 'kh gh ck q c',
	t: 'th dh',
	ks: 'x'
};
const VOWELS = { v: 'w', u: 'ou oo', i: 'ee ie y j', e: 'ae oe ue' };
/** The voiced as the voiceless, and away with what Arabic and Hebrew seldom write or others write in many ways: at the beginning it is told that it is there. */
const BONES = { a: '^[aeiouwyhj]+', '': 'a e i o u w y h j', p: 'b f v w', k: 'g', t: 'd', r: 'l' };

/** A function that replaces all of them in one go, those named first before others. */
const replacing = (rules: Record<string, string>): ((word: string) => string) => {
	const sources = Object.entries(rules).flatMap(([to, froms]) => froms.split(' ').map((from) => [from, to] as const));
	const pattern = new RegExp(sources.map(([from]) => `(${from})`).join('|'), 'g');
	return (word) =>
		word.replace(
			pattern,
			(...found) => sources[found.findIndex((part, at) => at > 0 && part !== undefined) - 1]?.[1] ?? ''
		);
};

const [asOneConsonant, asOneVowel, asBones] = [replacing(CONSONANTS), replacing(VOWELS), replacing(BONES)];

const DOUBLED = /(.)\1+/g;
const INNER_H = /(?<=.)h/g;

const KEPT = 20_000;

/** The words of names come back: what was worked out for one is kept for a while. */
const kept = (work: (word: string) => string): ((word: string) => string) => {
	const known = new Map<string, string>();
	return (word) => {
		let answer = known.get(word);
		if (answer === undefined) {
			if (known.size >= KEPT) known.clear();
			known.set(word, (answer = work(word)));
		}
		return answer;
	};
};

/** The word with the spellings of one sound made one. */
export const soundOf = kept((word) => asOneVowel(asOneConsonant(word)).replace(DOUBLED, '$1').replace(INNER_H, ''));

/** Its consonants alone, the voiced as the voiceless; a word of fewer than two: itself. */
export const bonesOf = kept((word) => {
	const bones = asBones(asOneConsonant(word)).replace(DOUBLED, '$1');
	return bones.length < 2 ? word : bones;
});
