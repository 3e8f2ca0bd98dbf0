/**
 * The agent's half of the proof. The hub proves itself first: a stranger on the port is told the name of a key and a nonce, and no more.
 */
import { WebSocket, type ClientOptions } from 'ws';
import {
	AGENT_PATH,
	BRIDGE_PROTOCOL,
	hubToAgent,
	parseMessage,
	type AgentMessage,
	type HubToAgent
} from '../../lib/contract/bridge-messages';
import { isProof, keyOfSecret, newNonce, prove, type Secret } from '../../lib/contract/bridge-proof';
import { Line, LONGEST_MESSAGE } from '../hub/line';
import { originOf } from '../options';

export type HubLine = Line<HubToAgent, AgentMessage>;

export type Attempt =
	| { kind: 'proven'; line: HubLine; hub: { version: string; pid: number } }
	/** Nobody listens there. */
	| { kind: 'nobody' }
	/** Somebody does, and is no hub: refuses, stays silent, speaks something else. */
	| { kind: 'stranger' }
	/** A hub, or one that looks like it, that does not hold our secret. */
	| { kind: 'not_ours' }
	/** A hub of ours, of another build. */
	| { kind: 'outdated' };

/** ms for connecting, and for each step of the proof. */
const PATIENCE = 4_000;

type Opened = { kind: 'open'; socket: WebSocket } | { kind: 'nobody' | 'stranger' | 'broken' };

/** The other end went away; a refusal, or what is no answer to the upgrade, is one. */
const BROKEN: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE']);

function open(port: number): Promise<Opened> {
	const options: ClientOptions = {
		handshakeTimeout: PATIENCE,
		maxPayload: LONGEST_MESSAGE,
		perMessageDeflate: false,
		followRedirects: false
	};
	const socket = new WebSocket(`${originOf(port).replace('http', 'ws')}${AGENT_PATH}`, options);
	return new Promise((resolve) => {
		socket.once('open', () => resolve({ kind: 'open', socket }));
		socket.on('error', (error: NodeJS.ErrnoException) => {
			const isBroken = BROKEN.has(error.code) || error.message === 'socket hang up';
			resolve({ kind: error.code === 'ECONNREFUSED' ? 'nobody' : isBroken ? 'broken' : 'stranger' });
		});
	});
}

/** ms until a second look at a port whose holder broke off. */
const SECOND_LOOK = 300;

/**
 * Connects and proves, each to the other. Never rejects; takes at most a few seconds. Who breaks off in the middle may be a hub that has just
 * been killed: only who does so twice is a stranger.
 */
export async function proveToHub(port: number, secret: Secret): Promise<Attempt> {
	const first = await attempt(port, secret);
	if (first.kind !== 'broken') return first;
	await new Promise((resolve) => setTimeout(resolve, SECOND_LOOK));
	const second = await attempt(port, secret);
	return second.kind === 'broken' ? { kind: 'stranger' } : second;
}

async function attempt(port: number, secret: Secret): Promise<Attempt | { kind: 'broken' }> {
	const opened = await open(port);
	if (opened.kind !== 'open') return opened;
	const line: HubLine = new Line(opened.socket, (data) => parseMessage(hubToAgent, data));
	const origin = originOf(port);
	const own = newNonce();
	const leave = (kind: 'stranger' | 'not_ours' | 'outdated'): Attempt => {
		line.terminate();
		return { kind };
	};
	/** It said nothing that fits: was it cut off, or has it nothing to say? */
	const silent = () => {
		const isCut = line.wasCut;
		return isCut ? ({ kind: 'broken' } as const) : leave('stranger');
	};
	line.send({ type: 'hello', protocol: BRIDGE_PROTOCOL, key_id: secret.id, nonce: own });
	const challenge = await line.next(PATIENCE);
	if (challenge?.type === 'refused') return leave(challenge.reason === 'protocol' ? 'outdated' : 'not_ours');
	if (challenge === undefined) return silent();
	if (challenge.type !== 'challenge') return leave('stranger');
	const key = await keyOfSecret(secret);
	const theirs = challenge.nonce;
	if (!(await isProof(key, { role: 'hub', origin, own: theirs, theirs: own }, challenge.proof)))
		return leave('not_ours');
	line.send({ type: 'proof', proof: await prove(key, { role: 'agent', origin, own, theirs }) });
	const welcome = await line.next(PATIENCE);
	if (welcome === undefined) return silent();
	if (welcome.type !== 'welcome') return leave(welcome.type === 'refused' ? 'not_ours' : 'stranger');
	return { kind: 'proven', line, hub: welcome.hub };
}
