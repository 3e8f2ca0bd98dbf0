/**
 * Text cut into the words that the text index knows. Folded as names are (N1), so that Zoe finds Zoë; scripts written without
 * spaces, and Korean with its endings, are cut into overlapping pairs: the same cut in every engine, which a dictionary's is not.
 * Must not know of documents.
 */
import { foldText } from '../domain/name';

/** `+` and `#` end a word (C++, C#) or come doubled within one (C++17); a flag or a pictograph is a word. */
const WORDS =
	/[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|(?<=\p{N})[.,](?=\p{N})|\+\+|[+#]+(?![\p{L}\p{N}]))*|\p{RI}{2}|\p{Extended_Pictographic}/gu;
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORDS = /[a-z\d](?:[a-z\d]|(?<=\d)[.,](?=\d)|\+\+|[+#]+(?![a-z\d]))*/g;

/** Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese, Yi: letters in runs without a sign where a word ends. */
const DENSE_RUN =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Yi}ー]+/gu;

/** A word with spaces around it, or a run of a dense script as written. */
export interface Piece {
	text: string;
	dense: boolean;
}

/** What is left beside a dense run is a word only with a letter or digit of its own: of 龟# the sign is none. */
const keepWord = (text: string, into: Piece[]): void => {
	if (/[\p{L}\p{N}\p{RI}\p{Extended_Pictographic}]/u.test(text)) into.push({ text, dense: false });
};

const cutRuns = (word: string, into: Piece[]): void => {
	let from = 0;
	for (const { 0: run, index } of word.matchAll(DENSE_RUN)) {
		keepWord(word.slice(from, index), into);
		into.push({ text: run, dense: true });
		from = index + run.length;
	}
	keepWord(word.slice(from), into);
};

/** The words and dense runs of a text, folded, in order. */
export const piecesOf = (text: string): Piece[] => {
	const folded = foldText(text);
	if (ASCII.test(folded)) return (folded.match(ASCII_WORDS) ?? []).map((word) => ({ text: word, dense: false }));
	const pieces: Piece[] = [];
	for (const [word] of folded.matchAll(WORDS)) cutRuns(word, pieces);
	return pieces;
};

/** Overlapping pairs of a dense run; the letter itself when it is alone. */
export const pairsOf = (run: string): string[] => {
	const letters = Array.from(run);
	if (letters.length < 2) return letters;
	return letters.slice(1).map((letter, before) => `${letters[before]}${letter}`);
};

/** The words of a text: as folded, dense runs as pairs. */
export const wordsOf = (text: string): string[] =>
	piecesOf(text).flatMap((piece) => (piece.dense ? pairsOf(piece.text) : piece.text));
