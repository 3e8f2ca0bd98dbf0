/**
 * A page without a browser: speaks the page's side of the bridge and answers calls as a test wants. As patient and as strict as the real
 * one is: the hub proves itself first, and only then the page does.
 */
import { WebSocket } from 'ws';
import {
	BRIDGE_PROTOCOL,
	hubToPage,
	PAGE_PATH,
	parseMessage,
	type AgentIdentity,
	type HubToPage,
	type PageMessage
} from '../../src/lib/contract/bridge-messages';
import {
	isProof,
	keyOfSecret,
	newNonce,
	prove,
	renewedSecret,
	secretFromCode,
	type Secret
} from '../../src/lib/contract/bridge-proof';

export type Call = Extract<HubToPage, { type: 'call' }>;
type Welcome = Extract<HubToPage, { type: 'welcome' }>;
type Result = Extract<PageMessage, { type: 'answer' }>['result'];

export interface FakePageOptions {
	port: number;
	secret: Secret;
	/** Keeps the code's key, as a page would that knows nothing of renewal. */
	renews?: boolean;
	/** The app's by default; null sends none at all. */
	origin?: string | null;
	host?: string;
	/** By default every call is answered with its own operation and arguments. `leave` ends the connection that was asked. */
	answer?: (call: Call, leave: () => Promise<void>) => Result | undefined | Promise<Result | undefined>;
}

export interface FakePage {
	welcome: Welcome;
	/** What it proves with from now on. */
	secret: Secret;
	/** Everything the hub has said. */
	heard: HubToPage[];
	calls: Call[];
	/** Whether calls go to it. */
	isAnswering: () => boolean;
	agents: () => AgentIdentity[];
	/** From now on its code says nothing, while its socket still answers WebSocket pings: a page that the browser has frozen. */
	freeze: (isFrozen?: boolean) => void;
	say: (message: PageMessage) => void;
	/** Resolves with the first message that fits, past ones included. */
	hears: <T extends HubToPage['type']>(type: T) => Promise<Extract<HubToPage, { type: T }>>;
	/** Ends the connection as a reload does. */
	leave: () => Promise<void>;
	gone: Promise<void>;
}

/** Why there is no page: an answer to the upgrade that is none, a refusal, silence. */
export class NoPage extends Error {
	constructor(readonly why: string) {
		super(`The hub did not take the page: ${why}`);
	}
}

export const echo = ({ operation, args, agent }: Call): Result => ({
	ok: true,
	value: { operation, args, agent: agent.name }
});

function opened(port: number, origin: string | null, host: string | undefined): Promise<WebSocket> {
	const socket = new WebSocket(`ws://127.0.0.1:${port}${PAGE_PATH}`, {
		...(origin !== null && { origin }),
		...(host !== undefined && { headers: { Host: host } })
	});
	return new Promise((resolve, reject) => {
		socket.once('open', () => resolve(socket));
		socket.once('unexpected-response', (_req, res) => {
			socket.terminate();
			reject(new NoPage(String(res.statusCode)));
		});
		socket.once('error', (error) => reject(new NoPage(error.message)));
	});
}

/** The code of a link that the hub made. */
export const codeOf = (link: string): string => link.split('#pair=')[1] ?? '';

/** Pairs as the app does after the person's click. */
export async function pairFakePage(options: Omit<FakePageOptions, 'secret'> & { code: string }): Promise<FakePage> {
	const secret = await secretFromCode(options.code, `http://127.0.0.1:${options.port}`);
	return connectFakePage({ ...options, secret });
}

/** @throws NoPage */
export async function connectFakePage(options: FakePageOptions): Promise<FakePage> {
	const { port, renews = true, answer = echo } = options;
	const ours = `http://127.0.0.1:${port}`;
	const socket = await opened(port, options.origin === undefined ? ours : options.origin, options.host);
	const heard: HubToPage[] = [];
	const listeners = new Set<() => void>();
	let isFrozen = false;
	const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
	socket.on('error', () => socket.terminate());

	const say = (message: PageMessage) => {
		if (!isFrozen) socket.send(JSON.stringify(message));
	};
	const hears = <T extends HubToPage['type']>(type: T) =>
		new Promise<Extract<HubToPage, { type: T }>>((resolve, reject) => {
			const look = () => {
				const found = heard.find((message) => message.type === type);
				if (!found) return;
				listeners.delete(look);
				resolve(found as Extract<HubToPage, { type: T }>);
			};
			listeners.add(look);
			look();
			void gone.then(() => reject(new NoPage(`gone before ${type}`)));
		});

	const leave = () => {
		socket.terminate();
		return gone;
	};
	const calls: Call[] = [];
	const onCall = async (call: Call) => {
		calls.push(call);
		const result = await answer(call, leave);
		if (result && socket.readyState === WebSocket.OPEN) say({ type: 'answer', id: call.id, result });
	};
	socket.on('message', (data: Buffer) => {
		const message = parseMessage(hubToPage, data.toString());
		if (!message) throw new Error(`The hub said what is no message: ${data.toString()}`);
		heard.push(message);
		for (const look of [...listeners]) look();
		if (isFrozen) return;
		if (message.type === 'ping') say({ type: 'pong', id: message.id });
		if (message.type === 'call') void onCall(message);
	});

	const own = newNonce();
	const key = await keyOfSecret(options.secret);
	const refused = hears('refused').then(({ reason }) => Promise.reject(new NoPage(reason)));
	say({ type: 'hello', protocol: BRIDGE_PROTOCOL, key_id: options.secret.id, nonce: own, ...(renews && { renews }) });
	const { nonce: theirs, proof } = await Promise.race([hears('challenge'), refused]);
	if (!(await isProof(key, { role: 'hub', origin: ours, own: theirs, theirs: own }, proof))) {
		socket.terminate();
		throw new NoPage('the hub did not prove itself');
	}
	say({ type: 'proof', proof: await prove(key, { role: 'page', origin: ours, own, theirs }) });
	const welcome = await Promise.race([hears('welcome'), refused]);
	refused.catch(() => undefined);

	return {
		welcome,
		secret: welcome.renewed ? await renewedSecret(options.secret, own, theirs) : options.secret,
		heard,
		calls,
		isAnswering: () =>
			heard.reduce((now, message) => (message.type === 'answering' ? message.answering : now), welcome.answering),
		agents: () => heard.reduce((now, message) => (message.type === 'agents' ? message.agents : now), welcome.agents),
		freeze: (frozen = true) => (isFrozen = frozen),
		say,
		hears,
		gone,
		leave
	};
}
