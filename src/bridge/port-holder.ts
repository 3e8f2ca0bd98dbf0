/** Who listens on a port that we wanted: asked over HTTP first, then the operating system, as far as it tells. */
import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { WELL_KNOWN } from './app-server';
import { originOf } from './options';

export type Holder =
	{ kind: 'commonplace'; version: string; pid: number } | { kind: 'stranger'; process?: { name: string; pid: number } };

const PATIENCE_MS = 1500;

async function askCommonplace(port: number): Promise<Holder | undefined> {
	try {
		const response = await fetch(originOf(port) + WELL_KNOWN, {
			redirect: 'error',
			signal: AbortSignal.timeout(PATIENCE_MS)
		});
		const about = (await response.json()) as { name?: unknown; version?: unknown; pid?: unknown } | null;
		if (about?.name !== 'commonplace' || typeof about.version !== 'string' || typeof about.pid !== 'number') return;
		return { kind: 'commonplace', version: about.version, pid: about.pid };
	} catch {
		return undefined; // silent, refusing, or speaking something else: a stranger
	}
}

/** Linux: the listening socket's inode in /proc/net, then the process whose open files name it. */
async function fromProc(port: number): Promise<number | undefined> {
	const hex = port.toString(16).toUpperCase().padStart(4, '0');
	const tables = await Promise.all(
		['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => ''))
	);
	const listening = tables
		.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
		.filter((field) => field[1]?.endsWith(`:${hex}`) && field[3] === '0A');
	const sockets = new Set(listening.map((field) => `socket:[${field[9] ?? ''}]`));
	if (sockets.size === 0) return undefined;
	for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
		for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
			if (sockets.has(await readlink(`/proc/${pid}/fd/${fd}`).catch(() => ''))) return Number(pid);
		}
	}
	return undefined;
}

const outputOf = (program: string, args: string[]): Promise<string> =>
	new Promise((resolve) => {
		execFile(program, args, { timeout: PATIENCE_MS }, (_error, stdout) => resolve(stdout));
	});

/** macOS and others that have it. */
async function fromLsof(port: number): Promise<{ name: string; pid: number } | undefined> {
	const lines = (await outputOf('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'])).split('\n');
	const pid = Number(lines.find((line) => line.startsWith('p'))?.slice(1));
	const name = lines.find((line) => line.startsWith('c'))?.slice(1);
	return pid && name ? { name, pid } : undefined;
}

async function askSystem(port: number): Promise<{ name: string; pid: number } | undefined> {
	const pid = await fromProc(port).catch(() => undefined);
	if (pid === undefined) return fromLsof(port);
	const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
	return { name: name.trim() || 'a program', pid };
}

/** Never throws; takes at most about three seconds. */
export async function whoHolds(port: number): Promise<Holder> {
	const commonplace = await askCommonplace(port);
	if (commonplace) return commonplace;
	const found = await askSystem(port);
	return found ? { kind: 'stranger', process: found } : { kind: 'stranger' };
}

/** What the person reads when the port is taken: who has it, and what to do. */
export function describeHolder(port: number, holder: Holder): string {
	if (holder.kind === 'commonplace') {
		return [
			`Commonplace ${holder.version} is already running at ${originOf(port)} (process ${holder.pid}).`,
			`Open that address; or end it there with Ctrl+C (or: kill ${holder.pid}) and start again.`
		].join('\n');
	}
	const who = holder.process ? `${holder.process.name} (process ${holder.process.pid})` : 'another program';
	return [
		`Port ${port} on this computer is taken by ${who}.`,
		'Your notebook belongs to that address, so Commonplace does not move to another one by itself.',
		'End that program and start again. Or set COMMONPLACE_PORT to another port: that is another, separate notebook.'
	].join('\n');
}
