/** Who may speak MCP over HTTP: no page of any other origin, and only who knows the token of the 0600 file. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { originOf } from '../options';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export type Refusal = { status: 401 | 403; why: string };

/** The Host has been checked already. @returns why it is refused, or undefined */
export function refusalOf(
	{ headers }: Pick<IncomingMessage, 'headers'>,
	{ port, token }: { port: number; token: string }
): Refusal | undefined {
	if (headers.origin !== undefined && headers.origin !== originOf(port))
		return { status: 403, why: 'No page of another origin speaks to the notebook.' };
	const given = /^Bearer ([\w~+/.-]+=*)$/i.exec(headers.authorization ?? '')?.[1];
	// As long whatever is wrong with it; an empty token of ours would be nobody's.
	const good = given !== undefined && token.length >= 43 && timingSafeEqual(digest(given), digest(token));
	return good ? undefined : { status: 401, why: 'Send the token: Authorization: Bearer … (commonplace config http).' };
}
