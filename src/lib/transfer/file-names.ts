/** Names of files for things and notes: legal on every system, apart whatever the case, and each a good target of a wiki-link. */

/** What no file name or wiki-link may hold. */
const FORBIDDEN = /[\\/:*?"<>|#^[\]\p{Cc}\p{Cf}\u2028\u2029]+/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
/** Bytes of UTF-8; file systems take 255, with the ending and a number. */
const MOST_BYTES = 180;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

export function fileStem(name: string): string {
	let stem = name
		.normalize('NFC')
		.replace(FORBIDDEN, ' ')
		.replace(/\s+/g, ' ')
		.replace(/^[. ]+|[. ]+$/g, '');
	if (bytesOf(stem) > MOST_BYTES) {
		let size = 0;
		const kept = Array.from(stem).filter((letter) => (size += bytesOf(letter)) <= MOST_BYTES);
		stem = kept.join('').replace(/[. ]+$/, '');
	}
	if (!stem) return 'unnamed';
	return RESERVED.test(stem) ? `${stem} -` : stem;
}

const keyOf = (stem: string): string => stem.toLowerCase().normalize('NFC');

/** Gives every id a stem of its own. */
export class FileNames {
	readonly #taken = new Set<string>();
	readonly #stems = new Map<string, string>();

	/** @param hint what tells it from a namesake: its type */
	give(id: string, name: string, hint: string | null): string {
		const stem = fileStem(name);
		const tries = [stem, ...(hint === null ? [] : [`${stem} (${fileStem(hint)})`])];
		for (let n = 2; ; n++) {
			const free = tries.find((each) => !this.#taken.has(keyOf(each)));
			if (free !== undefined) {
				this.#taken.add(keyOf(free));
				this.#stems.set(id, free);
				return free;
			}
			tries.push(`${stem} ${String(n)}`);
		}
	}

	/** Absent for what has no file. */
	of(id: string): string | undefined {
		return this.#stems.get(id);
	}
}

/** How a link to a file, or to a name that has none, is written. */
export function wikiLink(stem: string | undefined, name: string): string {
	const shown = /[[\]|\n\r]/.test(name) ? undefined : name;
	const target = stem ?? fileStem(name);
	return shown === undefined || shown === target ? `[[${target}]]` : `[[${target}|${shown}]]`;
}
