/**
 * The keys under which names, types, relations, attributes and texts are the same (N1, F5), and the stricter likeness that
 * lets a write land on a row spelled another way (N8). Pure functions of text; every key is idempotent.
 * Must not know of storage or of who asks. An empty key matches nothing.
 */

const ASCII = /^[\0-\x7f]*$/;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu;
/** Marks with nothing to sit on. */
const LONE_MARKS = /(^|[\s\p{Cc}])\p{M}+/gu;
const LATIN_ACCENTS = /(\p{Script=Latin})\p{M}+/gu;
/** Marks on a separator go with it: on the joint they would be the key's own first letter. */
const SEPARATORS = /[\s\-_./][\s\-_./\p{M}]*/gu;
/** As SEPARATORS, but a point between two digits stays: 1.2 is not 12 (N1). */
const LOOSE_SEPARATORS = /(?:[\s\-_/]|(?<!\p{N})\.|\.(?!\p{N}))+/gu;
/** A word of a fold key: from a letter or digit on; `+` and `#` right after one are letters, `.` and `,` between digits stay. */
const WORDS = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}+#]|(?<=\p{N})[.,](?=\p{N}))*/gu;
const ASCII_WORDS = /[a-z\d](?:[a-z\d+#]|(?<=\d)[.,](?=\d))*/g;

const visible = (text: string): string => text.replace(IGNORABLE, '').replace(LONE_MARKS, '$1');

const foldCase = (text: string): string => text.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ');

const dropLatinAccents = (text: string): string => text.normalize('NFD').replace(LATIN_ACCENTS, '$1').normalize('NFC');

/** What is kept of a name as written: only white space at its ends goes, for NFC would redraw some ideographs (N1: shown as first written). */
export const cleanName = (text: string): string => text.trim();

/** N1: default-ignorables and lone marks dropped, NFC, lower case, trimmed. `''` for a name of which nothing is visible: refuse it. */
export const exactKey = (name: string): string =>
	ASCII.test(name) ? name.toLowerCase().trim() : visible(name).normalize('NFC').toLowerCase().normalize('NFC').trim();

/** N1: case, ß and ς, compatibility forms and Latin accents folded, invisible characters dropped; what stands between the words is as written. */
export const foldText = (text: string): string =>
	ASCII.test(text) ? text.toLowerCase() : dropLatinAccents(foldCase(visible(text).normalize('NFKC')));

/** N1: the words of a name, whatever their case, Latin accents, compatibility forms and separators, joined by one space; `''` when it has none. */
export const foldKey = (name: string): string =>
	foldText(name)
		.match(ASCII.test(name) ? ASCII_WORDS : WORDS)
		?.join(' ') ?? '';

/** Case-folded, invisible characters dropped, every run of white space `- _ . /` one `joint`, none at the ends. */
const joinedKey = (text: string, joint: '_' | '-'): string => {
	const folded = ASCII.test(text) ? text.toLowerCase() : foldCase(visible(text).normalize('NFC')).normalize('NFC');
	return folded.replace(SEPARATORS, ' ').trim().replaceAll(' ', joint);
};

/** N1: `Software System` and `software-system` are one type. */
export const typeKey = (type: string): string => joinedKey(type, '_');

/** N1: `works at` and `WORKS_AT` are one relation. */
export const relationKey = (relation: string): string => joinedKey(relation, '_');

/** N1, S1: `Home.Town`, `home town` and `home-town` are one attribute; `hometown` is another. */
export const attributeKey = (attribute: string): string => joinedKey(attribute, '-');

/** F5: NFC, case-folded, white space runs one, trimmed. Two texts of one key say the same. */
export const textKey = (text: string): string => {
	const folded = ASCII.test(text) ? text.toLowerCase() : foldCase(text.normalize('NFC')).normalize('NFC');
	return folded.replace(/\s+/g, ' ').trim();
};

const formKey = (name: string): string =>
	dropLatinAccents(foldCase(visible(name).normalize('NFC')))
		.replace(LOOSE_SEPARATORS, ' ')
		.trim();

/**
 * N8: the two spellings have one fold key and differ in nothing but case, white space, `- _ . /` and Latin accents.
 * Stricter than one fold key: a dropped `!` or a compatibility form (`②` for `2`) is another difference.
 */
export const sameButForForm = (a: string, b: string): boolean => {
	const key = foldKey(a);
	return key !== '' && key === foldKey(b) && formKey(a) === formKey(b);
};

/** N2: a name's exact key and its fold key, which for most are one; without empty ones. */
export const keysOfName = (name: string): string[] =>
	[...new Set([exactKey(name), foldKey(name)])].filter((key) => key !== '');

/**
 * N2: the keys under which a row is found: those of its name and of its aliases, each once. Which stage a hit is of, the rows
 * themselves tell.
 */
export const lookupKeys = (name: string, aliases: readonly string[]): string[] => [
	...new Set([name, ...aliases].flatMap(keysOfName))
];
