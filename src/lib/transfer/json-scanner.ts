/**
 * Finds where JSON values begin and end while their text is still coming in, without building them. Strict about
 * structure, lenient about what stands inside numbers and texts: JSON.parse has the last word on each value cut out.
 */

/** `more`: the text is used up. `start` and `end`: of a value not nested deeper than `reportLevel`. */
export type ScanEvent = 'more' | 'start' | 'end' | 'error';

type Expect = 'value' | 'item' | 'key' | 'more-keys' | 'colon' | 'comma' | 'nothing';

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const LIST = 91;
const BACKSLASH = 92;
const LIST_END = 93;
const OBJECT = 123;
const OBJECT_END = 125;

/** No file that means well goes as deep; the scanner itself must stay small. */
const DEEPEST = 100_000;

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;
const endsScalar = (code: number): boolean =>
	isSpace(code) || code === COMMA || code === LIST_END || code === OBJECT_END || code === COLON || code === QUOTE;
const startsScalar = (code: number): boolean =>
	code === 45 || (code >= 48 && code <= 57) || (code >= 97 && code <= 122);

const wanted: Record<Expect, string> = {
	value: 'a value',
	item: 'a value or "]"',
	key: 'a name in quotes',
	'more-keys': 'a name in quotes or "}"',
	colon: '":"',
	comma: '"," or a closing bracket',
	nothing: 'nothing more'
};

export class JsonScanner {
	/** Where in the text: at `start` on the value's first character, at `end` just behind its last. */
	at = 0;
	/** Of the value that the last event tells of: 0 is the whole. */
	level = 0;
	/** Values nested deeper pass unreported. */
	reportLevel = 2;
	/** The name under which the last value of level 1 stands, as written. */
	key = '';
	/** First character of the last value started. */
	opener = '';
	/** Deepest nesting met since it was last set. */
	deepest = 0;
	/** What an `error` was about. */
	reason = '';
	#stack: number[] = [];
	#expect: Expect = 'value';
	#announced = false;
	#inText: 'no' | 'value' | 'key' = 'no';
	#escaped = false;
	#inScalar = false;

	/** Whether the whole is an object. */
	get isInObject(): boolean {
		return this.#stack[0] === OBJECT;
	}

	get isInText(): boolean {
		return this.#inText !== 'no';
	}

	/** Goes on from `at`. `ends`: a line end follows the text, which ends numbers and words. */
	run(text: string, ends: boolean): ScanEvent {
		for (;;) {
			if (this.#inText !== 'no') {
				if (!this.#text(text)) return 'more';
				if (this.#valueEnds()) return 'end';
			} else if (this.#inScalar) {
				while (this.at < text.length && !endsScalar(text.charCodeAt(this.at))) this.at++;
				if (this.at === text.length && !ends) return 'more';
				this.#inScalar = false;
				if (this.#valueEnds()) return 'end';
			}
			while (this.at < text.length && isSpace(text.charCodeAt(this.at))) this.at++;
			if (this.at >= text.length) return 'more';
			const event = this.#token(text.charCodeAt(this.at), text);
			if (event) return event;
		}
	}

	/** Whether the quote was reached. */
	#text(text: string): boolean {
		const from = this.at;
		let at = from;
		for (; at < text.length; at++) {
			const code = text.charCodeAt(at);
			if (this.#escaped) this.#escaped = false;
			else if (code === BACKSLASH) this.#escaped = true;
			else if (code === QUOTE) break;
		}
		if (this.#inText === 'key' && this.#stack.length === 1) this.key += text.slice(from, at);
		this.at = at < text.length ? at + 1 : at;
		return at < text.length;
	}

	/** After text, scalar or closing bracket. Whether that is to be reported. */
	#valueEnds(): boolean {
		const wasKey = this.#inText === 'key';
		this.#inText = 'no';
		if (wasKey) {
			this.#expect = 'colon';
			return false;
		}
		this.level = this.#stack.length;
		this.#expect = this.level === 0 ? 'nothing' : 'comma';
		return this.level <= this.reportLevel;
	}

	#token(code: number, text: string): ScanEvent | undefined {
		switch (this.#expect) {
			case 'value':
				return this.#value(code, text);
			case 'item':
				return code === LIST_END ? this.#close(code) : this.#value(code, text);
			case 'key':
			case 'more-keys':
				if (code === OBJECT_END && this.#expect === 'more-keys') return this.#close(code);
				if (code !== QUOTE) return this.#error(text);
				this.at++;
				this.#inText = 'key';
				if (this.#stack.length === 1) this.key = '';
				return undefined;
			case 'colon':
				if (code !== COLON) return this.#error(text);
				this.at++;
				this.#expect = 'value';
				return undefined;
			case 'comma':
				if (code !== COMMA) return this.#close(code, text);
				this.at++;
				this.#expect = this.#top === OBJECT ? 'key' : 'value';
				return undefined;
			case 'nothing':
				return this.#error(text);
		}
	}

	get #top(): number {
		return this.#stack[this.#stack.length - 1] ?? 0;
	}

	#value(code: number, text: string): ScanEvent | undefined {
		if (!this.#announced && this.#stack.length <= this.reportLevel) {
			if (code !== OBJECT && code !== LIST && code !== QUOTE && !startsScalar(code)) return this.#error(text);
			this.#announced = true;
			this.level = this.#stack.length;
			this.opener = text.charAt(this.at);
			return 'start';
		}
		this.#announced = false;
		if (code === OBJECT || code === LIST) {
			if (this.#stack.length === DEEPEST) return this.#error(text);
			this.at++;
			this.#stack.push(code);
			if (this.#stack.length > this.deepest) this.deepest = this.#stack.length;
			this.#expect = code === OBJECT ? 'more-keys' : 'item';
		} else if (code === QUOTE) {
			this.at++;
			this.#inText = 'value';
		} else if (startsScalar(code)) this.#inScalar = true;
		else return this.#error(text);
		return undefined;
	}

	#close(code: number, text = ''): ScanEvent | undefined {
		if (code !== (this.#top === OBJECT ? OBJECT_END : LIST_END)) return this.#error(text);
		this.at++;
		this.#stack.pop();
		return this.#valueEnds() ? 'end' : undefined;
	}

	#error(text: string): ScanEvent {
		const found = String.fromCodePoint(text.codePointAt(this.at) ?? 0xfffd);
		this.reason = `${wanted[this.#expect]} expected at column ${this.at + 1}, found "${found}"`;
		return 'error';
	}
}
