/**
 * Things of the notebook as resources, `commonplace://entity/ID`: for clients that let the person attach one, or that want to be told when it
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

export const ENTITY_TEMPLATE = 'commonplace://entity/{id}';

export const entityUri = (id: string): string => `commonplace://entity/${encodeURIComponent(id)}`;

/** @returns undefined for what is no address of a thing */
export function entityOfUri(uri: string): string | undefined {
	const [, encoded] = /^commonplace:\/\/entity\/([^/?#]{1,600})$/.exec(uri) ?? [];
	if (encoded === undefined) return undefined;
	try {
		return decodeURIComponent(encoded);
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

function known(uri: string): string {
	const id = entityOfUri(uri);
	if (id === undefined)
		throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such resource; see ${ENTITY_TEMPLATE}`, {
			uri
		});
	return id;
}

export function serveResources({ server }: McpServer, { ask, hear, onChanged, tellsAll }: Asks): void {
	const subscribed = new Set<string>();
	server.setRequestHandler('resources/list', (_request, ctx) => {
		hear(ctx);
		return { resources: [] }; // thousands; the template and its completion find them
	});
	server.setRequestHandler('resources/templates/list', (_request, ctx) => {
		hear(ctx);
		const description = 'Everything known about one thing, as get_entity answers it. ID is its entity_id.';
		const template = {
			uriTemplate: ENTITY_TEMPLATE,
			name: 'entity',
			title: 'A thing of the notebook',
			description,
			mimeType: 'application/json'
		};
		return { resourceTemplates: [template] };
	});
	server.setRequestHandler('resources/read', async ({ params: { uri } }, ctx) => {
		hear(ctx);
		const id = known(uri);
		const result = await ask('get_entity', { name: id, entity_id: id }, ctx);
		if (wasNotFound(result)) throw new ResourceNotFoundError(uri);
		// That no page is open is no error of the protocol: who reads it is told what to do.
		const { code, ...rest } = result.ok ? { code: undefined } : result.error;
		const said = result.ok ? result.value : { error: code, ...rest };
		return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(said) }] };
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
		const uris = ids.map(entityUri).filter((uri) => tellsAll || subscribed.has(uri));
		for (const uri of uris.slice(0, MOST_UPDATES)) void server.sendResourceUpdated({ uri }).catch(() => undefined);
	});
}
