/** `commonplace import FILE`: brings a file of an agent's memory into the app, where it is shown before anything is written. */
import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askLending, type Asked } from '../agent/ask-hub';
import { startHub } from '../agent/start-hub';
import { openBrowser } from '../open-browser';
import { originOf } from '../options';
import { State } from '../state/state';

export interface ImportOptions {
	port: number;
	file: string;
	open: boolean;
	program: string;
}

/** ms: that a hub may take to be there. */
const START = 8_000;

async function whyNot(path: string): Promise<string | undefined> {
	try {
		if (!(await stat(path)).isFile()) return `${path} is no file.`;
		await access(path, constants.R_OK);
		return undefined;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read.`;
	}
}

type Lent = Asked<{ link: string; expires: number }>;

/** From the hub that runs, or one that is started for it. */
async function lend(port: number, program: string, path: string): Promise<Lent> {
	const secret = await new State(port).agentSecret();
	let asked: Lent = await askLending(port, secret, path);
	if (asked.kind !== 'nobody') return asked;
	startHub(program);
	for (const until = Date.now() + START; asked.kind === 'nobody' && Date.now() < until;) {
		await sleep(200);
		asked = await askLending(port, secret, path);
	}
	return asked;
}

export async function importFile({ port, file, open, program }: ImportOptions): Promise<{ ok: boolean; text: string }> {
	const path = resolve(file);
	const wrong = await whyNot(path);
	if (wrong !== undefined) return { ok: false, text: `${wrong} Say which file: commonplace import memory.jsonl` };
	const asked = await lend(port, program, path);
	if (asked.kind !== 'answered')
		return { ok: false, text: `Commonplace at ${originOf(port)} could not be asked. See: commonplace doctor` };
	const { link } = asked.answer;
	if (open) openBrowser(link);
	return {
		ok: true,
		text: `Open this within five minutes, in the browser that holds your notebook; it shows what is in the file first:\n${link}`
	};
}
