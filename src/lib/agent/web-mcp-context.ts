/** Whether this browser has agents of its own (WebMCP), and for how long the notebook's tools are offered to them: while the person wants it. */
import type { ModelContext, registerWebTools, WebCall } from './web-mcp';

/** undefined: this browser has no such agents, or takes tools in another way, or this is no page. */
export function modelContextHere(): ModelContext | undefined {
	const { document } = globalThis as { document?: { modelContext?: Partial<ModelContext> } };
	const context = document?.modelContext;
	return typeof context?.registerTool === 'function' ? (context as ModelContext) : undefined;
}

export interface WebAgentsParts {
	context: ModelContext | undefined;
	/** Whether the person has switched them on; undefined: nobody knows just now, all stays as it is. */
	isOn: () => Promise<boolean | undefined>;
	/** Tells that it may have changed; answers how to stop that. */
	onChange: (look: () => void) => () => void;
	call: WebCall;
	/** The tools' own code: with the table and its schemas, so it is fetched only when it is wanted. */
	load?: () => Promise<{ registerWebTools: typeof registerWebTools }>;
	/** Of what went wrong; nobody else would hear of it. */
	warn?: (message: string, error: unknown) => void;
}

/** @returns how to end it: nothing stays registered */
export function followWebAgents({
	context,
	isOn,
	onChange,
	call,
	load = () => import('./web-mcp'),
	warn = console.warn
}: WebAgentsParts): () => void {
	if (!context) return () => undefined;
	/** Of the tools that are offered. */
	let offer: AbortController | undefined;
	let looks = 0;

	const withdraw = () => {
		offer?.abort();
		offer = undefined;
	};

	async function propose(on: ModelContext): Promise<void> {
		const mine = (offer = new AbortController());
		let isLoaded = false;
		try {
			const tools = await load();
			isLoaded = true;
			if (!mine.signal.aborted) await tools.registerWebTools(on, call, mine.signal);
		} catch (error) {
			// Without the code there is no offer, so the next look tries again; what the browser refused it would refuse again.
			if (!isLoaded && offer === mine) offer = undefined;
			warn('Not all tools could be offered to the browser’s agents.', error);
		}
	}

	async function look(on: ModelContext): Promise<void> {
		const mine = ++looks;
		const wanted = await isOn();
		if (mine !== looks || wanted === undefined) return; // asked anew, ended, or not known
		if (!wanted) withdraw();
		else if (!offer) await propose(on);
	}

	const stop = onChange(() => void look(context));
	void look(context);
	return () => {
		looks++;
		stop();
		withdraw();
	};
}
