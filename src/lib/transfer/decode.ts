/**
 * Bytes to text, piece by piece: UTF-8 or UTF-16, told by mark or by the first bytes. Knows nothing of lines but that
 * invalid bytes are a matter of the line they stand in.
 */

/** A stretch of text. `bad`: bytes in it were no valid text, so its line must not be taken. */
export interface Piece {
	text: string;
	bad: boolean;
}

/** Pieces may end anywhere, but never inside a character of UTF-8. */
export interface Decoder {
	push(bytes: Uint8Array): Piece[];
	end(): Piece[];
}

const LINE_FEED = 10;
const RETURN = 13;

/** Bytes at the end that begin a UTF-8 character and do not finish it: 0–3. */
function unfinished(bytes: Uint8Array): number {
	for (let back = 1; back <= 3 && back <= bytes.length; back++) {
		const byte = bytes[bytes.length - back] ?? 0;
		if ((byte & 0xc0) === 0x80) continue;
		const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
		return length > back ? back : 0;
	}
	return 0;
}

export const joinBytes = (parts: readonly Uint8Array[]): Uint8Array => {
	const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		joined.set(part, at);
		at += part.length;
	}
	return joined;
};

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

function decodeStrict(bytes: Uint8Array): string | undefined {
	try {
		return strict.decode(bytes);
	} catch {
		return undefined;
	}
}

/** Line by line, so that only the lines that hold invalid bytes are bad. Line ends stay on the lines. */
function decodeByLine(bytes: Uint8Array): Piece[] {
	const pieces: Piece[] = [];
	for (let start = 0; start < bytes.length;) {
		let end = start;
		while (end < bytes.length && bytes[end] !== LINE_FEED && bytes[end] !== RETURN) end++;
		const line = bytes.subarray(start, end);
		const text = decodeStrict(line);
		pieces.push({ text: text ?? lenient.decode(line), bad: text === undefined });
		if (end < bytes.length) pieces.push({ text: bytes[end] === RETURN ? '\r' : '\n', bad: false });
		start = end + 1;
	}
	return pieces;
}

function utf8(): Decoder {
	let carry = new Uint8Array(0);
	const decode = (bytes: Uint8Array): Piece[] => {
		if (bytes.length === 0) return [];
		const text = decodeStrict(bytes);
		return text === undefined ? decodeByLine(bytes) : [{ text, bad: false }];
	};
	return {
		push(bytes) {
			const all = carry.length ? joinBytes([carry, bytes]) : bytes;
			const rest = unfinished(all);
			carry = all.slice(all.length - rest);
			return decode(all.subarray(0, all.length - rest));
		},
		end: () => decode(carry)
	};
}

/** By hand, because a TextDecoder would turn half characters into U+FFFD unseen. */
function utf16(littleEndian: boolean): Decoder {
	let carry = new Uint8Array(0);
	return {
		push(bytes) {
			const all = carry.length ? joinBytes([carry, bytes]) : bytes;
			const units = all.length >> 1;
			carry = all.slice(units * 2);
			const view = new DataView(all.buffer, all.byteOffset, units * 2);
			const pieces: Piece[] = [];
			for (let at = 0; at < units; at += 8192) {
				const page = Array.from({ length: Math.min(8192, units - at) }, (_, i) =>
					view.getUint16((at + i) * 2, littleEndian)
				);
				pieces.push({ text: String.fromCharCode(...page), bad: false });
			}
			return pieces;
		},
		end: () => (carry.length ? [{ text: '\uFFFD', bad: true }] : [])
	};
}

/** The decoder that the first bytes of a file ask for, and the length of the mark to leave out. */
function choose(head: Uint8Array): { decoder: Decoder; mark: number } {
	const [a = -1, b = -1, c = -1] = head;
	if (a === 0xef && b === 0xbb && c === 0xbf) return { decoder: utf8(), mark: 3 };
	if (a === 0xff && b === 0xfe) return { decoder: utf16(true), mark: 2 };
	if (a === 0xfe && b === 0xff) return { decoder: utf16(false), mark: 2 };
	if (a > 0 && b === 0) return { decoder: utf16(true), mark: 0 };
	if (a === 0 && b > 0) return { decoder: utf16(false), mark: 0 };
	return { decoder: utf8(), mark: 0 };
}

/** Tells the encoding from the first three bytes, however they come in. */
export function createDecoder(): Decoder {
	let head: Uint8Array | undefined = new Uint8Array(0);
	let chosen: Decoder | undefined;
	const start = (bytes: Uint8Array): Piece[] => {
		const { decoder, mark } = choose(bytes);
		chosen = decoder;
		head = undefined;
		return decoder.push(bytes.subarray(mark));
	};
	return {
		push(bytes) {
			if (chosen) return chosen.push(bytes);
			head = joinBytes([head ?? new Uint8Array(0), bytes]);
			return head.length < 3 ? [] : start(head);
		},
		end() {
			const last = chosen ? [] : start(head ?? new Uint8Array(0));
			return [...last, ...(chosen?.end() ?? [])];
		}
	};
}
