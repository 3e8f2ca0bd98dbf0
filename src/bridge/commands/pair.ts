/** `commonplace pair`: a link that pairs the browser it is opened in, from the hub that runs. */
import { askPairing } from '../agent/ask-hub';
import { originOf } from '../options';
import { State } from '../state/state';

export type PairAnswer = { ok: true; text: string } | { ok: false; text: string };

export async function pair(port: number): Promise<PairAnswer> {
	const asked = await askPairing(port, await new State(port).agentSecret());
	if (asked.kind === 'answered') {
		const text = `Open this within five minutes, in the browser that holds your notebook:\n${asked.answer.link}`;
		return { ok: true, text };
	}
	const text =
		asked.kind === 'nobody'
			? `Commonplace does not run at ${originOf(port)}. Start it first: npm start`
			: 'What runs there could not be asked. See: commonplace doctor';
	return { ok: false, text };
}
