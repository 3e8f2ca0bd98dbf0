/** Rows of a CSV text (RFC 4180) by the names in its first line. */

/** A field: quoted, with `""` for a quote, or bare; then what ends it. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;

function linesOf(text: string): string[][] {
	const lines: string[][] = [];
	let line: string[] = [];
	FIELD.lastIndex = 0;
	while (FIELD.lastIndex < text.length) {
		const from = FIELD.lastIndex;
		const field = FIELD.exec(text);
		if (!field) throw new Error(`No CSV at ${JSON.stringify(text.slice(from, from + 40))}`);
		line.push(field[1]?.replaceAll('""', '"') ?? field[2] ?? '');
		if (field[3] === ',') continue;
		lines.push(line);
		line = [];
	}
	return lines.filter((fields) => fields.some((each) => each !== ''));
}

export function rowsOf(text: string): Record<string, string>[] {
	const [head = [], ...lines] = linesOf(text.replace(/^\uFEFF/u, ''));
	return lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ''])));
}
