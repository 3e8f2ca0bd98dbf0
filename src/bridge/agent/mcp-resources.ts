/**
 * Things and notes as resources, `commonplace://entity/ID` and `commonplace://note/ID`: for clients that let the person attach one, or that want to be told when it
 * changes. Read through the same operation as everything else, so an agent sees here what it sees there.
 */
import {
	ProtocolError,
	ProtocolErrorCode,
	ResourceNotFoundError,
	type McpServer,
	type ServerContext
} from '@modelcontextprotocol/server';
import type { OperationName } from '../../lib/contract/operations';
import type { CallResult } from '../hub/call';

/** What a resource can be: where it is, and how it is read. */
interface Kind {
	template: string;
	name: string;
	title: string;
	description: string;
	mimeType: string;
	read: (
		id: string,
		ask: (operation: OperationName, args: Record<string, unknown>) => Promise<CallResult>
	) => Promise<CallResult>;
	/** What of the answer is the resource. */
	text: (value: unknown) => string;
}

const kinds = {
	entity: {
		template: 'commonplace://entity/{id}',
		name: 'entity',
		title: 'A thing of the notebook',
		description: 'Everything known about one thing, as get_entity answers it. ID is its entity_id.',
		mimeType: 'application/json',
		read: (id, ask) => ask('get_entity', { name: id, entity_id: id }),
		text: (value) => JSON.stringify(value)
	},
	note: {
		template: 'commonplace://note/{id}',
		name: 'note',
		title: 'A note of the notebook',
		description: 'A note as it was written, in Markdown. ID is its note_id.',
		mimeType: 'text/markdown',
		read: wholeNote,
		text: (value) => {
			const { title, text } = (value as NoteAnswer).note ?? { title: null, text: '' };
			return title ? `# ${title}\n\n${text}` : text;
		}
	}
} satisfies Record<string, Kind>;

type KindName = keyof typeof kinds;
const kindNames = Object.keys(kinds) as KindName[];

export const ENTITY_TEMPLATE = kinds.entity.template;
export const NOTE_TEMPLATE = kinds.note.template;

/** Of `get_note`, what is read here. */
interface NoteAnswer {
	found: boolean;
	note: { title: string | null; text: string; text_left?: number } | null;
}

/** The most that a part may be; a resource longer than so many of them ends there, and says so. */
const PART = 24_000;
const MOST_PARTS = 8;

/** The parts of a long note, one after the other. */
async function wholeNote(id: string, ask: Parameters<Kind['read']>[1]): Promise<CallResult> {
	const first = await ask('get_note', { note_id: id, budget: PART });
	if (!first.ok) return first;
	// The gate in the page made it.
	const { note } = first.value as NoteAnswer;
	if (!note) return first;
	let { text, text_left: left = 0 } = note;
	for (let parts = 1; left > 0 && parts < MOST_PARTS; parts++) {
		const next = await ask('get_note', { note_id: id, budget: PART, from: text.length });
		if (!next.ok) return next;
		const more = (next.value as NoteAnswer).note;
		if (!more?.text) break;
		text += more.text;
		left = more.text_left ?? 0;
	}
	const end = left > 0 ? `\n\n[… ${String(left)} characters more: get_note from ${String(text.length)}]` : '';
	return { ok: true, value: { found: true, note: { ...note, text: text + end } } };
}

const uriOf = (kind: KindName, id: string): string => `commonplace://${kind}/${encodeURIComponent(id)}`;
export const entityUri = (id: string): string => uriOf('entity', id);
export const noteUri = (id: string): string => uriOf('note', id);

/** @returns undefined for what is no address of a thing or a note */
export function resourceOfUri(uri: string): { kind: KindName; id: string } | undefined {
	const [, name, encoded] = /^commonplace:\/\/(\w+)\/([^/?#]{1,600})$/.exec(uri) ?? [];
	const kind = kindNames.find((each) => each === name);
	if (kind === undefined || encoded === undefined) return undefined;
	try {
		return { kind, id: decodeURIComponent(encoded) };
	} catch {
		return undefined;
	}
}

export interface Asks {
	/** Asks the notebook on behalf of a request. */
	ask: (operation: OperationName, args: Record<string, unknown>, ctx: ServerContext) => Promise<CallResult>;
	hear: (ctx: ServerContext) => void;
	/** Calls the listener with ids of what changed, until the connection ends. */
	onChanged?: ((listener: (ids: string[]) => void) => void) | undefined;
	/** Whether updates are sorted out by who sends them on: from 2026-07-28 on subscriptions are the transport's. */
	tellsAll: boolean;
}

/** Of an import there may be many thousands; a client that has subscribed to so much looks by itself. */
const MOST_UPDATES = 1_000;

const wasNotFound = (result: CallResult): boolean =>
	result.ok && (result.value as { found?: unknown } | null)?.found === false;

function known(uri: string): { kind: KindName; id: string } {
	const found = resourceOfUri(uri);
	if (found) return found;
	const templates = kindNames.map((kind) => kinds[kind].template).join(' and ');
	throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such resource; see ${templates}`, { uri });
}

export function serveResources({ server }: McpServer, { ask, hear, onChanged, tellsAll }: Asks): void {
	const subscribed = new Set<string>();
	server.setRequestHandler('resources/list', (_request, ctx) => {
		hear(ctx);
		return { resources: [] }; // thousands; the template and its completion find them
	});
	server.setRequestHandler('resources/templates/list', (_request, ctx) => {
		hear(ctx);
		const resourceTemplates = kindNames.map((kind) => {
			const { template, name, title, description, mimeType } = kinds[kind];
			return { uriTemplate: template, name, title, description, mimeType };
		});
		return { resourceTemplates };
	});
	server.setRequestHandler('resources/read', async ({ params: { uri } }, ctx) => {
		hear(ctx);
		const { kind, id } = known(uri);
		const { read, text, mimeType }: Kind = kinds[kind];
		const result = await read(id, (operation, args) => ask(operation, args, ctx));
		if (wasNotFound(result)) throw new ResourceNotFoundError(uri);
		if (result.ok) return { contents: [{ uri, mimeType, text: text(result.value) }] };
		// That no page is open is no error of the protocol: who reads it is told what to do.
		const { code, ...rest } = result.error;
		return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ error: code, ...rest }) }] };
	});
	server.setRequestHandler('resources/subscribe', ({ params: { uri } }, ctx) => {
		hear(ctx);
		known(uri);
		subscribed.add(uri);
		return {};
	});
	server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
		subscribed.delete(uri);
		return {};
	});
	onChanged?.((ids) => {
		// An id does not say of what it is; nobody subscribes to an address that leads nowhere.
		const uris = ids
			.flatMap((id) => kindNames.map((kind) => uriOf(kind, id)))
			.filter((uri) => tellsAll || subscribed.has(uri));
		for (const uri of uris.slice(0, MOST_UPDATES)) void server.sendResourceUpdated({ uri }).catch(() => undefined);
	});
}
