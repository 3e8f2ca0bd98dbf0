/** A hub in this process with a state folder of its own, as short of patience as a test needs; ended with the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { AgentIdentity } from '../../src/lib/contract/bridge-messages';
import { HubLink, type LinkOptions } from '../../src/bridge/agent/hub-link';
import { startAppServer, stopAppServer } from '../../src/bridge/app-server';
import { Hub, type HubPatience } from '../../src/bridge/hub/hub';
import { McpHttp } from '../../src/bridge/http/mcp-http';
import { State } from '../../src/bridge/state/state';
import { codeOf, connectFakePage, pairFakePage, type FakePage, type FakePageOptions } from './fake-page';
import { freePort } from './free-port';

export interface OwnHub {
	hub: Hub;
	port: number;
	origin: string;
	state: State;
	/** Where its state is kept. */
	root: string;
	/** What the hub said outside of any call. */
	log: string[];
	pair: (more?: Partial<FakePageOptions>) => Promise<FakePage>;
	/** Connects a page that was paired before. */
	connect: (page: FakePage, more?: Partial<FakePageOptions>) => Promise<FakePage>;
	agent: (name?: string, more?: Partial<LinkOptions>) => HubLink;
	stop: () => Promise<void>;
}

export const identity = (name: string): AgentIdentity => ({ name, connection: randomUUID(), via: 'stdio' });

export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'commonplace-state-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

export const impatient: HubPatience = {
	handshake: 300,
	comesBackWithin: 300,
	findsWithin: 0,
	asleepAfter: 200,
	givenUpAfter: 700
};

export async function ownHub(
	patience: Partial<HubPatience> = {},
	{ port: given, root = temporaryFolder(), idleAfter }: { port?: number; root?: string; idleAfter?: number } = {}
): Promise<OwnHub> {
	const port = given ?? (await freePort());
	const state = new State(port, root);
	const log: string[] = [];
	const hub = new Hub({
		port,
		version: '1.2.3-test',
		state,
		log: (text) => log.push(text),
		patience: { ...impatient, ...patience }
	});
	const http = new McpHttp({ hub, state, port, version: '1.2.3-test', ...(idleAfter !== undefined && { idleAfter }) });
	const server = await startAppServer({ folder: root, version: '1.2.3-test', port, other: http.handle });
	hub.attach(server);
	const stop = () => {
		http.close();
		hub.close();
		return stopAppServer(server);
	};
	onTestFinished(stop);
	const links: HubLink[] = [];
	onTestFinished(() => links.forEach((link) => link.close()));
	const pages: FakePage[] = [];
	onTestFinished(async () => {
		await Promise.all(pages.map((page) => page.leave()));
	});
	const kept = async (page: Promise<FakePage>): Promise<FakePage> => {
		pages.push(await page);
		return page;
	};
	return {
		hub,
		port,
		origin: hub.origin,
		state,
		root,
		log,
		stop,
		pair: async (more = {}) => kept(pairFakePage({ port, code: codeOf((await hub.offer()).link), ...more })),
		connect: (page, more = {}) => kept(connectFakePage({ port, secret: page.secret, ...more })),
		agent: (name = 'test-agent', more = {}) => {
			const link = new HubLink({ port, secret: () => state.agentSecret(), start: () => undefined, ...more });
			links.push(link);
			link.identify(identity(name));
			return link;
		}
	};
}

const never = new AbortController().signal;

/** A call that waits for its answer. */
export const call = (
	link: HubLink,
	operation: string,
	args: Record<string, unknown> = {},
	signal: AbortSignal = never
): ReturnType<HubLink['ask']> => link.ask({ operation, args, signal, onProgress: () => undefined });

/** Resolves when it holds; fails by the test's own time limit. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}
