/** Text to numbered lines: LF, CRLF and CR end one. A line that grows beyond the limit is handed on in parts, never held whole. */
import type { Piece } from './decode';

export interface Line {
	/** 1-based. */
	line: number;
	text: string;
	/** The line ends here. False: a part of an over-long line, more follows. */
	ends: boolean;
	/** Holds bytes that are no valid text. */
	bad: boolean;
}

export class LineSplitter {
	/** UTF-16 units from which a line is over-long. */
	limit: number;
	#carry = '';
	#bad = false;
	#line = 1;
	#afterReturn = false;
	/** Parts of the line went out already. */
	#parted = false;

	constructor(limit: number) {
		this.limit = limit;
	}

	/** The line that is being read. */
	get line(): number {
		return this.#line;
	}

	push({ text, bad }: Piece): Line[] {
		const lines: Line[] = [];
		if (text === '') return lines;
		let start = this.#afterReturn && text.startsWith('\n') ? 1 : 0;
		this.#afterReturn = text.endsWith('\r');
		this.#bad ||= bad;
		let feed = text.indexOf('\n', start);
		let back = text.indexOf('\r', start);
		while (feed >= 0 || back >= 0) {
			const end = back < 0 || (feed >= 0 && feed < back) ? feed : back;
			this.#finish(text.slice(start, end), lines);
			start = end === back && feed === end + 1 ? end + 2 : end + 1;
			if (feed >= 0 && feed < start) feed = text.indexOf('\n', start);
			if (back >= 0 && back < start) back = text.indexOf('\r', start);
		}
		this.#carry += text.slice(start);
		while (this.#carry.length > this.limit) this.#part(lines);
		return lines;
	}

	/** What stands behind the last line end, if anything. */
	end(): Line[] {
		const lines: Line[] = [];
		if (this.#carry !== '' || this.#parted) this.#finish('', lines);
		return lines;
	}

	#finish(text: string, lines: Line[]): void {
		this.#carry = this.#carry === '' ? text : this.#carry + text;
		while (this.#carry.length > this.limit) this.#part(lines);
		lines.push({ line: this.#line++, text: this.#carry, ends: true, bad: this.#bad });
		this.#carry = '';
		this.#bad = false;
		this.#parted = false;
	}

	/** Parts are cut at the same places however the text came in. */
	#part(lines: Line[]): void {
		lines.push({ line: this.#line, text: this.#carry.slice(0, this.limit), ends: false, bad: this.#bad });
		this.#carry = this.#carry.slice(this.limit);
		this.#parted = true;
	}
}
