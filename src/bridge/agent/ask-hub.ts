/** One question of a command to the hub that runs, over a connection that proves itself and is gone afterwards. Starts nothing. */
import { randomUUID } from 'node:crypto';
import type { HubStatus, HubToAgent } from '../../lib/contract/bridge-messages';
import type { Secret } from '../../lib/contract/bridge-proof';
import { proveToHub, type Attempt, type HubLine } from './prove';

const PATIENCE = 6_000;

/** What is asked, by the kind of its answer. */
interface Questions {
	pairing: { type: 'pair' };
	status: { type: 'status' };
	lent: { type: 'lend'; path: string };
}
type Kind = keyof Questions;
type Answer<T extends Kind> = Extract<HubToAgent, { type: T }>;

function put<T extends Kind>(line: HubLine, answer: T, question: Questions[T]): Promise<Answer<T> | undefined> {
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
		line.send({ ...question, id: randomUUID() });
	});
}

export type Asked<T> = { kind: Exclude<Attempt['kind'], 'proven'> | 'silent' } | { kind: 'answered'; answer: T };

async function ask<T extends Kind>(
	port: number,
	secret: Secret,
	answer: T,
	question: Questions[T]
): Promise<Asked<Answer<T>>> {
	const attempt = await proveToHub(port, secret);
	if (attempt.kind !== 'proven') return { kind: attempt.kind };
	const told = await put(attempt.line, answer, question);
	attempt.line.terminate();
	return told ? { kind: 'answered', answer: told } : { kind: 'silent' };
}

export async function askStatus(port: number, secret: Secret): Promise<Asked<HubStatus>> {
	const asked = await ask(port, secret, 'status', { type: 'status' });
	return asked.kind === 'answered' ? { kind: 'answered', answer: asked.answer.status } : asked;
}

interface Link {
	link: string;
	/** ms since epoch */
	expires: number;
}

export const askPairing = (port: number, secret: Secret): Promise<Asked<Link>> =>
	ask(port, secret, 'pairing', { type: 'pair' });

export const askLending = (port: number, secret: Secret, path: string): Promise<Asked<Link>> =>
	ask(port, secret, 'lent', { type: 'lend', path });
