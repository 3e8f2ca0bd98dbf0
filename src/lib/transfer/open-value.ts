/**
 * A JSON value that is not closed on its first line. It is collected until it closes; but as soon as it turns out to be
 * a list of objects, or an object with lists of entities or relations, its items are handed on one by one instead.
 */
import { JsonScanner } from './json-scanner';
import { DEPTH_LIMIT, VALUE_LIMIT } from './limits';
import type { Line } from './lines';
import { cutOut, graphLists, ignoredField, ownFields, reasons, refusedItem, type RawItem } from './raw-item';

export type Verdict =
	| { state: 'open' }
	/** Closed at `at` of the line. */
	| { state: 'closed'; at: number }
	/** `refused` is told for the value's (or its item's) first line; the lines `again` are to be read each for itself. */
	| { state: 'broken'; refused?: { line: number; text: string; reason: string }; again: Line[] };

interface Item {
	line: number;
	/** Where it begins in the line being read. */
	from: number;
	parts: string[];
	size: number;
	bad: boolean;
	/** Too long or too deep: no longer collected, and not read again whatever follows. */
	lost?: string;
}

export class OpenValue {
	readonly #scanner = new JsonScanner();
	readonly #emit: (item: RawItem) => void;
	/** Lines since the value's first, or the item's: read again, all but that first, if it breaks. */
	#held: Line[] = [];
	#heldSize = 0;
	/** Level of the items of a container; 0 as long as it is not known to be one. */
	#itemLevel: 0 | 1 | 2 = 0;
	/** Name of the list being read. */
	#list: string | undefined;
	#item: Item | undefined;
	/** Names seen in an object before it was known to be a graph. */
	#fields: { line: number; name: string }[] = [];

	constructor(emit: (item: RawItem) => void) {
		this.#emit = emit;
	}

	/** Items have been handed on, or are about to be. */
	get isContainer(): boolean {
		return this.#itemLevel > 0;
	}

	/** Goes on with the next line (or part of one). */
	feed(line: Line): Verdict {
		const scanner = this.#scanner;
		if (this.isContainer && !this.#item) this.#holdOnly(line);
		else if (!this.#item?.lost) this.#hold(line);
		if (this.#item) {
			this.#item.from = 0;
			this.#item.bad ||= line.bad;
		} else if (line.bad && !this.isContainer) return this.#broken(line, reasons.notText);
		scanner.at = 0;
		for (;;) {
			const event = scanner.run(line.text, line.ends);
			if (event === 'error') return this.#broken(line, `broken JSON: ${scanner.reason}`);
			if (event === 'more') return this.#used(line);
			if (event === 'start') this.#starts(line);
			else if (scanner.level === 0) return this.#closes(line);
			else this.#ends(line);
		}
	}

	/** The file ends here. */
	cutOff(): Verdict {
		if (!this.isContainer) return this.#broken(undefined, reasons.halfValue);
		const { line = 1, text = '' } = this.#held[0] ?? {};
		const refused = { line: this.#item?.line ?? line, text: this.#item?.parts[0] ?? text, reason: reasons.cutOff };
		return { state: 'broken', refused, again: [] };
	}

	/** The line is used up and the value still open. */
	#used(line: Line): Verdict {
		const scanner = this.#scanner;
		if (scanner.isInText && line.ends) return this.#broken(line, reasons.halfLine);
		const tooDeep = scanner.deepest > DEPTH_LIMIT + this.#itemLevel;
		if (this.#item) {
			this.#collect(this.#item, line.text.slice(this.#item.from));
			if (line.ends) this.#collect(this.#item, '\n');
			if (tooDeep) this.#lose(this.#item, reasons.tooDeep);
		} else if (!this.isContainer) {
			if (tooDeep) return this.#tooDeep(line);
			if (this.#heldSize > VALUE_LIMIT || !line.ends) return this.#broken(line, reasons.tooLong);
		}
		return { state: 'open' };
	}

	#starts(line: Line): void {
		const { level, opener, key } = this.#scanner;
		if (this.#itemLevel === 0) this.#maybeContainer(line);
		else if (level === 1 && this.#itemLevel === 2) {
			this.#list = opener === '[' && graphLists.has(key) ? key : undefined;
			if (!this.#list) this.#emit(ignoredField(line.line, key));
		} else if (level === 1 || (level === 2 && this.#list)) this.#startItem(line);
	}

	#maybeContainer(line: Line): void {
		const scanner = this.#scanner;
		const { level, opener, key } = scanner;
		if (level !== 1) return;
		if (!scanner.isInObject) {
			if (opener !== '{' || this.#fields.length) return void this.#fields.push({ line: line.line, name: '' });
			this.#itemLevel = scanner.reportLevel = 1;
			this.#startItem(line);
			return;
		}
		const isOwn = this.#fields.some(({ name }) => ownFields.has(name));
		if (opener !== '[' || !graphLists.has(key) || isOwn) this.#fields.push({ line: line.line, name: key });
		else {
			this.#itemLevel = 2;
			this.#list = key;
			for (const field of this.#fields) this.#emit(ignoredField(field.line, field.name));
		}
	}

	#startItem(line: Line): void {
		const scanner = this.#scanner;
		this.#holdOnly(line);
		this.#item = { line: line.line, from: scanner.at, parts: [], size: 0, bad: line.bad };
		scanner.deepest = 0;
	}

	#ends(line: Line): void {
		const item = this.#item;
		if (!item || this.#scanner.level !== this.#itemLevel) return;
		this.#item = undefined;
		this.#collect(item, line.text.slice(item.from, this.#scanner.at));
		const text = item.parts.join('');
		const reason = item.bad ? reasons.notText : item.lost;
		this.#emit(reason ? refusedItem(item.line, reason, text) : cutOut(item.line, text, this.#list));
		this.#holdOnly(line);
	}

	#closes(line: Line): Verdict {
		const { at } = this.#scanner;
		if (this.isContainer) return { state: 'closed', at };
		const behind = line.text.slice(at).search(/[^\s,\uFEFF]/);
		const next = line.text.charAt(at + behind);
		if (behind >= 0 && next !== '{' && next !== '[')
			return this.#broken(line, `broken JSON: nothing more expected at column ${at + behind + 1}, found "${next}"`);
		const first = this.#held[0] ?? line;
		const before = this.#held.slice(0, -1).map(({ text }) => `${text}\n`);
		this.#emit(cutOut(first.line, before.join('') + line.text.slice(0, at)));
		return { state: 'closed', at };
	}

	/** All its lines are given up: each would be the beginning of the next such value. */
	#tooDeep(line: Line): Verdict {
		const first = this.#held[0] ?? line;
		const where = first === line ? '' : ` (lines ${first.line} to ${line.line})`;
		return {
			state: 'broken',
			refused: { line: first.line, text: first.text, reason: reasons.tooDeep + where },
			again: []
		};
	}

	/** What is open cannot be what it seemed. `reason` is about this line, which need not be the one that is refused. */
	#broken(line: Line | undefined, reason: string): Verdict {
		const item = this.#item;
		if (this.isContainer && !item && line && line.text.slice(0, this.#scanner.at).trim() === '')
			return { state: 'broken', again: [line] }; // between two items: the line may well be good for itself
		const first = this.#held[0] ?? line;
		const at = item?.line ?? first?.line ?? 1;
		const text = item?.parts[0] ?? first?.text ?? '';
		const again = item?.lost ? [] : this.#held.filter((held) => held.line !== at);
		const where = line && line.line !== at ? `a JSON value that line ${line.line} breaks: ` : '';
		return { state: 'broken', refused: { line: at, text, reason: item?.lost ?? where + reason }, again };
	}

	#hold(line: Line): void {
		this.#held.push(line);
		this.#heldSize += line.text.length;
	}

	#holdOnly(line: Line): void {
		this.#held = [line];
		this.#heldSize = line.text.length;
	}

	#collect(item: Item, text: string): void {
		if (item.lost) return;
		item.parts.push(text);
		item.size += text.length;
		if (item.size > VALUE_LIMIT) this.#lose(item, reasons.tooLong);
	}

	#lose(item: Item, reason: string): void {
		item.lost ??= reason;
		item.parts = [(item.parts[0] ?? '').slice(0, 1000)];
		this.#held = [];
	}
}
