/**
 * The YAML at the head of a Markdown file. All of it is text, as written: no numbers, no dates, no tags of other languages, no aliases that
 * grow when they are followed.
 */
import { Refusal } from './fields';
import { DEPTH_LIMIT } from './limits';

export interface Split {
	/** Absent: the file has none. */
	matter?: string;
	body: string;
	/** Line of the file on which the body begins, 1-based. */
	bodyLine: number;
}

const HEAD = /^---[^\S\r\n]*\r?\n([^]*?)(?:^|(?<=\n))(?:---|\.\.\.)[^\S\r\n]*(?:\r?\n|$)/;

const linesIn = (text: string): number => text.split('\n').length - 1;

export function splitFrontMatter(text: string): Split {
	const head = HEAD.exec(text);
	if (!head) return { body: text, bodyLine: 1 };
	return { matter: head[1] ?? '', body: text.slice(head[0].length), bodyLine: 1 + linesIn(head[0]) };
}

/** A text, a list of texts, or something deeper, which has no place here. */
export type MatterValue = string | string[] | null;
/** By name, in order. null: more than a text or a list of texts. */
export type Matter = ReadonlyMap<string, MatterValue>;

const asText = (given: unknown): string | undefined =>
	typeof given === 'string' ? given : given === null || given === undefined ? '' : undefined;

function valueOf(given: unknown): MatterValue {
	const text = asText(given);
	if (text !== undefined) return text;
	if (!Array.isArray(given)) return null;
	const texts = given.map((each: unknown) => asText(each) ?? inBrackets(each));
	return texts.some((each) => each === undefined) ? null : (texts as string[]);
}

/** `[[Jeff]]` without quotes is a list in a list to YAML. */
function inBrackets(given: unknown): string | undefined {
	if (!Array.isArray(given) || given.length !== 1) return undefined;
	const [inner] = given as unknown[];
	return typeof inner === 'string' ? `[[${inner}]]` : undefined;
}

function bare(given: unknown): unknown {
	if (!Array.isArray(given) || given.length !== 1) return given;
	return inBrackets(given[0]) ?? given;
}

const plainTags: ReadonlySet<string> = new Set(['map', 'seq', 'str'].map((kind) => `tag:yaml.org,2002:${kind}`));

export async function parseFrontMatter(text: string): Promise<Matter | Refusal> {
	const { parseDocument, visit } = await import('yaml');
	if (isTooDeep(text)) return new Refusal(`its front matter is nested more than ${DEPTH_LIMIT} deep`);
	const document = parseDocument(text, { schema: 'failsafe', logLevel: 'silent', uniqueKeys: true });
	const [problem] = [...document.errors, ...document.warnings];
	if (problem)
		return new Refusal(`its front matter is no plain YAML: ${problem.message.split(/ at line |\n/)[0] ?? ''}`);
	let foreign: string | undefined;
	visit(document, (_, node) => {
		const tag = node && typeof node === 'object' && 'tag' in node ? node.tag : undefined;
		if (typeof tag === 'string' && !plainTags.has(tag)) foreign = tag;
	});
	if (foreign !== undefined) return new Refusal(`its front matter is no plain YAML: it has the tag "${foreign}"`);
	let plain: unknown;
	try {
		plain = document.toJS({ mapAsMap: true, maxAliasCount: 0 });
	} catch {
		return new Refusal('its front matter repeats parts of itself by reference (YAML aliases)');
	}
	if (plain === null || plain === undefined) return new Map();
	if (!(plain instanceof Map)) return new Refusal('its front matter is no list of names and values');
	const matter = new Map<string, MatterValue>();
	for (const [key, value] of plain as Map<unknown, unknown>) {
		const name = asText(key);
		if (name === undefined || name.trim() === '') return new Refusal('a name in its front matter is no text');
		matter.set(name, valueOf(bare(value)));
	}
	return matter;
}

/** Told before it is parsed: the parser goes as deep as the text does. */
function isTooDeep(text: string): boolean {
	let deepest = 0;
	let level = 0;
	for (const sign of text) {
		if (sign === '[' || sign === '{') deepest = Math.max(deepest, ++level);
		else if (sign === ']' || sign === '}') level--;
	}
	const indents = text.split('\n').map((line) => line.search(/[^ -]/));
	return deepest > DEPTH_LIMIT || Math.max(0, ...indents.slice(0, 100_000)) > 20 * DEPTH_LIMIT;
}
