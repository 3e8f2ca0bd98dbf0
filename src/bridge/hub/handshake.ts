/** The hub's half of the proof (src/lib/contract/bridge-proof.ts): before it has succeeded a connection is nobody's. */
import { BRIDGE_PROTOCOL, type refusals } from '../../lib/contract/bridge-messages';
import { isProof, keyOfSecret, newNonce, prove, type Role, type Secret } from '../../lib/contract/bridge-proof';
import type { Line } from './line';

type Refusal = (typeof refusals)[number];

type FromClient =
	| { type: 'hello'; protocol: number; key_id: string; nonce: string; renews?: boolean | undefined }
	| { type: 'proof'; proof: string }
	| { type: string };

type ToClient =
	{ type: 'challenge'; nonce: string; proof: string } | { type: 'refused'; reason: Refusal } | { type: 'welcome' };

export interface Asked {
	role: Exclude<Role, 'hub'>;
	origin: string;
	withinMs: number;
	find: (keyId: string) => Promise<Secret | undefined>;
}

export interface Proven {
	secret: Secret;
	/** Of this proof, to renew the secret from. */
	nonces: { own: string; theirs: string };
	renews: boolean;
}

const isHello = (message: FromClient): message is Extract<FromClient, { protocol: number }> => message.type === 'hello';
const isProofMessage = (message: FromClient): message is Extract<FromClient, { proof: string }> =>
	message.type === 'proof';

/**
 * @returns what was proved; undefined when nothing was: then the other side has been told why, as far as it may know, and the line is closed
 */
export async function handshake<In extends FromClient, Out>(
	line: Line<In, Out | ToClient>,
	{ role, origin, withinMs, find }: Asked
): Promise<Proven | undefined> {
	const until = Date.now() + withinMs;
	const refuse = (reason: Refusal): undefined => {
		line.send({ type: 'refused', reason });
		line.close();
	};
	const hello = await line.next(withinMs);
	if (!hello || !isHello(hello)) {
		refuse('malformed');
		return;
	}
	if (hello.protocol !== BRIDGE_PROTOCOL) {
		refuse('protocol');
		return;
	}
	const secret = await find(hello.key_id);
	if (!secret) {
		refuse('unknown_key');
		return;
	}
	const key = await keyOfSecret(secret);
	const nonce = newNonce();
	const ours = await prove(key, { role: 'hub', origin, own: nonce, theirs: hello.nonce });
	line.send({ type: 'challenge', nonce, proof: ours });
	const answer = await line.next(Math.max(0, until - Date.now()));
	if (!answer || !isProofMessage(answer)) {
		refuse('malformed');
		return;
	}
	const good = await isProof(key, { role, origin, own: hello.nonce, theirs: nonce }, answer.proof);
	if (!good) {
		refuse('wrong_proof');
		return;
	}
	// Taken back while it was being proved?
	if (!(await find(hello.key_id))) {
		refuse('unknown_key');
		return;
	}
	return { secret, nonces: { own: nonce, theirs: hello.nonce }, renews: hello.renews === true };
}
