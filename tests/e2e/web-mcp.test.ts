/** Agents of the browser (WebMCP), in a real Chromium that has them: off until switched on, asked about, recorded, and gone again. */
import { chromium, expect, test, type Browser, type Page } from '@playwright/test';
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

test('off, on, approved, recorded, off', async () => {
	const context = await (await browserWithAgents()).newContext();
	const page = await context.newPage();
	test.skip(!(await page.goto(server.origin)) || !(await hasAgents(page)), 'this browser has no WebMCP');
	const complaints = await collectComplaints(page, server.origin);

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
		expect(await ask(page, 'get_entity', { nonsense: 1 })).toMatchObject({ error: 'invalid_parameter' });
		const value = { entity: 'Ada', attribute: 'city', value: 'London' };
		expect(await ask(page, 'memory_fact_set', value)).not.toHaveProperty('error');
		expect(await call(page, 'memory_fact_get', { entity: 'Ada', attribute: 'city' })).toMatchObject({
			value: { record: { value: 'London', by: 'agent:browser' } }
		});
		const did = page.getByRole('region', { name: strings.agents.did });
		await did.getByRole('button', { name: strings.history.show }).first().click();
		await expect(did.getByText('memory_fact_set').first()).toBeVisible();
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

test('a browser without them says why it cannot, and is quiet', async ({ page }) => {
	const complaints = await collectComplaints(page, server.origin);
	await page.goto(`${server.origin}/settings`);
	await call(page, 'set_settings', { web_agents: true });
	await page.reload();
	expect(await hasAgents(page)).toBe(false);
	await expect(toggle(page)).toBeDisabled();
	await expect(page.getByText(words.noWebAgents)).toBeVisible();
	expect(complaints).toEqual([]);
});
