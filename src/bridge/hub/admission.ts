/**
 * Who may open a WebSocket at the hub at all; asked before the upgrade, and before anything is proved.
 * A page of another site always carries its Origin, and one that came by DNS rebinding its own Host. Agents' processes have no Origin,
 * and no browser can leave it out.
 */
import type { IncomingMessage } from 'node:http';
import { AGENT_PATH, PAGE_PATH } from '../../lib/contract/bridge-messages';
import { originOf } from '../options';

export type Admission = { ok: true; role: 'page' | 'agent' } | { ok: false; why: string };

const refuse = (why: string): Admission => ({ ok: false, why });

export function admission(req: Pick<IncomingMessage, 'url' | 'headers'>, port: number): Admission {
	const origin = originOf(port);
	if (req.headers.host !== new URL(origin).host) return refuse(`Commonplace answers only at ${origin}`);
	if (req.url === PAGE_PATH) {
		return req.headers.origin === origin ? { ok: true, role: 'page' } : refuse(`Only pages of ${origin} connect here.`);
	}
	if (req.url === AGENT_PATH) {
		return req.headers.origin === undefined
			? { ok: true, role: 'agent' }
			: refuse('Only programs connect here, no browser.');
	}
	return refuse('There is nothing to connect to here.');
}
