/** What an agent asks to do, line by line as a person reads it, made from the arguments of its call. Pure. */

/** One thing that would be done. */
export interface RequestLine {
	/** A thing that it is about, by its name; null: none in particular. */
	name: string | null;
	/** Follows the name as it stands, with what parts the two. */
	text: string;
}

type Args = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string | number | boolean =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
const textOf = (value: unknown): string => (isText(value) ? String(value) : '');
const listOf = (value: unknown): Args[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const isRecord = (value: unknown): value is Args =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const relation = (from: unknown, how: unknown, to: unknown): RequestLine => ({
	name: textOf(from),
	text: ` → ${textOf(how)} → ${textOf(to)}`
});
const value = (entity: unknown, attribute: unknown, said: unknown): RequestLine => ({
	name: textOf(entity),
	text: ` · ${textOf(attribute)}: ${textOf(said)}`
});

/** Arguments that say nothing to a person: they name rows, versions and places by ids, or say how to answer. */
const TECHNICAL =
	/(^|_)id$|^expected_|^(preview|idempotency_key|channel_id|budget|cursor|limit|facts|relations|values)$/;

/**
 * @param json arguments as the request holds them
 * @returns at least one line, unless there are no arguments
 */
export function requestLines(json: string): RequestLine[] {
	const args = parsed(json);
	if (typeof args['relation'] === 'string' && args['fromEntity'] !== undefined)
		return [relation(args['fromEntity'], args['relation'], args['toEntity'])];
	if (args['attribute'] !== undefined && (args['value'] ?? args['member']) !== undefined)
		return [value(args['entity'], args['attribute'], args['value'] ?? args['member'])];
	const lines = [
		...listOf(args['facts']).map((fact) => ({ name: textOf(fact['entity']), text: `: ${textOf(fact['content'])}` })),
		...listOf(args['relations']).map((edge) => relation(edge['from'], edge['relation'], edge['to'])),
		...listOf(args['values']).map((slot) => value(slot['entity'], slot['attribute'], slot['value']))
	];
	return lines.length > 0 ? lines : [plain(args)].filter(({ name, text }) => name !== null || text !== '');
}

/** Anything else: the thing, then each argument that is words. */
function plain(args: Args): RequestLine {
	const { entity, ...rest } = args;
	const said = Object.entries(rest).flatMap(([key, given]) => {
		if (TECHNICAL.test(key)) return [];
		const text = Array.isArray(given) ? given.filter(isText).join(', ') : textOf(given);
		return text ? [`${key.replaceAll('_', ' ')}: ${text}`] : [];
	});
	const text = said.join('; ');
	return isText(entity) ? { name: String(entity), text: text && ` · ${text}` } : { name: null, text };
}

function parsed(json: string): Args {
	try {
		const args: unknown = JSON.parse(json);
		return isRecord(args) ? args : {};
	} catch {
		return {};
	}
}
