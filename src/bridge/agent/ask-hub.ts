/** One question of a command to the hub that runs, over a connection that proves itself and is gone afterwards. Starts nothing. */
import { randomUUID } from 'node:crypto';
import type { HubStatus, HubToAgent } from '../../lib/contract/bridge-messages';
import type { Secret } from '../../lib/contract/bridge-proof';
import { proveToHub, type Attempt, type HubLine } from './prove';

const PATIENCE = 6_000;

type Answer<T extends 'pairing' | 'status'> = Extract<HubToAgent, { type: T }>;

function question<T extends 'pairing' | 'status'>(line: HubLine, answer: T): Promise<Answer<T> | undefined> {
	return new Promise((resolve) => {
		const timer = setTimeout(() => resolve(undefined), PATIENCE);
		const settle = (message: Answer<T> | undefined) => {
			clearTimeout(timer);
			resolve(message);
		};
		void line.gone.then(() => settle(undefined));
		line.listen((message) => {
			if (message.type === answer) settle(message as Answer<T>);
		});
		line.send({ type: answer === 'pairing' ? 'pair' : 'status', id: randomUUID() });
	});
}

export type Asked<T> = { kind: Exclude<Attempt['kind'], 'proven'> | 'silent' } | { kind: 'answered'; answer: T };

async function ask<T extends 'pairing' | 'status'>(port: number, secret: Secret, type: T): Promise<Asked<Answer<T>>> {
	const attempt = await proveToHub(port, secret);
	if (attempt.kind !== 'proven') return { kind: attempt.kind };
	const answer = await question(attempt.line, type);
	attempt.line.terminate();
	return answer ? { kind: 'answered', answer } : { kind: 'silent' };
}

export async function askStatus(port: number, secret: Secret): Promise<Asked<HubStatus>> {
	const asked = await ask(port, secret, 'status');
	return asked.kind === 'answered' ? { kind: 'answered', answer: asked.answer.status } : asked;
}

export const askPairing = (port: number, secret: Secret): Promise<Asked<{ link: string; expires: number }>> =>
	ask(port, secret, 'pairing');
