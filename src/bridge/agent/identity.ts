/** Who an agent says it is, from what its MCP client says of itself. A name and no proof: what it may do is decided in the app. */
import type { AgentIdentity } from '../../lib/contract/bridge-messages';

/** `clientInfo` of MCP. */
export interface ClientInfo {
	name: string;
	title?: string | undefined;
	version?: string | undefined;
}

/** One line, without what would be invisible or turn it around, and not longer than is taken. */
const tidy = (text: string, longest: number): string =>
	Array.from(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu, ' ').trim())
		.slice(0, longest)
		.join('');

/** For a client that does not say its name. */
const NAMELESS = 'unnamed-agent';

/** UTF-16 units, which is what the messages count, are at most two for each code point. */
const LONGEST_NAME = 50;
const LONGEST_TEXT = 100;

/** @param override COMMONPLACE_AGENT: the name in place of the client's, for two set-ups of one client that the person tells apart */
export function identityOf(
	client: ClientInfo | undefined,
	{ connection, via, override }: Pick<AgentIdentity, 'connection' | 'via'> & { override?: string | undefined }
): AgentIdentity {
	const named = tidy(override ?? '', LONGEST_NAME);
	const name = named || tidy(client?.name ?? '', LONGEST_NAME) || NAMELESS;
	const title = named ? '' : tidy(client?.title ?? '', LONGEST_TEXT);
	const version = tidy(client?.version ?? '', LONGEST_TEXT);
	return { name, ...(title && { title }), ...(version && { version }), connection, via };
}
