/**
 * `commonplace doctor`: what runs, who is connected, what is wrong, and what to do about each. Changes nothing, but makes the
 * agents' secret where there is none: it is what tells our hub from a stranger.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HubStatus } from '../../lib/contract/bridge-messages';
import { askPairing, askStatus } from '../agent/ask-hub';
import { projectRoot } from '../built-app';
import { originOf } from '../options';
import { describeHolder, whoHolds, type Holder } from '../port-holder';
import { UnsafeStateError, type Checked } from '../state/private-files';
import { State } from '../state/state';

export interface Problem {
	message: string;
	remedy: string;
}

export interface Report {
	ok: boolean;
	node: string;
	origin: string;
	/** `nobody`: an agent starts it when it needs it. */
	runs: 'nobody' | 'ours' | 'not_ours' | 'stranger' | 'outdated' | 'silent' | 'unknown';
	holder?: Holder;
	hub?: HubStatus;
	/** Whether a built app is there, or being built. */
	app: HubStatus['app'] | 'missing';
	files: Checked[];
	/** Where no browser is paired and a hub runs. */
	pairing_link?: string;
	problems: Problem[];
}

/** Of package.json, `engines`. */
const OLDEST_NODE = [20, 19] as const;

function nodeProblem(version: string): Problem | undefined {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const [oldMajor, oldMinor] = OLDEST_NODE;
	if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return undefined;
	return {
		message: `Node ${version} is too old.`,
		remedy: `Install Node ${OLDEST_NODE.join('.')} or newer.`
	};
}

function builtState(program: string): Report['app'] {
	const root = projectRoot(program);
	if (root === undefined) return existsSync(join(program, '../app/200.html')) ? 'ready' : 'missing';
	const builds = join(root, 'build');
	const complete = existsSync(builds) && readdirSync(builds).some((name) => existsSync(join(builds, name, 'complete')));
	return complete ? 'ready' : 'missing';
}

async function lookAtHub(port: number, state: State): Promise<Pick<Report, 'runs' | 'hub' | 'pairing_link'>> {
	const secret = await state.agentSecret();
	const asked = await askStatus(port, secret);
	if (asked.kind !== 'answered') return { runs: asked.kind };
	const hub = asked.answer;
	if (hub.pages.length > 0) return { runs: 'ours', hub };
	const offer = await askPairing(port, secret);
	return { runs: 'ours', hub, ...(offer.kind === 'answered' && { pairing_link: offer.answer.link }) };
}

/** What the person should know of a hub of ours. */
function hubProblems({ hub, pairing_link: link, origin }: Pick<Report, 'hub' | 'pairing_link' | 'origin'>): Problem[] {
	if (!hub) return [];
	if (hub.app === 'failed')
		return [{ message: 'The app could not be built.', remedy: 'Run npm start in its folder to see why.' }];
	if (hub.pages.length === 0)
		return [
			{
				message: 'No browser is paired, so agents cannot reach a notebook.',
				remedy: `Open ${link ?? `${origin}/agents`} within five minutes.`
			}
		];
	const open = hub.pages.filter(({ connected }) => connected);
	if (open.length === 0)
		return [{ message: 'No page of the notebook is open.', remedy: `Open ${origin} in the browser that holds it.` }];
	if (open.every(({ awake }) => !awake))
		return [{ message: 'The notebook’s page is asleep.', remedy: `Click into the tab of ${origin}.` }];
	return [];
}

function portProblem(port: number, runs: Report['runs'], holder: Holder | undefined): Problem | undefined {
	switch (runs) {
		case 'ours':
		case 'nobody':
		case 'unknown':
			return undefined;
		case 'not_ours':
			return {
				message: `What answers at ${originOf(port)} does not know this account’s secret: another account’s Commonplace, one with another COMMONPLACE_STATE, or something that only looks like one.`,
				remedy: holder?.kind === 'commonplace' ? `Look what process ${holder.pid} is, and end it.` : 'End it.'
			};
		case 'outdated':
			return { message: 'A Commonplace of another version runs.', remedy: 'End it and start it again.' };
		case 'silent':
			return { message: 'Commonplace runs and does not answer.', remedy: 'End it and start it again.' };
		case 'stranger':
			return holder?.kind === 'commonplace'
				? {
						message: `Commonplace ${holder.version} (process ${holder.pid}) runs and takes no agents: it is of another version.`,
						remedy: 'End it and start it again.'
					}
				: {
						message: `Port ${port} is taken by a stranger.`,
						remedy: describeHolder(port, holder ?? { kind: 'stranger' })
					};
	}
}

export async function examine(port: number, program: string): Promise<Report> {
	const state = new State(port);
	const origin = originOf(port);
	const problems: Problem[] = [];
	let found: Pick<Report, 'runs' | 'hub' | 'pairing_link'> = { runs: 'unknown' };
	try {
		found = await lookAtHub(port, state);
	} catch (error) {
		if (!(error instanceof UnsafeStateError)) throw error; // files are looked at below
	}
	const holder = found.runs === 'nobody' ? undefined : await whoHolds(port);
	const files = await state.inspect();
	const app = found.hub?.app ?? builtState(program);
	const taken = portProblem(port, found.runs, holder);
	const node = nodeProblem(process.versions.node);
	if (node) problems.push(node);
	for (const { problem } of files) if (problem) problems.push(problem);
	if (taken) problems.push(taken);
	if (app === 'missing')
		problems.push({
			message: 'The app is not built yet.',
			remedy: 'Run npm start in its folder; or an agent’s first call builds it.'
		});
	problems.push(...hubProblems({ ...found, origin }));
	return {
		ok: problems.length === 0,
		node: process.versions.node,
		origin,
		...found,
		...(holder && { holder }),
		app,
		files,
		problems
	};
}

function runsInWords({ runs, hub, origin }: Report): string {
	if (hub) return `Commonplace ${hub.version} runs at ${origin} (process ${hub.pid}), and it is yours.`;
	if (runs === 'nobody')
		return `Nothing runs at ${origin}. An agent starts Commonplace when it needs it; so does npm start.`;
	return `Something runs at ${origin}; see below.`;
}

export function inWords(report: Report): string {
	const { hub, files, node, app, problems } = report;
	const pages = (hub?.pages ?? []).map(({ label, connected, answering, awake, last_seen }) => {
		const state = !connected ? `not open, last seen ${last_seen}` : awake ? 'open' : 'open, asleep';
		return `  ${label}: ${state}${answering ? ', answers the agents' : ''}`;
	});
	const agents = (hub?.agents ?? []).map(
		({ name, title, version, via }) => `  ${title ?? name}${version ? ` ${version}` : ''} (${via})`
	);
	const lines = [
		runsInWords(report),
		`Node ${node}. The app is ${app === 'ready' ? 'built' : app}.`,
		...(hub ? ['Paired browsers:', ...(pages.length > 0 ? pages : ['  none'])] : []),
		...(hub ? ['Agents connected now:', ...(agents.length > 0 ? agents : ['  none'])] : []),
		'Files:',
		...files.map(({ path, mode }) => `  ${path}${mode ? ` (${mode})` : ' (not there yet)'}`),
		'',
		...(problems.length === 0 ? ['All is well.'] : problems.map(({ message, remedy }) => `! ${message}\n  ${remedy}`))
	];
	return `${lines.join('\n')}\n`;
}
