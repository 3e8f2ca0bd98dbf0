/** `commonplace serve`: the app and the hub, in one process on one port. */
import type { Server } from 'node:http';
import { askStatus } from '../agent/ask-hub';
import { startAppServer, stopAppServer } from '../app-server';
import { AppPlace } from '../built-app';
import { McpHttp } from '../http/mcp-http';
import { Hub } from '../hub/hub';
import { openBrowser } from '../open-browser';
import { HOME_PORT, originOf } from '../options';
import { describeHolder, whoHolds } from '../port-holder';
import { UnsafeStateError } from '../state/private-files';
import { State } from '../state/state';

export interface ServeOptions {
	port: number;
	open: boolean;
	/** Started by an agent: ends by itself when it has been alone for a while. */
	idle: boolean;
	program: string;
}

/** ms; COMMONPLACE_IDLE_MS is for tests, which cannot wait that long. */
const ALONE_FOR = Number(process.env['COMMONPLACE_IDLE_MS']) || 10_000;

function greet(port: number): void {
	console.log(`Commonplace is at ${originOf(port)}`);
	if (port === HOME_PORT) {
		console.log('Your notebook lives in the browser you open it with. Ctrl+C ends this server; the notebook stays.');
	} else {
		console.log(
			`To the browser another port is another place: this is a notebook of its own, not the one at ${originOf(HOME_PORT)}.`
		);
	}
}

/** Where no browser is paired yet, how to do that. What is wrong with the keys is no reason not to serve the app. */
async function tellOfPairing(hub: Hub): Promise<void> {
	try {
		if (await hub.isPaired()) return;
		const { link } = await hub.offer();
		console.log(`To let agents on this computer use it, open this within five minutes: ${link}`);
	} catch (error) {
		if (error instanceof UnsafeStateError) console.error(`Agents cannot connect: ${error.message} ${error.remedy}`);
		else throw error;
	}
}

/**
 * Calls `end` after nobody was there for a while, from now on, and nobody is expected.
 * @param expectedUntil ms since the epoch
 * @returns what is told whether anybody is connected
 */
function endsWhenAlone(end: () => void, expectedUntil: () => number): (anybody: boolean) => void {
	const look = () => {
		const left = expectedUntil() - Date.now();
		if (left > 0) timer = setTimeout(look, left);
		else end();
	};
	let timer = setTimeout(look, ALONE_FOR);
	return (anybody) => {
		clearTimeout(timer);
		if (!anybody) timer = setTimeout(look, ALONE_FOR);
	};
}

/**
 * Whether the very app that was to be served is served there already, by a hub that proves to be ours: an agent may have started it. Only
 * then is the browser sent there; a stranger's page at that address could read the notebook.
 */
async function isServedAlready(port: number, version: string): Promise<boolean> {
	try {
		const asked = await askStatus(port, await new State(port).agentSecret());
		return asked.kind === 'answered' && asked.answer.version === version;
	} catch {
		return false; // then it is said who has the port, as ever
	}
}

async function explain(error: unknown, port: number): Promise<string> {
	const code = (error as NodeJS.ErrnoException | null)?.code;
	if (code === 'EADDRINUSE') return describeHolder(port, await whoHolds(port));
	if (code === 'EACCES') return `This account may not listen on port ${port}. Choose one above 1023.`;
	return error instanceof Error ? error.message : String(error);
}

/** Resolves when it serves; then the process lives until it is told to end. */
export async function serve({ port, open, idle, program }: ServeOptions): Promise<void> {
	let server: Server | undefined;
	let hub: Hub | undefined;
	let http: McpHttp | undefined;
	const stop = () => {
		http?.close();
		hub?.close();
		if (server) void stopAppServer(server).then(() => process.exit(0));
		else process.exit(0);
	};
	const place = new AppPlace(program);
	const { version } = place;
	const onPeople = idle ? endsWhenAlone(stop, () => hub?.expectedUntil ?? 0) : undefined;
	try {
		const state = new State(port);
		hub = new Hub({
			port,
			version: () => place.version,
			state,
			app: () => place.state,
			...(onPeople && { onPeople })
		});
		http = new McpHttp({ hub, state, port, version });
		const { files } = hub;
		const mcp = http;
		const other: typeof mcp.handle = (req, res) => mcp.handle(req, res) || files.handle(req, res);
		server = await startAppServer({ folder: place.now, version, port, other });
		hub.attach(server);
		place.ensure();
	} catch (error) {
		const isTaken = (error as NodeJS.ErrnoException | null)?.code === 'EADDRINUSE';
		if (isTaken && open && (await isServedAlready(port, version))) {
			console.log(`Commonplace is already running at ${originOf(port)}; it opens in your browser.`);
			openBrowser(originOf(port));
			process.exit(0);
		}
		console.error(await explain(error, port));
		process.exit(1);
	}
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
	if (idle) return;
	greet(port);
	if (open) openBrowser(originOf(port));
	await tellOfPairing(hub);
}
