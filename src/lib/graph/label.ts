/** Names as lines of a label: one line of white space, wrapped between words, cut between graphemes. Drawn as text only. */

/** Width of a text, px. */
export type Measure = (text: string) => number;

const segmenter =
	typeof Intl !== 'undefined' && 'Segmenter' in Intl
		? new Intl.Segmenter(undefined, { granularity: 'grapheme' })
		: null;

const graphemes = (text: string): string[] =>
	segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);

/** The longest beginning that fits, with an ellipsis when something is left out. */
function cut(text: string, measure: Measure, width: number): string {
	if (measure(text) <= width) return text;
	const parts = graphemes(text);
	let [low, high] = [1, parts.length];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (measure(`${parts.slice(0, middle).join('').trimEnd()}…`) <= width) low = middle;
		else high = middle - 1;
	}
	return `${parts.slice(0, low).join('').trimEnd()}…`;
}

/** How many words from `words` fill one line. */
function fitting(words: string[], measure: Measure, width: number): number {
	let count = 1;
	while (count < words.length && measure(words.slice(0, count + 1).join(' ')) <= width) count++;
	return count;
}

/** Without spaces (CJK, long identifiers) a name is split after the graphemes that fit. */
function splitLong(word: string, measure: Measure, width: number): [string, string] {
	const parts = graphemes(word);
	let count = parts.length;
	while (count > 1 && measure(parts.slice(0, count).join('')) > width) count--;
	return [parts.slice(0, count).join(''), parts.slice(count).join('')];
}

/** At most `lines` lines of at most `width` px; what does not fit ends in an ellipsis. Never empty. */
export function wrapLabel(name: string, measure: Measure, width: number, lines: number): string[] {
	let words = name.replace(/\s+/gu, ' ').trim().split(' ');
	const found: string[] = [];
	while (words.length && found.length < lines) {
		const [first = ''] = words;
		if (found.length === lines - 1) {
			found.push(cut(words.join(' '), measure, width));
			break;
		}
		if (measure(first) > width) {
			const [head, tail] = splitLong(first, measure, width);
			found.push(head);
			words = [tail, ...words.slice(1)];
		} else {
			const count = fitting(words, measure, width);
			found.push(words.slice(0, count).join(' '));
			words = words.slice(count);
		}
	}
	return found;
}
