/** Agents of the browser (WebMCP), in a real Chromium that has them: off until switched on, asked about, recorded, and gone again. */
import { chromium, expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../scripts/find-chromium.mjs';
import { toolsets } from '../../src/lib/contract/toolsets';
import { strings } from '../../src/lib/ui/strings';
import { builtFolder, ownServer, type OwnServer } from '../support/own-server';
import { call } from '../support/script-door';
import { collectComplaints } from './support/complaints';

const words = strings.settings;

let server: OwnServer;
let browser: Browser | undefined;

test.beforeEach(async () => {
	const folder = await builtFolder();
	server = await ownServer();
	await server.start(folder);
});
test.afterEach(async () => {
	await browser?.close();
	browser = undefined;
	await server.stop();
});

async function browserWithAgents(): Promise<Browser> {
	const path = findChromium();
	const args = [...chromiumFlags, '--enable-features=WebMCP'];
	browser = await chromium.launch({ ...(path && { executablePath: path }), args });
	return browser;
}

interface Tool {
	name: string;
	title: string;
	annotations: Record<string, boolean>;
}
interface Agents {
	getTools(): Promise<Tool[]>;
	executeTool(tool: Tool, input: object): Promise<string>;
}
type HasAgents = Document & { modelContext?: Agents };

const hasAgents = (page: Page) => page.evaluate(() => (document as HasAgents).modelContext !== undefined);

const toolsOf = (page: Page): Promise<Tool[]> =>
	page.evaluate(async () => {
		const tools = (await (document as HasAgents).modelContext?.getTools()) ?? [];
		return tools.map(({ name, title, annotations }) => ({ name, title, annotations: { ...annotations } }));
	});

const namesOf = async (page: Page) => (await toolsOf(page)).map(({ name }) => name).sort();
const core = [...toolsets.core].sort();

/** What an agent of the browser is told. */
async function ask(page: Page, name: string, input: object): Promise<Record<string, unknown>> {
	const answer = await page.evaluate(
		async ([wanted, given]) => {
			const context = (document as HasAgents).modelContext;
			const tool = (await context?.getTools())?.find((one) => one.name === wanted);
			if (!context || !tool) throw new Error(`no tool ${wanted}`);
			return context.executeTool(tool, given);
		},
		[name, input] as const
	);
	return (JSON.parse(answer) as { structuredContent: Record<string, unknown> }).structuredContent;
}

const toggle = (page: Page) => page.getByRole('switch', { name: words.webAgents });

/** A page of a browser with the feature on; undefined: it does not know the feature, and what is left to check was checked. */
async function pageWithAgents(): Promise<{ context: BrowserContext; page: Page; complaints: string[] } | undefined> {
	const launched = await browserWithAgents();
	const context = await launched.newContext();
	const page = await context.newPage();
	const complaints = await collectComplaints(page, server.origin);
	// Asked of a page that is none of the app's: whether the browser knows the feature is not for the app to say.
	const bare = `${server.origin}/bare`;
	await page.route(bare, (route) => route.fulfill({ contentType: 'text/html', body: '<title>bare</title>' }));
	await page.goto(bare);
	if (await hasAgents(page)) return { context, page, complaints };
	const description = `${launched.version()} has no document.modelContext with --enable-features=WebMCP: only that the app says so, quietly`;
	test.info().annotations.push({ type: 'checked', description });
	await page.goto(`${server.origin}/settings`);
	await expect(toggle(page)).toBeDisabled();
	await expect(page.getByText(words.noWebAgents)).toBeVisible();
	expect(complaints).toEqual([]);
	return undefined;
}

test('off, on, approved, recorded, off', async () => {
	const opened = await pageWithAgents();
	if (!opened) return;
	const { context, page, complaints } = opened;

	await test.step('nothing is registered before it is switched on', async () => {
		await page.goto(`${server.origin}/settings`);
		await expect(toggle(page)).toBeEnabled();
		await expect(toggle(page)).toHaveAttribute('aria-checked', 'false');
		expect(await toolsOf(page)).toEqual([]);
	});

	await test.step('then the core set is there, in every page', async () => {
		const other = await context.newPage();
		await other.goto(server.origin);
		await call(other, 'get_overview', {});
		expect(await toolsOf(other)).toEqual([]);
		await toggle(page).click();
		await expect.poll(() => namesOf(page)).toEqual(core);
		await expect.poll(() => namesOf(other)).toEqual(core);
		await other.close();
		expect((await toolsOf(page)).find(({ name }) => name === 'get_entity')).toMatchObject({
			annotations: { readOnlyHint: true, untrustedContentHint: true, consequentialHint: false }
		});
	});

	await test.step('it waits until it is approved', async () => {
		expect(await ask(page, 'get_entity', { name: 'Ada' })).toMatchObject({ error: 'authentication_missing' });
		await page.goto(`${server.origin}/agents`);
		const card = page.getByRole('article', { name: 'A browser agent' });
		await expect(card).toContainText(strings.agents.asks);
		await card.getByRole('button', { name: strings.agents.approve }).click();
		await expect(card).toContainText(strings.agents.rights.write);
	});

	await test.step('then it answers, also what was asked wrongly, and what it writes is recorded as its own', async () => {
		await expect.poll(() => namesOf(page)).toEqual(core);
		expect(await ask(page, 'get_entity', { name: 'Ada' })).toMatchObject({ found: false });
		for (const wrong of [{ nonsense: 1 }, ['Ada']])
			expect(await ask(page, 'get_entity', wrong)).toMatchObject({ error: 'invalid_parameter' });
		const value = { entity: 'Ada', attribute: 'city', value: 'London' };
		expect(await ask(page, 'memory_fact_set', value)).not.toHaveProperty('error');
		expect(await call(page, 'memory_fact_get', { entity: 'Ada', attribute: 'city' })).toMatchObject({
			value: { record: { value: 'London', by: 'agent:browser' } }
		});
		const did = page.getByRole('region', { name: strings.agents.did });
		await did.getByRole('button', { name: strings.history.show }).first().click();
		await expect(did.getByTitle('memory_fact_set').first()).toBeVisible();
	});

	await test.step('a reload offers each once more', async () => {
		await page.reload();
		await expect.poll(() => namesOf(page)).toEqual(core);
		expect(await ask(page, 'get_entity', { name: 'Ada' })).toMatchObject({ found: true });
	});

	await test.step('a tool that an agent still holds when it is switched off answers nothing any more', async () => {
		await page.evaluate(async () => {
			const { modelContext } = document as HasAgents;
			const held = (await modelContext?.getTools())?.find(({ name }) => name === 'list_channels');
			Object.assign(window, { held });
		});
		await call(page, 'set_settings', { web_agents: false });
		await expect.poll(() => namesOf(page)).toEqual([]);
		const late = page.evaluate(() =>
			(document as HasAgents).modelContext?.executeTool((window as unknown as { held: Tool }).held, {})
		);
		await expect(late).rejects.toThrow();
	});

	await test.step('off and on in one breath ends as it was said last', async () => {
		for (const web_agents of [true, false, true, false, true]) await call(page, 'set_settings', { web_agents });
		await expect.poll(() => namesOf(page)).toEqual(core);
	});

	await test.step('off takes the tools away at once', async () => {
		await call(page, 'set_settings', { web_agents: false });
		await expect.poll(() => namesOf(page)).toEqual([]);
		await page.goto(`${server.origin}/settings`);
		await toggle(page).click();
		await expect.poll(() => namesOf(page)).toEqual(core);
		await toggle(page).click();
		await expect.poll(() => namesOf(page)).toEqual([]);
	});
	expect(complaints).toEqual([]);
});

test('as an agent of the browser sees it, from outside of the page', async () => {
	const opened = await pageWithAgents();
	if (!opened) return;
	const { context, page } = opened;
	await page.goto(`${server.origin}/settings`);
	// Playwright's types do not know this domain yet.
	const session = (await context.newCDPSession(page)) as unknown as {
		send(method: string, params?: object): Promise<unknown>;
		on(event: string, listener: (told: Record<string, unknown>) => void): void;
	};
	const offered = new Set<string>();
	const answers: unknown[] = [];
	session.on('WebMCP.toolsAdded', ({ tools }) => (tools as Tool[]).forEach(({ name }) => offered.add(name)));
	session.on('WebMCP.toolsRemoved', ({ tools }) => (tools as Tool[]).forEach(({ name }) => offered.delete(name)));
	session.on('WebMCP.toolResponded', (told) => answers.push(told));
	await session.send('WebMCP.enable');
	await call(page, 'set_settings', { web_agents: true });
	await expect.poll(() => [...offered].sort()).toEqual(core);
	const { frameTree } = (await session.send('Page.getFrameTree')) as { frameTree: { frame: { id: string } } };
	await session.send('WebMCP.invokeTool', {
		frameId: frameTree.frame.id,
		toolName: 'get_entity',
		input: { name: 'Ada' }
	});
	await expect.poll(() => answers).toHaveLength(1);
	expect(answers).toMatchObject([
		{ status: 'Completed', output: { isError: true, structuredContent: { error: 'authentication_missing' } } }
	]);
	await call(page, 'set_settings', { web_agents: false });
	await expect.poll(() => [...offered]).toEqual([]);
});

test('a tab with a worker of its own hears of it as well', async () => {
	const opened = await pageWithAgents();
	if (!opened) return;
	const { context, page } = opened;
	await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
	const other = await context.newPage();
	for (const tab of [page, other]) {
		await tab.goto(server.origin);
		await call(tab, 'get_overview', {});
	}
	await call(page, 'set_settings', { web_agents: true });
	await expect.poll(() => namesOf(other)).toEqual(core);
	await call(other, 'set_settings', { web_agents: false });
	await expect.poll(() => namesOf(page)).toEqual([]);
});

test('a browser without them says why it cannot, and is quiet', async ({ page }) => {
	const complaints = await collectComplaints(page, server.origin);
	await page.goto(`${server.origin}/settings`);
	expect(await hasAgents(page)).toBe(false);
	await expect(toggle(page)).toBeDisabled();
	await expect(page.getByText(words.noWebAgents)).toBeVisible();
	// What is on, by whatever way it came to that, can be switched off.
	await call(page, 'set_settings', { web_agents: true });
	await expect(toggle(page)).toHaveAttribute('aria-checked', 'true');
	await toggle(page).click();
	await expect(toggle(page)).toBeDisabled();
	await expect(toggle(page)).toHaveAttribute('aria-checked', 'false');
	expect(complaints).toEqual([]);
});
