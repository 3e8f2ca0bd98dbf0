/**
 * Lines to JSON values: one on a line as a rule, but also several on one line, values over many lines, and the items of
 * one big list or `{entities, relations}`. What cannot be read is told with its line, and reading goes on with the next.
 * Knows nothing of what the values mean.
 */
import type { Line } from './lines';
import { OpenValue, type Verdict } from './open-value';
import { parseJson, reasons, refusedItem, valueItem, type RawItem } from './raw-item';

/** By its first character. Failing to parse is slow, and prose is long. */
const mayBeJson = /[[{"\d\-tfn]/;

export class RecordSplitter {
	#out: RawItem[] = [];
	/** To be read before what comes next, last one first. */
	#again: Line[] = [];
	#open: OpenValue | undefined;
	/** Number of the over-long line whose rest is passed over. */
	#passing = 0;
	/** A container broke: lines of text are likely its rest, and those in a row are told together. */
	#isBroken = false;
	#debris: { line: number; count: number; text: string } | undefined;

	push(lines: readonly Line[]): RawItem[] {
		for (const line of lines) {
			this.#take(line);
			this.#readAgain();
		}
		return this.#flush();
	}

	/** The file ends here. */
	end(): RawItem[] {
		while (this.#open) {
			this.#judge(this.#open, this.#open.cutOff());
			this.#readAgain();
		}
		this.#tellDebris();
		return this.#flush();
	}

	#flush(): RawItem[] {
		const out = this.#out;
		this.#out = [];
		return out;
	}

	#readAgain(): void {
		for (let line = this.#again.pop(); line; line = this.#again.pop()) this.#take(line);
	}

	#take(line: Line): void {
		if (line.line === this.#passing) return;
		if (this.#open) this.#judge(this.#open, this.#open.feed(line), line);
		else this.#fresh(line);
	}

	#fresh(line: Line): void {
		const start = line.text.search(/[^\s\uFEFF]/);
		const first = line.text.charAt(start);
		if (start < 0 && line.ends) return;
		const value = line.ends && !line.bad && mayBeJson.test(first) ? parseJson(line.text) : undefined;
		if (value !== undefined) this.#emit(valueItem(line.line, value, line.text));
		else if (line.bad) this.#refuse(line, reasons.notText);
		else if (first === '{' || first === '[') {
			this.#open = new OpenValue((item) => this.#emit(item));
			this.#take(start > 0 ? { ...line, text: line.text.slice(start) } : line);
		} else if (!line.ends) this.#refuse(line, reasons.tooLong);
		else if (this.#isBroken) this.#addDebris(line);
		else this.#refuse(line, reasons.plainText);
	}

	#judge(open: OpenValue, verdict: Verdict, line?: Line): void {
		if (verdict.state === 'open') return;
		this.#open = undefined;
		if (verdict.state === 'closed') {
			if (line) this.#rest(line, verdict.at);
			return;
		}
		this.#isBroken ||= open.isContainer;
		const { refused, again } = verdict;
		if (refused) this.#emit(refusedItem(refused.line, refused.reason, refused.text));
		if (line && !line.ends && !again.some((each) => each.line === line.line)) this.#passing = line.line;
		for (const each of again.reverse()) this.#again.push(each);
	}

	/** What stands behind a closed value: nothing, a comma, or the next value. */
	#rest(line: Line, at: number): void {
		const text = line.text.slice(at).replace(/^[\s,\uFEFF]+/, '');
		if (text !== '') this.#again.push({ ...line, text });
	}

	#refuse(line: Line, reason: string): void {
		if (!line.ends) this.#passing = line.line;
		this.#emit(refusedItem(line.line, reason, line.text));
	}

	#emit(item: RawItem): void {
		this.#tellDebris();
		this.#out.push(item);
	}

	#addDebris({ line, text }: Line): void {
		if (this.#debris) this.#debris.count++;
		else this.#debris = { line, count: 1, text };
	}

	#tellDebris(): void {
		if (!this.#debris) return;
		const { line, count, text } = this.#debris;
		this.#debris = undefined;
		this.#out.push(refusedItem(line, `${count === 1 ? 'a line' : `${count} lines`} of broken JSON`, text));
	}
}
