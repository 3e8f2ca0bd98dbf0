/** The notebook's worker as the browser's debugger sees it: how much memory it takes, where its time goes. */
import type { BrowserContext } from 'playwright';

export interface WorkerTarget {
	send: (method: string, params?: object) => Promise<unknown>;
	detach: () => Promise<void>;
}

interface Reply {
	id?: number;
	result?: unknown;
	error?: { message: string };
}

/** Nothing when the browser does not let itself be asked. */
export async function workerTarget(context: BrowserContext): Promise<WorkerTarget | undefined> {
	const session = await context.browser()?.newBrowserCDPSession();
	const { targetInfos = [] } = (await session?.send('Target.getTargets')) ?? {};
	const worker = targetInfos.find(({ type }) => type === 'shared_worker');
	if (!session || !worker) return undefined;
	// Not flattened: a session of a session is nothing that Playwright hands out.
	const { sessionId } = await session.send('Target.attachToTarget', { targetId: worker.targetId, flatten: false });
	const waiting = new Map<number, (reply: Reply) => void>();
	session.on('Target.receivedMessageFromTarget', ({ message }) => {
		const reply = JSON.parse(message) as Reply;
		if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
	});
	let last = 0;
	return {
		async send(method, params = {}) {
			const id = ++last;
			const reply = new Promise<Reply>((resolve) => waiting.set(id, resolve));
			await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
			const { result, error } = await reply;
			if (error) throw new Error(`${method}: ${error.message}`);
			return result;
		},
		detach: () => session.detach()
	};
}

/** Bytes of JavaScript objects that the worker holds after a collection. */
export async function workerMemory(context: BrowserContext): Promise<number | undefined> {
	const target = await workerTarget(context);
	if (!target) return undefined;
	try {
		await target.send('HeapProfiler.collectGarbage');
		const { usedSize } = (await target.send('Runtime.getHeapUsage')) as { usedSize: number };
		return usedSize;
	} finally {
		await target.detach();
	}
}
