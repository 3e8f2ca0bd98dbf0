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

type Opened = { kind: 'open'; socket: WebSocket } | { kind: 'nobody' } | { kind: 'stranger' };

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
			resolve({ kind: error.code === 'ECONNREFUSED' ? 'nobody' : 'stranger' });
		});
	});
}

/** Connects and proves, each to the other. Never rejects; takes at most a few seconds. */
export async function proveToHub(port: number, secret: Secret): Promise<Attempt> {
	const opened = await open(port);
	if (opened.kind !== 'open') return opened;
	const line: HubLine = new Line(opened.socket, (data) => parseMessage(hubToAgent, data));
	const origin = originOf(port);
	const own = newNonce();
	const leave = (kind: 'stranger' | 'not_ours' | 'outdated'): Attempt => {
		line.terminate();
		return { kind };
	};
	line.send({ type: 'hello', protocol: BRIDGE_PROTOCOL, key_id: secret.id, nonce: own });
	const challenge = await line.next(PATIENCE);
	if (challenge?.type === 'refused') return leave(challenge.reason === 'protocol' ? 'outdated' : 'not_ours');
	if (challenge?.type !== 'challenge') return leave('stranger');
	const key = await keyOfSecret(secret);
	const theirs = challenge.nonce;
	if (!(await isProof(key, { role: 'hub', origin, own: theirs, theirs: own }, challenge.proof)))
		return leave('not_ours');
	line.send({ type: 'proof', proof: await prove(key, { role: 'agent', origin, own, theirs }) });
	const welcome = await line.next(PATIENCE);
	if (welcome?.type !== 'welcome') return leave(welcome?.type === 'refused' ? 'not_ours' : 'stranger');
	return { kind: 'proven', line, hub: welcome.hub };
}
