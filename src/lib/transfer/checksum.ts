/** Checksums of a journal file: CRC-32 tells which line is damaged, the root hash that the whole is what was written. */
import { joinBytes } from './decode';

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
	let rest = byte;
	for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
	return rest;
});

/** CRC-32 (IEEE 802.3) as eight hexadecimal digits. */
export function crc32(bytes: Uint8Array): string {
	let crc = 0xffffffff;
	for (let i = 0; i < bytes.length; i++) crc = (table[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
	return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

const encoder = new TextEncoder();
export const utf8Of = (text: string): Uint8Array => encoder.encode(text);

const PAGE = 64;
const lineEnd = utf8Of('\n');

const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
	new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));

/** SHA-256 over the SHA-256 of each 64 entries (each followed by a line feed): WebCrypto hashes no streams. */
export class RootHash {
	#page: Uint8Array[] = [];
	#pages: Uint8Array[] = [];

	/** A promise only when a page is full. */
	add(entry: Uint8Array): Promise<void> | undefined {
		this.#page.push(entry, lineEnd);
		return this.#page.length === 2 * PAGE ? this.#turn() : undefined;
	}

	/** As 64 hexadecimal digits. */
	async value(): Promise<string> {
		if (this.#page.length) await this.#turn();
		const root = await sha256(joinBytes(this.#pages));
		return Array.from(root, (byte) => byte.toString(16).padStart(2, '0')).join('');
	}

	async #turn(): Promise<void> {
		const page = joinBytes(this.#page);
		this.#page = [];
		this.#pages.push(await sha256(page));
	}
}
