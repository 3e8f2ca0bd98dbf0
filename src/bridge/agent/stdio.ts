/**
 * `commonplace mcp`: MCP over stdin and stdout, for an agent's configuration. It is never the hub, so any number of agents come and go
 * without touching each other. It ends with its agent: when stdin ends, when stdout breaks, when the parent is gone, at a signal.
 */
import { randomUUID } from 'node:crypto';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ToolsetName } from '../../lib/contract/toolsets';
import { fail } from '../../lib/domain/result';
import type { CallResult } from '../hub/call';
import { openBrowser } from '../open-browser';
import { originOf } from '../options';
import { State } from '../state/state';
import { HubLink } from './hub-link';
import { identityOf, type ClientInfo } from './identity';
import { createMcpServer, type McpCall } from './mcp-server';
import { startHub } from './start-hub';

type Env = Readonly<Record<string, string | undefined>>;

export interface StdioOptions {
	port: number;
	toolset: ToolsetName;
	/** Whether to show the app by itself when no page of it is open. */
	open: boolean;
	version: string;
	/** The built bridge file, to start a hub from. */
	program: string;
	env: Env;
}

/** ms between looks whether the parent still lives. */
const LOOK_FOR_PARENT = 1_000;

/** A switch in the environment: undefined where it is not set, or set to something else. */
export function switchOf(text: string | undefined): boolean | undefined {
	if (text === undefined) return undefined;
	if (/^(1|true|yes|on)$/i.test(text.trim())) return true;
	return /^(0|false|no|off)$/i.test(text.trim()) ? false : undefined;
}

/** stdout is the protocol's. */
const log = (text: string) => console.error(`commonplace mcp: ${text}`);

const switchedOff = (): CallResult => ({
	ok: false,
	error: {
		...fail(
			'memory_not_enabled',
			'The notebook is switched off for this agent by ENABLE_MEMORY in its configuration.',
			'Go on without it, and tell the person if they ask for something that it may hold.'
		).error
	}
});

/**
 * Shows the app once in the agent's life: a page that is closed again was closed on purpose.
 * @returns whether it is worth asking again
 */
function opensOnce(link: HubLink, port: number, isWanted: boolean): (result: CallResult) => boolean {
	let opened = !isWanted;
	return (result) => {
		if (opened || result.ok) return false;
		const { reason } = result.error as { reason?: unknown };
		if (reason !== 'no_page' && reason !== 'not_paired') return false;
		opened = true;
		if (reason === 'no_page') openBrowser(originOf(port));
		else void link.offer().then((offer) => offer !== undefined && openBrowser(offer));
		return reason === 'no_page'; // pairing waits for a click
	};
}

/** Ends the process when the agent has gone, whichever way that shows. */
function endWithAgent(end: () => void): void {
	process.stdin.once('end', end);
	process.stdin.once('close', end);
	process.stdin.once('error', end);
	process.stdout.once('error', end); // EPIPE: nobody reads
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) end();
	}, LOOK_FOR_PARENT).unref();
}

export function serveAgent({ port, toolset, open, version, program, env }: StdioOptions): void {
	const state = new State(port);
	const connection = randomUUID();
	const compact = switchOf(env['COMPACT_RESPONSES']);
	const isOff = switchOf(env['ENABLE_MEMORY']) === false;
	const listeners = new Set<(ids: string[]) => void>();
	const link = new HubLink({
		port,
		secret: () => state.agentSecret(),
		start: () => startHub(program),
		onChanged: (ids) => {
			for (const listener of listeners) listener(ids);
		},
		log
	});
	const show = opensOnce(link, port, open);

	let isWarm = isOff;
	const heardFrom = (client: ClientInfo | undefined) => {
		link.identify(identityOf(client, { connection, via: 'stdio', override: env['COMMONPLACE_AGENT'] }));
		if (!isWarm) link.warmUp();
		isWarm = true;
	};
	const ask = async (call: McpCall): Promise<CallResult> => {
		if (isOff) return switchedOff();
		if (!link.identity) heardFrom(undefined); // a client that calls before it has said anything of itself
		const asked = { ...call, ...(compact !== undefined && { compact }) };
		const result = await link.ask(asked);
		return show(result) ? link.ask(asked) : result;
	};

	const handle = serveStdio(
		({ era }) =>
			createMcpServer({
				version,
				toolset,
				heardFrom,
				ask,
				onChanged: (listener) => {
					listeners.clear(); // of a server that only answered a probe
					listeners.add(listener);
				},
				tellsAll: era === 'modern'
			}),
		{ onerror: (error) => log(error.message) }
	);
	let isEnding = false;
	endWithAgent(() => {
		if (isEnding) return;
		isEnding = true;
		link.close();
		void handle.close().finally(() => process.exit(0));
		setTimeout(() => process.exit(0), 500).unref(); // whatever hangs, hangs not longer
	});
}
