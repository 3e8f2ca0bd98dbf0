/**
 * What the three parts of the bridge say to each other over WebSocket on 127.0.0.1: the hub (Node), the page (its worker, the notebook's
 * authority) and the agents' processes. Both ends parse what they hear with these shapes; what does not fit ends the connection.
 * The proof comes before everything else (bridge-proof.ts): hello, challenge, proof, welcome.
 */
import './jitless';
import * as z from 'zod';

/** Raised when older and newer parts would not understand each other. */
export const BRIDGE_PROTOCOL = 1;

/** Where the hub takes a page's and an agent's connection; on the app's own port. */
export const PAGE_PATH = '/bridge/page';
export const AGENT_PATH = '/bridge/agent';
/** Where the app fetches a file that was lent to it; the code follows. */
export const LENT_FILE_PATH = '/bridge/file/';

/** ms: how long the worker's code may take to answer a ping before it counts as asleep (a frozen page's socket goes on answering). */
export const ASLEEP_AFTER = 2_000;

const id = z.string().min(1).max(200);
const short = z.string().max(200);
const nonce = z.string().regex(/^[\w-]{22,64}$/);

/** Who an agent says it is; what it may do is never said by it. */
export const agentIdentity = z.object({
	/** The name it is approved under: its client's, as MCP gives it ("claude-code"). */
	name: z.string().min(1).max(100),
	/** For people: "Claude Code". */
	title: short.optional(),
	version: short.optional(),
	/** One for each process or HTTP session: the gate makes a session of it (P1). */
	connection: id,
	via: z.enum(['stdio', 'http', 'webmcp'])
});
export type AgentIdentity = z.infer<typeof agentIdentity>;

const hello = z.object({
	type: z.literal('hello'),
	protocol: z.number().int(),
	key_id: id,
	nonce,
	/** From a page that proves with a code's key: it can renew it (`renewedSecret`), so that the code is worth nothing afterwards. */
	renews: z.boolean().optional()
});
const challenge = z.object({ type: z.literal('challenge'), nonce, proof: short });
const proof = z.object({ type: z.literal('proof'), proof: short });

/** `unknown_key`: forget the key, pair again. `wrong_proof`: somebody else. `protocol`: one side is of another build: reload. */
export const refusals = ['unknown_key', 'wrong_proof', 'protocol', 'malformed'] as const;
const refused = z.object({ type: z.literal('refused'), reason: z.enum(refusals) });

const call = z.object({
	type: z.literal('call'),
	id,
	operation: short,
	args: z.record(z.string(), z.unknown()),
	/** COMPACT_RESPONSES of the agent's environment; absent: the app's setting. */
	compact: z.boolean().optional()
});
const cancel = z.object({ type: z.literal('cancel'), id });
const progress = z.object({ type: z.literal('progress'), id, done: z.number(), total: z.number() });

const failure = z.looseObject({ code: short, message: z.string(), hint: z.string() });
const result = z.discriminatedUnion('ok', [
	z.object({ ok: z.literal(true), value: z.unknown() }),
	z.object({ ok: z.literal(false), error: failure })
]);
const answer = z.object({ type: z.literal('answer'), id, result });

/** Things and notes that changed, for subscriptions. */
const changed = z.object({ type: z.literal('changed'), ids: z.array(id) });

const hub = z.object({ version: short, pid: z.number().int() });

/** What `commonplace doctor` shows of a hub. */
const hubStatus = z.object({
	version: short,
	pid: z.number().int(),
	/** Whether the app's files are there. */
	app: z.enum(['ready', 'building', 'failed']),
	/** Every paired browser, connected or not. */
	pages: z.array(
		z.object({
			label: short,
			created: short,
			last_seen: short,
			connected: z.boolean(),
			answering: z.boolean(),
			/** Whether its code answered just now; absent when it is not connected. */
			awake: z.boolean().optional()
		})
	),
	agents: z.array(agentIdentity)
});
export type HubStatus = z.infer<typeof hubStatus>;

/** From the page's worker to the hub. */
export const pageMessage = z.discriminatedUnion('type', [
	hello,
	proof,
	answer,
	progress,
	changed,
	/** A sign of life from the worker's code. */
	z.object({ type: z.literal('pong'), id }),
	/** The person wants this page's notebook to be the one that answers. */
	z.object({ type: z.literal('answer_here') }),
	/** The person takes the pairing back: the hub forgets the key. */
	z.object({ type: z.literal('unpair') })
]);
export type PageMessage = z.infer<typeof pageMessage>;

/** From the hub to the page's worker. */
export const hubToPage = z.discriminatedUnion('type', [
	challenge,
	refused,
	/** `answering`: calls go to this page; another browser's may be the one (one page answers at a time). */
	z.object({
		type: z.literal('welcome'),
		hub,
		answering: z.boolean(),
		agents: z.array(agentIdentity),
		/** The code's key was replaced by `renewedSecret`: that one is to be kept, the code's is unknown from now on. */
		renewed: z.boolean().optional()
	}),
	z.object({ type: z.literal('answering'), answering: z.boolean() }),
	/** All agents that are connected now. */
	z.object({ type: z.literal('agents'), agents: z.array(agentIdentity) }),
	call.extend({ agent: agentIdentity }),
	cancel,
	z.object({ type: z.literal('ping'), id })
]);
export type HubToPage = z.infer<typeof hubToPage>;

/** From an agent's process to the hub. */
export const agentMessage = z.discriminatedUnion('type', [
	hello,
	proof,
	/** Who it is, once its client has said so; again when that changes. */
	z.object({ type: z.literal('identify'), agent: agentIdentity }),
	call,
	cancel,
	/** Asks for a link that pairs a browser. */
	z.object({ type: z.literal('pair'), id }),
	/** Lends a file of this computer to the app: the link opens it there. */
	z.object({ type: z.literal('lend'), id, path: z.string().min(1).max(4_096) }),
	/** Asks how the hub stands. */
	z.object({ type: z.literal('status'), id })
]);
export type AgentMessage = z.infer<typeof agentMessage>;

/** From the hub to an agent's process. */
export const hubToAgent = z.discriminatedUnion('type', [
	challenge,
	refused,
	z.object({ type: z.literal('welcome'), hub }),
	answer,
	progress,
	changed,
	z.object({ type: z.literal('pairing'), id, link: short, expires: z.number() }),
	z.object({ type: z.literal('lent'), id, link: short, expires: z.number() }),
	z.object({ type: z.literal('status'), id, status: hubStatus })
]);
export type HubToAgent = z.infer<typeof hubToAgent>;

/** @returns the message, or undefined for what is none: text that is no JSON, or has another shape */
export function parseMessage<S extends z.ZodType>(schema: S, data: unknown): z.output<S> | undefined {
	if (typeof data !== 'string') return undefined;
	try {
		const parsed = schema.safeParse(JSON.parse(data));
		return parsed.success ? parsed.data : undefined;
	} catch {
		return undefined;
	}
}

/**
 * How it stands between this browser's notebook and the hub, read from the live connection. `unpaired`: nobody has paired them;
 * `connecting`: being tried, for the first time or again; `connected`: both have proved themselves; `unreachable`: no hub answers (none
 * runs while no agent does), it is tried again by itself; `refused`: the hub does not know this browser any more, or somebody else sits
 * at its place.
 */
export interface BridgeStatus {
	state: 'unpaired' | 'connecting' | 'connected' | 'unreachable' | 'refused';
	/** For people: what is wrong and what to do; empty when all is well. */
	detail: string;
	/** Agents' calls come to this browser; another one's notebook may be the one that answers. */
	answering: boolean;
	/** Connected now. */
	agents: AgentIdentity[];
	hub: { version: string; pid: number } | null;
}

/** What a page may want of the bridge: pair with a code, take that back, have agents' calls come here, try again at once. */
export type BridgeWish = { want: 'pair'; code: string } | { want: 'unpair' | 'answerHere' | 'retry' };
