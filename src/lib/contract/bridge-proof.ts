/**
 * How the parts of the bridge prove to each other that they hold the same secret without saying it: HMAC-SHA-256 over both sides'
 * nonces, the role and the origin. Whoever squats on the port learns a key's id and a nonce, and no more. WebCrypto only, which page
 * and Node share.
 */

import { fromBase64Url, toBase64Url } from '../domain/base64url';

export type Role = 'hub' | 'page' | 'agent';

/** What a proof is about: who proves it, where, and the nonces of the prover and of the one who asked. */
export interface Claimed {
	role: Role;
	/** `http://127.0.0.1:PORT`: a proof given at one port is none at another. */
	origin: string;
	own: string;
	theirs: string;
}

const CODE_BYTES = 16;
const encoder = new TextEncoder();

const randomText = (bytes: number): string => toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));

/** 128 random bits, as text. */
export const newNonce = (): string => randomText(16);
/** A one-time code: 128 random bits, safe in a URL's fragment. */
export const newCode = (): string => randomText(CODE_BYTES);
/** Whether a text has the form of a code. */
export const isCode = (text: string): boolean => /^[\w-]{22}$/.test(text);

/** A secret of 32 bytes and the name it goes by; the name tells nothing of it. */
export interface Secret {
	id: string;
	bytes: Uint8Array<ArrayBuffer>;
}

export const newSecret = (id: string): Secret => ({ id, bytes: crypto.getRandomValues(new Uint8Array(32)) });

export const secretToText = ({ bytes }: Secret): string => toBase64Url(bytes);

/** @returns undefined for what is no secret */
export function secretFromText(id: string, text: string): Secret | undefined {
	if (!/^[\w-]{43}$/.test(text)) return undefined;
	return { id, bytes: fromBase64Url(text) };
}

/** HKDF, RFC 5869. */
async function derived(from: Uint8Array<ArrayBuffer>, salt: string): Promise<Secret> {
	const base = await crypto.subtle.importKey('raw', from, 'HKDF', false, ['deriveBits']);
	const derive = async (info: string, bits: number) =>
		new Uint8Array(
			await crypto.subtle.deriveBits(
				{ name: 'HKDF', hash: 'SHA-256', salt: encoder.encode(salt), info: encoder.encode(info) },
				base,
				bits
			)
		);
	return { id: toBase64Url(await derive('id', 96)), bytes: await derive('key', 256) };
}

/** Both sides derive the same from the code; the code itself is kept by neither. */
export const secretFromCode = (code: string, origin: string): Promise<Secret> =>
	derived(encoder.encode(code), `commonplace ${origin}`);

/**
 * What a code's key is replaced by once the page has proved that it knows it: both sides derive it from that key and the nonces of the
 * proof. So a code that leaks afterwards (a terminal, a list of processes, an agent's transcript) is not the page's key.
 */
export const renewedSecret = ({ bytes }: Secret, pageNonce: string, hubNonce: string): Promise<Secret> =>
	derived(bytes, `commonplace renewed\n${pageNonce}\n${hubNonce}`);

/** `CryptoKey`: a name that Node 20 has as a type only under another. */
export type ProofKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The key to prove with; it cannot be read out again. */
export const keyOfSecret = ({ bytes }: Secret): Promise<ProofKey> =>
	crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

const said = ({ role, origin, own, theirs }: Claimed) =>
	encoder.encode(['commonplace bridge 1', role, origin, own, theirs].join('\n'));

/** The proof of one side, to be sent. */
export const prove = async (key: ProofKey, claimed: Claimed): Promise<string> =>
	toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, said(claimed))));

/** Whether a proof is that of the claim; takes as long whatever is wrong with it. */
export async function isProof(key: ProofKey, claimed: Claimed, proof: string): Promise<boolean> {
	if (!/^[\w-]{43}$/.test(proof)) return false;
	return crypto.subtle.verify('HMAC', key, fromBase64Url(proof), said(claimed));
}
