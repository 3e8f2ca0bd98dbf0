/**
 * Takes the pages' ports from the first moment of the worker's life. Must be the root's first import, and load nothing itself:
 * a connect event that finds no listener is lost, and its page would wait for ever.
 */
import type { WorkerKind } from './protocol';

declare const self: SharedWorkerGlobalScope | DedicatedWorkerGlobalScope;

const waiting: MessagePort[] = [];
let take: (port: MessagePort) => void = (port) => waiting.push(port);

/** Which of the two this module runs in; both get their pages as ports. */
export const kind: WorkerKind = 'onconnect' in self ? 'shared' : 'dedicated';

self.addEventListener(kind === 'shared' ? 'connect' : 'message', (event) => {
	for (const port of (event as MessageEvent).ports) take(port);
});

/** Hands over the ports that have come, and every later one. */
export function onPort(taker: (port: MessagePort) => void): void {
	take = taker;
	for (const port of waiting.splice(0)) taker(port);
}
