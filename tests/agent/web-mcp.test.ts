/** The notebook's tools for agents of the browser: what they are, when they are offered, on a pretended `document.modelContext`. */
import { describe, expect, test, vi } from 'vitest';
import { registerWebTools, type ModelContext, type WebCall, type WebTool } from '../../src/lib/agent/web-mcp';
import { followWebAgents } from '../../src/lib/agent/web-mcp-context';
import { operationToMcpTool } from '../../src/lib/contract/to-mcp-tool';
import { toolsets } from '../../src/lib/contract/toolsets';
import { fail, ok } from '../../src/lib/domain/result';

/** As Chromium's: names are taken once, an abort takes a tool away, and a signal that was aborted before refuses it. */
function pretendedContext() {
	const tools = new Map<string, WebTool>();
	const context: ModelContext = {
		registerTool(tool, { signal }) {
			if (signal.aborted) return Promise.reject(signal.reason as Error);
			if (tools.has(tool.name)) return Promise.reject(new Error('Duplicate tool name'));
			tools.set(tool.name, tool);
			signal.addEventListener('abort', () => tools.delete(tool.name));
			return Promise.resolve();
		}
	};
	const tool = (name: string): WebTool => {
		const found = tools.get(name);
		if (!found) throw new Error(`no ${name}`);
		return found;
	};
	return { context, tools, tool };
}

const nothing: WebCall = () => Promise.resolve(ok({ found: false }));
const untilSettled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the tools', () => {
	async function offered(call: WebCall = nothing) {
		const { context, tools, tool } = pretendedContext();
		const life = new AbortController();
		await registerWebTools(context, call, life.signal);
		return { tools, tool, life };
	}

	test('are the core set, named and described as over MCP', async () => {
		const { tools } = await offered();
		expect([...tools.keys()]).toEqual([...toolsets.core]);
		for (const name of toolsets.core) {
			const { title, description, inputSchema } = operationToMcpTool(name);
			expect(tools.get(name)).toMatchObject({ name, title, description, inputSchema });
		}
	});

	test('hint at what they do, in the words that the browser takes', async () => {
		const { tool, tools } = await offered();
		expect(tool('get_entity').annotations).toEqual({
			readOnlyHint: true,
			untrustedContentHint: true,
			consequentialHint: false
		});
		expect(tool('remember').annotations).toMatchObject({ readOnlyHint: false, consequentialHint: false });
		const consequential = [...tools.values()].filter(({ annotations }) => annotations.consequentialHint);
		expect(consequential.map(({ name }) => name)).toEqual(
			toolsets.core.filter((name) => operationToMcpTool(name).annotations.destructiveHint)
		);
	});

	test('pass on what they are given, as it is, and answer as over MCP', async () => {
		const call = vi.fn<WebCall>(() => Promise.resolve(ok({ found: false, name: 'Ada' })));
		const { tool } = await offered(call);
		const answer = await tool('get_entity').execute({ name: 'Ada', wrong: 1 });
		expect(call).toHaveBeenCalledExactlyOnceWith('get_entity', { name: 'Ada', wrong: 1 });
		expect(answer.structuredContent).toMatchObject({ found: false });
		expect(answer.isError).toBeUndefined();
	});

	test('answer with a failure, and never throw', async () => {
		const refused = await offered(() => Promise.resolve(fail('authentication_missing', 'Not yet.', 'Wait.')));
		expect(await refused.tool('get_entity').execute({ name: 'Ada' })).toMatchObject({
			isError: true,
			structuredContent: { error: 'authentication_missing', message: 'Not yet.', hint: 'Wait.' }
		});
		const broken = await offered(() => Promise.reject(new Error('the wire')));
		expect(await broken.tool('get_entity').execute(undefined)).toMatchObject({
			isError: true,
			structuredContent: { error: 'internal', message: 'the wire' }
		});
	});

	test('are gone with the signal; one that is refused is told, and leaves the others', async () => {
		const { tools, life } = await offered();
		life.abort();
		expect(tools.size).toBe(0);
		const { context, tools: others, tool } = pretendedContext();
		await registerWebTools(context, nothing, new AbortController().signal);
		const taken = tool('get_entity');
		others.clear();
		others.set('get_entity', taken);
		await expect(registerWebTools(context, nothing, new AbortController().signal)).rejects.toThrow('Duplicate');
		expect(others.size).toBe(toolsets.core.length);
	});

	test('that come too late are not offered, and nobody is alarmed', async () => {
		const { context, tools } = pretendedContext();
		await registerWebTools(context, nothing, AbortSignal.abort());
		expect(tools.size).toBe(0);
	});
});

describe('while the person wants it', () => {
	function follow(first: boolean | undefined, load?: Parameters<typeof followWebAgents>[0]['load']) {
		const { context, tools } = pretendedContext();
		const state = { on: first };
		const warn = vi.fn();
		let look = () => {};
		const stopped = vi.fn();
		const end = followWebAgents({
			context,
			isOn: () => Promise.resolve(state.on),
			onChange: (listener) => {
				look = listener;
				return stopped;
			},
			call: nothing,
			load: load ?? (() => Promise.resolve({ registerWebTools })),
			warn
		});
		const set = async (on: boolean | undefined) => {
			state.on = on;
			look();
			await untilSettled();
		};
		return { tools, set, end, warn, stopped, look: () => look() };
	}

	test('off: nothing is registered, and the code for it is not even loaded', async () => {
		const load = vi.fn(() => Promise.resolve({ registerWebTools }));
		const { tools } = follow(false, load);
		await untilSettled();
		expect(tools.size).toBe(0);
		expect(load).not.toHaveBeenCalled();
	});

	test('on, off, on again, each at once; what is not known changes nothing', async () => {
		const { tools, set, warn } = follow(false);
		await set(true);
		expect(tools.size).toBe(toolsets.core.length);
		await set(true);
		await set(undefined);
		expect(tools.size).toBe(toolsets.core.length);
		await set(false);
		expect(tools.size).toBe(0);
		await set(true);
		expect(tools.size).toBe(toolsets.core.length);
		expect(warn).not.toHaveBeenCalled();
	});

	test('its end takes them away, also while they are still being loaded', async () => {
		const { tools, end, stopped } = follow(true);
		await untilSettled();
		expect(tools.size).toBe(toolsets.core.length);
		end();
		expect(tools.size).toBe(0);
		expect(stopped).toHaveBeenCalledOnce();
		let loaded = () => {};
		const slow = follow(true, () => new Promise((resolve) => (loaded = () => resolve({ registerWebTools }))));
		await untilSettled();
		slow.end();
		loaded();
		await untilSettled();
		expect(slow.tools.size).toBe(0);
		expect(slow.warn).not.toHaveBeenCalled();
	});

	test('what cannot be loaded is said, and tried again when something changes', async () => {
		const load = vi.fn(() => Promise.resolve({ registerWebTools }));
		load.mockRejectedValueOnce(new Error('offline'));
		const { tools, set, warn } = follow(true, load);
		await untilSettled();
		expect(warn).toHaveBeenCalledOnce();
		await set(true);
		expect(tools.size).toBe(toolsets.core.length);
	});

	test('a browser without agents is not asked anything', () => {
		const isOn = vi.fn(() => Promise.resolve(true));
		const onChange = vi.fn(() => () => undefined);
		followWebAgents({ context: undefined, isOn, onChange, call: nothing })();
		expect(isOn).not.toHaveBeenCalled();
		expect(onChange).not.toHaveBeenCalled();
	});
});
